"""The language model as diagnostician: it reads a selection, may search the library, and its answer is checked."""

import asyncio
from dataclasses import replace
from typing import Final

from agents.diagnostician.answer import Opinions
from agents.diagnostician.citations import grounded
from agents.diagnostician.context import context
from agents.diagnostician.forming import Forming
from agents.diagnostician.knowledge import knowledge
from agents.diagnostician.library_tool import DECLARED, MOST_SEARCHES, TOOL, Desk, clipped
from agents.diagnostician.port import Diagnosis, FailedAfterSearching, Mode, Passage, PassageSearch
from agents.diagnostician.ranking import MOST_CONFIDENT
from agents.diagnostician.review import Review
from agents.diagnostician.rules import MOST_SHOWN, diagnose
from agents.domain.draft import Drafts
from agents.domain.level1 import ITEM_COUNT, MAX_SCORE, instrument
from agents.domain.profile import PatientProfile
from agents.errors import TryAgain
from agents.llm.budget import Budget
from agents.llm.errors import ModelFailed
from agents.llm.port import LanguageModel, Reply, Request, System, User
from agents.llm.tool_loop import converse
from agents.prompts import digest, render

SYSTEM: Final = "diagnostician_system.j2"
USER: Final = "diagnostician_user.j2"
TIMEOUT: Final = 60.0
"""Seconds for each round; no conversation waits for it."""
MOST_TOKENS: Final = 4_000
ASKED_TWICE: Final = "The model was asked twice, as its first answer could not be used as it was."


class LlmDiagnostician:
    """Satisfies `Diagnostician`. `search` is None while there is no reference library, and then the model has no tool.
    Raises ModelFailed or TryAgain when no answer comes."""

    def __init__(self, model: LanguageModel, budget: Budget | None = None, search: PassageSearch | None = None) -> None:
        self._model: Final = model
        self._budget: Final = budget
        self._library: Final = search

    @property
    def name(self) -> str:
        """`provider/model`."""
        return self._model.name

    @property
    def prompt_version(self) -> str:
        """The digest of the prompts in use."""
        return digest(SYSTEM, USER)

    async def diagnose(
        self,
        profile: PatientProfile,
        mode: Mode,
        passages: tuple[Passage, ...] = (),
        drafts: Drafts | None = None,
    ) -> Diagnosis:
        """See `Diagnostician.diagnose`; the diagnosis's `searches` are those that the model made."""
        known = diagnose(profile, mode, passages)
        desk = Desk(self._library)

        def seen() -> tuple[Passage, ...]:
            return (*passages, *(passage for search in desk.searches for passage in search.passages))

        def review() -> Review:
            return Review(profile, known, (passage.chunk_id for passage in seen()))

        request = self._request(profile, mode, passages)
        heard = Forming(lambda opinions: review().diagnosis(opinions, self.name), drafts).heard if drafts else None
        request = replace(request, check=lambda opinions: review().faults(opinions), heard=heard)
        reply = await self._ask(request, desk)
        checked = await asyncio.to_thread(review().diagnosis, reply.value, self.name)
        limits = (*checked.limitations, *((ASKED_TWICE,) if reply.again else ()))
        return grounded(checked.model_copy(update={"searches": tuple(desk.searches), "limitations": limits}), seen())

    async def _ask(self, request: Request[Opinions], desk: Desk) -> Reply[Opinions]:
        try:
            return await converse(self._model, request, desk.run, MOST_SEARCHES if request.tools else 0)
        except (ModelFailed, TryAgain) as failed:
            if desk.searches:
                raise FailedAfterSearching(str(failed), tuple(desk.searches)) from failed
            raise

    def _request(self, profile: PatientProfile, mode: Mode, passages: tuple[Passage, ...]) -> Request[Opinions]:
        without = messages(profile, mode, passages)
        there = self._library is not None
        return Request(
            role="diagnostician",
            messages=messages(profile, mode, passages, library=True) if there else without,
            schema=Opinions,
            tools=(DECLARED,) if there else (),
            toolless=without,
            timeout=TIMEOUT,
            max_tokens=MOST_TOKENS,
            temperature=0.0,
            budget=self._budget,
        )


def messages(
    profile: PatientProfile, mode: Mode, passages: tuple[Passage, ...] = (), *, library: bool = False
) -> tuple[System, User]:
    """The system and user messages; the first is the same for every interview."""
    system = render(
        SYSTEM,
        domains=instrument().domains,
        categories=knowledge().categories,
        item_count=ITEM_COUNT,
        max_score=MAX_SCORE,
        anchors=instrument().anchors,
        window_days=instrument().window_days,
        most=MOST_SHOWN,
        most_confident=MOST_CONFIDENT,
    )
    given = context(profile).model_dump(mode="json", by_alias=True, exclude_defaults=True)
    data = {"mode": mode, "profile": given, "passages": clipped(passages)}
    question = render(USER, mode=mode.value, library=library, tool=TOOL, most_searches=MOST_SEARCHES, given=data)
    return System(text=system), User(text=question)
