"""The rule engine of scoring: deterministic, offline, in microseconds."""

from dataclasses import dataclass
from typing import Final, Literal

from agents.scorer import clauses as clause_rules
from agents.scorer.clauses import Clauses
from agents.scorer.lexicon import ItemWords, item_words
from agents.scorer.mentions import Mention, find
from agents.scorer.port import Answer, Evidence, Scoring
from agents.scorer.stance import Lead, Polarity, Span, Stance, stance
from agents.scorer.tally import Frequency, score_for_days, weigh
from agents.scorer.vocabulary import pattern
from agents.scorer.words import Words, read

Missing = Literal["frequency", "endorsement"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """One reply's reading before it becomes a `Scoring`."""

    score: int
    ambiguity: int
    confidence: float
    endorsed: bool | None
    missing: Missing | None
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """One reply cut up: words, clauses, how often, and what it says of the problem."""

    words: Words
    clauses: Clauses
    mentions: tuple[Mention, ...]
    frequency: Frequency | None
    stance: Stance


def _reading(text: str, item: ItemWords) -> Reading:
    words = read(text)
    clauses = clause_rules.split(words.text)
    mentions = find(words.text, clauses.starts)
    return Reading(words, clauses, tuple(mentions), weigh(clauses, mentions), stance(clauses, item))


def _spans(reading: Reading, frequency: Frequency | None) -> tuple[Span, ...]:
    said = tuple((m.start, m.end) for m in frequency.mentions[:3]) if frequency else ()
    return (*reading.stance.spans[:1], *said)


_DENIED: Final = ("not at all", "never", "none")


def _denied(reading: Reading) -> Verdict:
    weak = reading.stance.lead is Lead.WEAK_NO
    return Verdict(0, 2 if weak else 1, 0.85 if weak else 0.96, False, None, reading.stance.spans[:2])


def _counted(reading: Reading, frequency: Frequency) -> Verdict:
    score = score_for_days(frequency.days)
    spans = _spans(reading, frequency)
    if frequency.firm:
        return Verdict(score, 2, 0.9, score > 0, None, spans)
    return Verdict(score, 5, 0.55, True, "frequency", spans)


def _uncounted(reading: Reading, item: ItemWords) -> Verdict:
    text = reading.words.text
    strong = item.lasting and not pattern("mild").search(text) and reading.stance.present
    score = 3 if strong else 2
    return Verdict(score, 6, 0.45, True, "frequency", reading.stance.spans[:1])


def _near_problem(reading: Reading, frequency: Frequency) -> bool:
    """Whether the frequency stands with the problem or alone, so that it speaks of it despite a no."""
    first = frequency.mentions[0]
    start, end = reading.clauses.around(first.start + 1)
    if first.kind in ("number",):
        return True
    if any(start <= a < end for a, _ in reading.stance.present):
        return True
    return first.kind in ("once", "twice", "rare", "day", "count") and first.start < reading.stance.lead_end + 24


def _first(reading: Reading, item: ItemWords) -> Verdict:
    frequency = reading.frequency
    match reading.stance.polarity:
        case Polarity.NO:
            if (
                frequency
                and frequency.days
                and _near_problem(reading, frequency)
                and reading.stance.lead is not Lead.NOTHING
            ):
                return _counted(reading, frequency)
            return _denied(reading)
        case Polarity.PARTIAL:
            if frequency and _near_problem(reading, frequency):
                return (
                    _counted(reading, frequency)
                    if frequency.firm
                    else Verdict(1, 5, 0.5, True, "frequency", _spans(reading, frequency))
                )
            return Verdict(1, 6, 0.45, None, "endorsement", reading.stance.spans[:1])
        case Polarity.YES:
            return _counted(reading, frequency) if frequency else _uncounted(reading, item)
        case Polarity.UNKNOWN:
            if frequency:
                return _counted(reading, frequency)
            return Verdict(2, 8, 0.3, None, "endorsement", ())


def _evidence(words: Words, spans: tuple[Span, ...], source: Literal["reply", "followup"]) -> tuple[Evidence, ...]:
    found: list[Evidence] = []
    for start, end in sorted(set(spans)):
        first, last = words.original(start, end)
        found.append(Evidence(source=source, start=first, end=last, text=words.raw[first:last]))
    return tuple(found)


def score(answer: Answer) -> Scoring:
    """Score one answer. Pure and deterministic; takes any text, also empty or hostile."""
    item = item_words(answer.item)
    first = _reading(answer.reply, item)
    verdict = _first(first, item)
    evidence = _evidence(first.words, verdict.spans, "reply") if verdict.spans else ()
    if answer.followup_reply is not None:
        second = _reading(answer.followup_reply, item)
        later = _first(second, item)
        if later.missing is None or verdict.missing == "endorsement":
            verdict = later
            evidence += _evidence(second.words, later.spans, "followup") if later.spans else ()
    return Scoring(
        score=verdict.score,
        ambiguity=verdict.ambiguity,
        confidence=verdict.confidence,
        endorsed=verdict.endorsed,
        evidence=evidence,
        needs_followup=verdict.missing is not None,
        missing=verdict.missing,
    )


class RulesScorer:
    """The rule engine behind the scorer's contract."""

    name: Final = "rules"

    async def score(self, answer: Answer) -> Scoring:
        """Score one answer; never raises on patient text."""
        return score(answer)
