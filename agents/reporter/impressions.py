"""The impressions as the diagnostician gave them, each with its grounds, or a plain "No impression"."""

from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import quote

from agents.diagnostician.port import Diagnosis, Impression, Mode, Source
from agents.domain.level1 import items
from agents.reporter.markdown import bullets, escape, numbered, quoted, symptom

PAGE: Final = "/library/passages/"
"""The address at which the server shows a passage's page, to signed-in staff only."""
_INTRODUCTION = {
    Mode.SCREENING: "Screening mode: domains at or over threshold. No disorder is named and no code given.",
    Mode.CATEGORICAL: "Categorical mode: groups of disorders to look into, most likely first.",
    Mode.DIAGNOSTIC: "Diagnostic mode: single disorders to look into, most likely first.",
}


def impressions(diagnosis: Diagnosis) -> str:
    """The section's text below its heading."""
    parts = [f"{_INTRODUCTION[diagnosis.mode]} Provisional, for the clinician to check."]
    if not diagnosis.impressions:
        parts.append(f"**No impression.** {escape(without_lead(diagnosis.summary))}".rstrip())
    sources = {one.chunk_id: one for one in diagnosis.sources}
    for place, impression in enumerate(diagnosis.impressions, 1):
        facts = bullets(_facts(impression, sources))
        parts += [_heading(place, impression), facts, numbered(map(escape, impression.steps))]
    return "\n\n".join(part for part in parts if part)


def without_lead(text: str) -> str:
    """The summary without a "No impression" of its own at the start."""
    lead = "no impression"
    rest = text[len(lead) :].lstrip(" :.,") if text.lower().startswith(lead) else text
    return rest[:1].upper() + rest[1:]


def _heading(place: int, impression: Impression) -> str:
    code = f" (ICD-10-CM {escape(impression.icd10)})" if impression.icd10 else ""
    return f"### 4.{place} {escape(impression.name)}{code}, confidence {impression.confidence:.2f}"


def _facts(impression: Impression, sources: Mapping[str, Source]) -> Iterable[str]:
    if impression.category != impression.name:
        yield f"Category: {escape(impression.category)}"
    if impression.items:
        yield "Items: " + ", ".join(f"{i} {symptom(items()[i].short)}" for i in impression.items)
    if impression.evidence:
        yield "Quotes: " + "; ".join(quoted(q) for q in impression.evidence)
    if impression.criteria:
        yield "Criteria found: " + "; ".join(escape(c) for c in impression.criteria)
    cited = "; ".join(_citation(sources[c]) for c in impression.citations if c in sources)
    yield f"Citations: {cited}" if cited else "Citations: none"
    yield "Reasoning:"


def _citation(source: Source) -> str:
    """The place as a link to the page itself, on the server that shows the report."""
    return f"[{escape(source.source)}]({PAGE}{quote(source.chunk_id, safe='')})"
