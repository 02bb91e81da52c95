"""The language model as reporter: it writes the paragraph above the rule engine's facts, and nothing else."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, Final

from agents.diagnostician.context import context
from agents.diagnostician.port import Diagnosis, Mode
from agents.domain.draft import EVERY_SECONDS, Draft, Drafts
from agents.domain.level1 import instrument
from agents.llm.budget import Budget
from agents.llm.failover import FAILED, stood_in
from agents.llm.port import Delta, LanguageModel, Reply, Request, System, User
from agents.llm.thinking import spoken
from agents.prompts import render
from agents.reporter.markdown import escape
from agents.reporter.overview import overview
from agents.reporter.port import Brief, Section
from agents.reporter.prose import MOST_WORDS, Prose, Unfit, checked
from agents.reporter.rules import RulesReporter
from agents.reporter.summary import RULES_FOLLOW, with_prose

SYSTEM: Final = "reporter_system.j2"
USER: Final = "reporter_user.j2"
TIMEOUT: Final = 30.0
MOST_TOKENS: Final = 2_000
MOST_CHARACTERS: Final = 12_000
"""A stream is abandoned beyond this many characters."""

MOST_FINDINGS: Final = 12
"""The most risk findings passed to the model, the most urgent ones; the report lists all."""

_MARKED: Final = re.compile(r"\s*(?:[#*_>|+-]|\d+[.)])")


class LlmReporter:
    """Satisfies `Reporter`. The executive summary opens with the model's prose if it agrees with the profile;
    everything else, including the summary's facts, is by `rules`. If the model fails, a note says so and no section is
    lost."""

    def __init__(self, model: LanguageModel, budget: Budget | None = None) -> None:
        self._model: Final = model
        self._budget: Final = budget
        self._rules: Final = RulesReporter()

    @property
    def name(self) -> str:
        """`provider/model`."""
        return self._model.name

    async def write(self, brief: Brief, drafts: Drafts | None = None) -> AsyncIterator[Section]:
        """See `Reporter.write`."""
        first = True
        async for section in self._rules.write(brief):
            yield await self._opened(section, brief, drafts) if first else section
            first = False

    async def _opened(self, section: Section, brief: Brief, drafts: Drafts | None) -> Section:
        try:
            reply = await self._streamed(brief, _Showing(section.key, brief, drafts) if drafts else None)
            prose = await asyncio.to_thread(checked, reply.content or "", overview(brief))
            if not prose.markdown:
                raise Unfit("; ".join(dict.fromkeys(prose.lost)))
        except FAILED as failed:
            return section.model_copy(update={"note": stood_in(self.name, failed, self._rules.name)})
        markdown = with_prose(section.markdown, f"{prose.markdown}\n\n{self._source(prose, reply)}")
        return section.model_copy(update={"markdown": markdown})

    def _source(self, prose: Prose, reply: Reply[str]) -> str:
        """Who wrote the summary, and what was done to it."""
        left_out = f" Left out: {_counted(prose.lost)}." if prose.lost else ""
        again = " The model was asked twice." if reply.again else ""
        left_out += " That a risk is on record was added." if prose.added else ""
        return f"*Written by {escape(self.name)} and held against the scores; {RULES_FOLLOW}{escape(again + left_out)}*"

    async def _streamed(self, brief: Brief, showing: "_Showing | None") -> Reply[str]:
        said = ""
        async with aclosing(self._model.stream(self._request(brief))) as pieces:
            async for piece in pieces:
                if not isinstance(piece, Delta):
                    return piece
                said += piece.text
                if len(said) > MOST_CHARACTERS:
                    raise Unfit("its summary never ended")
                if showing:
                    await showing.of(said)
        raise Unfit("its summary has no end")

    def _request(self, brief: Brief) -> Request[str]:
        return Request(
            role="reporter",
            messages=messages(brief),
            schema=str,
            timeout=TIMEOUT,
            max_tokens=MOST_TOKENS,
            temperature=0.0,
            budget=self._budget,
            check=lambda text: checked(text, overview(brief)).faults,
        )


class _Showing:
    """Shows a summary as it is written: whole words only, and of these only sentences that pass the check so far. The
    last one ends in dots until it is complete; where it does not pass, it is not shown."""

    def __init__(self, key: str, brief: Brief, drafts: Drafts) -> None:
        self._key, self._drafts, self._seen = key, drafts, overview(brief)
        self._next = 0.0
        self._shown = ""

    async def of(self, said: str) -> None:
        """Show the text so far, unless another draft was shown a moment ago."""
        now = asyncio.get_running_loop().time()
        if now < self._next:
            return
        self._next = now + EVERY_SECONDS
        markdown = (await asyncio.to_thread(checked, so_far(said), self._seen, whole=False)).markdown
        if markdown != self._shown:
            self._shown = markdown
            self._drafts(Draft(key=self._key, markdown=markdown))


def so_far(said: str) -> str:
    """The whole words of a text that is being written, without thinking; the last sentence ends in dots where it is not
    complete. A line that begins like a heading or a list is left out until it is over."""
    words = said if said[-1:].isspace() else said[: max(said.rfind(" "), said.rfind("\n")) + 1]
    plain = spoken(words)
    if not plain or plain.rstrip("”\"')")[-1:] in ".!?":
        return plain
    before, _, last = plain.rpartition("\n")
    return before if _MARKED.match(last) else f"{plain.rstrip(',;:–-')}..."


def _counted(lost: tuple[str, ...]) -> str:
    one = "a sentence" if len(lost) == 1 else f"{len(lost)} sentences"
    return f"{one} ({'; '.join(dict.fromkeys(why.removeprefix('its summary ') for why in lost))})"


def messages(brief: Brief) -> tuple[System, User]:
    """The system and user messages; the first is the same for every interview. The interview's label is not sent,
    because it may be a name."""
    worst = sorted(brief.findings, key=lambda one: -one.tier.rank)[:MOST_FINDINGS]
    given = {
        "profile": context(brief.profile, words=0).model_dump(mode="json", by_alias=True, exclude_defaults=True),
        "diagnosis": _diagnosis(brief.diagnosis),
        "findings": [
            one.model_dump(mode="json", by_alias=True, exclude_defaults=True, include={"tier", "about", "text", "turn"})
            for one in worst
        ],
    }
    screening = brief.diagnosis.mode is Mode.SCREENING
    system = render(SYSTEM, most_words=MOST_WORDS, scale=_scale())
    question = render(USER, screening=screening, given=given)
    return System(text=system), User(text=question)


def _scale() -> list[tuple[int, str]]:
    """The scores with their words, without days: no other numbers may stand in a summary."""
    return [(one.score, one.label.partition(" (")[0]) for one in instrument().anchors]


def _diagnosis(diagnosis: Diagnosis) -> dict[str, Any]:
    impressions = [
        one.model_dump(mode="json", by_alias=True, include={"name", "category", "confidence", "items"})
        for one in diagnosis.impressions
    ]
    return {"mode": diagnosis.mode, "summary": diagnosis.summary, "impressions": impressions}
