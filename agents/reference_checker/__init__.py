"""The reference checker: whether a passage of another interview shows the score that it is labelled with.

`port` is the contract, `llm` is its engine. The store of references is in `rag`.
"""
