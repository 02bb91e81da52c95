"""A transcript as prompts show it."""

from typing import Any, Final

from agents.domain.transcript import Role, Transcript, Turn

MOST_CHARACTERS: Final = 120_000
"""The most characters of one transcript in a prompt; an hour of talk has about 60,000."""


def prompt_turns(transcript: Transcript) -> list[dict[str, Any]]:
    """The turns in order; where a transcript exceeds `MOST_CHARACTERS`, its middle is left out and a line says so."""
    turns = [{"who": _who(turn), "text": turn.text} for turn in transcript]
    spare = sum(len(turn["text"]) for turn in turns) - MOST_CHARACTERS
    if spare <= 0:
        return turns
    middle = len(turns) // 2
    first = last = middle
    while spare > 0 and last - first < len(turns) - 2:
        side = first - 1 if first > len(turns) - last else last
        spare -= len(turns[side]["text"])
        first, last = min(first, side), max(last, side + 1)
    return [*turns[:first], {"who": "note", "text": f"[{last - first} turns left out]"}, *turns[last:]]


def _who(turn: Turn) -> str:
    return "participant" if turn.role is Role.PATIENT else "interviewer"
