"""After a patient may not be safe to speak, or asked for a person or for help: nothing is asked until they plainly say
to go on. Anything else is no consent: an "ok", an excuse, a joke, a question, an answer to the item."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from agents.interviewer.port import Act, Heard
from agents.reading.model.folding import folded

_LIST: Final = Path(__file__).with_name("waiting.toml")
_PASSES: Final = frozenset({Act.LEAVE, Act.ERASE, Act.PERSON, Act.HELP, Act.UNSAFE, Act.BACK, Act.CORRECT})
"""Moves that mean the same as at any other time."""


def goes_on(text: str) -> bool:
    """Whether a message plainly says that the questions may go on, in English or Spanish; a mere "ok" does not."""
    return _consent().fullmatch(folded(text)) is not None


def waiting(heard: Heard, text: str, item: int | None) -> Heard:
    """The move of a message while nothing is asked: READY where it plainly says to go on, a request or an earlier
    answer as it is, ASK for a question; PAUSE, which changes nothing, for everything else."""
    if goes_on(text):
        return Heard(act=Act.READY, item=item)
    if heard.act in _PASSES:
        return heard
    return Heard(act=Act.ASK if heard.act is Act.ASK else Act.PAUSE, item=item)


@cache
def _consent() -> re.Pattern[str]:
    told = tomllib.loads(_LIST.read_text("utf-8"))
    says = "|".join((*told["english"]["says"], *told["spanish"]["says"]))
    whole = rf"\W*{{lead}}(?:(?:{says})\b{{behind}}\W*)+"
    for name, part in told["parts"].items():
        whole = whole.replace(f"{{{name}}}", part)
    return re.compile(whole)
