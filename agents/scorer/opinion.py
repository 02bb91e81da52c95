"""A second opinion on a verdict that was only implied: tone weighs the whole reply against the rules' reading of it.

It decides where the rules found neither a word for the problem nor an answer, and doubts what they read from likeness
("something good, so no"; "a word for the problem, so yes") where it is sure enough. What was said outright it never
touches: a plain yes or no, days that were counted, an item's condition; nor does it take thoughts of self-harm away.
Thresholds: chosen on replies by eight authors, each left out in turn (docs/rule-engine.md).
"""

import re
from collections.abc import Iterator
from typing import Final

from agents.scorer.reading import Reading
from agents.scorer.signs import Signs
from agents.scorer.stance import Lead, Polarity
from agents.scorer.tone import likely
from agents.scorer.verdict import Verdict
from agents.scorer.vocabulary import Span

_GUESS: Final = 0.36
"""From this chance on a reply that the rules can't read is taken for a yes."""
_TO_NO: Final = 0.2
"""Below this chance a yes from a mere word for the problem is turned into a no."""
_TO_YES: Final = 0.6
"""Above this chance a no from something good is turned into a yes."""
_ADMITTED: Final = 0.3
"""Below this chance a no with something admitted beside it stands for the whole reply."""
_ASK: Final = 0.12
"""Below this chance of a yes a no is not asked back."""
_NAMED: Final = 0.05
"""The same where a word for the problem stands and nothing that denies it."""
_SURE: Final = 0.02
"""The same for a question and for so few words that they may be beside the point ("What an odd question.")."""
_FEWEST: Final = 8
_BRIEFLY: Final = 0.15
"""The same for a short reply, which rarely holds more than its no ("I can't even start the laundry.")."""
_FEW: Final = 20
_SELF_HARM: Final = 11
_SLEEP_AND_ENERGY: Final = 4
"""A condition of two halves, of which one is often told and the other taken back."""
_OF_ONESELF: Final = re.compile(
    r"(?:^| [,.;]|and|but|honestly|yes|yeah)(?: yes| yeah| well| honestly)? i (?:am|feel|felt|have (?:been|felt)"
    r"|have been feeling|was)(?: (?:very|really|quite|rather|pretty|so|a bit|a little|still|just|always|too|extremely"
    r"|terribly|more|often))?$"
).search
"""What stands right before a word for the problem that is said of oneself."""
_BRIEF: Final = 4
"""Words and marks of a reply that is too short to be weighed ("Honestly.")."""
_MOST: Final = 3
_LENGTH: Final = 6
_SIGNS: Final = ("present", "absent", "past", "fine", "missed", "everyday")


def traits(reading: Reading, verdict: Verdict) -> list[str]:
    """What the rules made of a reply, as names that tone weighs beside the words; each is told once."""
    stance, signs, frequency = reading.stance, reading.signs, reading.frequency
    view = f"{stance.polarity.value} begins {stance.lead.value}"
    found = [
        f"=is {stance.polarity.value}",
        f"=begins {stance.lead.value}",
        f"=is {view}",
        f"=asks {verdict.missing}",
        f"=scores {verdict.score}",
        f"=verdict {verdict.score} {verdict.ambiguity} {verdict.missing} {view}",
        f"=words {min(_LENGTH, reading.clauses.text.count(' ') // _LENGTH)}",
        f"=sentences {min(_LENGTH, len(reading.clauses.sentences))}",
        *_signs(signs),
    ]
    if frequency is None:
        return [*found, "=no frequency"]
    found.append(f"=often {frequency.mentions[0].kind} {frequency.firm}")
    found.append(f"=days {frequency.days > 0} {frequency.firm}")
    found.append(f"=mentions {min(_MOST, len(frequency.mentions))}")
    return found


def _signs(signs: Signs) -> Iterator[str]:
    for name in _SIGNS:
        spans = getattr(signs, name)
        if spans:
            yield f"={name}"
            if len(spans) > 1:
                yield f"={name} again"
    if signs.present and signs.absent:
        yield "=last present" if signs.present[-1] > signs.absent[-1] else "=last absent"


def weighed(reading: Reading, verdict: Verdict) -> Verdict:
    """The verdict, decided, turned or left as it is."""
    low, high = _open(reading, verdict)
    if low is None:
        return verdict
    chance = likely(reading.item, reading.clauses, traits(reading, verdict))
    there = verdict.score > 0
    if reading.stance.polarity is Polarity.UNKNOWN and verdict.missing == "endorsement":
        return _yes(reading, verdict, chance) if chance > low else _no(reading, verdict, chance)
    if there and chance < low:
        return _no(reading, verdict, chance)
    if not there and chance > high:
        return _yes(reading, verdict, chance)
    if not there and verdict.missing and chance < _ASK:
        return _no(reading, verdict, chance)
    return verdict


def _open(reading: Reading, verdict: Verdict) -> tuple[float | None, float]:
    """Below which chance a yes is doubted and above which a no; None where the verdict is not open to doubt."""
    polarity, lead, there = reading.stance.polarity, reading.stance.lead, verdict.score > 0
    closed = (None, 1.0)
    if reading.followup or reading.anchor is not None or reading.clauses.text.count(" ") <= _BRIEF:
        return closed
    if (reading.item == _SELF_HARM and there) or (reading.condition is not None and reading.condition.met is False):
        return closed
    if polarity is Polarity.UNKNOWN:
        return (
            closed
            if verdict.missing is None
            else (_GUESS, _GUESS)
            if verdict.missing == "endorsement"
            else (_TO_NO, 1.0)
        )
    if there and polarity is not Polarity.YES and lead in (Lead.NO, Lead.NOTHING):
        return closed if lead is Lead.NOTHING and verdict.missing == "endorsement" else (_ADMITTED, 1.0)
    if polarity is Polarity.YES and lead is Lead.NOTHING and verdict.missing == "frequency" and not _stated(reading):
        return _TO_NO, 1.0
    if polarity is Polarity.NO and not there and lead in (Lead.NOTHING, Lead.YES):
        denied = set(reading.signs.absent).difference(reading.signs.fine)
        return closed if denied and not reading.signs.present and _first_said(reading, denied) else (0.0, _TO_YES)
    return closed


def _first_said(reading: Reading, denied: set[Span]) -> bool:
    """Whether a reply begins by denying the thing itself: "I haven't been starting anything new. I just feel worn"."""
    end = reading.clauses.sentence(0)[1]
    return any(start < end for start, _ in denied)


def _stated(reading: Reading) -> bool:
    """Whether a yes is more than a word: the item's condition is met, an open "sometimes" stands beside it, or it is
    said of oneself in so many words ("I am nervous, to be honest")."""
    met = reading.condition is not None and reading.condition.met is True and reading.item != _SLEEP_AND_ENERGY
    text = reading.clauses.text
    return met or reading.frequency is not None or any(_OF_ONESELF(text[:start]) for start, _ in reading.signs.present)


def _no(reading: Reading, verdict: Verdict, chance: float) -> Verdict:
    spans = (reading.signs.absent or tuple(reading.clauses.marks["sweet"]) or verdict.spans)[:1]
    if chance < _silent(reading):
        return Verdict(0, 4, round(1 - chance, 2), False, None, spans)
    return Verdict(0, 8, 0.35, None, "endorsement", spans)


def _silent(reading: Reading) -> float:
    """Below which chance of a yes a no need not be asked back."""
    length = reading.clauses.text.count(" ")
    if length < _FEWEST or " ? " in reading.clauses.text:
        return _SURE
    if reading.signs.present and not reading.signs.absent:
        return _NAMED
    return _BRIEFLY if length < _FEW else _ASK


def _yes(reading: Reading, verdict: Verdict, chance: float) -> Verdict:
    if verdict.score > 0:
        return verdict
    sour = reading.clauses.marks["sour"]
    score = 3 if reading.lexicon.lasting or sour else 2
    return Verdict(score, 8, 0.35, None, "endorsement", (reading.signs.present or tuple(sour) or verdict.spans)[:1])
