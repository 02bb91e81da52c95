"""One reply taken apart: its words, how often, what it says of the problem, and whether the item's condition is met."""

import re
from dataclasses import dataclass
from typing import Final

from agents.scorer import signs as sign_rules
from agents.scorer import words as word_rules
from agents.scorer.clauses import Clauses, split
from agents.scorer.conditions import Condition, condition
from agents.scorer.lexicon import ItemWords, item_words
from agents.scorer.mention import Mention
from agents.scorer.mentions import find
from agents.scorer.signs import Signs
from agents.scorer.stance import Stance, stance
from agents.scorer.tally import Frequency, weigh
from agents.scorer.vocabulary import Span, amount
from agents.scorer.words import Words

_ASKS_DAYS: Final = re.compile(r"how many|number of (?:days|nights|times)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything the verdict rests on. `anchor` is a bare 0-4 given as the answer to the scale."""

    item: int
    words: Words
    clauses: Clauses
    lexicon: ItemWords
    signs: Signs
    stance: Stance
    frequency: Frequency | None
    condition: Condition | None
    followup: bool
    anchor: tuple[int, Span] | None


def _anchor(text: str, question: str | None) -> tuple[int, Span] | None:
    match = amount("anchor").match(text)
    if not match or (question is not None and _ASKS_DAYS.search(question)):
        return None
    return int(match["n"]), (match.start("n") - 1, match.end("n"))


def _merged(mentions: list[Mention], everyday: tuple[Span, ...]) -> list[Mention]:
    """Adds "not a day without it" to the mentions in place of what it overlaps."""
    if not everyday:
        return mentions
    found = [Mention("all", 14, start, end) for start, end in everyday]
    kept = [m for m in mentions if all(m.end <= a or m.start >= b for a, b in everyday)]
    return sorted([*kept, *found], key=lambda mention: mention.start)


def read(reply: str, item: int, *, question: str | None, followup: bool) -> Reading:
    """Take a reply to an item apart; `followup` says that it answers "how often?"."""
    words = word_rules.read(reply)
    clauses = split(words.text)
    lexicon = item_words(item)
    signs = sign_rules.read(clauses, lexicon)
    mentions = _merged(find(clauses), signs.everyday)
    return Reading(
        item=item,
        words=words,
        clauses=clauses,
        lexicon=lexicon,
        signs=signs,
        stance=stance(clauses, signs, lexicon),
        frequency=weigh(clauses, mentions, signs, lexicon, event=followup),
        condition=condition(item, clauses),
        followup=followup,
        anchor=None if followup else _anchor(words.text, question),
    )
