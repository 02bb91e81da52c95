"""The risk reader: one message in, a tier and its findings out. Its rules come first on every message.

`port` is the contract, `rules` and `llm` are its engines; `transcript` reads every line of a transcript. The rules are
outright statements (`statements`) and answers to questions about risk (`answers`), both from `lists`; beside them the
learnt reader is heard (`learnt`). They use no network and never wait. `help` is what a patient is sent. What is done
about a finding is decided in `interview`.
"""
