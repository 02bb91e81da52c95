"""The diagnostician: a completed profile in, provisional impressions with evidence and citations out.

`port` is the contract, `rules` and `llm` are its engines. What is known of disorders and of patients' words for
them is data beside the code. Passages arrive through the contract; the library itself stays outside.
"""
