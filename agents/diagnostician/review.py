"""Turns a language model's answer into a diagnosis that may be shown: every quote, citation, code, item and sentence is
checked, those that fail are removed, and the limitations say what was removed."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from agents.diagnostician.answer import Opinion, Opinions
from agents.diagnostician.explanation import MAX_QUOTES
from agents.diagnostician.known_names import category, code
from agents.diagnostician.port import Diagnosis, Impression, Mode
from agents.diagnostician.quoting import Words
from agents.diagnostician.ranking import MOST_CONFIDENT
from agents.diagnostician.rules import LIMITATIONS, MOST_SHOWN, as_category
from agents.diagnostician.wording import DISORDER, SAID, Wording, forbidden
from agents.domain.evidence import Quote
from agents.domain.level1 import instrument
from agents.domain.profile import PatientProfile
from agents.quotes.as_written import looked_up

MOST_LINES: Final = 8
LONGEST_LINE: Final = 400
LONGEST_SUMMARY: Final = 700
LONGEST_NAME: Final = 120
MOST_LIMITATIONS: Final = 4
MOST_READ: Final = 16
"""The most entries of any list that are read; a model that writes more is rambling."""

_CITATIONS = "citations of passages that were not retrieved"
_QUOTES = "quotes that are not the patient's words"
_ITEMS = "items that the patient did not endorse"
_CODES = "codes that do not fit their names"
_UNFOUNDED = "impressions that rest on no item and no quote"
_DENIED = "impressions that rest on denials alone"
_UNNAMED = "impressions under a name that may not stand"
_BELOW = "impressions of domains below their threshold"
_UNKNOWN = "impressions of no known category"
_BESIDE = "impressions beyond the number that is shown"
_MOST_TOLD: Final = 4
_PLACE: Final = 60
"""The most characters of a place of which the model is told."""
_END: Final = re.compile(r"[.!?](?=\s)")


class Review:
    """The check of one answer. `known` is the rule engine's diagnosis of the same profile, in the same mode;
    `retrieved` are the chunk ids that the model was really shown."""

    def __init__(self, profile: PatientProfile, known: Diagnosis, retrieved: Iterable[str]) -> None:
        banned = (*forbidden(profile), *((DISORDER,) if known.mode is Mode.SCREENING else ()))
        self._known: Final = known
        self._retrieved: Final = frozenset(retrieved)
        self._words: Final = Words(profile.transcript)
        self._wording: Final = Wording(self._words, banned)
        self._endorsed: Final = {a.item_id for a in profile.item_responses if a.score > 0 and a.known}
        denied = {a.item_id for a in profile.item_responses if a.score == 0 and a.known}
        self._denials: Final = {turn.index for turn in profile.transcript if turn.item_id in denied}
        self._lost: Final[Counter[str]] = Counter()
        self._which: Final[dict[str, list[str]]] = {}

    def diagnosis(self, opinions: Opinions, engine: str) -> Diagnosis:
        """The part of the answer that may be shown."""
        impressions = self._shown(opinions.impressions)
        summary = self._summary(opinions.summary, impressions)
        limits = self._lines(opinions.limitations)[:MOST_LIMITATIONS]
        return Diagnosis(
            mode=self._known.mode,
            summary=summary,
            impressions=impressions,
            limitations=tuple(dict.fromkeys((*self._own_limitations(engine, impressions), *limits, *self._losses()))),
            rag_used=any(one.citations for one in impressions),
            engine=engine,
            dropped_citations=self._lost[_CITATIONS],
        )

    def faults(self, opinions: Opinions) -> tuple[str, ...]:
        """What would be taken out of the answer, one reason for each kind, with the first words of each place where
        there are any. Use a new check for each answer."""
        self.diagnosis(opinions, "")
        return tuple(
            f"{what} ({count})" + (f": {', '.join(which[:_MOST_TOLD])}" if (which := self._which.get(what)) else "")
            for what, count in self._lost.items()
            if count
        )

    def _lose(self, what: str, count: int, *which: str) -> None:
        self._lost[what] += count
        if count:
            self._which.setdefault(what, []).extend(
                one if len(one) <= _PLACE else f"{one[:_PLACE]}..." for one in which
            )

    def _shown(self, opinions: tuple[Opinion, ...]) -> tuple[Impression, ...]:
        checked = [one for opinion in opinions[:MOST_READ] if (one := self._impression(opinion))]
        checked.sort(key=lambda one: -one.confidence)
        match self._known.mode:
            case Mode.SCREENING:
                return self._domains(checked)
            case Mode.CATEGORICAL:
                chosen = self._categories(checked)
            case Mode.DIAGNOSTIC:
                chosen = self._disorders(checked)
        self._lost[_BESIDE] += max(0, len(chosen) - MOST_SHOWN)
        return tuple(chosen[:MOST_SHOWN])

    def _impression(self, said: Opinion) -> Impression | None:
        """One impression without the parts that failed a check; None when nothing supports it any more."""
        name = " ".join(said.name.split())
        if not name or len(name) > LONGEST_NAME or (set(self._wording.problems(name)) - {DISORDER}):
            self._lose(_UNNAMED, 1, name)
            return None
        items, evidence = self._items(said.items), self._evidence(said.evidence)
        if not items and all(quote.turn in self._denials for quote in evidence):
            self._lose(_DENIED if evidence else _UNFOUNDED, 1, name)
            return None
        meant = category(said.category, name)
        return Impression(
            name=name,
            icd10=said.icd10,
            category=meant.name if meant else " ".join(said.category.split())[:LONGEST_NAME],
            confidence=min(round(said.confidence, 2), MOST_CONFIDENT),
            items=items,
            evidence=evidence,
            criteria=self._lines(said.criteria),
            steps=self._lines(said.steps),
            citations=self._citations(said.citations),
        )

    def _items(self, given: Iterable[int]) -> tuple[int, ...]:
        wanted = set(given)
        strange = sorted(wanted - self._endorsed)
        self._lose(_ITEMS, len(strange), *map(str, strange))
        return tuple(sorted(wanted & self._endorsed))

    def _evidence(self, given: tuple[str, ...]) -> tuple[Quote, ...]:
        quotes: list[Quote] = []
        for text in given[:MOST_READ]:
            found, lost = looked_up((text,), self._words.find)
            quotes += found
            self._lose(_QUOTES, lost, f"“{text}”")
        return tuple({(quote.turn, quote.start, quote.end): quote for quote in quotes}.values())[:MAX_QUOTES]

    def _citations(self, given: Iterable[str]) -> tuple[str, ...]:
        wanted = tuple(dict.fromkeys(given))
        kept = tuple(one for one in wanted if one in self._retrieved)
        self._lose(_CITATIONS, len(wanted) - len(kept), *(one for one in wanted if one not in kept))
        return kept

    def _lines(self, given: tuple[str, ...]) -> tuple[str, ...]:
        cleaned = (self._clean(text, LONGEST_LINE) for text in given[:MOST_READ])
        return tuple(line for line in cleaned if line)[:MOST_LINES]

    def _clean(self, text: str, most: int) -> str:
        kept: list[str] = []
        for sentence, kind in self._wording.checked(text[: most * 2]):
            if kind is None:
                kept.append(sentence)
            else:
                self._lose(f"sentences with {SAID[kind]}", 1, f"“{sentence}”")
        return _cut(" ".join(kept), most)

    def _domains(self, checked: list[Impression]) -> tuple[Impression, ...]:
        """The domains over threshold are facts: each is kept, with the model's comments on it, if any."""
        told: dict[str, Impression] = {}
        for one in checked:
            domain = _domain(one.name) or _domain(one.category)
            if domain is None or domain not in {fact.name for fact in self._known.impressions}:
                self._lose(_BELOW, 1, one.name)
            else:
                told.setdefault(domain, one)
        shown = [_beside(fact, told.get(fact.name)) for fact in self._known.impressions]
        return tuple(sorted(shown, key=lambda one: -one.confidence))

    def _categories(self, checked: list[Impression]) -> list[Impression]:
        """The likeliest disorder of each category represents it, under the category's name and code."""
        grouped: dict[str, list[Impression]] = {}
        for one in checked:
            grouped.setdefault(one.category, []).append(one)
        known = {name: found for name in grouped if (found := category(name))}
        self._lost[_UNKNOWN] += sum(len(members) for name, members in grouped.items() if name not in known)
        return [as_category(found, grouped[name]) for name, found in known.items()]

    def _disorders(self, checked: list[Impression]) -> list[Impression]:
        unique: dict[str, Impression] = {}
        for one in checked:
            right = code(one.name, one.icd10)
            if one.icd10 is not None and one.icd10.strip().upper() != right:
                self._lose(_CODES, 1, f"{one.name}: {right or 'give no code'}")
            unique.setdefault(one.name.casefold(), one.model_copy(update={"icd10": right}))
        return list(unique.values())

    def _summary(self, text: str, impressions: tuple[Impression, ...]) -> str:
        told = self._clean(text, LONGEST_SUMMARY)
        if not impressions:
            return f"No impression: {told or 'the model named nothing that holds.'}"
        named = "; ".join(f"{one.name} ({one.confidence:.2f})" for one in impressions)
        kind = (
            "Domains to look into" if self._known.mode is Mode.SCREENING else "Provisional impressions, likeliest first"
        )
        return f"{kind}: {named}. {told}".strip()

    def _own_limitations(self, engine: str, impressions: tuple[Impression, ...]) -> Iterable[str]:
        yield LIMITATIONS[0]
        yield f"Formed by the language model {engine} from scores and excerpts; its confidence is its own estimate."
        if self._known.impressions and not impressions:
            named = "; ".join(f"{one.name} ({one.confidence:.2f})" for one in self._known.impressions)
            yield f"The rule engine, asked beside it, would have shown: {named}."
        yield from (line for line in self._known.limitations if line not in LIMITATIONS)

    def _losses(self) -> Iterable[str]:
        told = [f"{what} ({count})" for what, count in self._lost.items() if count]
        if told:
            yield f"Taken out of the model's answer: {'; '.join(told)}."


def _domain(name: str) -> str | None:
    wanted = name.strip().casefold()
    named = {form.casefold(): d.title for d in instrument().domains for form in (d.title, d.key)}
    return named.get(wanted)


def _beside(fact: Impression, told: Impression | None) -> Impression:
    if told is None:
        return fact.model_copy(update={"steps": (*fact.steps, "The model said nothing of this domain.")})
    return fact.model_copy(
        update={
            "confidence": told.confidence,
            "evidence": told.evidence or fact.evidence,
            "steps": (*fact.steps, *told.steps),
            "citations": told.citations,
        }
    )


def _cut(text: str, most: int) -> str:
    """The text, or as many of its first sentences as fit."""
    if len(text) <= most:
        return text
    ends = [found.end() for found in _END.finditer(text[:most])]
    return text[: ends[-1]] if ends else text[: most - 1].rstrip() + "…"
