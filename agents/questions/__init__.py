"""The questions of the interview: the bank's wordings, and checks on the words that a model proposes.

Code here is about the wording of questions to a patient; `interviewer` and `interview` decide when to ask them.
"""
