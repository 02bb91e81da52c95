"""Whether a report keeps to what there is. Every question has a plain answer with its reason."""

from collections.abc import Iterable
from typing import Final

from agents.domain.level1 import ITEM_COUNT, items
from agents.domain.profile import ItemResponse
from agents.reporter.doubts import doubt
from benchmarks.cards.card import Check, Checks, Made
from benchmarks.cards.conversation import Conversation
from benchmarks.cards.replaying import passages
from benchmarks.cards.snapshot import Snapshot
from benchmarks.metrics.metric import Figure, Unavailable

MEASURED: Final = "measured"
NO_ITEMS: Final = "this conversation has no item responses"


def integrity(snapshot: Snapshot) -> Made:
    """The part of the card."""
    checks = (_evidence(snapshot), _passages(snapshot), _items(snapshot), _doubts(snapshot), _limits(snapshot))
    held = [check.passed for check in checks if check.passed is not None]
    return Made(
        engine=MEASURED,
        figures=(_with_evidence(snapshot), _covered(snapshot), _stated(snapshot), _share("passed", held, "checks")),
        detail=Checks(checks=checks),
    )


def _share(name: str, held: list[bool], what: str, without: str = "") -> Figure:
    value = sum(held) / len(held) if held else Unavailable(reason=without or f"no {what} apply")
    return Figure(key=f"integrity.{name}", value=value, of=f"{len(held)} {what}", n=len(held))


def _with_evidence(snapshot: Snapshot) -> Figure:
    impressions = snapshot.diagnosis.impressions if snapshot.diagnosis else ()
    held = [bool(one.evidence and one.items) for one in impressions]
    return _share("evidence", held, "impressions", "there is no impression")


def _evidence(snapshot: Snapshot) -> Check:
    impressions = snapshot.diagnosis.impressions if snapshot.diagnosis else ()
    bare = [one.name for one in impressions if not (one.evidence and one.items)]
    detail = (
        f"without a quote or an item: {', '.join(bare)}"
        if bare
        else f"each of {len(impressions)} has a quote and an item"
    )
    return Check(name="Evidence for every impression", passed=not bare if impressions else None, detail=detail)


def _passages(snapshot: Snapshot) -> Check:
    """Passages are said to be used exactly if passages of this interview are cited."""
    name = "Use of passages reported truly"
    if snapshot.diagnosis is None:
        return Check(name=name, passed=None, detail="there is no diagnosis to compare with")
    known = {passage.chunk_id for passage in passages(snapshot)}
    cited = {chunk for one in snapshot.diagnosis.impressions for chunk in one.citations}
    said, used = snapshot.diagnosis.rag_used, bool(cited & known)
    told = f"the report says {'used' if said else 'not used'}; {len(known)} retrieved, {len(cited)} cited"
    made_up = f", {len(cited - known)} of them never retrieved" if cited - known else ""
    return Check(name=name, passed=said == used and not cited - known, detail=told + made_up)


def _numbers(snapshot: Snapshot) -> set[int]:
    """The items that are covered: with a response, or asked for where there are no responses."""
    responses = snapshot.profile.item_responses
    if responses:
        return {response.item_id for response in responses}
    return {turn.item_id for turn in Conversation(snapshot).questions if turn.item_id is not None}


def _covered(snapshot: Snapshot) -> Figure:
    number = len(_numbers(snapshot))
    return Figure(key="integrity.items", value=number / ITEM_COUNT, of=f"{number} of {ITEM_COUNT} items", n=ITEM_COUNT)


def _items(snapshot: Snapshot) -> Check:
    missing = sorted(set(items()) - _numbers(snapshot))
    listed = ", ".join(f"{number} {items()[number].short}" for number in missing)
    return Check(name="All items covered", passed=not missing, detail=f"missing: {listed}" if missing else "23 of 23")


def _doubtful(snapshot: Snapshot) -> list[ItemResponse]:
    return [one for one in snapshot.profile.item_responses if doubt(one)]


def _named(snapshot: Snapshot) -> list[tuple[ItemResponse, bool]]:
    text = " ".join(section.markdown for section in snapshot.report if section.key == "limitations")
    return [(one, any(f"{one.item_id} {name}" in text for name in _names(one))) for one in _doubtful(snapshot)]


def _names(one: ItemResponse) -> tuple[str, ...]:
    """What the item is called, and was in a report that was stored earlier."""
    item = items()[one.item_id]
    return item.short, *filter(None, (item.formerly,))


def _stated(snapshot: Snapshot) -> Figure:
    reason = "no item is in doubt" if snapshot.profile.item_responses else NO_ITEMS
    return _share("ambiguity", [named for _, named in _named(snapshot)], "items in doubt", reason)


def _doubts(snapshot: Snapshot) -> Check:
    name = "Doubtful items named in the report"
    if not snapshot.profile.item_responses:
        return Check(name=name, passed=None, detail=NO_ITEMS)
    named = _named(snapshot)
    silent = [one.item_id for one, told in named if not told]
    if not named:
        return Check(name=name, passed=None, detail="no item is in doubt")
    detail = f"not named: {_listed(silent)}" if silent else f"all {len(named)} are named"
    return Check(name=name, passed=not silent, detail=detail)


def _limits(snapshot: Snapshot) -> Check:
    name = "Limits stated"
    if snapshot.diagnosis is None:
        return Check(name=name, passed=None, detail="there is no diagnosis that could state them")
    count = len(snapshot.diagnosis.limitations)
    return Check(name=name, passed=count > 0, detail=f"{count} limitations of the impressions")


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
