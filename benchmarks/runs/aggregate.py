"""Many results in one table: how often each system found the played profile, and the figures of its conversations."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from agents.domain.value import Value
from benchmarks.cards.figures import explained
from benchmarks.runs.profiles import NONE, OTHER, PROFILES, ranked
from benchmarks.runs.results import Result, Status
from benchmarks.runs.statistics import Interval, f1_of_yes, macro_f1, mean, of_pairs

LEADING: Final = 3


class Row(Value):
    """One line of the confusion matrix: the profile played, and how often each was named first."""

    label: str
    counts: tuple[int, ...]


class Average(Value):
    """A figure's mean over the conversations that have it; `unavailable` counts those that don't."""

    key: str
    interval: Interval
    unavailable: int


class ByProfile(Value):
    """One profile under one system. `n` conversations with a readable diagnosis; `f1` of naming this profile first,
    with its interval over all conversations; `averages` over its `done` ones."""

    profile: str
    done: int
    n: int
    top1: Interval
    top3: Interval
    f1: Interval
    averages: tuple[Average, ...]


class Summary(Value):
    """One system. `done`, `truncated`, `failed`, `stopped` and `errors` count records; figures count the done ones
    alone, and accuracy those of them that have a label and a diagnosis. `columns` name the columns of the confusion
    matrix."""

    system: str
    done: int
    truncated: int
    failed: int
    stopped: int
    errors: int
    unread: int
    top1: Interval
    top3: Interval
    macro_f1: Interval
    profiles: tuple[ByProfile, ...]
    columns: tuple[str, ...]
    confusion: tuple[Row, ...]
    averages: tuple[Average, ...]
    cost: float | None
    seconds: float


class Failure(Value):
    """A record without figures, and why."""

    id: str
    system: str
    status: Status
    reason: str


class Aggregate(Value):
    """The whole batch."""

    systems: tuple[Summary, ...]
    failures: tuple[Failure, ...]


def aggregate(results: Iterable[Result]) -> Aggregate:
    """The systems in alphabetical order, published ones first."""
    every = sorted(results, key=lambda one: one.key)
    grouped: dict[str, list[Result]] = {}
    for one in every:
        grouped.setdefault(one.system, []).append(one)
    names = sorted(grouped, key=lambda name: (not name.startswith("published"), name))
    return Aggregate(
        systems=tuple(_summary(name, grouped[name]) for name in names),
        failures=tuple(
            Failure(id=one.id, system=one.system, status=one.status, reason=one.reason or "")
            for one in every
            if one.status is not Status.DONE
        ),
    )


def _summary(system: str, results: Sequence[Result]) -> Summary:
    status = Counter(one.status for one in results)
    done = [one for one in results if one.status is Status.DONE]
    read = [(one.label, ranked(one.codes)) for one in done if one.label in PROFILES and one.codes is not None]
    known = [(label, told) for label, told in read if label is not None]
    first = [(label, told[0] if told else NONE) for label, told in known]
    costs = [one.cost for one in results]
    return Summary(
        system=system,
        done=len(done),
        truncated=status[Status.TRUNCATED],
        failed=status[Status.FAILED],
        stopped=status[Status.STOPPED],
        errors=status[Status.ERROR],
        unread=sum(one.codes is None for one in done),
        top1=_hits(known, 1),
        top3=_hits(known, LEADING),
        macro_f1=of_pairs(first, macro_f1),
        profiles=tuple(_by_profile(name, done, known) for name in PROFILES if any(one.label == name for one in done)),
        columns=(*PROFILES, OTHER, NONE),
        confusion=tuple(_row(name, first) for name in PROFILES if any(label == name for label, _ in first)),
        averages=tuple(_averages(done)),
        cost=None if any(cost is None for cost in costs) else sum(cost or 0.0 for cost in costs),
        seconds=sum(one.seconds for one in results),
    )


def _hits(known: Sequence[tuple[str, tuple[str, ...]]], leading: int) -> Interval:
    return mean([float(label in told[:leading]) for label, told in known])


def _by_profile(name: str, done: Sequence[Result], known: Sequence[tuple[str, tuple[str, ...]]]) -> ByProfile:
    own = [(label, told) for label, told in known if label == name]
    played = [one for one in done if one.label == name]
    apart = [("yes" if label == name else "no", "yes" if told[:1] == (name,) else "no") for label, told in known]
    return ByProfile(
        profile=name,
        done=len(played),
        n=len(own),
        top1=_hits(own, 1),
        top3=_hits(own, LEADING),
        f1=of_pairs(apart, f1_of_yes) if own else Interval(value=None),
        averages=tuple(_averages(played)),
    )


def _row(name: str, first: Sequence[tuple[str, str]]) -> Row:
    told = Counter(said for label, said in first if label == name)
    return Row(label=name, counts=tuple(told[column] for column in (*PROFILES, OTHER, NONE)))


def _averages(done: Sequence[Result]) -> Iterable[Average]:
    found: Mapping[str, list[float | None]] = {
        key: [measure.value for one in done for measure in one.measures if measure.key == key] for key in explained()
    }
    for key, values in found.items():
        numbers = [value for value in values if value is not None]
        if values:
            yield Average(key=key, interval=mean(numbers), unavailable=len(values) - len(numbers))
