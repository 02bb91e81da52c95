"""The diagnostician: turns a completed profile into provisional impressions with evidence and citations.

`port` is the contract, `rules` and `llm` are its engines. The knowledge about disorders and about patients' words for
them is data beside the code. Passages arrive through the contract; the library itself stays outside.
"""
