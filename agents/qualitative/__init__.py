"""The qualitative stage: turns a transcript into five sections of prose, with quotes in the participant's own words.

`port` is the contract, `rules` and `llm` are its engines. Code here writes or reads those sections; their marks come
from `judge`.
"""
