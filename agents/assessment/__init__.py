"""The transcript pipeline: files read as transcripts, the stages in their order, the result as JSON.

Code here composes the stages through their contracts. Code that only one stage needs belongs in that stage's room; code
that several stages need belongs in `stages`.
"""
