"""Finds passages, with their places in a book, for a question or an interview's profile.

Code here ranks, combines or chooses passages of live editions. Nothing here writes to the library.
"""
