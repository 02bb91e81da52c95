"""An interview in writing: the report as plain text for a record system and as Markdown, and a short note that every
interview gives. Risk comes first in each."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from agents.domain.level1 import HARM_ITEM, ITEM_COUNT, items
from agents.domain.profile import CLINICIAN, ItemResponse, SessionStatus
from agents.interview.presence import InPerson
from agents.interview.safety.to_do import at_once, steps
from agents.reporter.markdown import escape
from agents.reporter.tables import AMBIGUITY_COLUMN
from server.exports.alerts import alert_line, in_order, messages
from server.exports.material import Material, state_of
from server.exports.said import in_full, in_one, sentence, single
from server.exports.words import Block, blocks, clean, plain
from server.interviews.helped import answers_now, numbers_shown, script_shown
from server.interviews.person.screens import taken_back
from server.settings import RULES

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
    "unclear": "not known yet, to be asked by you",
    "not_asked": "not asked",
}
_HIGHEST: Final = "Aggregate (highest item)"
_SCREEN: Final = re.compile(r"^.*Administer C-SSRS or ASQ.*$", re.MULTILINE)
_OVER: Final = "At or over threshold"
_MEASURED: Final = frozenset({AMBIGUITY_COLUMN, "Ambiguity (1-10)", "Scored by"})
"""With the name that a column had in earlier reports."""
_NUMBERED: Final = re.compile(r"^\d+\. ")


def text_of(material: Material) -> str:
    """The report in plain text: no tags, no Markdown, one line a fact. Raises NotNow where there is no report."""
    lines = [
        *facts(material),
        *_risk(material, *left_out(material)),
        *_plainly(material, _but_risk(blocks(readable(material, material.stored)))),
    ]
    return _text([*lines, "", source(material)])


def note_of(material: Material) -> str:
    """A note for a record system, of an interview in any state: how it ended, what was said of risk, what staff noted,
    and the report's summary. Where it was not held to the end, the answers that were given stand there, and nothing is
    derived."""
    lines = [*facts(material), f"Status: {_ENDED[material.profile.session_status]}"]
    if gone := material.row.erased_at:
        erased = f"What was said, found and answered was deleted on the patient's wish, {material.clock.of(gone)}."
        alerts = [f"- {alert_line(material, one)}" for one in material.alerts]
        return _text([*lines, "", "RISK", *alerts, erased, *_notes(material), "", source(material)])
    lines += [*_risk(material, *messages(material)), *_notes(material)]
    said = readable(material, _summary(material))
    found = _plainly(material, _but_risk(blocks(said))) if said else _answers(material)
    return _text([*lines, *found, "", source(material)])


def _summary(material: Material) -> str:
    """The report's first section, empty where there is none yet or none for good."""
    sections = material.sections if material.completed else ()
    return next((one.markdown for one in sections if one.key == "executive_summary"), "")


def _text(lines: Iterable[str]) -> str:
    """One text, never with two empty lines in a row."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


def markdown_of(material: Material) -> str:
    """The report in Markdown without the product's own tags. Raises NotNow where there is no report."""
    stored = material.clock.in_text(readable(material, material.stored))
    head = [f"# {escape(material.row.label)}", "  \n".join(map(escape, facts(material)[1:])), "## Risk"]
    listed = "\n".join(f"- {escape(line)}" for line in (*risk(material), *left_out(material)))
    foot = "  \n".join((escape(source(material)), digest_line(material)))
    return "\n\n".join([*head, listed, stored.strip(), "---", foot]) + "\n"


def readable(material: Material, stored: str) -> str:
    """What is stored without the product's own tags. A suicide screen that it asks for and that was given since is said
    to be done."""
    said = clean(stored)
    return _SCREEN.sub(r"\g<0> Done: see at the top.", said) if material.screened else said


def facts(material: Material) -> list[str]:
    """Whose report this is, and when the interview was held."""
    row, told = material.row, material.clock
    ended = f", ended {told.of(material.ended_at)}" if material.ended_at else ""
    return [
        f"{'Report' if material.completed else 'Interview'}: {single(row.label)}",
        f"DSM-5 Level-1 Cross-Cutting Symptom Measure, {material.held}",
        f"Started {told.of(row.created_at)}{ended}",
        *([version(material)] if material.completed else []),
        *(_in_person(material) if material.completed else ()),
        *(["Invented, for trying the product out: no patient said this"] if row.invented else []),
        PROVISIONAL,
    ]


def _in_person(material: Material) -> Iterator[str]:
    """Who entered the answers that were given in person; what a summary says of them names nobody."""
    by: dict[str, list[int]] = {}
    for event in (event for _, event, _ in material.log if isinstance(event, InPerson)):
        if material.machine.get(event.response.item_id) == event.response and not event.response.passed:
            by.setdefault(event.name or event.by, []).append(event.response.item_id)
    for who, numbers in by.items():
        items_of = f"item{'' if len(numbers) == 1 else 's'} {', '.join(map(str, sorted(numbers)))}"
        yield f"Answered in person, as entered by {single(who)}: {items_of}"


def version(material: Material) -> str:
    """The report's version, and who signed it off when."""
    signed = material.signed
    if signed is None:
        return f"Version {material.version}, not signed off"
    return f"Version {signed.version}, signed off by {signed.who}, {material.clock.of(signed.at)}"


def source(material: Material) -> str:
    """Where this comes from, in one line: enough to find the interview, and to tell whether two texts are of one
    report."""
    row = material.row
    by = "" if row.driver == RULES else f", led by {row.driver}"
    report = f", report {material.digest[:16]}" if material.completed else ""
    zone = f". Times: {material.clock.name}" if material.clock.name else ""
    return f"Source: Anamnesis, {row.mode} interview {str(row.id)[:8]}{by}{report}{zone}"


def digest_line(material: Material) -> str:
    """Which report this is, in full."""
    return f"Digest of the stored report (SHA-256): {material.digest}"


def risk(material: Material) -> Iterator[str]:
    """What was said that bears on risk, word for word: item 11, who was alerted, and what was flagged besides."""
    answer = material.answers.get(HARM_ITEM)
    words = _listed(in_one(material.profile.transcript, answer.evidence_quotes if answer else ()))
    by = _by(material, answer)
    yield f"Item {HARM_ITEM}, thoughts of self-harm: {_score(answer)}{_beside(material)}{by}{words}"
    told = [single("".join(part.text for part in quote)) for one in material.alerts for quote in one.said.quotes]
    now = tuple(answers_now(event for _, event, _ in material.log))
    yield from in_order(material, now)
    if done := material.screened:
        yield f"Suicide screen given since. {single(done.words)} ({single(done.who)}, {material.clock.of(done.at)})"
    yield from _helped(material)
    for earlier in material.earlier:
        yield f"An earlier interview {earlier.what}, {material.clock.of(earlier.at)}"
    for finding in sorted(material.findings, key=lambda one: -one.tier.rank):
        said = _whole(material, finding.turn, finding.start, finding.end, finding.text)
        shown = finding.turn in [one.turn for one in now]
        if not shown and not any(_bare(said) in quote for quote in told):
            yield f"Also read as a danger ({finding.about.replace('_', '-')}): “{said}”"
    if not material.alerts and not material.findings:
        yield "No alert was raised, and no message was read as a danger."


def left_out(material: Material) -> Iterator[str]:
    """That staff have written notes, where a file of the report leaves them out: all but the suicide screen that it
    tells of."""
    told = material.screened.note if material.screened else None
    if count := len([one for one in material.notes if one.body or one.id != told]):
        many = "1 note, which is" if count == 1 else f"{count} notes, which are"
        yield f"Staff have written {many} not in this report but in the note for a record system (record.txt)"


def _bare(quote: str) -> str:
    """A quote without what marks that the message goes on."""
    return single(quote).strip("… ")


def _helped(material: Material) -> Iterator[str]:
    events = [event for _, event, _ in material.log]
    if numbers := numbers_shown(events):
        yield f"Numbers to call were shown to the patient: {', '.join(numbers)}"
    if script := script_shown(events):
        yield f"The patient was shown the safety message: {single(' '.join(script))}"


def _score(answer: ItemResponse | None) -> str:
    if answer is None or not answer.known:
        return _STATES[state_of(answer)]
    return answer.in_words


def _words(material: Material, answer: ItemResponse | None) -> str:
    """The sentences that an answer rests on, each once."""
    quotes = answer.evidence_quotes if answer else ()
    return _listed(_whole(material, one.turn, one.start, one.end, one.text) for one in quotes)


def _listed(sentences: Iterable[str]) -> str:
    listed = "; ".join(dict.fromkeys(f"“{one}”" for one in sentences))
    return f": {listed}" if listed else ""


def _whole(material: Material, turn: int | None, start: int, end: int, words: str) -> str:
    return sentence(material.profile.transcript, turn, start, end, words)


def _beside(material: Material) -> str:
    """The machine's score of item 11, where the clinician's is another."""
    rating = material.ratings.get(HARM_ITEM)
    if rating is None or not rating.changes:
        return ""
    return f" ({'no score' if rating.machine is None else rating.machine} by the machine)"


def _by(material: Material, answer: ItemResponse | None) -> str:
    """Who gave the answer's score, where that was the clinician and not the machine."""
    if answer is None or answer.engine != CLINICIAN:
        return ""
    rating = material.ratings.get(answer.item_id)
    told = f"scored by {rating.who}" if rating and rating.changes else material.clock.in_text(answer.note or "")
    return f" ({single(told)})"


def _risk(material: Material, *more: str) -> list[str]:
    return ["", "RISK", *(f"- {line}" for line in (*risk(material), *more)), ""]


def _notes(material: Material) -> Iterator[str]:
    """What staff wrote on the interview, as they wrote it, and which of it was taken back."""
    gone = taken_back(material.notes)
    if material.notes:
        yield from ("", "NOTES", "")
    for one in material.notes:
        first, *rest = filter(None, map(single, one.written.splitlines()))
        back = "; the screen was taken back" if one.id in gone else ""
        yield f"- {material.clock.of(one.at)}, {one.name or one.author}{back}: {first}"
        yield from (f"  {line}" for line in rest)


def _next(material: Material) -> Iterator[str]:
    """What is to be done after an alert, where no report says it."""
    if not material.alerts:
        return
    log = [event for _, event, _ in material.log]
    yield from ("", "WHAT TO DO NEXT", "")
    last = max(alert.at for alert in material.alerts)
    since = [one.at for one in material.notes if one.tells and one.at > last]
    left = steps(log, bool(material.screened))
    written = [at_once(log), f"A note was written on {material.clock.of(min(since))}."] if since else left
    yield from (f"- {one}" for one in written if one)


def _answers(material: Material) -> Iterator[str]:
    """What is to be done, and what was answered before an early end, item by item as it was scored."""
    yield from _next(material)
    given = material.answers
    over = material.profile.session_status is not SessionStatus.ACTIVE
    yield from ("", "ANSWERS BEFORE THE END" if over else "ANSWERS SO FAR", "")
    yield f"{len(given)} of {ITEM_COUNT} items were answered or declined; nothing is derived from them."
    for number, answer in sorted(given.items()):
        yield f"- {number}. {items()[number].short}: {_score(answer)}{_by(material, answer)}{_words(material, answer)}"


def _but_risk(report: Iterable[Block]) -> Iterator[Block]:
    """A report without its summary's own part about risk, which stands above it."""
    skipped = False
    for block in report:
        if block.kind == "paragraph":
            skipped = plain(block.line) == "Risk"
        if not skipped:
            yield block


def _plainly(material: Material, report: Iterable[Block]) -> Iterator[str]:
    for block in report:
        for line in _written(block):
            yield material.clock.in_text(in_full(line, material.profile.transcript))


def _written(block: Block) -> Iterator[str]:
    said = single(plain(block.line))
    match block.kind:
        case "heading":
            yield from ("", _NUMBERED.sub("", said).removeprefix("Executive ").upper(), "")
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
    """A table's row as one line: an item by its number and name with its score, a domain with its highest item, each
    with the words; how it was measured stands in the other exports. Any other row cell by cell."""
    said = dict(zip(names, cells, strict=True))
    rest = {name: cell for name, cell in said.items() if cell not in ("–", "") and name not in _MEASURED}
    if "Item" in said:
        told = f"- {said['Item']}. {said['Symptom']}: {said['Score']}"
        more = [rest[name] for name in ("Quotes", "Note") if name in rest]
    elif "Domain" in said:
        over = f"{_OVER}: {rest[_OVER]}" if _OVER in rest else ""
        told, more = f"- {said['Domain']}: {said[_HIGHEST]}", [*filter(None, (over, rest.get("Quotes")))]
    else:
        told, more = f"- {cells[0]}", [f"{name}: {cell}" for name, cell in list(rest.items())[1:]]
    return ". ".join([told, *more])
