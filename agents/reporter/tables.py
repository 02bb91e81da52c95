"""The two tables: 13 domains, 23 items."""

from collections.abc import Iterable
from typing import Final

from agents.domain.level1 import Item, items
from agents.domain.profile import ItemResponse
from agents.reporter.markdown import escape, placed, quoted, symptom, table
from agents.reporter.overview import Overview, Standing

AMBIGUITY_COLUMN: Final = "Ambiguity (1 clear, 10 a guess)"


def domain_table(seen: Overview) -> str:
    """One row per domain."""
    rows = [_domain_row(seen, standing) for standing in seen.standings]
    return table(("Domain", "Aggregate (highest item)", "At or over threshold", "Symptoms reported", "Quotes"), rows)


def _domain_row(seen: Overview, standing: Standing) -> list[str]:
    reported = [i for i in standing.domain.items if _reported(seen.answers.get(i.id))]
    quotes = [quoted(q) for i in reported for q in seen.answers[i.id].evidence_quotes]
    return [
        escape(standing.domain.title),
        "; ".join(_aggregate(standing)),
        f"{_over(standing)} (threshold {standing.domain.threshold})",
        ", ".join(symptom(i.short) for i in reported),
        "; ".join(quotes),
    ]


def _aggregate(standing: Standing) -> Iterable[str]:
    if standing.highest is not None:
        yield standing.highest.in_words
    if to_ask := [item for item in standing.unclear if item not in standing.passed]:
        yield f"to be asked by you: item {', '.join(map(str, to_ask))}"
    if standing.passed:
        alone = standing.highest is None and not to_ask and not standing.declined
        yield "not asked" if alone else f"not asked: item {', '.join(map(str, standing.passed))}"
    if standing.declined:
        alone = standing.highest is None and not standing.unclear
        yield "declined" if alone else f"declined: item {', '.join(map(str, standing.declined))}"


def _over(standing: Standing) -> str:
    """Yes, no, or not known, since an unclear item might bring its domain to the threshold."""
    if standing.over:
        return "**yes**"
    return "not known" if standing.open else "no"


def _reported(answer: ItemResponse | None) -> bool:
    return answer is not None and answer.known and answer.score > 0


def item_table(seen: Overview) -> str:
    """One row per item that was asked, whether answered, declined or unclear; below it those that were not, and what
    the patient added."""
    rows = [_item_row(items()[item], answer) for item, answer in sorted(seen.answers.items())]
    told = [table(("Item", "Symptom", "Score", AMBIGUITY_COLUMN, "Quotes", "Scored by", "Note"), rows)]
    if left := [f"{item} {symptom(one.short)}" for item, one in items().items() if item not in seen.answers]:
        told.append(f"Not asked: {', '.join(left)}")
    if added := "; ".join(map(placed, seen.brief.profile.added)):
        told.append(f"Added by the patient, and not scored: {added}")
    return "\n\n".join(told)


def _item_row(item: Item, answer: ItemResponse) -> list[str]:
    return [
        str(item.id),
        symptom(item.short),
        _score(answer),
        "" if answer.passed else str(answer.ambiguity),
        "; ".join(placed(q) for q in answer.evidence_quotes),
        escape(answer.engine),
        "; ".join(_notes(answer)),
    ]


def _score(answer: ItemResponse) -> str:
    if answer.known:
        return answer.in_words
    if answer.passed:
        return "not asked"
    return "declined" if answer.declined else "unclear, to be asked by you"


def _notes(answer: ItemResponse) -> list[str]:
    notes = [escape(answer.note)] if answer.note else []
    return notes + (["follow-up asked"] if answer.follow_up_asked else [])
