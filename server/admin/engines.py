"""Each role with its engine, and how that engine does: for the admin's page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from agents.llm.spec import Credentials
from server.checks import Check, State
from server.engines.figures import Figure, Figures, Outage, together
from server.engines.fitness import Checks, doubt
from server.engines.models import environment
from server.engines.overview import OFF, Row, check_roles, rows
from server.engines.reachability import setup
from server.engines.roles import serving
from server.settings import RULES, Settings


@dataclass(frozen=True, slots=True)
class Engine:
    """One role with its engine. `figure` is of this role, `last` the model's latest in any role, `down` its outage,
    `setup` whether it can be asked, `doubt` what its check says against it."""

    row: Row
    figure: Figure | None
    last: Figure | None
    down: Outage | None
    setup: Check | None
    doubt: str | None

    @property
    def is_model(self) -> bool:
        """Whether a model serves, and not the rules or nobody."""
        return self.row.engine not in (RULES, OFF)

    @property
    def ready(self) -> bool:
        """Whether the model has what it needs to be asked."""
        return self.setup is None or self.setup.state is State.OK

    @property
    def failed_last(self) -> bool:
        """Whether the model's latest request failed."""
        last = self.last
        if last is None or last.failed_at is None:
            return False
        return last.answered_at is None or last.failed_at > last.answered_at


class Down(NamedTuple):
    """A model that is down, and what happens instead, in words."""

    outage: Outage
    instead: str


_INSTEAD: Final[Mapping[str, str]] = {
    "embedder": "until it answers, reports are written without passages of the library, and books wait to be read in",
    "judge": "until it answers, report cards get no marks from it",
}
_RULES_STAND_IN: Final = "the rules answer in its place"


def outages(served: Sequence[Engine]) -> list[Down]:
    """Each model that is down, once. For one that serves an interview the rules answer, whatever else it does."""
    found: dict[str, Down] = {}
    for one in served:
        if one.down is not None:
            said = _INSTEAD.get(one.row.role, _RULES_STAND_IN)
            known = found.get(one.down.model)
            found[one.down.model] = known if known and known.instead == _RULES_STAND_IN else Down(one.down, said)
    return list(found.values())


async def engines(settings: Settings, figures: Figures, checks: Checks) -> list[Engine]:
    """Every role, as `anamnesis models` lists them, with what is kept of its engine."""
    kept, checked = await figures.all(), await checks.latest()
    table = [row for one in rows(settings) for row in _by_role(settings, one)]
    names = {row.engine for row in table} - {RULES, OFF}
    down = {one.model: one for one in await figures.down(names)}
    credentials = Credentials.read(environment())
    return [
        Engine(
            row=row,
            figure=_of(kept, row),
            last=_latest(one for one in kept if one.model == row.engine),
            down=down.get(row.engine),
            setup=setup(row.engine, credentials, tuple(table), settings.privacy) if row.engine in names else None,
            doubt=doubt(checked.get(row.engine), check_roles(row.role)) if _checkable(row) else None,
        )
        for row in table
    ]


def _by_role(settings: Settings, row: Row) -> Iterator[Row]:
    """A driver that may be chosen as the roles that it would serve; any other row as it is."""
    if row.role != "driver":
        yield row
        return
    for role, engine in serving(settings, row.engine).items():
        if engine == row.engine != RULES and row.engine != settings.interviewer:
            yield row.model_copy(update={"role": role})


def spending(kept: Sequence[Figure]) -> tuple[float, float, int]:
    """USD today and this month over all models, and how many requests of this month have no known price."""
    return sum(f.usd_today for f in kept), sum(f.usd_month for f in kept), sum(f.unpriced_month for f in kept)


def _of(kept: Iterable[Figure], row: Row) -> Figure | None:
    return together([one for one in kept if one.model == row.engine and one.role in check_roles(row.role)])


def _checkable(row: Row) -> bool:
    """Whether there is a check for this row's engine: not for the two locks, and not for the rules."""
    return row.engine not in (RULES, OFF) and row.by != "lock"


def _latest(found: Iterable[Figure]) -> Figure | None:
    every = sorted(found, key=lambda one: max(t.timestamp() for t in (one.answered_at, one.failed_at) if t))
    return every[-1] if every else None
