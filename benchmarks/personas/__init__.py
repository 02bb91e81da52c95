"""Simulated patients with hidden scores, interviews held with them, and how near the scores come.

Here belong personas and replays; no engine is chosen here."""
