"""The PHQ-8 reference store: passages of labelled interviews, found by similarity for few-shot scoring.

Code here builds, embeds, stores or searches such passages, and keeps those of a test set out of reach.
"""
