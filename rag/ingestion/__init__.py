"""Turns a submitted file into a searchable edition, with progress, and can be interrupted at any moment.

Code here is a step of that process or reports its progress. `documents` reads files, and `rag.editions` holds the
tables.
"""
