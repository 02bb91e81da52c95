"""The reference checker: whether a passage from another interview supports the score in its label.

`port` is the contract, `llm` is its engine. The store of references is in `rag`.
"""
