"""From a reading to a score: what the reply comes to, how sure that is, and what is still missing."""

import re
from dataclasses import dataclass
from typing import Literal

from agents.scorer.mention import Mention
from agents.scorer.reading import Reading
from agents.scorer.stance import Lead, Polarity
from agents.scorer.tally import Frequency, score_for_days
from agents.scorer.unread import elsewhere, hedged, meant, severity
from agents.scorer.vocabulary import Span, amount, pattern

_COUNTS = frozenset({"count", "times", "number", "once", "twice", "share", "occasion"})
_TOBACCO = 22
_BUT = re.compile(r" (?:but|though|although|however|yet) ").match
_FELT = re.compile(r"(?:feels?|felt|seems?|seemed|as (?:if|though)|like (?:i|it|a|an|the)) ").search
_FEW_DAYS = 3
"""So few days may be told and then set against being well: "twice I stayed in, but mostly I've had fun"."""
_LACK = 24
"""Characters before a good thing, or a problem, in which the word stands that says it is not there."""
_MEASURED = frozenset({10, 11, 21, 22, 23})

Missing = Literal["frequency", "endorsement"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Score 0-4, ambiguity 1-10, confidence 0-1; `spans` of the plain words it rests on. Where a reply was not
    `answered`, nothing in it spoke of the problem: the score is a guess that stands for nothing."""

    score: int
    ambiguity: int
    confidence: float
    endorsed: bool | None
    missing: Missing | None
    spans: tuple[Span, ...] = ()
    answered: bool = True


def _denied(reading: Reading, spans: tuple[Span, ...]) -> Verdict:
    weak = reading.stance.lead is Lead.WEAK_NO
    told = tuple(_with_lack(reading, span) for span in spans)
    return Verdict(0, 2 if weak else 1, 0.85 if weak else 0.96, False, None, told)


def _symptom(reading: Reading) -> tuple[Span, ...]:
    met = (reading.condition.span,) if reading.condition and reading.condition.met and reading.condition.span else ()
    present = reading.signs.present[:1] or reading.stance.spans[:1] or met
    return tuple(_with_lack(reading, span) for span in present)


def _with_lack(reading: Reading, span: Span) -> Span:
    """A good thing that is lacking, or a problem that is denied, with the word that says so: no bare "care"."""
    if span not in reading.signs.missed and span not in reading.signs.absent:
        return span
    clauses = reading.clauses
    first = max(clauses.around(span[0] + 1)[0], span[0] - _LACK)
    lacks = [a for name in ("negator", "scarce") for a, b in clauses.marks[name] if first <= a and b <= span[0]]
    return (max(lacks), span[1]) if lacks else span


def _counted(reading: Reading, frequency: Frequency) -> Verdict:
    score = score_for_days(frequency.days)
    if reading.item == _TOBACCO and frequency.mentions[0].kind == "often":
        score = 4
    spans = (*_symptom(reading), *((m.start, m.end) for m in frequency.mentions[:3]))
    if frequency.firm:
        return Verdict(score, 2, 0.9, score > 0, None, spans)
    doubted = bool(reading.clauses.marks["unsure"]) or reading.stance.polarity is Polarity.PARTIAL
    return Verdict(score, 7 if doubted else 5, 0.45 if doubted else 0.55, True, "frequency", spans)


def _uncounted(reading: Reading) -> Verdict:
    """There, but nobody said how often: lasting states read as more days than passing ones."""
    start, end = reading.clauses.around(reading.signs.present[0][0] + 1) if reading.signs.present else (0, None)
    first = reading.clauses.around(0)[1]
    mild = pattern("mild").search(f"{reading.words.text[start:end]} , {reading.words.text[:first]} ")
    heavy = reading.lexicon.lasting or _heavy(reading)
    score = 3 if heavy and not mild and (reading.signs.present or reading.clauses.marks["sour"]) else 2
    if reading.clauses.marks["unsure"] and not (reading.frequency and reading.frequency.firm):
        return Verdict(1, 7, 0.4, None, "endorsement", _symptom(reading))
    return Verdict(score, 6, 0.45, True, "frequency", _symptom(reading))


def _heavy(reading: Reading) -> bool:
    """Whether words of suffering beside those of the problem tell of more than a passing thing."""
    if reading.item in _MEASURED or reading.frequency is not None:
        return False
    present = reading.signs.present
    return any(all(end <= a or b <= start for a, b in present) for start, end in reading.clauses.marks["sour"])


def _speaks_of_it(reading: Reading, frequency: Frequency) -> bool:
    """Whether a frequency after a no speaks of the problem: it stands alone, right behind the no, or with its words."""
    mention = frequency.mentions[0]
    start, end = reading.clauses.around(mention.start + 1)
    if any(start <= a < end for a, _ in reading.signs.present):
        return True
    if reading.stance.lead is Lead.NOTHING:
        return mention.kind in _COUNTS and _alone(reading, frequency) and not _everyone(reading, mention)
    if reading.followup and mention.kind in ("all", "nearly all", "most") and _alone(reading, frequency):
        return True
    exact = frequency.firm and mention.kind not in ("all", "always", "nearly all", "most")
    return exact and (_alone(reading, frequency) or mention.start < reading.stance.lead_end + 20)


def _everyone(reading: Reading, mention: Mention) -> bool:
    """Whether the mention belongs to what anyone does: "I lock it the once, same as anyone"."""
    if any(a <= mention.start and mention.end <= b for a, b in reading.signs.absent):
        return True
    return reading.clauses.has("ordinary", *reading.clauses.sentence(mention.start + 1))


def _after_no(reading: Reading) -> Verdict:
    frequency, spans = reading.frequency, reading.stance.spans
    implied = reading.stance.lead is Lead.NOTHING and set(spans) <= set(reading.signs.absent)
    decided = set(spans) & set(reading.clauses.marks["outright"])
    if (
        frequency
        and frequency.days
        and (_speaks_of_it(reading, frequency) or (implied and not decided and _opens(reading, frequency)))
    ):
        return _counted(reading, frequency)
    if told := _contrasted(reading):
        return Verdict(2, 7, 0.4, None, "endorsement", (told,))
    if _only_implied(reading):
        return Verdict(0, 6, 0.5, None, "endorsement", spans[:1])
    return _denied(reading, spans[:2])


def _only_implied(reading: Reading) -> bool:
    """Whether a no is read only from something good in one sentence, with more said that was not understood."""
    if reading.followup or reading.stance.lead is not Lead.NOTHING or len(reading.clauses.sentences) < 3:
        return False
    clauses = reading.clauses
    last, _ = clauses.sentence(len(clauses.text) - 4)
    if _over(reading):
        return False
    if not clauses.marks["sour"] and reading.frequency is None and any(a >= last for a, _ in reading.signs.fine):
        return False
    return set(reading.stance.spans) <= set(reading.signs.fine)


def _contrasted(reading: Reading) -> Span | None:
    """What was not understood but is set against what is well: "I still paint but it's like chewing"."""
    clauses, fine = reading.clauses, reading.signs.fine
    if reading.followup or reading.stance.lead is not Lead.NOTHING:
        return None
    if not fine or not set(reading.stance.spans) <= set(fine):
        return None
    start = _turn(reading, fine[-1][1])
    if start >= len(reading.words.text) or any(
        a > start for a, _ in (*reading.signs.absent, *clauses.marks["bounded"])
    ):
        return None
    felt = _FELT(reading.words.text, start) is not None
    return next((piece for piece in clauses.pieces if piece[0] >= start), None) if felt else None


def _over(reading: Reading) -> bool:
    """Whether something well comes behind what is past: "That was last spring. These days I'm fine"."""
    marks = reading.clauses.marks
    well = [a for a, _ in reading.signs.fine if marks["past"] and a > marks["past"][0][0]]
    return bool(well) and not any(a > well[0] for a, _ in marks["sour"])


def _partly(reading: Reading) -> Verdict:
    frequency = reading.frequency
    told = frequency is not None and (
        frequency.firm or (reading.stance.lead is Lead.WEAK_NO and not reading.lexicon.grave)
    )
    if frequency and told and _speaks_of_it(reading, frequency):
        return _counted(reading, frequency)
    return Verdict(1, 7, 0.4, None, "endorsement", reading.stance.spans[:1])


def _affirmed(reading: Reading) -> Verdict:
    frequency = reading.frequency
    if frequency is None or _beside(reading, frequency):
        return _uncounted(reading)
    return _counted(reading, frequency)


def _beside(reading: Reading, frequency: Frequency) -> bool:
    """Whether an open "sometimes" only qualifies a later remark, after the problem was stated outright."""
    first = frequency.mentions[0]
    if first.kind != "some" or not reading.signs.present or reading.followup:
        return False
    start, _ = reading.clauses.around(first.start + 1)
    return reading.signs.present[0][0] < start and reading.stance.lead is not Lead.MAYBE


_LOOSE = frozenset({"always", "often", "some", "repeated", "once"})
_THIN = frozenset({"once", "twice", "times", "day", "weekend", "since", "number", "always", "rare"})


def _unclear(reading: Reading) -> Verdict:
    """Neither yes nor no nor a word for the problem: a plain frequency may still answer; a passing "twice" does not."""
    frequency = reading.frequency
    if (
        frequency
        and not elsewhere(reading)
        and (
            reading.followup
            or frequency.mentions[0].kind not in _THIN
            or (_alone(reading, frequency) and not reading.clauses.of_others(frequency.mentions[0].start + 1))
            or _opens(reading, frequency)
            or amount("total_after").match(reading.words.text, frequency.mentions[0].end)
        )
    ):
        return _counted(reading, frequency)
    if reading.signs.past and amount("present_time").search(reading.words.text, reading.signs.past[-1][1] - 1):
        return Verdict(0, 4, 0.7, False, None, reading.signs.past[:1])
    if reading.signs.past:
        return Verdict(0, 7, 0.4, None, "endorsement", reading.signs.past[:1])
    return _unread(reading)


def _unread(reading: Reading) -> Verdict:
    """No word for the problem and no answer; only a "maybe", an "it is there" and suffering tell anything."""
    marks = reading.clauses.marks
    if hedge := hedged(reading.words.text):
        return Verdict(1, 9, 0.25, None, "endorsement", (hedge,))
    if marks["unsure"]:
        return Verdict(1, 9, 0.25, None, "endorsement", answered=False)
    told = (severity(reading) or meant(reading))[:1]
    return Verdict(3 if marks["sour"] else 2, 9, 0.25, None, "endorsement", told, answered=bool(told))


def _alone(reading: Reading, frequency: Frequency, most: int = 4) -> bool:
    """Whether next to nothing else stands in the clause of the frequency."""
    mention = frequency.mentions[0]
    start, end = reading.clauses.around(mention.start + 1)
    return reading.words.text.count(" ", start, end) - reading.words.text.count(" ", mention.start, mention.end) <= most


def _opens(reading: Reading, frequency: Frequency) -> bool:
    """Whether the reply begins with how often, which answers the question: "Most days, I'd say. It wears me out"."""
    sentences, mention = reading.clauses.sentences, frequency.mentions[0]
    end = sentences[1] if len(sentences) > 1 else len(reading.words.text)
    if mention.start >= end or not _alone(reading, frequency, 7 if frequency.firm else 10):
        return False
    if frequency.days <= _FEW_DAYS:
        end = min(end, _turn(reading, mention.end))
    return not any(a < end for a, _ in reading.signs.absent)


def _turn(reading: Reading, position: int) -> int:
    """Where the first "but" behind a position stands, or the end."""
    return next((a for a in reading.clauses.starts if a > position and _BUT(reading.words.text, a)), 1 << 30)


def _well_throughout(reading: Reading, frequency: Frequency) -> bool:
    """Whether the frequency is that of being well: "present and correct the whole fortnight"."""
    start, end = reading.clauses.around(frequency.mentions[0].start + 1)
    return not reading.signs.present and any(start <= a < end for a, _ in reading.signs.absent)


def _denied_after(reading: Reading) -> bool:
    """Whether a whole denial comes behind a loose frequency: "They're always at it. No, not for real, never"."""
    stance, frequency = reading.stance, reading.frequency
    if stance.polarity is not Polarity.NO or frequency is None or frequency.mentions[0].kind not in _LOOSE:
        return False
    return bool(stance.spans) and stance.spans[0][0] > frequency.mentions[0].end


def _by_stance(reading: Reading) -> Verdict:
    frequency, denies = reading.frequency, reading.stance.lead in (Lead.NO, Lead.WEAK_NO)
    told = reading.followup and frequency is not None and frequency.firm and frequency.days > 0
    if told and frequency and not denies and not _well_throughout(reading, frequency) and not _denied_after(reading):
        return _counted(reading, frequency)
    if frequency and frequency.inverse and not denies:
        return _counted(reading, frequency)
    match reading.stance.polarity:
        case Polarity.NO:
            return _after_no(reading)
        case Polarity.PARTIAL:
            return _partly(reading)
        case Polarity.YES:
            return _affirmed(reading)
        case Polarity.UNKNOWN:
            return _unclear(reading)


def _by_condition(reading: Reading) -> Verdict | None:
    """Items 4, 21, 22, 23: an unmet condition denies the item, an open one needs asking."""
    told = reading.condition
    if told is None or (told.met is None and told.span is None):
        return None
    span = (told.span,) if told.span else reading.stance.spans[:1]
    if told.met is False:
        return _denied(reading, span)
    if told.met is None and reading.stance.lead not in (Lead.NO, Lead.WEAK_NO, Lead.YES) and not reading.followup:
        if reading.frequency and reading.frequency.firm and reading.frequency.days > _FEW_DAYS:
            return _counted(reading, reading.frequency)
        return Verdict(1, 7, 0.4, None, "endorsement", span)
    if told.met and reading.stance.lead not in (Lead.NO, Lead.WEAK_NO):
        return _affirmed(reading)
    return None


def judge(reading: Reading) -> Verdict:
    """The verdict on one reply."""
    if reading.anchor is not None:
        score, span = reading.anchor
        return Verdict(score, 2, 0.85, score > 0, None, (span,))
    return _by_condition(reading) or _by_stance(reading)
