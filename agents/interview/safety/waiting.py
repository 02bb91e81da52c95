"""After a patient may not be safe to speak, or asked for a person or for help: nothing is asked until they plainly say
to go on. Anything else is no consent: an "ok", an excuse, a joke, a question, an answer to the item."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from agents.interviewer.confirming import nothing_more
from agents.interviewer.port import Act, Heard
from agents.language import Language
from agents.reading.model.folding import folded

_LIST: Final = Path(__file__).with_name("waiting.toml")
_PASSES: Final = frozenset({Act.LEAVE, Act.ERASE, Act.PERSON, Act.HELP, Act.UNSAFE, Act.BACK, Act.CORRECT})
"""Moves that mean the same as at any other time."""
_MOST_WORDS: Final = 14
_LONGEST: Final = 120
"""Characters of a message that may say so: what is longer tells something."""
_COURTESY: Final = re.compile(r"(?:ok(?:ay)?|k|fine|thanks?|thank you|gracias|vale|ya|please|de acuerdo|\W)+")
"""Says nothing, and so not that there is nothing more."""
_QUESTION: Final = re.compile(r"[^.,;!?]*\?\W*$")


def goes_on(text: str) -> bool:
    """Whether a message plainly says that the questions may go on, in English or Spanish: a mere "ok" does not, and
    nothing that has a word against it beside."""
    said, told = folded(text), _told()
    if len(said) > _LONGEST or len(said.split()) > _MOST_WORDS:
        return False
    if told.whole.fullmatch(said):
        return True
    asks = _QUESTION.search(said)
    if asks and told.asks.search(asks.group()):
        return told.against.search(told.says.sub(" ", told.asks.sub(" ", said))) is None
    said = said[: asks.start()] if asks else said
    return told.says.search(said) is not None and told.against.search(told.says.sub(" ", said)) is None


def closes(text: str, language: Language) -> bool:
    """Whether a message in a break after the last item says that there is nothing more; a mere "ok" does not."""
    return nothing_more(text, language) and not _COURTESY.fullmatch(folded(text))


def waiting(heard: Heard, text: str, item: int | None, language: Language, at_end: bool = False) -> Heard:
    """The move of a message while nothing is asked: READY where it plainly says to go on, a request or an earlier
    answer as it is, ASK for a question; PAUSE, which changes nothing, for everything else. `at_end`, after the last
    item, DECLINE for what says that there is nothing more."""
    if goes_on(text):
        return Heard(act=Act.READY, item=item)
    if at_end and closes(text, language):
        return Heard(act=Act.DECLINE)
    if heard.act in _PASSES:
        return heard
    return Heard(act=Act.ASK if heard.act is Act.ASK else Act.PAUSE, item=item)


class _Told(NamedTuple):
    whole: re.Pattern[str]
    says: re.Pattern[str]
    asks: re.Pattern[str]
    against: re.Pattern[str]


@cache
def _told() -> _Told:
    told = tomllib.loads(_LIST.read_text("utf-8"))
    found = {name: "|".join(one) for name, one in told["phrases"].items()}
    found["whole"] = rf"\W*{{lead}}(?:{found['whole']})\b\W*"
    for name, part in reversed(told["parts"].items()):  # a part may hold those before it
        found = {one: said.replace(f"{{{name}}}", part) for one, said in found.items()}
    return _Told(**{name: re.compile(said) for name, said in found.items()})
