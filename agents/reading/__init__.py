"""The one reader of patients' words: a text taken apart (`document`), and what the learnt model makes of it (`model`).

What may enter: reading that more than one engine needs, with its word lists in `english`. No tiers of the policy and no
scores: what follows from a reading the engines decide.
"""
