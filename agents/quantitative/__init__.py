"""The quantitative stage: a transcript in, evidence for the eight items of the PHQ-8 and their scores out.

`port` is the contract, `rules` and `llm` are its engines; beside them stands what reads a transcript for days.
An item without evidence has no score, and never a 0.
"""
