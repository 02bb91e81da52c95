"""After a patient may not be safe to speak, or asked for a person or for help: nothing is asked until they plainly say
to go on. Anything else is no consent: an "ok", an excuse, a joke, a question, an answer to the item, what somebody else
says or does beside leaving."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from agents.interviewer.confirming import nothing_more
from agents.interviewer.port import Act, Heard
from agents.language import Language
from agents.questions.catalogue import ONE_ANSWER, entry
from agents.reading.model.folding import folded

_LIST: Final = Path(__file__).with_name("waiting.toml")
_PASSES: Final = frozenset({Act.LEAVE, Act.ERASE, Act.PERSON, Act.HELP, Act.UNSAFE, Act.BACK, Act.CORRECT})
"""Moves that mean the same as at any other time."""
_SAYS: Final = frozenset({"back", "yes"})
_SAFE_AGAIN: Final = frozenset({"gone", "alone"})
"""Say so only where the patient may not be safe: after a call for a person or for help they may tell of being left."""
_MARKS: Final = " .,;:!-\"'()“”"
"""May stand before the first word."""
_COURTESY: Final = re.compile(r"(?:ok(?:ay)?|k|fine|thanks?|thank you|gracias|vale|ya|please|de acuerdo|\W)+")
"""Says nothing, and so not that there is nothing more."""
_QUESTIONS: Final = re.compile(r"\b(?:questions?|interview|questionnaire|preguntas?|cuestionario)\b")
_MAY_BE_DONE: Final = re.compile(
    r"\b(?:do|finish|get|done|over|start|ready|free|able|move|want|wanna|need|going to|gonna|sig(?:o|ue)|ya|puedo"
    r"|quier[oa]|ahor(?:it)?a|contin[uo]a|hay que|mejor|dime|digame|andele|clear|alarm)\b"
)
"""May be said of what somebody would do to themselves."""


def goes_on(text: str, unsafe: bool = True) -> bool:
    """Whether a message plainly says that the questions may go on, in English or Spanish, and nothing else: a mere "ok"
    does not. `unsafe`: the patient may not be safe to speak, so that being alone says so too."""
    kinds = {kind for kind, _ in _parsed(text)}
    if "go" in kinds:
        return True
    says = _SAYS | _SAFE_AGAIN if unsafe else _SAYS
    return not kinds.isdisjoint(says) and kinds <= says | {"filler"}


def says_only_to_go_on(text: str, of_harm: bool = False) -> bool:
    """Whether a message says outright that the questions may go on, maybe that somebody left, and nothing that may
    answer one: "my husband just left, go on". `of_harm`: asked about self-harm, where "continue" and "I want to do it"
    may be the answer, it must name the questions, or say that somebody left and no more than to go on."""
    units = _parsed(text)
    kinds = {kind for kind, _ in units}
    if "go" not in kinds or not kinds <= {"go", "filler", *_SAFE_AGAIN}:
        return False
    said = [words for kind, words in units if kind == "go"] if of_harm else []
    return all(not _MAY_BE_DONE.search(one) and (_QUESTIONS.search(one) or "gone" in kinds) for one in said)


def _parsed(text: str) -> list[tuple[str, str]]:
    """The units that a message is made of, each with its kind; none where anything else is in it."""
    said, units = folded(text), list[tuple[str, str]]()
    place = len(said) - len(said.lstrip(_MARKS))
    while place < len(said):
        if (unit := _units().match(said, place)) is None:
            return []
        kind = next(name for name, words in unit.groupdict().items() if words)
        if kind != "go" and "?" in unit["end"]:
            return []
        units.append((kind, unit[0]))
        place = unit.end()
    return units


def closes(text: str, language: Language) -> bool:
    """Whether a message in a break after the last item says that there is nothing more; a mere "ok" does not."""
    return nothing_more(text, language) and not _COURTESY.fullmatch(folded(text))


def waiting(
    heard: Heard, text: str, item: int | None, language: Language, unsafe: bool = True, at_end: bool = False
) -> Heard:
    """The move of a message while nothing is asked: READY where it plainly says to go on (`unsafe` as in `goes_on`), a
    request or an earlier answer as it is, ASK for a question; PAUSE, which changes nothing, for everything else.
    `at_end`, after the last item, DECLINE for what says that there is nothing more."""
    if goes_on(text, unsafe):
        return Heard(act=Act.READY, item=item)
    if at_end and closes(text, language):
        return Heard(act=Act.DECLINE)
    one = heard.act is Act.ERASE and entry(ONE_ANSWER, language).fits(folded(text))
    if heard.act in _PASSES and not one:
        return heard
    return Heard(act=Act.ASK if one or heard.act is Act.ASK else Act.PAUSE, item=item)


@cache
def _units() -> re.Pattern[str]:
    told = tomllib.loads(_LIST.read_text("utf-8"))
    found = "|".join(f"(?P<{kind}>{'|'.join(ways)})" for kind, ways in told["units"].items())
    for name, part in reversed(told["parts"].items()):  # a part may hold those before it
        found = found.replace(f"{{{name}}}", part)
    return re.compile(rf"(?:{found})(?!\w|'\w)(?P<end>\W*)")
