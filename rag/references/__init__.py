"""The PHQ-8 reference store: passages of labelled interviews, found by likeness for few-shot scoring.

What enters builds, embeds, keeps or searches such passages, and keeps those of a test set out of reach.
"""
