"""Which of several wordings is said: by chance for an interview, and not what was said just before."""

from collections.abc import Sequence

from agents.interviewer.port import Brief
from agents.questions.bank import bank, wording


def mixed(seed: int, salt: int = 0) -> int:
    """The seed hashed (64-bit mix by Steele et al., splitmix64), so that similar seeds give different results."""
    value = (seed + (salt + 1) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    return value ^ (value >> 31)


def pick(options: Sequence[str], turn: int, *previous: str) -> str:
    """The option for this turn, or the next one where one of the previous messages began with the same words."""
    chosen = options[turn % len(options)]
    return options[(turn + 1) % len(options)] if any(said.startswith(chosen) for said in previous) else chosen


def item_of(brief: Brief) -> int:
    """The item of a brief. Raises ValueError where it has none."""
    if brief.item is None:
        raise ValueError(f"{brief.purpose} needs an item")
    return brief.item


def line(brief: Brief, name: str) -> str:
    """One of the bank's lines of this name."""
    turn = mixed(brief.seed) + (brief.item or 0) + brief.attempt
    return pick(bank(brief.language).lines[name], turn, brief.previous, *brief.spoken[-1:])


def question(brief: Brief) -> str:
    """The item's question as it is asked first."""
    item = item_of(brief)
    return pick(wording(item, brief.language).questions, mixed(brief.seed, item))


def other_words(brief: Brief) -> str:
    """The item's question in words that were not said lately: the explanations first, then its other wordings."""
    item = item_of(brief)
    own, turn = wording(item, brief.language), mixed(brief.seed, item)
    return _fresh((*_from(own.rephrasings, turn + brief.attempt), *_from(own.questions, turn)), brief)


def standing(brief: Brief) -> str:
    """The open question in other words: how often, where the follow-up about that is open."""
    return how_often(brief) if brief.missing == "frequency" else other_words(brief)


def how_often(brief: Brief) -> str:
    """Asks how often, naming the topic: the last reply is no longer the one that the follow-up was about."""
    item = wording(item_of(brief), brief.language)
    ways = [way.format(clause=item.clause) for way in bank(brief.language).frequency.topic]
    return _fresh(_from(ways, mixed(brief.seed) + item.id), brief)


def _from(options: Sequence[str], turn: int) -> tuple[str, ...]:
    """The options in turn, from this one on."""
    first = turn % len(options)
    return (*options[first:], *options[:first])


def _fresh(options: Sequence[str], brief: Brief) -> str:
    """The first option that was not said lately; the first one where all of them were."""
    return next((one for one in options if not any(one in said for said in brief.spoken)), options[0])
