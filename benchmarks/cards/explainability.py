"""What a report justifies itself with: evidence by kind, references to the manual, steps, quotes, citations."""

import html
import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from agents.diagnostician.port import Impression, Passage
from agents.domain.evidence import Quote
from agents.domain.transcript import Role, Transcript
from benchmarks.cards.card import Clause, Made, Tag, Trace
from benchmarks.cards.replaying import passages
from benchmarks.cards.snapshot import Snapshot
from benchmarks.metrics.metric import Figure, Unavailable

MEASURED: Final = "measured"
_TAG: Final = re.compile(r"<(quote|sym|med)>(.*?)</\1>", re.DOTALL)
_CLAUSE: Final = re.compile(
    r"\bcriteri(?:on|a) [A-H]\d?\b|\b[A-H]\d? criteri(?:on|a)\b|\bDSM-?(?:5|V)(?:-TR)?,? (?:pp?\.|page) ?\d+"
    r"|\bICD-10(?:-CM)?:? \(?[A-Z]\d\d(?:\.\w{1,4})?\b",
    re.IGNORECASE,
)
_REASONS: Final = re.compile(r"\*{0,2}\b(?:reasoning|rationale|justification)\b[^\n]{0,40}?:?\*{0,2}", re.IGNORECASE)
_NEXT: Final = re.compile(r"\n\s*(?:#{1,4} |\*\*[^*\n]{3,80}\*\*)")
_LISTED: Final = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+\S", re.MULTILINE)
_BETWEEN: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'])|\n+")


def explainability(snapshot: Snapshot) -> Made:
    """The part of the card. Counts of a report without a quote or citation are 0; shares of nothing are unavailable."""
    impressions = snapshot.diagnosis.impressions if snapshot.diagnosis else ()
    known = {passage.chunk_id: passage for passage in passages(snapshot)}
    text = "\n\n".join(section.markdown for section in snapshot.report)
    if not impressions and not text:
        return Made(engine=MEASURED, figures=tuple(_none("there is neither a diagnosis nor a report")))
    trace = Trace(
        tags=_tags(impressions, text),
        clauses=_clauses(impressions, text, known),
        steps=_steps(impressions) or _free_steps(text),
    )
    verbatim = [
        *_are_verbatim(snapshot.profile.transcript, (quote for one in impressions for quote in one.evidence)),
        *_stand(snapshot.profile.transcript, (words for kind, words in _TAG.findall(text) if kind == "quote")),
    ]
    cited = [chunk in known for one in impressions for chunk in one.citations]
    return Made(engine=MEASURED, figures=_figures(trace, verbatim, cited), detail=trace)


def _figures(trace: Trace, verbatim: list[bool], cited: list[bool]) -> tuple[Figure, ...]:
    kinds = len([tag for tag in trace.tags if tag.count])
    evidence = sum(tag.count for tag in trace.tags)
    steps = sum(len(listed) for _, listed in trace.steps)
    return (
        Figure(key="explainability.evidence", value=evidence, of=f"{kinds} kinds of evidence", n=evidence),
        Figure(key="explainability.clauses", value=len(trace.clauses), of="impressions and report"),
        Figure(
            key="explainability.steps", value=steps, of=f"{len(trace.steps)} lines of reasoning", n=len(trace.steps)
        ),
        _share("explainability.verbatim", verbatim, "quotes", "nothing is quoted"),
        _share("explainability.citations", cited, "citations", "nothing is cited"),
    )


def _share(key: str, held: list[bool], what: str, without: str) -> Figure:
    value = sum(held) / len(held) if held else Unavailable(reason=without)
    return Figure(key=key, value=value, of=f"{len(held)} {what}", n=len(held))


def _none(reason: str) -> Iterable[Figure]:
    for name in ("evidence", "clauses", "steps", "verbatim", "citations"):
        yield Figure(key=f"explainability.{name}", value=Unavailable(reason=reason), of="")


def _tags(impressions: Iterable[Impression], text: str) -> tuple[Tag, ...]:
    found = Counter({"quote": 0, "item": 0, "criterion": 0, "passage": 0})
    for one in impressions:
        found.update(quote=len(one.evidence), item=len(one.items))
        found.update(criterion=len(one.criteria), passage=len(one.citations))
    found.update(f"report: {kind}" for kind, _ in _TAG.findall(text))
    return tuple(Tag(name=name, count=count) for name, count in found.items())


def _clauses(impressions: Iterable[Impression], text: str, known: dict[str, Passage]) -> tuple[Clause, ...]:
    """Passages cited, with their source; and places of the manual that are named in words."""
    cited = dict.fromkeys(chunk for one in impressions for chunk in one.citations)
    found = [Clause(text=chunk, source=known[chunk].source if chunk in known else None) for chunk in cited]
    reasons = "\n".join(line for one in impressions for line in (*one.criteria, *one.steps))
    written = html.unescape(_TAG.sub(r"\2", text))
    named = {hit.casefold(): hit for hit in _CLAUSE.findall(f"{reasons}\n{written}")}
    return (*found, *(Clause(text=hit, source=_source(hit, known.values())) for hit in named.values()))


def _source(words: str, known: Iterable[Passage]) -> str | None:
    said = words.casefold()
    return next(
        (one.source for one in known if said in f"{one.section_path}\n{one.source}\n{one.text}".casefold()), None
    )


def _steps(impressions: Iterable[Impression]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((one.name, one.steps) for one in impressions if one.steps)


def _free_steps(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The reasoning of a report in free text: the list under its heading, or else its sentences."""
    begins = _REASONS.search(text)
    if begins is None:
        return ()
    part = _NEXT.split(text[begins.end() :])[0]
    lines = [line.strip() for line in part.splitlines() if _LISTED.match(line)]
    steps = lines or [step for sentence in _BETWEEN.split(_TAG.sub(r"\2", part)) if (step := sentence.strip(" *"))]
    return (("Reasoning", tuple(steps)),) if steps else ()


def _are_verbatim(transcript: Transcript, quotes: Iterable[Quote]) -> Iterable[bool]:
    """Quotes with their place: they stand where they say they do."""
    said = {turn.index: turn.text for turn in transcript if turn.role is Role.PATIENT}
    for quote in quotes:
        yield bool(quote.text) and said.get(quote.turn, "")[quote.start : quote.end] == quote.text


def _stand(transcript: Transcript, quotes: Iterable[str]) -> Iterable[bool]:
    """Quotes in the report's text: they stand somewhere in what the patient said, white space aside."""
    said = [" ".join(turn.text.split()) for turn in transcript if turn.role is Role.PATIENT]
    for quote in quotes:
        words = " ".join(html.unescape(quote).strip("\"“”'‘’ ").split())
        yield bool(words) and any(words in text for text in said)
