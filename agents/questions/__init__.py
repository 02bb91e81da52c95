"""The questions of the interview: the bank's wordings, and checks on the words that a model proposes.

What enters is about words put to a patient; when to put them is the business of `interviewer` and `interview`.
"""
