"""From a page of a PDF to lines of text: boxes and type, reading order, what repeats at the edges, broken words.

What may enter: what a page looks like. What a line means stands in `structure`.
"""
