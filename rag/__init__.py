"""The reference library and the PHQ-8 reference store: books in, passages with their places out.

Rooms: `documents` reads files, `ingestion` makes editions of them, `search` finds passages, `references` keeps
labelled interviews; what two rooms need stands beside them. No web enters, and nothing of `benchmarks` or `server`.
"""
