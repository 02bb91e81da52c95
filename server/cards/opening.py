"""How a card begins: in sentences for a therapist, which answers rest on weak evidence and what hangs on them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from agents.diagnostician.port import Mode
from agents.domain.level1 import HARM_ITEM
from agents.errors import AnamnesisError
from agents.reporter.doubts import UNCLEAR
from benchmarks.cards.replaying import RULES
from benchmarks.cards.snapshot import Snapshot
from benchmarks.cards.weak import EVEN, Change, WeakAnswer, Weakness, Weighed, weigh

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
MOST_LISTED: Final = 5
"""Answers that the first sentence names; the table below it has them all."""
MOST_NAMED: Final = 2
"""Answers that the second sentence speaks of."""
RULE: Final = (
    f"An answer's evidence is weak where its scorer's confidence is below {EVEN}, so that by its own account the score "
    f"is more likely wrong than right; where its ambiguity is {UNCLEAR} of 10 or more (the report calls it vague); "
    "or where no quote stands letter by letter in what the patient said. Answers that a clinician "
    "has confirmed or changed are not counted as weak."
)
_NOT_THE_RISK: Final = "A risk that was said stays one, however weak the score beside it."


class Piece(NamedTuple):
    """Words of a sentence, and what they lead to: a turn of the transcript, or the card's figure of that key."""

    words: str
    turn: int | None = None
    figure: str = ""


Sentence = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One weak answer in the table: its name, score, why its evidence is weak and what changes without it, in words."""

    short: str
    item: int
    score: int
    turn: int | None
    why: str
    effect: str
    changes: bool


@dataclass(frozen=True, slots=True)
class Opening:
    """The sentences, the table behind them, and a caution where one is due. `formed_by` is the engine of the report's
    own impressions, `rule` what counts as weak evidence and why. `failed` says why there are no sentences."""

    sentences: tuple[Sentence, ...] = ()
    rows: tuple[Row, ...] = ()
    caution: str = ""
    screening: bool = False
    formed_by: str = RULES
    failed: str = ""
    rule: str = RULE


def opening_of(snapshot: Snapshot) -> Opening:
    """Compute and tell it. Takes tens of milliseconds of processor time: not for an event loop."""
    try:
        weighed = weigh(snapshot)
    except AnamnesisError as failed:
        return Opening(failed=str(failed))
    return Opening(
        sentences=tuple(_sentences(weighed)),
        rows=tuple(_row(one, weighed.mode) for one in weighed.answers),
        caution=_NOT_THE_RISK if any(one.item == HARM_ITEM for one in weighed.answers) else "",
        screening=weighed.mode is Mode.SCREENING,
        formed_by=snapshot.diagnosis.engine if snapshot.diagnosis else RULES,
    )


def _sentences(weighed: Weighed) -> Iterator[Sentence]:
    """Two at most; how the figures stand beside those of other interviews is the third."""
    yield (*_which(weighed.answers), *(Piece(f"; {told}") for told in _apart(weighed)), Piece("."))
    if weighed.answers:
        yield _what_hangs(weighed)


def _which(answers: Sequence[WeakAnswer]) -> Sentence:
    if not answers:
        return (Piece("No answer rests on weak evidence, so nothing in the report hangs on one"),)
    number = len(answers)
    begun = f"{spelled(number).capitalize()} {'answer rests' if number == 1 else 'answers rest'} on weak evidence: "
    return (Piece(begun), *_listed(answers))


def _apart(weighed: Weighed) -> Iterator[str]:
    """The answers that are not among the weak ones for a reason of their own."""
    unknown, settled = len(weighed.unknown), len(weighed.settled)
    if unknown:
        yield (
            f"{spelled(unknown)} {'answer was' if unknown == 1 else 'answers were'} declined or unclear and "
            f"{'has' if unknown == 1 else 'have'} no score"
        )
    if settled:
        yield f"{spelled(settled)} that would be weak {'was' if settled == 1 else 'were'} settled by a clinician"


def _listed(answers: Sequence[WeakAnswer]) -> Iterator[Piece]:
    named = answers[:MOST_LISTED]
    for place, one in enumerate(named):
        if place:
            yield Piece(", ")
        yield Piece(_quoted(one), one.turn)
    if more := len(answers) - len(named):
        yield Piece(f" and {spelled(more)} more")


def _what_hangs(weighed: Weighed) -> Sentence:
    bearing = [one for one in weighed.answers if not one.without.none]
    if not bearing:
        return (Piece(_no_difference(weighed)),)
    bearing.sort(key=lambda one: not one.without.lost)
    told: list[Piece] = []
    for place, one in enumerate(bearing[:MOST_NAMED]):
        begun = Piece("; without the answer on " if place else "Without the answer on ")
        named = (Piece("Without it"),) if len(weighed.answers) == 1 else (begun, Piece(_quoted(one), one.turn))
        told += [*named, Piece(f", {_effect(one.without, weighed.mode)}")]
    more = len(bearing) - MOST_NAMED
    if more > 0:
        told.append(Piece(f"; {spelled(more)} more {'makes a difference' if more == 1 else 'make a difference'}, too"))
    return (*told, Piece(" (as the rules work it out)."))


def _no_difference(weighed: Weighed) -> str:
    each = "it" if len(weighed.answers) == 1 else "any one of them"
    if weighed.mode is Mode.SCREENING:
        return f"Without {each}, every domain stays on its side of its threshold (as the rules work it out)."
    if not weighed.impressions:
        return f"With or without {each}, the rules form no impression."
    return f"Without {each}, the rules' impressions stay the same, with the same one first."


def _effect(change: Change, mode: Mode) -> str:
    """What would be otherwise; in screening mode there are only domains and their thresholds."""
    place = "at or over the threshold" if mode is Mode.SCREENING else "among the impressions"
    told = []
    if change.lost:
        told.append(f"{_and(change.lost)} would not be {place}")
    if change.gained:
        told.append(f"{_and(change.gained)} would be {place}")
    if change.first:
        told.append(f"{change.first} would come first")
    return ", and ".join(told)


def _row(one: WeakAnswer, mode: Mode) -> Row:
    changes = not one.without.none
    effect = _effect(one.without, mode) if changes else "nothing changes"
    return Row(one.short, one.item, one.score, one.turn, _why(one), effect[:1].upper() + effect[1:], changes)


def _why(one: WeakAnswer) -> str:
    words = {
        Weakness.UNSURE: f"confidence {one.confidence:.2f}, below {EVEN}",
        Weakness.AMBIGUOUS: f"ambiguity {one.ambiguity} of 10",
        Weakness.UNQUOTED: "no quote to check it by",
    }
    return ", ".join(words[why] for why in one.why)


def _and(names: Sequence[str]) -> str:
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]


def spelled(number: int) -> str:
    """A number as it stands in a sentence: small ones as a word."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def _quoted(one: WeakAnswer) -> str:
    return f"“{one.short}”"
