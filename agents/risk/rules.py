"""The rule engine of the risk reader: deterministic, offline, first in line and never lowered by anything after it."""

from collections.abc import Iterable, Iterator
from functools import cache

from agents.domain.risk import Finding, Reading, Tier, highest
from agents.language import ENGLISH
from agents.reading.model.reader import reader
from agents.risk import spanish
from agents.risk.answers import ESTABLISHING, answered, deed
from agents.risk.escalation import escalated, planned
from agents.risk.frames import Frame
from agents.risk.heard import Heard, index
from agents.risk.language import foreign, may_switch, switched
from agents.risk.learnt import raised
from agents.risk.lexicon import speller, warm
from agents.risk.parts import MOST, Part, parts
from agents.risk.phrases.index import Index
from agents.risk.phrases.patterns import earliest
from agents.risk.plain.canon import Sentence
from agents.risk.policy import Policy
from agents.risk.port import Message
from agents.risk.questions import asks
from agents.risk.sentence.hit import Hit
from agents.risk.sentence.ruleset import Rule, rules
from agents.risk.sentence.surroundings import Surroundings
from agents.risk.sentence.voices import obeyed

_OVERLAP = 60
_MOST_PARTS = 40
_SLANG = "joke-or-slang"
_UNDATED = "undated-attempt"
_FALSE_FRIENDS = frozenset({"od"})
"""Slang of English that is an everyday word of other languages: the Slavic "from"."""


@cache
def _across() -> Index[Rule]:
    """The phrase rules that read a whole message."""
    return Index((rule, rule.when) for rule in rules() if rule.reach != "sentence")


def read(message: Message, policy: Policy = Policy()) -> Reading:  # noqa: B008  # frozen value
    """Read one message by the rules and then by the learnt reader, which only raises. Never raises on any text; the
    same message always gives the same reading."""
    heard = Heard(message, policy)
    found = _by_rules(heard)
    return raised(found if message.language == ENGLISH else _in_spanish(found, message, policy), heard)


def _by_rules(heard: Heard) -> Reading:
    """The reading of the whole and of its parts: what stands beside a danger makes it no less."""
    unread, refused = foreign(heard.whole.text, speller().known)
    found = _told(heard, heard.whole)
    if unread:
        found = [finding for finding in found if finding.text.lower() not in _FALSE_FRIENDS]
        found += [heard.finding(hit, heard.whole.text) for hit in unread]
    if refused:
        return assembled(_joined(found, heard, heard.whole))
    return _by_parts(assembled(_joined(found, heard, heard.whole)), heard)


def _in_spanish(found: Reading, message: Message, policy: Policy) -> Reading:
    """The reading of a message in a Spanish interview: with the Spanish rules, and no flag that it was not read."""
    told = [one for one in (*found.findings, *found.denials) if one.about != "language" or not spanish.covered(message)]
    return assembled([*told, *spanish.found(message, policy)])


def _by_parts(whole: Reading, heard: Heard) -> Reading:
    """The reading of a message with what its parts tell beyond it by themselves."""
    best, count = whole, 0
    for part in _telling(heard):
        if best.tier is Tier.STOP or count == _MOST_PARTS:
            break
        frame = Frame(part, heard.whole)
        if frame.quotes or frame.answers:
            continue
        count += 1
        told = assembled(_joined(_told(heard, part), heard, part))
        if told.tier.rank > best.tier.rank:
            higher = [
                one for one in told.findings if one.tier.rank > best.tier.rank and not frame.holds(one, told, whole)
            ]
            best = assembled([*best.findings, *best.denials, *higher])
    return best


def _telling(heard: Heard) -> Iterator[Part]:
    """The parts that could tell more by themselves: they hold a word that matters or that a rule has met, or
    can answer a question about risk."""
    places = heard.telling()
    if heard.asked is None:
        return parts(heard.whole, places) if places else iter(())
    within = frozenset(places)
    return (
        part
        for part in parts(heard.whole)
        if not within.isdisjoint(range(part.first, part.end)) or heard.may_answer(part)
    )


def _told(heard: Heard, part: Part) -> list[Finding]:
    """What the rules find in a message or a part of it, and what it answers."""
    found: list[Finding] = []
    for sentence in _different(part.sentences):
        found += [heard.finding(hit, sentence) for hit in heard.told(sentence)]
    found += [heard.finding(hit, stretch) for hit, stretch in _of_all(heard, part)]
    if part.whole and may_switch(part.everything) and len(part.clauses) > 1:
        found += [heard.finding(hit, clause) for hit, clause in switched(part.clauses)]
    found += [heard.finding(hit, part.text) for hit in _replies(heard, part)]
    return _dated(found, heard.message.context)


def _of_all(heard: Heard, part: Part) -> Iterator[tuple[Hit, Sentence]]:
    """The hits of the rules that read several sentences together."""
    if len(part.sentences) < 2 or not _across().calls(part.everything):
        return
    for stretch in _stretches(part):
        around = Surroundings(stretch, stretch if part.whole else heard.whole.text, heard.message.context)
        for rule, phrases in _across().called(stretch).items():
            if span := earliest(phrases, stretch):
                yield from ((hit, stretch) for hit in rule.read(span, stretch, around, heard.policy))


def _replies(heard: Heard, part: Part) -> Iterator[Hit]:
    """What a message or a part of it says as the answer to the last question."""
    if not part.sentences:
        return
    asked = heard.asked_of(part)
    if asked and (hit := answered(part.sentences[0], part.text, asked, heard.policy)) and not heard.goes_on(part):
        yield hit
    if heard.asked is None and heard.message.context and (hit := deed(part.text, heard.message.context)):
        yield hit


def _different(sentences: list[Sentence]) -> Iterable[Sentence]:
    """The sentences in order, without those that say the same once more."""
    first: dict[tuple[str, ...], Sentence] = {}
    for sentence in sentences:
        first.setdefault(sentence.words, sentence)
    return first.values()


def _stretches(part: Part) -> list[Sentence]:
    """All words, or overlapping stretches of many; repeated stretches once."""
    found: dict[tuple[str, ...], Sentence] = {}
    for first in range(0, max(1, len(part.words) - _OVERLAP), MOST - _OVERLAP):
        stretch = Sentence(part.words[first : first + MOST], part.first + first)
        found.setdefault(stretch.words, stretch)
    return list(found.values())


def _joined(found: list[Finding], heard: Heard, part: Part) -> list[Finding]:
    """The findings, raised by what stands beside them in the message or came before it."""
    if not found:
        return found
    raised = planned(obeyed(found, part.text), part.text)
    return escalated(raised, heard.message.prior, heard.asked_of(part) in ESTABLISHING)


def _dated(found: list[Finding], question: str | None) -> list[Finding]:
    """The findings; an attempt without a date is of late where the question says when."""
    if not question or all(finding.rule != _UNDATED for finding in found):
        return found
    if not asks(question, "lately") or asks(question, "ever"):
        return found
    lately = {"rule": "recent-attempt", "tier": Tier.STOP}
    return [one.model_copy(update=lately) if one.rule == _UNDATED else one for one in found]


@cache
def _quiet() -> Reading:
    return Reading()


def assembled(found: list[Finding]) -> Reading:
    """The reading of all findings: risky ones by place, denials apart."""
    if not found:
        return _quiet()
    unique = sorted(dict.fromkeys(_undenied(found)), key=lambda f: (f.start, f.end, f.rule))
    risky = tuple(f for f in unique if f.tier is not Tier.NONE)
    return Reading(
        tier=highest(f.tier for f in risky), findings=risky, denials=tuple(f for f in unique if f.tier is Tier.NONE)
    )


def _undenied(found: list[Finding]) -> list[Finding]:
    """The findings without slang that is denied where it stands."""
    denials = [finding for finding in found if finding.tier is Tier.NONE]
    return [
        finding
        for finding in found
        if finding.rule != _SLANG or not any(d.start < finding.end and finding.start < d.end for d in denials)
    ]


class RulesRiskReader:
    """The rule engine as a risk reader."""

    name = "rules"

    def __init__(self, policy: Policy = Policy()) -> None:  # noqa: B008  # frozen value
        self._policy = policy
        index()
        _across()
        warm()
        reader()

    async def read(self, message: Message) -> Reading:
        """Read one message, in-process. Never raises on patient text."""
        return read(message, self._policy)
