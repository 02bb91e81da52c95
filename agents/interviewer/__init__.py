"""The interviewer: classifies each message as a move in the conversation, and says the next words.

`port` is the contract, `rules` and `llm` are its engines. `interview` decides which move is allowed when; scoring and
risk do not belong here.
"""
