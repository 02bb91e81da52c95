"""The interviewer: hears what a message is as a move in the conversation, and says the next words.

`port` is the contract, `rules` and `llm` are its engines. Which move is allowed when is decided in `interview`;
scores and risk are none of its business.
"""
