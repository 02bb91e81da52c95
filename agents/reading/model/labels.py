"""What the learnt reader tells of a reply, and where each of it stands in the row of numbers that it gives."""

from typing import Final

TIERS: Final = ("none", "flag", "urgent", "stop")
ACTS: Final = (
    "answers",
    "other",
    "nothing",
    "unsure",
    "clarify",
    "declines",
    "pause",
    "stop",
    "delete",
    "human",
    "help",
    "process",
    "unsafe",
    "earlier",
)
"""What a reply does: it answers this item, another one, says nothing to the matter, is unsure, asks what is meant,
declines, wants a break, to stop for good, to delete, a person, help, asks about the chat, cannot speak freely, points
back to what was said earlier."""
SCORES: Final = 5

TIER: Final = slice(0, 4)
ACT: Final = slice(4, 18)
SCORE: Final = slice(18, 23)
PRESENT: Final = 23
ASKS: Final = 24
WIDTH: Final = 25
"""Logits of a reading: four tiers, fourteen acts, scores 0-4, whether the problem was there, whether how often is still
to be asked."""
