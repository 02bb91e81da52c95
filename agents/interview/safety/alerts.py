"""Alerts that reach the therapist at once: a message about suicide, self-harm or being hurt by others, or item 11
above "not at all".

A patient who discloses it is offered help with the next words, before the conversation continues."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from agents.domain.help import Care, numbers_of
from agents.domain.level1 import HARM_ITEM
from agents.domain.profile import ItemResponse
from agents.domain.risk import AlertLevel, Finding, Reading, Tier, at_least, by_others
from agents.domain.transcript import Role
from agents.interview import events as ev
from agents.interview.answered import tells
from agents.interview.pointing import points_back
from agents.interview.state import State
from agents.interviewer.port import Act, Purpose
from agents.interviewer.wishes import CALLS
from agents.language import Language
from agents.questions.bank import bank
from agents.quotes.sentences import Quoted, in_context, shortened
from agents.reading.model.folding import folded
from agents.risk.catalogue import AFFIRMED, AGAIN, LEARNT
from agents.scorer.port import Scoring
from agents.team import Team

_PARTING: Final = frozenset({Purpose.CLOSING, Purpose.FAREWELL, Purpose.PAUSED})
_ENDINGS: Final = {"left": Purpose.LEFT, "erasure": Purpose.ERASURE, "erasure_offered": Purpose.ERASURE}
"""The bank's lines that ask what a wish to end is about."""
_COMMANDED: Final = "command-voice"
_VOICES: Final = frozenset({12, 13})
"""The items on voices and on thoughts that are not one's own."""


def disclosed(findings: Iterable[Finding]) -> bool:
    """Whether one of the findings discloses the patient's own suicidal thoughts, wishes, attempts or self-injury."""
    return any(tells(finding) for finding in findings)


def alert(state: State, turn: int, text: str, reading: Reading) -> ev.Alerted | None:
    """The alert that a reading of a turn's text raises; None where the reading is only recorded, or found nothing. A
    model's claim without the message's words raises an alert at ATTENTION and no higher, whatever tier the model
    claims."""
    attention = disclosed(reading.findings) or any(map(by_others, reading.findings)) or reading.unlocated
    level = at_least(reading.tier) or (AlertLevel.ATTENTION if attention else None)
    if level is None:
        return None
    return ev.Alerted(
        turn=turn,
        level=level,
        tier=reading.tier,
        findings=reading.findings,
        quotes=_quotes(text, reading.findings),
        unlocated=reading.unlocated,
        **_asked(state, turn),
    )


def _begun(language: Language) -> Iterator[tuple[Purpose, str]]:
    """How each question about a wish to end begins."""
    lines = bank(language).lines
    return ((purpose, way.split("{")[0]) for name, purpose in _ENDINGS.items() for way in lines[name])


def _asked(state: State, turn: int) -> dict[str, Any]:
    """For words that answer what a wish to end is about: what was asked, and what the patient had said before it.
    Alone, such an answer may tell nothing ("everything")."""
    before = state.transcript[:turn]
    asked = before[-1] if before and before[-1].role is Role.INTERVIEWER and not state.held else None
    found = next((one for one, begun in _begun(state.language) if asked and begun in asked.text), None)
    said = next((one.text for one in reversed(before) if one.role is Role.PATIENT), "")
    return {"aside": found, "before": shortened(said) if said else ()} if found else {}


def call(turn: int, text: str, act: Act) -> ev.Alerted | None:
    """The alert for a patient who wants a person or help, or may not be safe to speak; None for any other move."""
    if act not in CALLS:
        return None
    quotes = (shortened(text),)
    return ev.Alerted(turn=turn, level=AlertLevel.ATTENTION, tier=Tier.NONE, findings=(), quotes=quotes, act=act)


def _quotes(text: str, findings: Iterable[Finding]) -> tuple[Quoted, ...]:
    """The message, or of a long one the sentences in which something was found with the short ones before; the finding
    that a message is in another language quotes nothing."""
    told = [(one.start, one.end) for one in findings if one.about != "language"]
    return in_context(text, told)


def harm(before: State, item: int | None, found: ItemResponse | Scoring) -> ev.Alerted | None:
    """The alert for item 11's score, raised when it is 1 or more and has risen, and only once for the same reply. Of a
    yes alone it names no score."""
    earlier = before.responses.get(item) if item is not None else None
    turns = before.replies.get(item, ()) if item is not None else ()
    risen = found.score >= 1 and found.score > (earlier.score if earlier else 0)
    if item != HARM_ITEM or not risen or not turns or turns[-1] in before.alerted:
        return None
    quotes = (shortened(before.transcript[turns[-1]].text),)
    return of_score(turns[-1], quotes, None if found.yes_alone else found.score)


def of_score(turn: int, quotes: tuple[Quoted, ...], score: int | None) -> ev.Alerted:
    """The alert for a score of item 11."""
    level, tier = AlertLevel.ATTENTION, Tier.FLAG
    return ev.Alerted(turn=turn, level=level, tier=tier, findings=(), quotes=quotes, item_id=HARM_ITEM, score=score)


def owes_help(state: State, raised: ev.Alerted) -> Care | None:
    """The help to offer the patient: where they ask for it or for a person, and for anything about themselves that is
    there again or that they have not disclosed before, but only once for everything they say in answer to item 11, and
    once for being hurt."""
    if raised.level is AlertLevel.STOP or raised.act is not None:
        return "crisis" if raised.act in (Act.HELP, Act.PERSON) else None
    before = [finding for finding in state.findings if finding.turn in state.alerted]
    if any(map(tells, before)) and points_back(state.transcript[raised.turn].text, state.language):
        return None
    harm = raised.item_id == HARM_ITEM or any(finding.rule == AFFIRMED for finding in raised.findings)
    first = harm and not any(state.transcript[turn].item_id == HARM_ITEM for turn in state.alerted)
    fresh = [one for one in raised.findings if one.rule != AFFIRMED and not _known(state, one, raised.turn, before)]
    if first or any(_endangers(state, one, raised.turn) for one in fresh):
        return "crisis"
    told = {one.turn for one in before if by_others(one)} - {one.turn for one in before if tells(one)}
    new = any(one.tier is Tier.URGENT for one in fresh)
    return "abuse" if any(map(by_others, raised.findings)) and (new or not told) else None


def _known(state: State, found: Finding, turn: int, before: Iterable[Finding]) -> bool:
    """Whether the same was told before: by the same rule or, where the learnt reader alone found it, in the same words,
    or of the same matter in answer to the same item."""
    same = [one for one in before if one.rule == found.rule != AGAIN]
    if not found.rule.startswith(LEARNT):
        return bool(same)
    words, item = folded(found.text), state.transcript[turn].item_id
    return any(
        folded(one.text) == words or (one.about, state.transcript[one.turn or 0].item_id) == (found.about, item)
        for one in same
    )


def _endangers(state: State, finding: Finding, turn: int) -> bool:
    """Whether the patient is in danger by their own hand: by what they tell, by voices that command it, and by what is
    urgent of medicine or drugs, or in answer to the items on what others do not hear or sense."""
    if tells(finding) or finding.rule.startswith(_COMMANDED):
        return True
    heard = state.transcript[turn].item_id in _VOICES and finding.about == "violence"
    return finding.tier is Tier.URGENT and (finding.about == "substance" or heard)


def _disclosed(state: State) -> bool:
    """Whether the patient told, at any time, of suicidal thoughts or self-harm of their own."""
    item = state.responses.get(HARM_ITEM)
    return disclosed(state.findings) or (item is not None and item.score >= 1)


def numbers(locale: str, team: Team) -> tuple[str, ...]:
    """The numbers to call of a locale; none where only those of another one are known."""
    return numbers_of(team.help(locale), locale)


def with_help(state: State, told: ev.Told, team: Team) -> ev.Told:
    """The interviewer's words, preceded by any help that is due, and by the same numbers again where the last words
    follow a disclosure; without thanks there, for a request, and where they were said with the question before.
    Nothing goes before words that the patient is not shown."""
    parting = told.purpose in _PARTING and _disclosed(state)
    if not (state.care or parting) or told.help or told.in_person or told.purpose is Purpose.SCRIPT:
        return told
    thanked = bool(state.shown) and state.shown[max(state.shown)].aside
    thanks = not (thanked or parting or told.purpose is Purpose.PERSON)
    offered = team.help(state.locale, thanks=thanks, care=state.care or "crisis")
    text = f"{offered.text}\n\n{told.text}"
    return told.model_copy(update={"turn": told.turn + 1, "help": offered, "text": text})
