"""From lines to a book: headings and their roles, the tree they make, paragraphs, sections and their kinds, codes.

What may enter: what a line is in the book. Nothing that opens a file.
"""
