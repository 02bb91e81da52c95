"""What one reply comes to, and what two come to together: a score, the words it rests on, or a contradiction."""

from dataclasses import dataclass, replace
from typing import Final

from agents.reading.model.reader import reader
from agents.reading.stance import Lead
from agents.scorer.evidence import bearing, quote
from agents.scorer.otherwise import apart
from agents.scorer.port import CONTRADICTED, Answer, Evidence, Source
from agents.scorer.reading import Reading, read
from agents.scorer.sides import contradiction, corrected, flat_no, flat_yes
from agents.scorer.verdict import UNKNOWN, Verdict, judge

CORRECTED: Final = "took an earlier answer back"
_TAKEN_BACK: Final = 4
"""The least ambiguity of an answer that takes back another."""
_GRAVE: Final = 7
"""The same for thoughts of self-harm that are taken back: whoever reads it has reason to ask again."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A reply's reading and verdict; `evidence` are exact pieces of the reply, `note` what a reader should know."""

    reading: Reading
    verdict: Verdict
    evidence: tuple[Evidence, ...]
    note: str | None = None


def hear(text: str, answer: Answer, source: Source) -> Heard:
    """Read one reply; where it takes an answer back, the one in its place counts."""
    heard = _plainly(text, answer, source)
    return _corrected(text, answer, source, heard) or heard


def together(first: Heard, second: Heard) -> Heard:
    """A reply with that to its follow-up: the second counts where it tells more, unless it flatly contradicts."""
    if first.verdict.missing != "frequency" and apart(second.reading):
        second = replace(second, verdict=UNKNOWN, evidence=())
    if _opposed(first, second):
        return Heard(second.reading, UNKNOWN, first.evidence + second.evidence, CONTRADICTED)
    if _open(first.verdict, second.verdict):
        return Heard(second.reading, UNKNOWN, (), second.note)
    if not _decides(first.verdict, second.verdict):
        return replace(first, note=first.note or second.note)
    evidence, verdict = first.evidence + second.evidence, second.verdict
    if first.note == CONTRADICTED:
        return Heard(second.reading, _doubted(verdict, second.reading), evidence, CONTRADICTED)
    if not _reversed(first.verdict, verdict):
        return Heard(second.reading, verdict, evidence, second.note or first.note)
    return Heard(second.reading, _doubted(verdict, second.reading), evidence, CORRECTED)


def _plainly(text: str, answer: Answer, source: Source) -> Heard:
    followup = source == "followup"
    reading = read(text, answer, followup=followup)
    if sides := contradiction(reading):
        return Heard(reading, UNKNOWN, quote(reading.words, tuple(side.span for side in sides), source), CONTRADICTED)
    verdict = judge(reading, flat=_flat(reading))
    evidence = quote(reading.words, verdict.spans, source)
    if verdict.bears or (verdict.answered and not evidence):
        often = (evidence[0].start, evidence[0].end) if evidence and reading.frequency else None
        evidence = bearing(
            evidence,
            text,
            reader().bearing(reading.question, text, answer.item, often, there=verdict.score > 0),
            source,
        )
    if not verdict.answered or (verdict.score and not evidence):
        verdict, evidence = UNKNOWN, ()
    note = "the middle of a very long reply was not read" if reading.words.cut and not followup else None
    return Heard(reading, verdict, evidence, note)


def _flat(reading: Reading) -> bool | None:
    """Whether a reply is nothing but a yes (True) or a no (False)."""
    if flat_no(reading) is not None:
        return False
    return True if flat_yes(reading) is not None and reading.frequency is None else None


def _corrected(text: str, answer: Answer, source: Source, heard: Heard) -> Heard | None:
    """The reply by the answer that takes back an opposite one in it; None where there is no such answer."""
    cut = corrected(heard.reading.clauses.text)
    if cut is None:
        return None
    start, after = (heard.reading.words.originals([(at, at + 2)])[0][0] for at in cut)
    before, rest = _plainly(text[:start], answer, source), _plainly(text[after:], answer, source)
    if not _reversed(before.verdict, rest.verdict):
        return None
    moved = tuple(
        piece.model_copy(update={"start": piece.start + after, "end": piece.end + after}) for piece in rest.evidence
    )
    return Heard(rest.reading, _doubted(rest.verdict, rest.reading), before.evidence + moved, CORRECTED)


def _doubted(verdict: Verdict, reading: Reading) -> Verdict:
    least = _GRAVE if reading.item.grave and not verdict.score else _TAKEN_BACK
    return replace(verdict, ambiguity=max(verdict.ambiguity, least), confidence=min(verdict.confidence, 0.6))


def _reversed(first: Verdict, last: Verdict) -> bool:
    """Whether one says that the problem was there and the other that it was not."""
    if not (first.answered and last.answered):
        return False
    return {bool(first.score), bool(last.score)} == {True, False} and first.missing != "endorsement" != last.missing


def _opposed(first: Heard, second: Heard) -> bool:
    """Whether the reply to the follow-up is the flat opposite of what was said outright before it."""
    if not _reversed(first.verdict, second.verdict) or second.note == CORRECTED:
        return False
    if first.verdict.score:
        return flat_no(second.reading) is not None and _outright(first)
    return flat_no(first.reading) is not None and flat_yes(second.reading) is not None


def _outright(heard: Heard) -> bool:
    """Whether a yes was plain: said so, with how often, or of thoughts of self-harm in any words."""
    reading = heard.reading
    return reading.lead is Lead.YES or reading.frequency is not None or reading.item.grave


def _open(first: Verdict, second: Verdict) -> bool:
    """Whether two replies leave it open that the item was answered at all."""
    if not first.answered:
        return second.missing == "endorsement"
    return first.missing == "endorsement" and not second.answered


def _decides(first: Verdict, second: Verdict) -> bool:
    """Whether the reply to a follow-up carries the score: when it tells more than the first reply did."""
    if not (first.answered and second.answered):
        return second.answered
    return second.missing is None or (second.missing == "frequency" and first.missing is not None)
