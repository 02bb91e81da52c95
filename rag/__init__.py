"""The reference library and the PHQ-8 reference store: turns books into passages that know their place.

Rooms: `documents` reads files, `ingestion` makes editions of them, `search` finds passages, `references` keeps labelled
interviews; modules that two rooms need lie beside them. No web code belongs here, and nothing from `benchmarks` or
`server`.
"""
