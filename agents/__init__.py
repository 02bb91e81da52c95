"""The core: interviews, transcripts, and the agents that score, watch over and report on them.

Values, rules and contracts live here, in layers: `domain`, the code that agents share, the agents, the code that
composes them. No web, SQL or queue code belongs here, and nothing from `rag`, `benchmarks` or `server`.
"""
