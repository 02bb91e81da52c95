"""Selective prediction: how good the answers are, and how good the engine is at knowing when to give none.

Pure statistics over tables of predictions: no files, no engines."""
