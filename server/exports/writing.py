"""An interview in writing: the report as plain text for a record system and as Markdown, and a short note that every
interview gives. Risk comes first in each."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from agents.domain.level1 import HARM_ITEM, ITEM_COUNT, anchor, items
from agents.domain.profile import ItemResponse, SessionStatus
from agents.interview import events as ev
from agents.interviewer.port import Purpose
from agents.reporter.markdown import escape
from agents.risk.catalogue import whence
from server.exports.material import Alert, Material, state_of
from server.exports.said import in_full, sentence, single
from server.exports.words import Block, blocks, clean, plain

PROVISIONAL = "Screening, not a diagnosis. Provisional, for the clinician to check."
_NONE: Final = "there is no report and no impression"
_ENDED: Final = {
    SessionStatus.COMPLETED: "completed",
    SessionStatus.ACTIVE: f"not over yet; {_NONE} so far",
    SessionStatus.TERMINATED_FOR_SAFETY: f"ended for the patient's safety before the last question; {_NONE}",
    SessionStatus.ENDED_BY_PATIENT: f"ended by the patient before the last question; {_NONE}",
    SessionStatus.ENDED_BY_CLINICIAN: f"closed by the clinician before the last question; {_NONE}",
}
_STATES: Final = {
    "declined": "declined, so not known",
    "unclear": "unclear, to be asked by you",
    "not_asked": "not asked",
}


def text_of(material: Material) -> str:
    """The report in plain text: no tags, no Markdown, one line a fact. Raises NotNow where there is no report."""
    lines = [*facts(material), *_risk(material), *_plainly(material, blocks(clean(material.stored)))]
    return _text([*lines, "", *closing(material)])


def note_of(material: Material) -> str:
    """A note for a record system, of an interview in any state: how it ended, what was said of risk, and the report's
    summary. Where it was not held to the end, the answers that were given stand there, and nothing is derived."""
    lines = [*facts(material), f"Status: {_ENDED[material.profile.session_status]}"]
    if gone := material.row.erased_at:
        erased = f"What was said, found and answered was erased on the patient's wish, {gone:%Y-%m-%d %H:%M} UTC."
        return _text([*lines, "", "RISK", *(f"- {_alert(one)}" for one in material.alerts), erased])
    lines += _risk(material)
    summary = _summary(material)
    if summary:
        lines += [*_plainly(material, _but_risk(blocks(clean(summary)))), "", *closing(material)]
    else:
        lines += _answers(material)
    return _text(lines)


def _summary(material: Material) -> str:
    """The report's first section, empty where there is none yet or none for good."""
    sections = material.sections if material.completed else ()
    return next((one.markdown for one in sections if one.key == "executive_summary"), "")


def _text(lines: Iterable[str]) -> str:
    """One text, never with two empty lines in a row."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


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
    ended = f", ended {done:%Y-%m-%d %H:%M} UTC" if done else ""
    return [
        f"{'Report' if material.completed else 'Interview'}: {single(row.label)}",
        f"Interview {row.id}",
        f"Started {row.created_at:%Y-%m-%d %H:%M} UTC{ended}",
        f"DSM-5 Level-1 Cross-Cutting Symptom Measure, in conversation; {row.mode} mode; led by {row.driver}",
        *([version(material)] if material.completed else []),
        *(["Invented, for trying the product out: no patient said this"] if row.invented else []),
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
    yield from _helped(material)
    for finding in sorted(material.findings, key=lambda one: -one.tier.rank):
        turn = "" if finding.turn is None else f", turn {finding.turn}"
        about = finding.about.replace("_", "-")
        words = _whole(material, finding.turn, finding.start, finding.end, finding.text)
        yield f"Finding, {finding.tier.value}, {about}, {whence(finding)}: “{words}”{turn}"
    if not material.alerts and not material.findings:
        yield "No alert was raised and the risk reader found nothing."
    answer = material.answers.get(HARM_ITEM)
    words = _words(material, answer)
    yield f"Item {HARM_ITEM}, thoughts of self-harm: {_score(answer)}{_beside(material)}{words}"


def _helped(material: Material) -> Iterator[str]:
    """What came of a disclosure in the conversation: numbers that were shown, and the answer to whether it is there
    now."""
    asked = False
    for _, event, _ in material.log:
        if isinstance(event, ev.Told):
            asked = event.purpose is Purpose.NOW
            if event.help is not None:
                yield f"Numbers to call were shown to the patient, turn {event.turn - 1}"
        elif isinstance(event, ev.Said) and asked and event.text.strip():
            asked = False
            yield f"Asked whether such thoughts were there right now: “{single(event.text)}”, turn {event.turn}"


def _score(answer: ItemResponse | None) -> str:
    return f"{answer.score}, {anchor(answer.score)}" if answer and answer.known else _STATES[state_of(answer)]


def _words(material: Material, answer: ItemResponse | None) -> str:
    """The sentences that an answer rests on, each once."""
    quotes = answer.evidence_quotes if answer else ()
    told = (f"“{_whole(material, one.turn, one.start, one.end, one.text)}” (turn {one.turn})" for one in quotes)
    listed = "; ".join(dict.fromkeys(told))
    return f": {listed}" if listed else ""


def _whole(material: Material, turn: int | None, start: int, end: int, words: str) -> str:
    return sentence(material.profile.transcript, turn, start, end, words)


def _beside(material: Material) -> str:
    """The machine's score of item 11, where the clinician's is another."""
    rating = material.ratings.get(HARM_ITEM)
    if rating is None or not rating.changes:
        return ""
    return f" ({'no score' if rating.machine is None else rating.machine} by the machine)"


def _alert(one: Alert) -> str:
    words = "; ".join(f"“{single(''.join(part.text for part in quote))}”" for quote in one.said.quotes)
    seen = f"acknowledged by {one.by}, {one.seen_at:%Y-%m-%d %H:%M} UTC" if one.seen_at else "not acknowledged"
    seen += f" (“{single(one.note)}”)" if one.note else ""
    said = f": {words}" if words else ""
    return f"Alert, {one.said.level.value}, {one.at:%Y-%m-%d %H:%M} UTC, turn {one.said.turn}, {seen}{said}"


def _risk(material: Material) -> list[str]:
    return ["", "RISK", *(f"- {line}" for line in risk(material)), ""]


def _answers(material: Material) -> Iterator[str]:
    """What was answered before an early end, item by item as it was scored."""
    given = material.answers
    over = material.profile.session_status is not SessionStatus.ACTIVE
    yield from ("ANSWERS BEFORE THE END" if over else "ANSWERS SO FAR", "")
    yield f"{len(given)} of {ITEM_COUNT} items came up; nothing is derived from them."
    for number, answer in sorted(given.items()):
        yield f"- {number}. {items()[number].short}: {_score(answer)}{_words(material, answer)}"


def _but_risk(report: Iterable[Block]) -> Iterator[Block]:
    """A summary without its own part about risk, which stands above it."""
    skipped = False
    for block in report:
        if block.kind == "paragraph":
            skipped = plain(block.line) == "Risk"
        if not skipped:
            yield block


def _plainly(material: Material, report: Iterable[Block]) -> Iterator[str]:
    for block in report:
        yield from (in_full(line, material.profile.transcript) for line in _written(block))


def _written(block: Block) -> Iterator[str]:
    said = single(plain(block.line))
    match block.kind:
        case "heading":
            yield from ("", said.upper(), "")
        case "subheading":
            yield from ("", said)
        case "paragraph":
            yield from ("", said) if all(run.strong for run in block.line) else (said,)
        case "bullet":
            yield f"- {said}"
        case "numbered":
            yield f"{block.number}. {said}"
        case "table":
            names = [plain(name) for name in block.header]
            yield from (_row(names, [single(plain(cell)) for cell in row]) for row in block.rows)


def _row(names: list[str], cells: list[str]) -> str:
    """A table's row as one line: its first cell, then each cell that says something, with its column's name."""
    rest = [f"{name}: {cell}" for name, cell in list(zip(names, cells, strict=True))[1:] if cell not in ("–", "")]
    return f"- {cells[0]}. " + ". ".join(rest)
