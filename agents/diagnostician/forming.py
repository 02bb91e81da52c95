"""Impressions as a model forms them: each is checked once it is complete in the answer so far, and shown then."""

import re
from collections.abc import Callable
from time import monotonic
from typing import Final

from pydantic import ValidationError
from pydantic_core import from_json

from agents.diagnostician.answer import Opinion, Opinions
from agents.diagnostician.port import Diagnosis
from agents.domain.draft import EVERY_SECONDS, Draft, Drafts

KEY: Final = "impressions"
_NO_NAMES: Final = re.compile(r"[^\w\s,.()'’/&-]")
"""No disorder's, category's or domain's name holds these; in Markdown they may mean something."""


class Forming:
    """Shows what passes `review` of an answer that is being written."""

    def __init__(self, review: Callable[[Opinions], Diagnosis], drafts: Drafts) -> None:
        self._review: Final = review
        self._drafts: Final = drafts
        self._next = 0.0
        self._shown = ""

    def heard(self, said: str) -> None:
        """Show the impressions of the text so far, unless a draft was shown a moment ago."""
        if monotonic() < self._next:
            return
        self._next = monotonic() + EVERY_SECONDS
        opinions = Opinions(impressions=complete(said), summary="", limitations=())
        found = self._review(opinions).impressions if opinions.impressions else ()
        markdown = "\n".join(f"- {_NO_NAMES.sub('', one.name)}, confidence {one.confidence:.2f}" for one in found)
        if markdown != self._shown:
            self._shown = markdown
            self._drafts(Draft(key=KEY, markdown=markdown))


def complete(said: str) -> tuple[Opinion, ...]:
    """The impressions that are complete in the beginning of an answer in JSON; none where it can't be read."""
    try:
        given = from_json(said[max(0, said.find("{")) :], allow_partial=True)
    except ValueError:
        return ()
    listed = given.get("impressions") if isinstance(given, dict) else None
    if not isinstance(listed, list):
        return ()
    closed = listed if len(given) > list(given).index("impressions") + 1 else listed[:-1]  # the last may go on
    return tuple(one for part in closed if (one := _opinion(part)))


def _opinion(part: object) -> Opinion | None:
    try:
        return Opinion.model_validate(part)
    except ValidationError:
        return None
