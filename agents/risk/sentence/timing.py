"""When: what a sentence says about time, as far as the risk policy asks."""

from enum import StrEnum

from agents.risk.lexicon import bank
from agents.risk.phrases.elements import Span, Text

_HABIT = frozenset(
    {"most", "every", "some", "sometimes", "often", "daily", "nightly", "weekly", "regularly", "usually"}
)
_TELLING = frozenset({"today", "now"})
_NAMED = frozenset({"yesterday", "last", "ago", "this", "tonight", "today", "now"})


class When(StrEnum):
    """RECENT is within about three months, OLD longer ago; NEAR lies ahead; UNDATED says nothing."""

    NEAR = "near"
    RECENT = "recent"
    OLD = "old"
    UNDATED = "undated"


def ahead(text: Text, loose: bool = False) -> bool:
    """Whether a text names a time that lies ahead (`loose`: also by `now`, `until`, `before X comes`)."""
    return bank("classes", "near" if loose else "near_hard").found(text)


def telling(text: Text, begin: int, end: int) -> Text:
    """The sentence of a clause (from `begin` to `end`) without the `used` of its other clauses: what one used to enjoy
    dates nothing else."""
    words = text.words
    if "used" not in text.known:
        return text
    return Text(tuple(word for place, word in enumerate(words) if word != "used" or begin <= place < end))


def past(text: Text) -> When:
    """Where in the past a text places what it tells. OLD wins over RECENT only when nothing recent is named."""
    recent = bank("timing.toml", "recent").every(text)
    old = bank("timing.toml", "old").found(text)
    if old and not any(_certain(text, span) for span in recent):
        return When.OLD
    return When.RECENT if recent else When.UNDATED


def attempted(text: Text) -> When:
    """As `past`, but words of habit (`every day since`) date nothing that was done once."""
    when = past(text)
    if when is not When.RECENT:
        return when
    recent = bank("timing.toml", "recent").every(text)
    if bank("timing.toml", "old").found(text) and not any(_dates(text, span) for span in recent):
        return When.OLD
    return when if any(_HABIT.isdisjoint(text.words[span.start : span.end]) for span in recent) else When.UNDATED


def _dates(text: Text, span: Span) -> bool:
    """Whether a recent time can be that of what was done: `today` where years are named is when it is told."""
    words = text.words[span.start : span.end]
    return _certain(text, span) and (_TELLING.isdisjoint(words) or "again" in text.known)


def _certain(text: Text, span: Span) -> bool:
    """Words of habit (`sometimes`, `every week`) do not outweigh a named past; a named recent time does."""
    named = not _NAMED.isdisjoint(text.words[span.start : span.end])
    return named and text.words[span.start - 1 : span.start] != ("ago",)  # `ten years ago this week`
