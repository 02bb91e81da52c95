"""Where the project's own labelled data is; data/README.md describes each set. Paths are relative to the project's
folder.

A set counts as soon as its file is in its folder; there is no other list."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

DATA: Final = Path("benchmarks") / "training" / "data"
RISK: Final = DATA / "risk"
"""`messages/*.jsonl`: `text`, `context` (the question before it, or null), `accept` (the tiers that may be given, the
best first). `corpus.toml`, `indirect.toml`: messages by kind."""
REPLIES: Final = DATA / "replies"
"""`authors/*.txt`, `voices.txt`: one reply to an item per line, with the defensible scores. The other files describe
their content in their first line."""
ACTS: Final = DATA / "acts"
"""Replies to items with what they do: answer, ask back, decline, stop (JSON Lines)."""
TRANSCRIPTS: Final = DATA / "transcripts"
"""Exchanges of free interviews with the PHQ-8 score that they imply."""
_OWN: Final = "voices.txt"


class Reply(NamedTuple):
    """A labelled reply as written in its line: the item, its scores (`2`, `1-3` or `1-3 (2)`, the likeliest in
    brackets), `a` where the frequency is still to be asked, and the text."""

    item: int
    score: str
    asks: str
    text: str


def messages(folder: Path = RISK) -> list[Path]:
    """The sets of messages labelled with tiers of risk."""
    return sorted((folder / "messages").glob("*.jsonl"))


def authors(folder: Path = REPLIES) -> list[Path]:
    """The sets of labelled replies: the one that the rules were written with, then one per other author."""
    return [folder / _OWN, *sorted((folder / "authors").glob("*.txt"))]


def replies(path: Path) -> Iterator[Reply]:
    """The replies of one set, in the order of its lines."""
    for line in lines(path):
        item, score, asks, text = (part.strip() for part in line.split("|", 3))
        yield Reply(int(item), score, asks, text)


def likeliest(told: str) -> int:
    """The likeliest score of a score or range: the one in brackets ("0-2 (1)"), else the middle, rounded up."""
    span, _, best = told.partition(" (")
    low, _, high = span.partition("-")
    return int(best[0]) if best else (int(low) + int(high or low) + 1) // 2


def lines(path: Path) -> list[str]:
    """The lines of a text file of this data, without its comments."""
    return [line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")]
