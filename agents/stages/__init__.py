"""What the stages of the transcript pipeline share: a model request, the transcript in a prompt, a cache.

What enters serves several stages and belongs to none; the order of the stages is the business of `assessment`.
"""
