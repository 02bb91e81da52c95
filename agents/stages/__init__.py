"""Code that the stages of the transcript pipeline share: a model request, the transcript in a prompt, a cache.

Code here serves several stages and belongs to none; `assessment` decides the order of the stages.
"""
