"""The meta-review: a reviewer's opinion on the findings of all earlier stages.

`port` is the contract, `rules` and `llm` are its engines. It weighs the existing findings within the bounds that the
item scores set; it adds no new evidence.
"""
