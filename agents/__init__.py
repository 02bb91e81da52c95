"""The core: interviews, transcripts, and the agents that score, watch over and report on them.

Values, rules and contracts live here, in order: `domain`, what agents share, the agents, what composes them.
No web, SQL or queue enters, and nothing of `rag`, `benchmarks` or `server`.
"""
