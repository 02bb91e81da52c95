"""Reads a transcript in any supported format: DAIC-WOZ table, plain text, JSON, WebVTT, SRT."""

from enum import StrEnum
from pathlib import PurePosixPath
from typing import Any, Final

from agents.assessment.formats import daic, plain, structured, subtitles
from agents.assessment.formats.speakers import turns
from agents.assessment.formats.utterance import Utterance
from agents.domain.transcript import Transcript
from agents.errors import CorrectInput

LONGEST: Final = 2_000_000
"""Characters of one transcript; an hour of talk has about 60,000."""


class Format(StrEnum):
    """How a transcript is written down."""

    TABLE = "table"
    PLAIN = "plain"
    JSON = "json"
    CUES = "cues"


def read(data: str | bytes, name: str = "", participant: str | None = None) -> Transcript:
    """The turns. `name` is the file's name where there is one: it settles the format when in doubt, and gives a
    DAIC-WOZ session's number. `participant` says which speaker is the participant where the names don't. Raises
    CorrectInput for anything that can't be read, and no other error."""
    text = decoded(data)
    if recognised(text, name) is Format.TABLE:
        return turns(daic.clean(daic.rows(text), daic.session_of(name)).utterances, participant)
    return turns(utterances(text, name), participant)


def of_json(value: Any, participant: str | None = None) -> Transcript:
    """The turns of parsed JSON: text (in any format), a list of turns, or an object that holds either. Raises
    CorrectInput."""
    found = structured.utterances(value) if not isinstance(value, str) else value
    return read(found, "", participant) if isinstance(found, str) else turns(found, participant)


def decoded(data: str | bytes) -> str:
    """The text of a file: UTF-8, or UTF-16 by its byte order mark. Raises CorrectInput for other bytes, for a text
    without words, and for one that is too long."""
    if isinstance(data, bytes):
        wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        try:
            text = data.decode("utf-16" if wide else "utf-8-sig")
        except UnicodeDecodeError as wrong:
            raise CorrectInput(f"the file is no text in UTF-8 (byte {wrong.start + 1}): save it as UTF-8") from None
    else:
        text = data.encode(errors="replace").decode().removeprefix("\ufeff")
    if "\0" in text:
        raise CorrectInput("the file is no text: it holds NUL bytes")
    if len(text) > LONGEST:
        raise CorrectInput(f"the transcript has more than {LONGEST:,} characters: split it")
    if not text.strip():
        raise CorrectInput("the transcript is empty")
    return text


def recognised(text: str, name: str = "") -> Format:
    """The format, judged by the text's appearance, then by the file's name."""
    if daic.is_table(text):
        return Format.TABLE
    if subtitles.is_subtitles(text):
        return Format.CUES
    if text.lstrip()[:1] in "[{" and _looks_like_json(text):
        return Format.JSON
    by_name = {".json": Format.JSON, ".vtt": Format.CUES, ".srt": Format.CUES, ".tsv": Format.TABLE}
    return by_name.get(PurePosixPath(name).suffix.lower(), Format.PLAIN)


def utterances(text: str, name: str = "") -> list[Utterance]:
    """The utterances exactly as the file has them, with nothing removed. Raises CorrectInput."""
    match recognised(text, name):
        case Format.TABLE:
            return daic.rows(text)
        case Format.CUES:
            return subtitles.utterances(text)
        case Format.PLAIN:
            return plain.utterances(text)
        case Format.JSON:
            found = structured.utterances(structured.parse(text))
            if not isinstance(found, str):
                return found
            if recognised(found) is Format.JSON:
                raise CorrectInput("the transcript in the JSON is JSON again: give it as it is")
            return utterances(decoded(found))


def _looks_like_json(text: str) -> bool:
    """Whether the text begins like JSON; `[00:01] Ellie: hi` opens with a bracket but is not JSON."""
    return text.lstrip()[1:].lstrip()[:1] in ("{", '"', "[", "]", "}")
