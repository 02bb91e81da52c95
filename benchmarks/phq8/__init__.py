"""Runs of the transcript pipeline over labelled interviews, and their stored results.

Folders, labels and records of such runs belong here; their figures are computed in `benchmarks/selective`."""
