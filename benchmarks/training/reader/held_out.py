"""Figures of the learnt reader alone on sets that it was not trained on, also written otherwise, with intervals."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import sqrt
from random import Random
from typing import Any, Final

from agents.reading.model.reader import LearntReader
from benchmarks.training.datasets import REPLIES
from benchmarks.training.reader.example import Example, spoken
from benchmarks.training.reader.examples import LATER, acts, author, harmless, part, risk
from benchmarks.training.reader.variants import beside, filled, slipped, unmarked

_SEED: Final = 7
_DRAWN: Final = "es_i"


def sets(name: str) -> tuple[list[Example], list[Example], list[Example]]:
    """The messages, the replies and the acts of a part of the held-out sets."""
    random = Random(_SEED)
    told = [one for author_ in part(name, "replies") for one in author(_path(author_), random)]
    return (
        [one for set_ in part(name, "risk") for one in risk(set_)],
        told,
        [one for set_ in part(name, "acts") for one in acts(set_)],
    )


def after_training(kind: str) -> frozenset[str]:
    """The sets of a kind written after the encoder's training: those of `later`, and the one that was drawn from among
    them to be held out."""
    return frozenset({*part(LATER, kind), _DRAWN})


def _path(name: str) -> Any:
    return REPLIES / "authors" / f"{name}.txt"


def language_of(name: str) -> str:
    """The language of a part of the held-out sets."""
    return spoken(part(name, "acts")[0])


def variants(language: str = "en") -> dict[str, Callable[[str], str]]:
    """The ways in which every set of a language is written once more."""
    remarks, random = harmless(language), Random(_SEED)
    return {
        "as written": lambda text: text,
        "no marks or capitals": unmarked,
        "slips in 3 of 100 letters": lambda text: slipped(text, random),
        "fillers": lambda text: filled(text, random, language),
        "a remark beside": lambda text: beside(text, remarks, random, language),
        "second language": lambda text: foreign(text, language),
    }


_GONE: Final = {
    "en": "a an the am is are was were been be have has had",
    "es": "el la los las un una he ha has han hemos es son está están estoy era",
}


def foreign(text: str, language: str = "en") -> str:
    """The text without articles and forms of `be` and `have`, as some who learnt the language late write."""
    gone = frozenset(_GONE[language].split())
    kept = [word for word in text.split() if word.lower() not in gone]
    return " ".join(kept) or text


def wilson(hits: int, total: int) -> tuple[float, float, float]:
    """A share with its 95 % Wilson interval; (0, 0, 1) of nothing."""
    if not total:
        return 0.0, 0.0, 1.0
    share, z = hits / total, 1.96
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return round(share, 3), round(max(0.0, middle - half), 3), round(min(1.0, middle + half), 3)


def must_stop(one: Example) -> bool:
    """Whether a stop is the only tier that may be given."""
    return one.tier is not None and one.tier[3] == 1


def may_stop(one: Example) -> bool:
    """Whether a stop may be given."""
    return one.tier is not None and one.tier[3] > 0


def risk_figures(known: Sequence[Example], tiers: Sequence[int]) -> dict[str, Any]:
    """Stop recall, false stops, missed altogether, tiers accepted; `tiers` are the ranks that were given."""
    pairs = list(zip(known, tiers, strict=True))
    must = [rank for one, rank in pairs if must_stop(one)]
    other = [rank for one, rank in pairs if not may_stop(one)]
    fits = [one.tier is not None and one.tier[rank] > 0 for one, rank in pairs]
    return {
        "must_stop": len(must),
        "stop": wilson(sum(rank == 3 for rank in must), len(must)),
        "no_stop": len(other),
        "false_stop": wilson(sum(rank == 3 for rank in other), len(other)),
        "none_of_must": sum(rank == 0 for rank in must),
        "accepted": wilson(sum(fits), len(fits)),
    }


def reply_figures(known: Sequence[Example], found: Sequence[tuple[int, bool]]) -> dict[str, Any]:
    """There or not, in range, F1 of asking on; `found` are the scores given and whether how often was asked."""
    pairs = [(one, *given) for one, given in zip(known, found, strict=True) if one.scores is not None]
    clear = [(one, score) for one, score, _ in pairs if one.scores and one.scores[0] in (0, 1)]
    right = sum(bool(score) == (one.scores is not None and one.scores[0] == 0) for one, score in clear)
    within = sum(one.scores is not None and one.scores[score] > 0 for one, score, _ in pairs)
    told = [(bool(one.asks), asked) for one, _, asked in pairs if one.asks is not None]
    hits = sum(want and asked for want, asked in told)
    total = sum(want + asked for want, asked in told)
    return {
        "replies": len(pairs),
        "there_or_not": wilson(right, len(clear)),
        "in_range": wilson(within, len(pairs)),
        "follow_up_f1": round(2 * hits / total, 3) if total else None,
    }


def act_figures(known: Sequence[Example], refused: Sequence[bool]) -> dict[str, Any]:
    """Non-answers recognised, and real answers refused."""
    pairs = list(zip(known, refused, strict=True))
    wrong = [given for one, given in pairs if one.act not in (0, None)]
    real = [given for one, given in pairs if one.act == 0]
    return {
        "non_answers": len(wrong),
        "refused": wilson(sum(wrong), len(wrong)),
        "answers": len(real),
        "answers_refused": wilson(sum(real), len(real)),
    }


def alone(reader: LearntReader, name: str = "figures") -> dict[str, dict[str, Any]]:
    """The reader by itself at plain thresholds: the likeliest tier with a stop from .5 on, and an answer refused from
    .8 on."""
    messages, replies, others = sets(name)
    found: dict[str, dict[str, Any]] = {}
    for way, write in variants(language_of(name)).items():
        told = [reader.read(one.question, write(one.reply), one.item).tiers for one in messages]
        given = [(reader.read(one.question, write(one.reply), one.item)) for one in replies]
        act = [reader.read(one.question, write(one.reply), one.item) for one in others]
        scores = [(0 if one.scores[0] >= 0.5 else _best(one.scores), one.asks > 0.5) for one in given]
        found[way] = {
            **risk_figures(messages, [_tier(shares) for shares in told]),
            **reply_figures(replies, scores),
            **act_figures([*replies, *others], [one.acts[0] < 0.2 for one in (*given, *act)]),
        }
    return found


def _best(scores: tuple[float, ...]) -> int:
    return max(range(1, 5), key=scores.__getitem__)


def _tier(shares: tuple[float, ...]) -> int:
    if shares[3] >= 0.5:
        return 3
    if shares[2] + shares[3] >= 0.5:
        return 2
    return 1 if shares[0] < 0.5 else 0


def written(known: Sequence[Example], write: Callable[[str], str]) -> list[Example]:
    """The examples with their replies written otherwise."""
    return [replace(one, reply=write(one.reply)) for one in known]
