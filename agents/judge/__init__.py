"""The judge: one metric of one qualitative assessment at a time, and a mark from 1 to 5 by its mistakes.

`port` is the contract, `rules` and `llm` are its engines. The decision whether to rewrite an assessment is made in
`assessment`.
"""
