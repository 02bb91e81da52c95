"""Transcripts: handed in, assessed at once or as a job, kept, shown, and reproduced over labelled sets.

Here belong rows, routes and files of assessments and the PHQ-8 reference store; the pipeline is `agents/assessment`."""
