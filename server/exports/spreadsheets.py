"""An interview as tables: a row an item, a row a domain, or one row for research. Safe to open in a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from agents.domain.level1 import Domain, Item, domain_of, instrument, items
from server.exports.material import Material, numbers_in, state_of, step_of

_BEGIN: Final = ("interview", "label", "status")
_STATES: Final = ("answered", "declined", "unclear", "not_asked")
_OF_ITEM: Final = ("item", "symptom", "domain", "state", "score", "anchor", "ambiguity", "confidence")
_CLINICIAN: Final = ("machine_score", "clinician_score", "clinician_reason", "clinician")
_VERSION: Final = ("report_version", "signed_off")
ITEM_COLUMNS: Final = (*_BEGIN, *_OF_ITEM, "follow_up", "engine", "note", "quotes", *_CLINICIAN, *_VERSION)
DOMAIN_COLUMNS: Final = (
    *_BEGIN,
    "domain",
    "title",
    "threshold",
    "highest",
    "at_or_over",
    *_STATES,
    "machine_highest",
    *_VERSION,
)
_HELD: Final = ("mode", "locale", "driver", "prompt_version", "started_at", "ended_at", "tier", "alerts")
RESEARCH_COLUMNS: Final = (
    *_BEGIN,
    *_HELD,
    *_STATES,
    *(f"item_{number:02}" for number in items()),
    *(f"machine_{number:02}" for number in items()),
    *_VERSION,
    "invented",
)
TREND_COLUMNS: Final = (
    "interview",
    "label",
    "finished_at",
    "kind",
    "key",
    "title",
    "threshold",
    "score",
    "machine_score",
)
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def items_csv(material: Material) -> str:
    """A row an item, all 23. An item that is not known has no score."""
    return _table(ITEM_COLUMNS, (_item(material, item) for item in items().values()))


def domains_csv(material: Material) -> str:
    """A row a domain, all 13. Only a completed interview has a highest score."""
    return _table(DOMAIN_COLUMNS, (_domain(material, domain) for domain in instrument().domains))


def research_csv(materials: Iterable[Material]) -> str:
    """A row an interview, a column an item: empty where it is not known, never 0."""
    return _table(RESEARCH_COLUMNS, map(_interview, materials))


def trend_csv(materials: Iterable[Material]) -> str:
    """A row for each domain and item of each completed interview: what it scored then, empty where it is not known."""
    return _table(TREND_COLUMNS, (row for material in materials if material.completed for row in _scores(material)))


def _scores(material: Material) -> Iterator[tuple[object, ...]]:
    row, scores, machine = material.row, material.profile.scores, material.machine_scores
    held = str(row.id), row.label, row.completed_at.isoformat() if row.completed_at else ""
    for domain in instrument().domains:
        both = (_or_empty(domain.known(found)) for found in (scores, machine))
        yield (*held, "domain", domain.key, domain.title, domain.threshold, *both)
        for item in domain.items:
            both = (_or_empty(found.get(item.id)) for found in (scores, machine))
            yield (*held, "item", item.id, item.short, domain.threshold, *both)


def _or_empty(score: int | None) -> int | str:
    return "" if score is None else score


def _begin(material: Material) -> tuple[object, ...]:
    return str(material.row.id), material.row.label, material.profile.session_status.value


def _item(material: Material, item: Item) -> Iterator[object]:
    answer = material.answers.get(item.id)
    known = answer is not None and answer.known
    yield from (*_begin(material), item.id, item.short, domain_of(item.id).key, state_of(answer))
    yield from (answer.score, step_of(answer)) if answer and known else ("", "")
    if answer is None:
        yield from ("",) * (6 + len(_CLINICIAN))
        yield from _version(material)
        return
    yield from (answer.ambiguity, answer.confidence, "yes" if answer.follow_up_asked else "no", answer.engine)
    yield answer.note or ""
    yield "; ".join(f"“{quote.text}” (turn {quote.turn})" for quote in answer.evidence_quotes)
    yield from _rated(material, item.id)
    yield from _version(material)


def _rated(material: Material, item: int) -> Iterator[object]:
    """The machine's score, and what the clinician said of it; `in person` where it is left to be asked."""
    machine, rating = material.machine[item], material.ratings.get(item)
    yield machine.score if machine.known else ""
    if rating is None:
        yield from ("", "", "")
        return
    yield from ("in person" if rating.score is None else rating.score, rating.reason, rating.who)


def _version(material: Material) -> Iterator[object]:
    """The report's version, and who signed it off when; both empty where there is no report to sign."""
    signed = material.signed if material.completed else None
    yield material.version if material.completed else ""
    yield f"{signed.who}, {signed.at.isoformat(timespec='seconds')}" if signed else ""


def _domain(material: Material, domain: Domain) -> Iterator[object]:
    yield from (*_begin(material), domain.key, domain.title, domain.threshold)
    highest = domain.severity(material.profile.scores) if material.completed else None
    yield from (
        ("", "") if highest is None else (highest, "yes" if highest >= domain.threshold else _open(material, domain))
    )
    states = [state_of(material.answers.get(item.id)) for item in domain.items]
    yield from (states.count(state) for state in _STATES)
    yield _or_empty(domain.severity(material.machine_scores) if material.completed else None)
    yield from _version(material)


def _open(material: Material, domain: Domain) -> str:
    """Whether a domain under its threshold really is: an item without a score might put it over."""
    known = all(state_of(material.answers.get(item.id)) == "answered" for item in domain.items)
    return "no" if known else "not known"


def _interview(material: Material) -> Iterator[object]:
    row, scores = material.row, material.profile.scores
    ended = material.ended_at.isoformat() if material.ended_at else ""
    yield from (*_begin(material), row.mode, row.locale, row.driver, material.profile.session_meta.prompt_version)
    yield from (row.created_at.isoformat(), ended, row.tier, len(material.alerts))
    yield len(numbers_in(material, "answered"))
    yield from (" ".join(map(str, numbers_in(material, state))) for state in _STATES[1:])
    yield from (scores.get(number, "") for number in items())
    yield from (material.machine_scores.get(number, "") for number in items())
    yield from _version(material)
    yield "yes" if row.invented else "no"


def _table(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def _cell(value: object) -> object:
    """Words that a spreadsheet would run as a formula are kept words, also after a quotation mark or spaces."""
    if isinstance(value, str) and value.lstrip(" \u00a0").startswith(_FORMULA):
        return f"'{value}"
    return value
