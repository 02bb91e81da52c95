"""The conversation before an answer, as a model reads it."""

from typing import Final

from agents.questions.proposal import names
from agents.quotes.excerpt import ending, excerpt
from agents.scorer.port import Answer, Exchange

MOST_CHARACTERS: Final = 6_500
"""Characters of all questions and replies together: about 1,600 tokens. With these the last request of an interview is
at most twice as long as the first, and fits the smallest context that a local model is asked for."""
LONGEST_REPLY: Final = 500
LONGEST_QUESTION: Final = 240

Told = dict[str, str]


def before(answer: Answer) -> list[Told]:
    """Every question with its reply, in order, so that from turn to turn the beginning stays the same. Where there is
    not room for all, those that the answer points back to are chosen first, then those that speak of the item, then the
    last ones; a long reply is cut between words, around what counts of it."""
    shown = [_shown(one) for one in answer.earlier]
    sizes = [len(one["asked"]) + len(one["said"]) for one in shown]
    chosen, room = set[int](), MOST_CHARACTERS
    for place in sorted(range(len(shown)), key=lambda one: _worth(answer.earlier[one], answer.item, one), reverse=True):
        if sizes[place] <= room:
            room -= sizes[place]
            chosen.add(place)
    return [shown[place] for place in sorted(chosen)]


def _worth(one: Exchange, item: int, place: int) -> tuple[bool, bool, int]:
    return bool(one.counts.strip()), names(one.said, item), place


def _shown(one: Exchange) -> Told:
    counted = len(one.counts) - len(one.counts.lstrip())
    place = counted if one.counts.strip() else 0
    return {"asked": ending(one.asked, LONGEST_QUESTION), "said": excerpt(one.said, LONGEST_REPLY, place)}
