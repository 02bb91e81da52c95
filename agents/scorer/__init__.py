"""The scorer: one reply to one item of the Level-1 measure in, one score by frequency with its evidence out.

`port` is the contract, `rules` and `llm` are its engines; beside them stands what reads a reply for frequency.
Nothing enters that needs the rest of the conversation beyond what the contract hands over.
"""
