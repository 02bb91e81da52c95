"""Transcripts as JSON: a list of turns, or an object that contains one, under the key names that common tools use."""

import json
from typing import Any, Final, NoReturn

from agents.assessment.formats.utterance import Utterance
from agents.errors import CorrectInput
from agents.llm.thinking import spoken

HOLDERS: Final = ("turns", "transcript", "conversation", "messages", "utterances", "segments", "lines")
SPEAKERS: Final = ("speaker", "role", "name", "author", "from")
WORDS: Final = ("text", "value", "content", "words", "utterance", "message")
STARTS: Final = ("start", "start_time", "startTime", "from_time")
STOPS: Final = ("stop", "stop_time", "stopTime", "end", "end_time", "endTime")


def parse(text: str) -> Any:
    """JSON. Raises CorrectInput, naming the place of the syntax error."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as wrong:
        raise CorrectInput(f"not JSON: {wrong.msg} (line {wrong.lineno}, column {wrong.colno})") from None
    except (ValueError, RecursionError) as wrong:
        raise CorrectInput(f"not JSON that can be read: {wrong}") from None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON number")


def utterances(value: Any) -> list[Utterance] | str:
    """The turns, or the text where the value contains the transcript as text. Raises CorrectInput for any other
    value."""
    if isinstance(value, dict):
        holder = next((name for name in HOLDERS if name in value), None)
        if holder is None:
            raise CorrectInput("the object holds no transcript: `turns`, a list of {speaker, text}, or `transcript`")
        value = value[holder]
    if isinstance(value, str):
        return value
    if not isinstance(value, list):
        raise CorrectInput("a transcript is text or a list of turns {speaker, text}")
    return [_turn(entry, place) for place, entry in enumerate(value, start=1)]


def _turn(entry: Any, place: int) -> Utterance:
    if not isinstance(entry, dict):
        raise CorrectInput(f"turn {place}: an object {{speaker, text}} is needed")
    text = _first(entry, WORDS)
    who = _first(entry, SPEAKERS)
    if not isinstance(text, str):
        raise CorrectInput(f"turn {place}: `text` is missing or no text")
    if who is not None and not isinstance(who, str | int):
        raise CorrectInput(f"turn {place}: `speaker` is no name")
    name = None if who is None or not str(who).strip() else str(who).strip()
    return Utterance(name, spoken(text), place, _seconds(entry, STARTS, place), _seconds(entry, STOPS, place))


def _first(entry: dict[str, Any], names: tuple[str, ...]) -> Any:
    return next((entry[name] for name in names if entry.get(name) is not None), None)


def _seconds(entry: dict[str, Any], names: tuple[str, ...], place: int) -> float | None:
    given = _first(entry, names)
    if given is None or isinstance(given, str):
        return None
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise CorrectInput(f"turn {place}: a time is a number of seconds")
    return float(given)
