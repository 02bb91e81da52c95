"""The report as plain text for a record system, and as Markdown. Risk comes first in both."""

from collections.abc import Iterator

from agents.domain.level1 import HARM_ITEM, anchor
from agents.reporter.markdown import escape
from agents.risk.catalogue import whence
from server.exports.material import Alert, Material, state_of
from server.exports.words import Block, blocks, clean, plain

PROVISIONAL = "Screening, not a diagnosis. Provisional, for the clinician to check."
_STATES = {"declined": "declined, so not known", "unclear": "unclear, to be asked by you", "not_asked": "not asked"}


def text_of(material: Material) -> str:
    """The report in plain text: no tags, no Markdown, one line a fact. Raises NotNow where there is no report."""
    lines = [*facts(material), "", "RISK", *(f"- {line}" for line in risk(material)), ""]
    for block in blocks(clean(material.stored)):
        lines += _written(block)
    return "\n".join([*lines, "", *closing(material)]) + "\n"


def markdown_of(material: Material) -> str:
    """The report in Markdown without the product's own tags. Raises NotNow where there is no report."""
    stored = clean(material.stored)
    head = [f"# {escape(material.row.label)}", "  \n".join(map(escape, facts(material)[1:])), "## Risk"]
    listed = "\n".join(f"- {escape(line)}" for line in risk(material))
    return "\n\n".join([*head, listed, stored.strip(), "---", "  \n".join(closing(material))]) + "\n"


def facts(material: Material) -> list[str]:
    """Whose report this is, and when and how the interview was held."""
    row = material.row
    done = material.profile.completed_at
    return [
        f"Report: {' '.join(row.label.split())}",
        f"Interview {row.id}",
        f"Held {row.created_at:%Y-%m-%d}, finished {done:%Y-%m-%d %H:%M} UTC"
        if done
        else f"Held {row.created_at:%Y-%m-%d}",
        f"DSM-5 Level-1 Cross-Cutting Symptom Measure, in conversation; {row.mode} mode; led by {row.driver}",
        version(material),
        PROVISIONAL,
    ]


def version(material: Material) -> str:
    """The report's version, and who signed it off when."""
    signed = material.signed
    if signed is None:
        return f"Version {material.version}, not signed off"
    return f"Version {signed.version}, signed off by {signed.who}, {signed.at:%Y-%m-%d %H:%M} UTC"


def closing(material: Material) -> list[str]:
    """Which report this is."""
    return [f"Digest of the stored report (SHA-256): {material.digest}"]


def risk(material: Material) -> Iterator[str]:
    """What was said that bears on risk, word for word, who was alerted, and item 11."""
    yield from map(_alert, material.alerts)
    for finding in sorted(material.findings, key=lambda one: -one.tier.rank):
        turn = "" if finding.turn is None else f", turn {finding.turn}"
        about = finding.about.replace("_", "-")
        yield f"Finding, {finding.tier.value}, {about}, {whence(finding)}: “{_single(finding.text)}”{turn}"
    if not material.alerts and not material.findings:
        yield "No alert was raised and the risk reader found nothing."
    answer = material.answers.get(HARM_ITEM)
    words = (
        "; ".join(f"“{_single(quote.text)}” (turn {quote.turn})" for quote in answer.evidence_quotes) if answer else ""
    )
    state = state_of(answer)
    score = f"{answer.score}, {anchor(answer.score)}" if answer and answer.known else _STATES[state]
    yield f"Item {HARM_ITEM}, thoughts of self-harm: {score}{_beside(material)}" + (f": {words}" if words else "")


def _beside(material: Material) -> str:
    """The machine's score of item 11, where the clinician's is another."""
    rating = material.ratings.get(HARM_ITEM)
    if rating is None or not rating.changes:
        return ""
    return f" ({'no score' if rating.machine is None else rating.machine} by the machine)"


def _alert(one: Alert) -> str:
    words = "; ".join(f"“{_single(''.join(part.text for part in quote))}”" for quote in one.said.quotes)
    seen = f"acknowledged by {one.by}, {one.seen_at:%Y-%m-%d %H:%M} UTC" if one.seen_at else "not acknowledged"
    seen += f" (“{_single(one.note)}”)" if one.note else ""
    said = f": {words}" if words else ""
    return f"Alert, {one.said.level.value}, {one.at:%Y-%m-%d %H:%M} UTC, turn {one.said.turn}, {seen}{said}"


def _single(words: str) -> str:
    return " ".join(words.split())


def _written(block: Block) -> Iterator[str]:
    said = _single(plain(block.line))
    match block.kind:
        case "heading":
            yield from ("", said.upper(), "")
        case "subheading":
            yield from ("", said)
        case "paragraph":
            yield said
        case "bullet":
            yield f"- {said}"
        case "numbered":
            yield f"{block.number}. {said}"
        case "table":
            names = [plain(name) for name in block.header]
            yield from (_row(names, [_single(plain(cell)) for cell in row]) for row in block.rows)


def _row(names: list[str], cells: list[str]) -> str:
    """A table's row as one line: its first cell, then each cell that says something, with its column's name."""
    rest = [f"{name}: {cell}" for name, cell in list(zip(names, cells, strict=True))[1:] if cell not in ("–", "")]
    return f"- {cells[0]}. " + ". ".join(rest)
