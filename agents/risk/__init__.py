"""The risk reader: one message in, a tier and its findings out. Its rules come first on every message.

`port` is the contract, `rules` and `llm` are its engines; `transcript` reads every line of a transcript.
The rules use no network and never wait. What is done about a finding is decided in `interview`.
"""
