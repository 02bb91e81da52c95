"""What the page of an assessment shows: risk first, the turns cut where quotes begin and end, items with quotes."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from agents.assessment.result import Assessment
from agents.assessment.result_json import settled
from agents.domain import phq8
from agents.domain.evidence import Quote
from agents.domain.mark import Metric
from agents.domain.risk import Finding, Tier
from agents.domain.transcript import Role, Transcript
from agents.quantitative.item_names import NAMES
from agents.quantitative.port import Reason
from agents.risk.catalogue import catalogue, whence
from agents.risk.transcript import line, quoted
from server.assessments.repository import assessment_of
from server.assessments.tables import AssessmentRow

REASONS: Final = {
    Reason.STATED: "how often was said",
    Reason.DENIED: "denied",
    Reason.JUDGED: "weighed by the model",
    Reason.NO_MENTION: "not spoken of",
    Reason.NOT_ENOUGH_FREQUENCY: "spoken of, but not on how many days",
    Reason.PAST_ONLY: "earlier times or a lasting trait only",
    Reason.OTHER_PERSON: "other people's problems only",
    Reason.OTHER_ITEM: "the model's score rests on words about another item",
    Reason.UNSUPPORTED: "the model's score has no words of the participant behind it",
    Reason.UNREADABLE: "asked twice, the model gave no score that could be read",
    Reason.SAMPLES_DISAGREE: "asked several times, the model did not agree with itself",
}


METRICS: Final = {
    Metric.COHERENCE: "whether it hangs together",
    Metric.COMPLETENESS: "whether what was said is in it",
    Metric.SPECIFICITY: "whether it says how often and how much",
    Metric.ACCURACY: "whether what it says was said",
}
"""What the judge's marks of a written assessment are about."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a turn. `items` names the items that it is evidence for; `anchor` is set where a quote begins."""

    text: str
    quoted: bool = False
    items: str = ""
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """One turn in pieces."""

    line: int
    patient: bool
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Risk:
    """One sentence with what the rules found in it: `tier` is the highest, `meant` says what each rule stands for."""

    tier: Tier
    line: int
    sentence: str
    meant: tuple[str, ...]


def risks(found: Assessment) -> tuple[Risk, ...]:
    """The sentences with findings, the most urgent first."""
    sentences: dict[tuple[int, str], list[Finding]] = {}
    for one in found.risk.found if found.risk else ():
        sentences.setdefault((one.line, one.sentence), []).append(one.finding)
    return tuple(
        Risk(findings[0].tier, line, sentence, tuple(dict.fromkeys(_meant(one) for one in findings)))
        for (line, sentence), findings in sentences.items()
    )


def _meant(finding: Finding) -> str:
    return catalogue().get(finding.rule) or whence(finding)


@dataclass(frozen=True, slots=True)
class Row:
    """One item. `score` None is an abstention."""

    key: str
    text: str
    score: int | None
    label: str
    reason: str
    explanation: str
    confidence: float
    quotes: tuple[tuple[str, str], ...]

    @property
    def spoken_of(self) -> bool:
        """Whether the conversation came to it at all."""
        return self.score is not None or bool(self.quotes) or self.reason != REASONS[Reason.NO_MENTION]


def rows(found: Assessment) -> tuple[Row, ...]:
    """The eight items; none before they are scored."""
    instrument = phq8.instrument()
    texts = {item.key: item.text for item in instrument.items}
    labels = {anchor.score: anchor.label for anchor in instrument.anchors}
    return tuple(
        Row(
            key=one.item,
            text=texts[one.item],
            score=one.score,
            label="N/A" if one.score is None else labels[one.score],
            reason=REASONS[one.reason],
            explanation=one.explanation,
            confidence=one.confidence,
            quotes=tuple((quote.text, anchor(quote)) for quote in one.evidence),
        )
        for one in (found.scores.items if found.scores else ())
    )


def anchor(quote: Quote) -> str:
    """The anchor of the place where a quote begins."""
    return f"q-{quote.turn}-{quote.start}"


def marked(transcript: Transcript, found: Assessment) -> tuple[Said, ...]:
    """The turns with every quote marked in place: the evidence of the items, and the written assessment's quotes."""
    named: dict[Quote, list[str]] = {}
    for one in found.scores.items if found.scores else ():
        for quote in one.evidence:
            named.setdefault(quote, []).append(NAMES[one.item])
    for quote in found.best.qualitative.quotes if found.best else ():
        named.setdefault(quote, [])
    for said in (told.finding for told in found.risk.found) if found.risk else ():
        named.setdefault(quoted(said, transcript), []).append(f"risk: {said.tier.value}")
    by_turn: dict[int, dict[Quote, list[str]]] = {}
    for quote, items in named.items():
        by_turn.setdefault(quote.turn, {})[quote] = items
    return tuple(
        Said(line(turn), turn.role is Role.PATIENT, _pieces(turn.text, by_turn.get(turn.index, {})))
        for turn in transcript
    )


def _pieces(text: str, quotes: dict[Quote, list[str]]) -> tuple[Piece, ...]:
    edges = sorted({0, len(text), *(quote.start for quote in quotes), *(quote.end for quote in quotes)})
    starts = {quote.start: anchor(quote) for quote in quotes}
    pieces = []
    for start, end in pairwise(edges):
        over = [quote for quote in quotes if quote.start <= start and end <= quote.end]
        items = sorted({item for quote in over for item in quotes[quote]})
        pieces.append(Piece(text[start:end], bool(over), ", ".join(items), starts.get(start, "") if over else ""))
    return tuple(pieces)


def brief(row: AssessmentRow) -> dict[str, Any]:
    """The result in one line: risk, severity, totals, whether it is finished and whole."""
    found = assessment_of(row)
    return {
        **settled(found.scores),
        "scored": sum(one.score is not None for one in found.scores.items) if found.scores else 0,
        "finished": row.finished_at is not None,
        "missing": len(found.missing),
        "risk": found.risk.tier.value if found.risk else None,
    }
