"""The transcript pipeline: files read as transcripts, the stages in their order, the result as JSON.

What enters composes stages through their contracts. What only one stage needs belongs in that stage's room,
what several need in `stages`.
"""
