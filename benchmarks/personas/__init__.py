"""Simulated patients with hidden scores, interviews held with them, and how close the found scores come.

Personas and replays belong here; no engine is chosen here."""
