"""The interviewer's language-model engine: it finds words ahead of time, with the patient's last message before the
open question in view; where it has none in time, the question bank's are used."""

import re
from typing import Final

from agents.domain import level1
from agents.errors import TryAgain
from agents.interviewer import rules
from agents.interviewer.port import Brief, Heard, Purpose, Situation, Utterance
from agents.interviewer.replies import answered, for_therapist
from agents.language import ENGLISH
from agents.llm.budget import Budget
from agents.llm.errors import Malformed, ModelFailed
from agents.llm.port import LanguageModel, Request, System, User
from agents.prompts import render
from agents.questions.bank import wording
from agents.questions.check import LONGEST, QUOTES_ITEM, RUN, words_of_item
from agents.questions.proposal import follow_up_objections, question_objections
from agents.quotes.excerpt import excerpt

SYSTEM: Final = "interviewer_system.j2"
USER: Final = "interviewer_user.j2"
TEMPERATURE: Final = 0.7
_ROOM: Final = 60
_AROUND: Final = re.compile(
    r"\A(?:```\w*\s*)?(?:(?:sure|certainly|of course|okay|ok)[!,.]\s*)?"
    r"(?:(?:here(?:'s| is)\b[^\n:?]{0,60}|(?:new |next )?question(?: \d+)?|[*_]{2}question:?[*_]{2}):?\s*(?:\n+|:\s*))?"
    r"(?:[*_]{2}question(?: \d+)?:?[*_]{2}:?\s*|question(?: \d+)?\s*:\s*)?",
    re.IGNORECASE,
)
"""What models write before a question."""
_SHOWN: Final = 2
_NEEDED: Final = {"purpose", "item", "first", "last", "locale"}
_LONGEST_HEARD: Final = 500


class LlmInterviewer:
    """An `Interviewer` for one interview. It hears by rules; `say` never waits and never fails: a question uses the
    words that `prepare` found, a follow-up the scorer's proposal, and everything else the question bank, which also
    replaces wording that is not fit to be said. The utterance's note says when the model was asked for words and gave
    none."""

    def __init__(self, model: LanguageModel, budget: Budget) -> None:
        self._model: Final = model
        self._budget: Final = budget
        self._found: dict[int, str] = {}
        self._failed: dict[int, str] = {}
        self._asking: set[int] = set()

    @property
    def name(self) -> str:
        """`provider/model`."""
        return self._model.name

    async def hear(self, text: str, situation: Situation) -> Heard:
        """By rules: a model has no say in which move a message is."""
        return rules.hear(text, situation)

    async def say(self, brief: Brief) -> Utterance:
        """The words for a brief, at once."""
        if brief.language != ENGLISH:  # a model's words are checked for English alone
            return Utterance(text=rules.say(brief), question=for_therapist(brief))
        if brief.item is not None and brief.purpose is Purpose.QUESTION:
            return self._question(brief, brief.item)
        if brief.item is not None and brief.purpose is Purpose.FOLLOW_UP and brief.proposed and not brief.care:
            return self._follow_up(brief, brief.item, brief.proposed.strip())
        return Utterance(text=rules.say(brief), question=for_therapist(brief))

    def _question(self, brief: Brief, item: int) -> Utterance:
        if (found := self._found.get(item)) is not None:
            return Utterance(text=lead(brief, item) + found, engine=self.name, question=for_therapist(brief))
        failed = self._failed.pop(item, None)
        note = f"{self.name} found no words for item {item} ({failed}); the question bank did." if failed else None
        return Utterance(text=rules.say(brief), note=note, question=for_therapist(brief))

    def _follow_up(self, brief: Brief, item: int, proposed: str) -> Utterance:
        if against := follow_up_objections(proposed, item, (brief.reply,)):
            why = "; ".join(against)
            note = f"The follow-up proposed for item {item} was not asked ({why}); the question bank's was."
            return Utterance(text=rules.say(brief), note=note, question=for_therapist(brief))
        return Utterance(text=answered(brief) + proposed, engine=self.name, question=for_therapist(brief))

    async def prepare(self, brief: Brief) -> None:
        """Find words for the next question while the patient types. An item is asked about once, again only after a
        failure; the failure itself is kept for `say`."""
        item = brief.item
        if (
            brief.language != ENGLISH
            or brief.purpose is not Purpose.QUESTION
            or item is None
            or item in self._found
            or item in self._asking
        ):
            return
        self._asking.add(item)
        try:
            self._found[item] = await self._words(brief, item)
            self._failed.pop(item, None)
        except (ModelFailed, TryAgain) as failed:
            self._failed[item] = str(failed)
        finally:
            self._asking.discard(item)

    async def _words(self, brief: Brief, item: int) -> str:
        request = Request(
            role="interviewer",
            messages=messages(brief, item),
            schema=str,
            temperature=TEMPERATURE,
            budget=self._budget,
            check=lambda said: _against(bare(said), item, brief.heard),
        )
        reply = await self._model.complete(request)
        if reply.faults:
            raise Malformed("; ".join(reply.faults))
        return bare(reply.value)


def _against(question: str, item: int, heard: str) -> tuple[str, ...]:
    """The objections to a question; of the item's own words those that stand in it, so that they can be changed."""
    quoted, against = words_of_item(question, item), question_objections(question, item, heard)
    return tuple(f"{why}: “{quoted}”" if why == QUOTES_ITEM and quoted else why for why in against)


def messages(brief: Brief, item: int) -> tuple[System, User]:
    """The prompt for the words of an item's question. Of what the patient said it contains the last message before the
    open question, as data."""
    instrument = level1.instrument()
    told = wording(item).questions
    used = [told[(brief.seed + shown) % len(told)] for shown in range(_SHOWN)]
    given = brief.model_dump(mode="json", by_alias=True, include=_NEEDED)
    given |= {"heard": excerpt(brief.heard, _LONGEST_HEARD)} if brief.heard else {}
    user = render(USER, item=level1.items()[item], domain=level1.domain_of(item), used=used, given=given)
    known = {"days": instrument.window_days, "domains": instrument.domains, "longest": LONGEST - _ROOM, "run": RUN}
    return System(text=render(SYSTEM, **known)), User(text=user)


def bare(text: str) -> str:
    """A question without a fence, a heading and quotation marks around it."""
    stripped = _AROUND.sub("", text.strip()).strip("*_`>- \n")
    return stripped[1:-1].strip() if len(stripped) > 1 and stripped[0] in '"“' and stripped[-1] in '"”' else stripped


def lead(brief: Brief, item: int) -> str:
    """The bank's words before the question: the thanks and the signpost, with a trailing space."""
    said = rules.say(brief)
    own = next((question for question in wording(item).questions if said.endswith(question)), said)
    return said.removesuffix(own)
