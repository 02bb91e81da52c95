"""The meta-review: what the earlier stages found in, a reviewer's opinion on all of it out.

`port` is the contract, `rules` and `llm` are its engines. It weighs what is there and is held to the
bounds that the item scores set; no new evidence enters here.
"""
