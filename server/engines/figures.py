"""What models did, read from the tables: for the admin's page, and for the line that says that one is down."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import accumulate, zip_longest
from typing import Final

from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from server.engines.ledger import longest

_BY_ROLE: Final = """
with lately as (
  select model, role, n, sum(many) as many from model_hour, unnest(latencies) with ordinality as of(many, n)
  where hour > now() - interval '24 hours' group by model, role, n),
times as (select model, role, array_agg(many::int order by n) as latencies from lately group by model, role),
kept as (
  select model, role,
    coalesce(sum(answers) filter (where hour >= date_trunc('day', now(), 'UTC')), 0)::int as answers_today,
    coalesce(sum(failures) filter (where hour >= date_trunc('day', now(), 'UTC')), 0)::int as failures_today,
    coalesce(sum(tokens) filter (where hour >= date_trunc('day', now(), 'UTC')), 0)::bigint as tokens_today,
    coalesce(sum(usd) filter (where hour >= date_trunc('day', now(), 'UTC')), 0)::float as usd_today,
    coalesce(sum(unpriced) filter (where hour >= date_trunc('day', now(), 'UTC')), 0)::int as unpriced_today,
    coalesce(sum(tokens) filter (where hour >= date_trunc('month', now(), 'UTC')), 0)::bigint as tokens_month,
    coalesce(sum(usd) filter (where hour >= date_trunc('month', now(), 'UTC')), 0)::float as usd_month,
    coalesce(sum(unpriced) filter (where hour >= date_trunc('month', now(), 'UTC')), 0)::int as unpriced_month,
    max(answered_at) as answered_at, max(failed_at) as failed_at from model_hour group by model, role),
wrong as (
  select distinct on (model, role) model, role, failure_kind, failure from model_hour where failed_at is not null
  order by model, role, failed_at desc)
select kept.*, coalesce(times.latencies, '{}') as latencies, wrong.failure_kind, wrong.failure
from kept left join times using (model, role) left join wrong using (model, role)
"""
_DOWN: Final = """
select model, since, tried_at, kind, reason, until from model_outage
where until is null and model = any(%s) order by since
"""
_SUMMED: Final = (
    *("answers_today", "failures_today", "tokens_today", "usd_today", "unpriced_today"),
    *("tokens_month", "usd_month", "unpriced_month"),
)
_PLAIN: Final[Mapping[str, str]] = {
    "Unreachable": "could not be reached",
    "TimedOut": "did not answer in time",
    "Dropped": "broke off in the middle of an answer",
    "CircuitOpen": "failed again and again, and was left alone for some seconds",
    "RateLimited": "asks for fewer requests",
    "Overloaded": "failed on its side, or all lines to it were busy",
    "Refused": "declined to answer",
    "Malformed": "answered in a form that cannot be used",
    "BudgetSpent": "was not asked: an interview's budget was spent",
    "NotConfigured": "does not accept the request: key, model name or address",
}


def plainly(kind: str | None) -> str:
    """An error's kind in plain words."""
    return _PLAIN.get(kind or "", "gave no answer")


@dataclass(frozen=True, slots=True)
class Outage:
    """A model that gives no usable answer: since when, when it was last tried, and why."""

    model: str
    since: datetime
    tried_at: datetime
    kind: str
    reason: str
    until: datetime | None

    @property
    def why(self) -> str:
        """Why, in plain words."""
        return plainly(self.kind)


@dataclass(frozen=True, slots=True)
class Figure:
    """One model in one role: today and this month by UTC, times of the last 24 hours. `unpriced` counts requests whose
    price is not known, which are in no sum of money."""

    model: str
    role: str
    answers_today: int
    failures_today: int
    tokens_today: int
    usd_today: float
    unpriced_today: int
    tokens_month: int
    usd_month: float
    unpriced_month: int
    answered_at: datetime | None
    failed_at: datetime | None
    latencies: list[int]
    failure_kind: str | None
    failure: str | None

    @property
    def p50(self) -> float | None:
        """The time in seconds that half of the answers needed at most; None without answers."""
        return _quantile(self.latencies, 0.5)

    @property
    def p95(self) -> float | None:
        """The same for 95 of 100."""
        return _quantile(self.latencies, 0.95)

    @property
    def why(self) -> str:
        """The last error in plain words."""
        return plainly(self.failure_kind)


def together(figures: Sequence[Figure]) -> Figure | None:
    """Several roles of one model as one; None for none. The last error is that of the latest."""
    if not figures:
        return None
    latest = max(figures, key=lambda one: max(at.timestamp() for at in (one.answered_at, one.failed_at) if at))
    sums = {name: sum(getattr(one, name) for one in figures) for name in _SUMMED}
    latencies = [sum(many) for many in zip_longest(*(one.latencies for one in figures), fillvalue=0)]
    return replace(latest, **sums, latencies=latencies)


def _quantile(counted: list[int], share: float) -> float | None:
    whole = sum(counted)
    if not whole:
        return None
    return next(longest(place) for place, below in enumerate(accumulate(counted)) if below >= share * whole)


class Figures:
    """Reads what the ledgers of all processes kept."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection]) -> None:
        self._pool = pool

    async def all(self) -> list[Figure]:
        """Every model and role of which something is kept."""
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Figure)) as cursor:
            return await (await cursor.execute(_BY_ROLE)).fetchall()

    async def down(self, models: Iterable[str]) -> list[Outage]:
        """Those of these models that give no usable answer now, the longest first."""
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Outage)) as cursor:
            return await (await cursor.execute(_DOWN, (list(models),))).fetchall()
