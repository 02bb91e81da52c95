"""From a question, or an interview's profile, to passages with their places in a book.

What enters ranks, joins or chooses passages of live editions. Nothing here writes to the library.
"""
