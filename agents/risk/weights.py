"""Weights: words and pairs of words that together make a tier likely, where no single rule holds.

A linear model over features.py. Its whole numbers in weights.toml come from the project's own labelled examples by
`python -m benchmarks.training.risk_weights`; the same words always weigh the same. It raises a reading; what it lowers
is in doubt.py.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp

from agents.domain.risk import Reading, Tier
from agents.risk.elements import Text
from agents.risk.evidence import dampers
from agents.risk.features import features, kinds, named, surroundings, worded
from agents.risk.hit import Hit
from agents.risk.lexicon import table

_TIERS = (Tier.FLAG, Tier.URGENT, Tier.STOP)
_MOST_OF_A_PLAN = 32
"""Words that are weighed together for a plan: in a longer text ordinary matters add up to one too easily."""
_SCALE = 1000
_MOST, _STEP, _FIRST = 110, 70, 1
_QUESTION = 200
_FEWEST = 3
_PAST = "old-ideation"
"""Told as long ago, thoughts weigh as heavily as today's: by their words alone they alert nobody."""
_SETTLING = frozenset(
    {
        f"@{key}"
        for key in ("idiom", "fiction", "accident", "ordinary", "role", "errand", "pet", "gaming", "grief", "feast")
    }
    | {f"@{key}" for key in ("body_check", "study", "leaving", "travel", "impulse")}
)


@dataclass(frozen=True, slots=True)
class _Model:
    """Weights against tier NONE in thousandths, for flag, urgent and stop."""

    base: tuple[int, ...]
    weights: dict[str, tuple[int, ...]]
    limits: dict[str, float]


@cache
def model() -> _Model:
    """The weights of weights.toml."""
    data = table("weights.toml")
    rows = (line.split("\t") for line in data["learnt"]["weights"].strip().split("\n"))
    weights: dict[str, tuple[int, ...]] = {row[0]: (int(row[1]), int(row[2]), int(row[3])) for row in rows}
    return _Model(tuple(data["learnt"]["base"]), weights, data["limits"])


def chances(words: tuple[str, ...], asked: str | None) -> tuple[float, ...]:
    """How likely each tier is (none, flag, urgent, stop; they add up to 1) by the words alone."""
    return _shares(_sums(features(words, asked)))


def likeliest(text: Text, asked: str | None, elsewhere: bool) -> tuple[float, float]:
    """How likely no risk is in that stretch of a message where it is least likely, and a stop where it is most."""
    shares = [_shares(_sums(features(words, asked, elsewhere))) for _, words in stretches(text.words)]
    return min(share[0] for share in shares), max(share[-1] for share in shares)


def _sums(found: set[str], onto: tuple[int, ...] | None = None) -> tuple[int, ...]:
    """The weights of features, added up by tier, `onto` those of other features."""
    held = filter(None, map(model().weights.get, found))
    return tuple(map(sum, zip(onto or model().base, *held, strict=True)))


def _shares(sums: tuple[int, ...]) -> tuple[float, ...]:
    """How likely each tier is by the sums of its weights."""
    most = max(0, *sums)
    shares = [exp((total - most) / _SCALE) for total in (0, *sums)]
    return tuple(share / sum(shares) for share in shares)


def alarming(words: tuple[str, ...], elsewhere: bool) -> float:
    """How likely urgent or stop is by the bare words, without what else they speak of."""
    return sum(_shares(_sums(worded(words, None, elsewhere)))[2:])


def stretches(words: tuple[str, ...]) -> list[tuple[int, tuple[str, ...]]]:
    """A message, or overlapping stretches of a long one's beginning and its end, each with its first word's place."""
    if len(words) <= _MOST:
        return [(0, words)]
    firsts = [*range(0, min(len(words) - _MOST, _STEP * _FIRST), _STEP), len(words) - _MOST]
    return [(first, words[first : first + _MOST]) for first in firsts]


@cache
def _openings() -> tuple[re.Pattern[str], re.Pattern[str]]:
    data = table("weights.toml")["questions"]
    return re.compile("|".join(data["open"])), re.compile("|".join(data["closed"]))


@lru_cache(maxsize=512)
def leads(question: str | None, item: int | None, asked: str | None) -> bool:
    """Whether a reply may be weighed by its words: nothing was asked, or something about risk, or an open question
    (what lies ahead, what was meant, whether there is more). The answer to a question about a symptom is left alone."""
    if question is None:
        return item is None or asked is not None
    if asked is not None and asked not in table("weights.toml")["questions"]["vague"]:
        return True
    opening, closing = _openings()
    end = question[-_QUESTION:].lower()
    return item is None and not closing.search(end) and (asked is not None or bool(opening.search(end)))


def matter() -> frozenset[str]:
    """Words of dying, leave-taking, means, injury, violence or voices."""
    return _listed("matter")


@cache
def telling() -> frozenset[str]:
    """Words for which a part is read by itself: those that matter, and those of the grave kinds."""
    return matter() | grave()


def matters(text: Text) -> bool:
    """Whether a text has a word that matters."""
    return not matter().isdisjoint(text.known)


def weighed(text: Text, asked: str | None, elsewhere: bool, reading: Reading) -> Hit | None:
    """A finding where the words make a higher tier likely than the rules found.

    `elsewhere`: a question was asked that has nothing to do with risk."""
    rules = {finding.rule for finding in reading.findings}
    if reading.tier is Tier.STOP or not rules.isdisjoint(table("weights.toml")["clinic"]):
        return None
    if not any(word[0].isalpha() for word in text.words):  # a number means what was asked
        return None
    bare = not rules and asked is None and not matters(text)
    if bare and not _listed("symptoms").isdisjoint(text.known):
        return None
    first, part = _riskiest(text, asked, elsewhere)
    sums = _sums(worded(part.words, asked, elsewhere))
    if not rules and (len(part.words) < _FEWEST or _shares(sums)[0] > model().limits["plain"]):
        return None
    around = surroundings(part)
    likely = _shares(_sums(around, sums))
    tier = _tier(likely, asked, _apart(elsewhere, not rules and not around.isdisjoint(_SETTLING), bare), reading)
    return _raised(tier, likely, reading, first, part)


def plan(text: Text, reading: Reading) -> Hit | None:
    """A stop where means are told with what is made ready or waited for: no question makes that ordinary."""
    if len(text.words) > _MOST_OF_A_PLAN or reading.tier is Tier.STOP or reading.denials or not _plans(text):
        return None
    first, part = _riskiest(text, None, False)
    sums = _sums(worded(part.words, None, False))
    if _shares(sums)[-1] < model().limits["glance"]:
        return None
    likely = _shares(_sums(surroundings(part), sums))
    tier = Tier.STOP if likely[-1] > model().limits["plan"] else Tier.NONE
    return _raised(tier, likely, reading, first, part)


def _plans(text: Text) -> bool:
    """Whether a word of means and one of readying or waiting stand in a text."""
    known = table("weights.toml")["plan"]
    if telling().isdisjoint(text.known):
        return False
    told = {kinds()[word] for word in text.known}
    if not told.isdisjoint(known["places"]) and not text.known.isdisjoint(known["left"].split("|")):
        return True
    if {kinds()[word] for word in text.known.difference(known["idle"])}.isdisjoint(known["means"]):
        return False
    return not told.isdisjoint(known["readied"]) or not text.known.isdisjoint(known["waiting"].split("|"))


def aside(text: Text, asked: str | None, elsewhere: bool, reading: Reading) -> Hit | None:
    """A finding in the answer to an item about a symptom: only where grave words make it all but certain."""
    if reading.tier is Tier.STOP or grave().isdisjoint(text.known):
        return None
    first, part = _riskiest(text, asked, elsewhere)
    limits = model().limits
    likely = sure(part, asked, elsewhere, limits["glance"])
    if not likely:
        return None
    stop, urgent = likely[-1] > limits["aside"], likely[-1] + likely[-2] > limits["aside_urgent"]
    tier = Tier.STOP if stop else Tier.URGENT if urgent else Tier.NONE
    return _raised(tier, likely, reading, first, part)


def unlisted(text: Text, asked: str | None, elsewhere: bool, reading: Reading) -> Hit | None:
    """A finding in the answer to a question about a symptom that is no item of the questionnaire."""
    if reading.tier is Tier.STOP or len(text.words) < _FEWEST or not matters(text):
        return None
    first, part = _riskiest(text, asked, elsewhere)
    sums = _sums(worded(part.words, asked, elsewhere))
    if _shares(sums)[0] > model().limits["plain"] or reading.denials:
        return None
    likely = _shares(_sums(surroundings(part), sums))
    return _raised(_unlisted(likely), likely, reading, first, part)


def _unlisted(likely: tuple[float, ...]) -> Tier:
    none, _, urgent, stop = likely
    limits = model().limits
    if stop > limits["unlisted"]:
        return Tier.STOP
    if urgent + stop > limits["unlisted_urgent"]:
        return Tier.URGENT
    return Tier.FLAG if none < limits["unlisted_none"] else Tier.NONE


def sure(text: Text, asked: str | None, elsewhere: bool, least: float) -> tuple[float, ...]:
    """How likely each tier is; nothing where the bare words do not make urgent or stop at least so likely."""
    sums = _sums(worded(text.words, asked, elsewhere))
    return _shares(_sums(surroundings(text), sums)) if sum(_shares(sums)[2:]) > least else ()


def _riskiest(text: Text, asked: str | None, elsewhere: bool) -> tuple[int, Text]:
    """The stretch of the words that is the likeliest stop, with its first word's place."""
    if len(text.words) <= _MOST:
        return 0, text
    cut = stretches(text.words)
    first, words = max(cut, key=lambda stretch: _shares(_sums(worded(stretch[1], asked, elsewhere)))[-1])
    return first, Text(words)


def _raised(tier: Tier, likely: tuple[float, ...], reading: Reading, first: int, part: Text) -> Hit | None:
    if tier.rank <= reading.tier.rank or (tier is Tier.STOP and _explained(part, likely)):
        return None
    start, end = heaviest(part.words, tier)
    about = reading.findings[0].about if reading.findings else "suicide"
    return Hit(f"words-{tier}", tier, about, first + start, first + end)


@cache
def grave() -> frozenset[str]:
    """The words of the grave kinds: death and ways to it."""
    known = named()
    words = frozenset(word for name in table("weights.toml")["grave"] for word in known[name])
    return words - frozenset(table("weights.toml")["mild"])


def _apart(elsewhere: bool, settled: bool, bare: bool) -> str:
    return "elsewhere" if elsewhere else "settled" if settled else "bare" if bare else ""


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(table("weights.toml")[name]["words"].split("|"))


def _tier(likely: tuple[float, ...], asked: str | None, apart: str, reading: Reading) -> Tier:
    """`apart`: the question was about something else (`elsewhere`), an idiom or the like accounts for the words
    (`settled`), or only the weights speak of risk (`bare`)."""
    none, _, urgent, stop = likely
    limits = model().limits
    held = _held(reading, asked, apart)
    if stop > limits[held]:
        return Tier.STOP
    if apart == "elsewhere" or asked == "item11":
        return Tier.NONE
    kind = f"{apart}_" if apart else ""
    past = any(finding.rule == _PAST for finding in reading.findings)
    if not past and urgent + stop > limits[held if held in ("denied", "firm") else f"{kind}urgent"]:
        return Tier.URGENT
    return Tier.FLAG if none < limits["none_denied" if reading.denials else f"{kind}none"] else Tier.NONE


def _explained(around: Text, likely: tuple[float, ...]) -> bool:
    """Whether an ordinary explanation (a holiday, a new job, a vet) outweighs the words."""
    return likely[-1] < model().limits["firm"] and any(bank.found(around) for bank in dampers())


def _held(reading: Reading, asked: str | None, apart: str) -> str:
    """Which limit holds for stop: the more has been settled, the higher it is."""
    rules = {finding.rule for finding in reading.findings}
    if reading.denials or "joke-or-slang" in rules:
        return "denied"
    if asked == "item11":
        return "item11"
    if not rules.isdisjoint(table("weights.toml")["firm"]):
        return "firm"
    return apart or ("stop" if rules or asked else "alone")


def heaviest(words: tuple[str, ...], tier: Tier) -> tuple[int, int]:
    """The stretch of words that weighs most for a tier (its first word, and the one after its last)."""
    weights, column = model().weights, _TIERS.index(tier)
    told = [kinds()[word] for word in words]
    share = [float(weights.get(kind, (0, 0, 0))[column]) for kind in told]
    for gap, joint in ((1, " "), (2, " _ ")):
        for i in range(len(told) - gap):
            weight = weights.get(f"{told[i]}{joint}{told[i + gap]}", (0, 0, 0))[column]
            share[i] += weight / 2
            share[i + gap] += weight / 2
    best, start, end, total, begun = float("-inf"), 0, 1, 0.0, 0
    for i, held in enumerate(share):
        if total <= 0:
            total, begun = 0.0, i
        total += held
        if total > best:
            best, start, end = total, begun, i + 1
    return start, end
