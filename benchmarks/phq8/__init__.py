"""Runs of the transcript pipeline over labelled interviews, and what is kept of them."""
