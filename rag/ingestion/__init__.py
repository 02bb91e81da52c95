"""From a file that was handed in to an edition that is searched, with its progress, and cut off at any moment.

What enters is a step of that way or tells how far it is. Reading a file is the business of `documents`, the
tables that of `rag.editions`.
"""
