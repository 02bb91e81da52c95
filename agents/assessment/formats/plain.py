"""Transcripts as plain text: one utterance per line, `Speaker: words`; timestamps and Markdown are ignored."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from agents.assessment.formats.speakers import kind, turns, usual
from agents.assessment.formats.utterance import Utterance
from agents.domain.transcript import Transcript

_STAMP: Final = r"(?:[\[(<]?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?[\])>]?[\s,;–-]*){0,3}"
_LINE: Final = re.compile(
    rf"^\s*(?:>>+\s*|[-–•]\s+)?{_STAMP}[*_]*(?P<name>[^\W\d_][\w .,'’-]{{0,39}}?)[*_]*\s*"
    r"(?:[\[(]\d{1,2}:\d{2}(?::\d{2})?[\])]\s*)?:[*_]*(?P<words>(?:\s.*)?|[^/\s].*)$"
)
_MOST_NAME_WORDS: Final = 4
_SURE: Final = 2
_FURTHEST: Final = 150
"""The colon after a speaker's name is looked for within this many characters of a line's start."""
_MOST_LINES: Final = 0.6


def read(text: str, participant: str | None = None) -> Transcript:
    """The turns of a text; a line without a speaker continues the last speaker's words. Raises CorrectInput when it is
    unclear who the participant is."""
    return turns(utterances(text), participant)


def utterances(text: str) -> list[Utterance]:
    """The lines that contain words, with their speakers; lines before the first speaker (a title, a date) have no
    speaker."""
    lines = text.removeprefix("\ufeff").splitlines()
    found = [
        Utterance(name, words, number)
        for number, (name, words) in enumerate(named(lines), start=1)
        if name is not None or words
    ]
    first = next((place for place, one in enumerate(found) if one.speaker is not None), 0)
    return found[first:]


def named(lines: Sequence[str]) -> list[tuple[str | None, str]]:
    """Each line's speaker and words. Words before a colon count as a name when they are a common one (interviewer,
    participant, ..), begin more than one line, or are written as a name where most lines have one: "so I thought: no"
    names nobody."""
    split = [_split(line) for line in lines]
    names = Counter(part[0] for part in split if part)
    count: Counter[str] = Counter()
    for name, times in names.items():
        count[kind(name)] += times
    most = sum(count.values()) > _MOST_LINES * sum(bool(line.strip()) for line in lines)

    believed = {
        name
        for name in names
        if count[kind(name)] > 1 or usual(name) or (most and name[0].isupper() and len(name.split()) <= _SURE)
    }
    return [
        part if part and part[0] in believed else (None, line.strip()) for part, line in zip(split, lines, strict=True)
    ]


def _split(line: str) -> tuple[str, str] | None:
    match = _LINE.match(line) if ":" in line[:_FURTHEST] else None
    if match is None or len(match["name"].split()) > _MOST_NAME_WORDS:
        return None
    return match["name"].strip(" *_"), match["words"].strip()
