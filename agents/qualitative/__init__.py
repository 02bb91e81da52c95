"""The qualitative stage: a transcript in, five sections of prose out, each quote the participant's own.

`port` is the contract, `rules` and `llm` are its engines. What enters writes or reads those sections; marks for
them come from `judge`.
"""
