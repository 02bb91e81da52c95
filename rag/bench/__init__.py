"""How fast and how well the library works; each module prints one JSON object on its last line.

What enters measures; no product path may import it.
"""
