"""Subtitles as transcripts: WebVTT (W3C, 2019) and SubRip (SRT)."""

import html
import re
from typing import Final

from agents.assessment.formats.plain import named
from agents.assessment.formats.utterance import Utterance
from agents.errors import CorrectInput

_TIMES: Final = re.compile(
    r"^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s*-->\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})(?:\s.*)?$"
)
_VOICE: Final = re.compile(r"<v(?:\.[\w.-]+)?\s+([^>]{1,80})>", re.IGNORECASE)
_TAG: Final = re.compile(
    r"</?(?:v|c|i|b|u|s|ruby|rt|lang|font)(?:[.\s][^<>]{0,200})?>|<\d{2}:[\d:.]+>|\{\\[^{}]{0,40}\}", re.IGNORECASE
)
_ASIDE: Final = ("NOTE", "STYLE", "REGION")


def is_subtitles(text: str) -> bool:
    """Whether a text is WebVTT, or SRT: a number, then a line of times."""
    begin = text.lstrip("\ufeff \t\r\n")
    if begin.startswith("WEBVTT"):
        return True
    first = begin.splitlines()[:2]
    numbered = len(first) == 2 and first[0].strip().isdigit()
    return bool(first) and _TIMES.match(first[1] if numbered else first[0]) is not None


def utterances(text: str) -> list[Utterance]:
    """One utterance for each speaker of each cue; words without a speaker continue the last speaker's. Raises
    CorrectInput when there are no cues."""
    pieces: list[Utterance] = []
    cues = 0
    for number, block in _blocks(text):
        times = next((place for place, line in enumerate(block[:2]) if _TIMES.match(line)), None)
        if times is None or block[0].startswith(_ASIDE):
            continue
        cues += 1
        start, stop = _seconds(block[times])
        for place, line in enumerate(block[times + 1 :], start=times + 1):
            pieces += [Utterance(name, words, number + place, start, stop) for name, words in _voices(line)]
    if not cues:
        raise CorrectInput("no cue was found: a cue is a line `00:01.000 --> 00:04.000` with words below it")
    told = named([one.text for one in pieces])
    return [
        one if one.speaker else Utterance(name, words, one.line, one.start, one.stop)
        for one, (name, words) in zip(pieces, told, strict=True)
        if words or one.text
    ]


def _blocks(text: str) -> list[tuple[int, list[str]]]:
    """Runs of non-empty lines, each with the number of its first line; a line of times also begins a new run."""
    blocks: list[tuple[int, list[str]]] = []
    gap = True
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        if not line.strip():
            gap = True
            continue
        begins = _TIMES.match(line) is not None
        if begins and not gap and blocks[-1][1][-1].strip().isdigit():
            blocks[-1][1].pop()
            blocks = blocks if blocks[-1][1] else blocks[:-1]
        if gap or begins or not blocks:
            blocks.append((number, [line]))
        else:
            blocks[-1][1].append(line)
        gap = False
    return blocks


def _voices(line: str) -> list[tuple[str | None, str]]:
    parts = _VOICE.split(line)
    said: list[tuple[str | None, str]] = [(None, _plain(parts[0]))]
    said += [(_plain(name) or None, _plain(words)) for name, words in zip(parts[1::2], parts[2::2], strict=True)]
    return [(name, words) for name, words in said if words]


def _plain(text: str) -> str:
    return html.unescape(_TAG.sub("", text)).strip()


def _seconds(line: str) -> tuple[float, float]:
    match = _TIMES.match(line)
    assert match is not None, "only lines of times come here"
    numbers = [int(part or 0) for part in match.groups()]
    fractions = [int(match[place].ljust(3, "0")) / 1000 for place in (4, 8)]
    return (
        numbers[0] * 3600 + numbers[1] * 60 + numbers[2] + fractions[0],
        numbers[4] * 3600 + numbers[5] * 60 + numbers[6] + fractions[1],
    )
