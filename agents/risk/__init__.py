"""The risk reader: one message in, a tier and its findings out. Its rules come first on every message.

`port` is the contract, `rules` and `llm` are its engines; `transcript` reads every line of a transcript. The rooms:
`plain` makes plain words of what was typed, `phrases` matches them, `sentence` reads one sentence, `lists` is what the
rules read, `help` what a patient is sent. The rules use no network and never wait. What is done about a finding is
decided in `interview`.
"""
