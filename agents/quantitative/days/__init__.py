"""How many of fourteen days an item's sentences tell of: `counting` gives the number, the others what it is made of.

What may enter: counting what is told. What a sentence speaks of is read outside (`lines`, `signs`), and nothing is
scored.
"""
