"""Selective prediction: how good the answers are, and how well the engine knows when to give none.

Pure statistics over tables of predictions: no files, no engines."""
