"""What the learnt reader adds to what the rules found. It raises a tier and never lowers one.

The more has been settled by then, the surer it has to be. The limits were chosen on authors that it was not trained on
(`limits` in benchmarks/training/data/held_out.toml), so that few harmless messages stop an interview.
"""

import re
from typing import Final

from agents.domain.risk import About, Finding, Reading, Tier
from agents.language import ENGLISH
from agents.questions.catalogue import entries
from agents.reading.model.folding import folded
from agents.reading.model.labels import ACTS
from agents.reading.model.reader import Learnt, reader
from agents.risk.heard import Heard
from agents.risk.matters import listed
from agents.risk.port import Message

STOP: Final = 0.5
"""How likely a stop has to be where a rule has found something, or the question was about risk."""
ALONE: Final = 0.6
"""The same where no rule found anything."""
ELSEWHERE: Final = 0.7
"""The same in the answer to an item that has nothing to do with risk."""
BY_ITSELF: Final = 0.8
"""The same for the words without the question that they answer."""
SETTLED: Final = 0.8
"""The same where a rule has settled what was meant."""
BRIEF: Final = 0.9
"""The same for fewer than five words, which the rules read with their question."""
DENIED: Final = 0.95
"""The same where the patient denied it."""
URGENT: Final = 0.55
"""How likely urgent or a stop has to be."""
FLAG: Final = 0.6
"""How likely any risk has to be."""
_FEW: Final = 5
_FLAT: Final = re.compile(r"\W*(?:no|nope|nah|never|not at all|not really|yes|yeah|yep)\W*", re.IGNORECASE)
"""A bare yes or no: the rules read it with its question, and there is nothing else to learn from."""
_RULE: Final = "learnt-"
_REQUESTS: Final = frozenset({"unsafe", "process", "pause", "stop", "delete", "human", "help", "clarify", "declines"})
"""Acts that answer no question: what was asked before them makes them no danger."""
_QUESTION: Final = 8
"""Words of a question about the conversation that leave no room for more."""
_SENTENCE: Final = re.compile(r"[^.!?\n]+")


def raised(reading: Reading, heard: Heard) -> Reading:
    """The reading with a finding of the learnt reader where that finds more than the rules did."""
    rules = {finding.rule for finding in reading.findings}
    message = heard.message
    settled = reading.tier is Tier.STOP or bool(rules & listed("clinic"))
    if settled or heard.asks_back or not any(map(str.isalpha, message.text)) or _FLAT.fullmatch(message.text):
        return reading
    limit = _limit(reading, heard, rules)
    told, bare = reader().read(message.context, message.text, message.item), reader().read(None, message.text)
    unsaid = reading.tier is Tier.NONE and not heard.telling()
    if unsaid and _about_the_talk(message):
        return reading
    tier, likely = _tier(told, limit)
    if message.context and bare.danger >= max(BY_ITSELF, limit):
        told, tier, likely = (told, tier, likely) if tier is Tier.STOP else (bare, Tier.STOP, bare.danger)
    elif tier is Tier.STOP and unsaid and message.context and (_asks(told) or _asks(bare)):
        tier = Tier.URGENT  # a request, dangerous by its question alone: somebody looks at it, and nothing ends
    if tier.rank <= reading.tier.rank:
        return reading
    return _with(reading, _finding(told, tier, likely, reading, heard))


def _about_the_talk(message: Message) -> bool:
    """Whether a message is nothing but questions about the conversation that the catalogue knows ("will you tell my
    mom"), which answer nothing."""
    english = message.language == ENGLISH
    text = message.text.lower().replace("’", "'") if english else folded(message.text)
    said = [" ".join(one.split()) for one in _SENTENCE.findall(text) if any(map(str.isalpha, one))]
    if any(len(one.split()) > _QUESTION for one in said):
        return False
    return all(any(known.asked and known.fits(one) for known in entries(message.language)) for one in said)


def _asks(told: Learnt) -> bool:
    return ACTS[told.acts.index(max(told.acts))] in _REQUESTS


def _tier(told: Learnt, limit: float) -> tuple[Tier, float]:
    """The tier by the learnt reader, where a stop has to be that likely, and how likely at least it is."""
    if told.danger >= limit:
        return Tier.STOP, told.danger
    more = max(0.0, limit - ALONE)
    if told.alarm >= URGENT + more:
        return Tier.URGENT, told.alarm
    any_ = 1 - told.tiers[0]
    return (Tier.FLAG, any_) if any_ >= min(0.95, FLAG + more) else (Tier.NONE, told.tiers[0])


def _limit(reading: Reading, heard: Heard, rules: set[str]) -> float:
    brief = len(heard.message.text.split()) < _FEW
    if reading.denials or "joke-or-slang" in rules:
        return DENIED
    if brief or rules & listed("settled"):
        return BRIEF if brief else SETTLED
    if heard.ordinary:
        return ELSEWHERE
    return STOP if rules or heard.asked else ALONE


def _finding(told: Learnt, tier: Tier, likely: float, reading: Reading, heard: Heard) -> Finding:
    message = heard.message
    start, end = reader().carrying(message.context, message.text, told.span)
    return Finding(
        rule=f"{_RULE}{tier}",
        tier=tier,
        about=_about(message.text[start:end], reading),
        start=start,
        end=end,
        text=message.text[start:end],
        likely=round(likely, 2),
    )


def _about(words: str, reading: Reading) -> About:
    """What the rules found it to be about; else violence where somebody else is named and no word of dying."""
    if reading.findings:
        return reading.findings[0].about
    told = {word.strip(".,;:!?'\"") for word in words.lower().split()}
    return "violence" if told & listed("others") and not told & {"myself", "die", "me"} else "suicide"


def _with(reading: Reading, finding: Finding) -> Reading:
    findings = sorted((*reading.findings, finding), key=lambda one: (one.start, one.end, one.rule))
    return reading.model_copy(update={"tier": finding.tier, "findings": tuple(findings)})
