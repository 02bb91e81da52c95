"""Runs of the transcript pipeline over labelled interviews, and what is kept of them.

Folders, labels and records of such runs belong here; what they are worth is computed in `benchmarks/selective`."""
