"""The rule engine of the risk reader: deterministic, offline, first in line and never lowered by anything after it."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from agents.domain.risk import Finding, Reading, Tier, highest
from agents.risk.acts import acts, kinds
from agents.risk.answers import ESTABLISHING, answered, deed, opens_with_no
from agents.risk.canon import Canon, Sentence, canonical
from agents.risk.doubt import doubted
from agents.risk.elements import Text
from agents.risk.escalation import escalated, planned
from agents.risk.evidence import MOST_MARKS, Mark, Sign, core, dampers, supported, weighed
from agents.risk.gist import gist
from agents.risk.hit import Hit
from agents.risk.index import Index
from agents.risk.judgement import judge
from agents.risk.language import foreign, switched
from agents.risk.lexicon import bank, speller, warm
from agents.risk.patterns import Phrase
from agents.risk.policy import Policy
from agents.risk.port import Message
from agents.risk.questions import asks, question_text, topic
from agents.risk.ruleset import Rule, rules
from agents.risk.surroundings import Surroundings
from agents.risk.voices import obeyed
from agents.risk.weights import aside, leads, matters, model, unlisted
from agents.risk.weights import weighed as by_words

_MOST = 400
_OVERLAP = 60
_SLANG = "joke-or-slang"
_UNDATED = "undated-attempt"
_FALSE_FRIENDS = frozenset({"od"})
"""Slang of English that is an everyday word of other languages: the Slavic "from"."""


@cache
def _index() -> Index[Rule | Sign | str]:
    """The phrase rules that read a sentence, then the kinds of act, then the signs."""
    sentence_rules = ((rule, rule.when) for rule in rules() if rule.reach != "message")
    signs = ((sign, sign.when) for sign in core())
    return Index([*sentence_rules, *kinds().items(), *signs])


@cache
def _whole() -> Index[Rule]:
    """The phrase rules that read a whole message."""
    return Index((rule, rule.when) for rule in rules() if rule.reach != "sentence")


def _hits(
    called: dict[Rule | Sign | str, list[Phrase]],
    part: Sentence,
    around: Surroundings,
    policy: Policy,
    marks: list[Mark],
) -> list[Hit]:
    found: list[Hit] = []
    for owner, phrases in called.items():
        if isinstance(owner, Rule):
            found += owner.read(phrases, part, around, policy)
        elif isinstance(owner, Sign):
            if len(marks) < MOST_MARKS:
                marks += owner.read(phrases, part)
        else:
            found += [hit for act in acts(part, owner, phrases) if (hit := judge(act, around, policy))]
    return found


def _across(whole: Sentence, around: Surroundings, policy: Policy) -> list[Hit]:
    called = _whole().called(whole)
    return [hit for rule, phrases in called.items() for hit in rule.read(phrases, whole, around, policy)]


def _different(parts: list[Sentence]) -> Iterable[Sentence]:
    """The sentences in order, without those that say the same once more."""
    first: dict[tuple[str, ...], Sentence] = {}
    for part in parts:
        first.setdefault(part.words, part)
    return first.values()


def _stretches(words: list[str]) -> list[Sentence]:
    """The whole message, or overlapping stretches of a long one; repeated stretches once."""
    found: dict[tuple[str, ...], Sentence] = {}
    for first in range(0, max(1, len(words) - _OVERLAP), _MOST - _OVERLAP):
        stretch = Sentence(tuple(words[first : first + _MOST]), first)
        found.setdefault(stretch.words, stretch)
    return list(found.values())


def _finding(hit: Hit, part: Sentence, canon: Canon, text: str) -> Finding:
    start, end = canon.original(part.first + hit.start, part.first + max(hit.start, hit.end - 1))
    return Finding(
        rule=hit.rule,
        tier=hit.tier,
        about=hit.about,
        start=start,
        end=end,
        text=text[start:end],
        lethality=hit.lethality,
    )


def read(message: Message, policy: Policy = Policy()) -> Reading:  # noqa: B008  # frozen value
    """Read one message by rules alone. Never raises on any text; the same message always gives the same reading."""
    canon = canonical(message.text, speller())
    parts = canon.sentences
    text = parts[0] if len(parts) == 1 else Sentence(tuple(canon.words[:_MOST]), 0)
    everything = text if len(canon.words) <= _MOST else Text(tuple(canon.words))
    found: list[Finding] = []
    marks: list[Mark] = []
    for part in _different(parts):
        if called := _index().called(part):
            around = Surroundings(part, text, message.context)
            found += [_finding(hit, part, canon, message.text) for hit in _hits(called, part, around, policy, marks)]
    if len(parts) > 1 and _whole().calls(everything):
        for stretch in _stretches(canon.words):
            around = Surroundings(stretch, stretch, message.context)
            found += [_finding(hit, stretch, canon, message.text) for hit in _across(stretch, around, policy)]
    unread, refused = foreign(text, speller().known)
    if unread:
        found = [finding for finding in found if finding.text.lower() not in _FALSE_FRIENDS]
        found += [_finding(hit, text, canon, message.text) for hit in unread]
    elif len(parts) > 1:
        found += [_finding(hit, part, canon, message.text) for hit, part in switched(parts)]
    asked = topic(message.context, message.item)
    ordinary = message.item is not None and asked is None
    outright = ordinary and any(finding.tier is Tier.STOP for finding in found)
    if marks and not outright:  # in an ordinary answer signs add nothing to what was said outright
        weight = 0 if asked is None or opens_with_no(text) else 2 * (asked in ESTABLISHING)
        added = weighed(supported(marks, parts), weight, message.context, ordinary)
        found += [_finding(hit, part, canon, message.text) for hit, part in added]
    if asked and parts and (hit := answered(parts[0], text, asked, policy)):
        found.append(_finding(hit, text, canon, message.text))
    if asked is None and parts and message.context and (hit := deed(text, message.context)):
        found.append(_finding(hit, text, canon, message.text))
    found = _dated(found, message.context)
    reading = assembled(_joined(found, text, message, asked) if found else found)
    if refused:
        return reading
    reading, hit = _by_words(reading, message, everything, parts, asked)
    if hit is None:
        return reading
    raised = _finding(_alerting(hit, message, asked), Sentence((), 0), canon, message.text)
    return assembled([*reading.findings, *reading.denials, raised])


def _joined(found: list[Finding], text: Text, message: Message, asked: str | None) -> list[Finding]:
    """The findings, raised by what stands beside them in the message or came before it."""
    return escalated(planned(obeyed(found, text), text), message.prior, asked in ESTABLISHING)


def _by_words(
    reading: Reading, message: Message, everything: Text, parts: list[Sentence], asked: str | None
) -> tuple[Reading, Hit | None]:
    """The reading without what the words speak against, and what they raise: those of the message or of its gist."""
    elsewhere = asked is None and bool(message.context or message.item)
    leading = leads(message.context, message.item, asked)
    left = gist(parts, asked, elsewhere, message.context) if leading and parts else None
    if not (leading and message.context):
        reading = doubted(reading, left.text if left else everything, asked, elsewhere)
    weighing = by_words if leading else aside if message.item is not None else unlisted
    hit = weighing(everything, asked, elsewhere, reading)
    telling = left and (reading.findings or asked or matters(left.text))
    if left and telling and (hit is None or hit.tier is not Tier.STOP):
        closer = by_words(left.text, asked if left.begins else None, elsewhere, reading)
        if closer and (hit is None or closer.tier.rank > hit.tier.rank):
            hit = left.placed(closer)
    return reading, None if hit and _parting(everything, message.context) else hit


def _parting(text: Text, question: str | None) -> bool:
    """Whether what is to end is what the question asked about: a relationship, a job, a lease."""
    if not bank("classes", "end_it").found(text):
        return False
    asked = question_text(question)
    return asked is not None and bank("classes", "benign_end").found(asked)


def _dated(found: list[Finding], question: str | None) -> list[Finding]:
    """The findings; an attempt without a date is of late where the question says when."""
    if not question or all(finding.rule != _UNDATED for finding in found):
        return found
    if not asks(question, "lately") or asks(question, "ever"):
        return found
    lately = {"rule": "recent-attempt", "tier": Tier.STOP}
    return [one.model_copy(update=lately) if one.rule == _UNDATED else one for one in found]


def _alerting(hit: Hit, message: Message, asked: str | None) -> Hit:
    """What words alone raise; in the answer to an item that has nothing to do with risk they alert and end nothing."""
    if hit.tier is Tier.STOP and message.item is not None and asked is None:
        return replace(hit, rule="words-urgent", tier=Tier.URGENT)
    return hit


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
        _index()
        _whole()
        supported([], ())
        dampers()
        warm()
        model()

    async def read(self, message: Message) -> Reading:
        """Read one message, in-process. Never raises on patient text."""
        return read(message, self._policy)
