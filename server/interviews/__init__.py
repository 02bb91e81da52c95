"""Interviews: their socket, their event log and tables, the patient's way in, the list, and the report as a job.

Here belongs what an interview needs while it is held and read; what it means is decided in `agents/interview`."""
