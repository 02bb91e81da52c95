"""The quantitative stage: finds evidence in a transcript for the eight items of the PHQ-8, and scores them.

`port` is the contract, `rules` and `llm` are its engines; the other modules read a transcript, `days` counts. An
item without evidence has no score, and never a 0.
"""
