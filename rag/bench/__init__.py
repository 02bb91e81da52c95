"""Measures how fast and how well the library works; each module prints one JSON object on its last line.

Only measurements belong here; no product path may import them.
"""
