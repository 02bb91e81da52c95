"""The persona benchmark: hidden scores of 23 items compared with an interview's findings.

The format of a persona file is described in docs/benchmarks.md.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agents.domain import level1
from agents.domain.profile import SessionStatus
from agents.domain.value import Value
from agents.errors import CorrectInput
from agents.llm.structured import complaint
from benchmarks.personas.replay import Outcome
from benchmarks.runs.dataset import Entry
from benchmarks.runs.statistics import Interval, mean
from benchmarks.training.figures.statistics import f1, qwk, share


class Hidden(BaseModel):
    """The hidden score 0-4 behind a persona's replies to one item."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    score: int = Field(ge=0, le=4)


class _Vector(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    items: Mapping[int, Hidden]


class Compared(Value):
    """One item of one persona: the hidden score, the found one (None: declined, unclear or not asked), and how many
    turns of the patient were about it."""

    item: int
    hidden: int
    found: int | None
    turns: int


class Found(Value):
    """One persona after its interview: its items, all turns of the patient, follow-ups. `stopped` names the rules of a
    safety stop; such an interview is counted separately."""

    id: str
    pairs: tuple[Compared, ...]
    turns: int
    follow_ups: int
    stopped: tuple[str, ...] = ()


class Agreeing(Value):
    """How well scores agree. Shares 0-1; `qwk` Cohen's kappa with quadratic weights; `bias` the mean of found minus
    hidden; `unscored` items have no found score and count in none of these figures."""

    name: str
    n: int
    unscored: int
    exact: float | None
    within1: float | None
    qwk: float | None
    bias: float | None


class Interview(Value):
    """One completed interview: how many patient turns and follow-ups it took, and how well its scores agree."""

    turns: int
    follow_ups: int
    agreeing: Agreeing


class Domains(Value):
    """Whether a domain is at its threshold: counts over personas."""

    name: str
    both: int
    missed: int
    spurious: int
    neither: int
    f1: float | None


class PersonaFigures(Value):
    """The benchmark. `turns` and `follow_ups` are means over completed interviews; `exact` has its interval over
    personas (the mean of each one's share). `by_turns` groups items by how many turns of the patient were about them,
    `interviews` has a line for each completed one."""

    engine: str
    personas: int
    completed: int
    stopped: tuple[str, ...]
    overall: Agreeing
    exact: Interval
    items: tuple[Agreeing, ...]
    domains: tuple[Domains, ...]
    domain_f1: float | None
    by_turns: tuple[Agreeing, ...]
    interviews: tuple[Interview, ...]
    turns: Interval
    follow_ups: Interval


def hidden_of(entry: Entry) -> dict[int, int]:
    """The hidden scores by item. Raises CorrectInput unless all 23 items are there."""
    try:
        scores = {item: one.score for item, one in _Vector.model_validate(entry.value).items.items()}
    except ValidationError as failed:
        raise CorrectInput(f"no persona with hidden scores: {complaint(failed)}") from None
    if missing := sorted(set(level1.items()) - set(scores)):
        raise CorrectInput(f"items without a hidden score: {', '.join(map(str, missing))}")
    return scores


def found(identity: str, hidden: Mapping[int, int], outcome: Outcome) -> Found:
    """Compare one interview with the hidden scores. Declined and unclear items are unscored, not 0."""
    given = outcome.profile.scores
    said = Counter(turn.item_id for turn in outcome.profile.transcript if turn.role == "patient")
    stopped = outcome.profile.session_status is SessionStatus.TERMINATED_FOR_SAFETY
    return Found(
        id=identity,
        pairs=tuple(
            Compared(item=item, hidden=score, found=given.get(item), turns=said[item])
            for item, score in sorted(hidden.items())
        ),
        turns=sum(turn.role == "patient" for turn in outcome.profile.transcript),
        follow_ups=outcome.follow_ups,
        stopped=(outcome.stopped_by or ("safety",)) if stopped else (),
    )


def figures(engine: str, every: Sequence[Found]) -> PersonaFigures:
    """The figures over completed interviews."""
    done = [one for one in every if not one.stopped]
    pairs = [pair for one in done for pair in one.pairs]
    domains = tuple(_domain(domain, done) for domain in level1.instrument().domains)
    each = [value for one in done if (value := _agreeing("", one.pairs).exact) is not None]
    return PersonaFigures(
        engine=engine,
        personas=len(every),
        completed=len(done),
        stopped=tuple(f"{one.id}: {', '.join(one.stopped)}" for one in every if one.stopped),
        overall=_agreeing("all items", pairs),
        exact=mean(each),
        items=tuple(_agreeing(_name(item), [pair for pair in pairs if pair.item == item]) for item in level1.items()),
        domains=domains,
        domain_f1=f1(*(sum(getattr(one, name) for one in domains) for name in ("both", "spurious", "missed"))),
        by_turns=tuple(_agreeing(name, some) for name, some in _by_turns(pairs) if some),
        interviews=tuple(
            Interview(turns=one.turns, follow_ups=one.follow_ups, agreeing=_agreeing(one.id, one.pairs)) for one in done
        ),
        turns=mean([float(one.turns) for one in done]),
        follow_ups=mean([float(one.follow_ups) for one in done]),
    )


def _name(item: int) -> str:
    return f"{item} {level1.items()[item].short}"


def _by_turns(pairs: Sequence[Compared]) -> Iterable[tuple[str, list[Compared]]]:
    yield "no turn", [pair for pair in pairs if pair.turns == 0]
    yield "1 turn", [pair for pair in pairs if pair.turns == 1]
    yield "2 turns", [pair for pair in pairs if pair.turns == 2]
    yield "3 turns or more", [pair for pair in pairs if pair.turns > 2]


def _agreeing(name: str, pairs: Iterable[Compared]) -> Agreeing:
    listed = list(pairs)
    scored = [(pair.hidden, pair.found) for pair in listed if pair.found is not None]
    return Agreeing(
        name=name,
        n=len(scored),
        unscored=len(listed) - len(scored),
        exact=share(a == b for a, b in scored),
        within1=share(abs(a - b) <= 1 for a, b in scored),
        qwk=qwk(scored),
        bias=sum(b - a for a, b in scored) / len(scored) if scored else None,
    )


def _domain(domain: level1.Domain, done: Iterable[Found]) -> Domains:
    numbers = {item.id for item in domain.items}
    told: Counter[tuple[bool, bool]] = Counter()
    for one in done:
        hidden = {pair.item: pair.hidden for pair in one.pairs if pair.item in numbers}
        given = {pair.item: pair.found for pair in one.pairs if pair.item in numbers and pair.found is not None}
        told[domain.over(hidden), domain.over(given)] += 1
    both, missed, spurious = told[True, True], told[True, False], told[False, True]
    return Domains(
        name=domain.title,
        both=both,
        missed=missed,
        spurious=spurious,
        neither=told[False, False],
        f1=f1(both, spurious, missed),
    )
