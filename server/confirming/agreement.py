"""How often clinicians and the machine agree on the answers that were confirmed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from litestar import get
from litestar.di import NamedDependency
from litestar.response import Template

from benchmarks.training.figures.statistics import qwk, wilson
from server.accounts.tables import Account
from server.database import Database
from server.http.security import admin
from server.openapi.contract import PAGE, described

_PAIRS: Final = """
select distinct on (e.interview_id, r.item)
  (e.body #>> '{rating,machine}')::int, (e.body #>> '{rating,score}')::int
from event e
join interview i on i.id = e.interview_id and i.deleted_at is null and i.persona_id is null,
lateral (select (e.body #>> '{rating,itemId}')::int as item) r
where e.kind = 'rated' and not exists (
  select from event u where u.interview_id = e.interview_id and u.kind = 'unrated' and u.seq > e.seq
    and (u.body ->> 'itemId')::int = r.item)
order by e.interview_id, r.item, e.seq desc
"""
"""The last word on each answer that was not taken back since."""


class Share(NamedTuple):
    """How many of how many, with the Wilson interval of the share at 95 %."""

    hits: int
    of: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """`exact` and `near` (one step apart at most) are shares of the answers that both scored; `kappa` is Cohen's with
    quadratic weights (1968), None without a pair. `put_off` were left to be asked in person, `alone` had no score by
    the machine."""

    exact: Share
    near: Share
    kappa: float | None
    put_off: int
    alone: int


def agreement(words: Sequence[tuple[int | None, int | None]]) -> Agreement:
    """Of the standing words on answers: the machine's score and the clinician's, each None where there is none."""
    pairs = [(machine, score) for machine, score in words if machine is not None and score is not None]
    return Agreement(
        exact=_share([one == other for one, other in pairs]),
        near=_share([abs(one - other) <= 1 for one, other in pairs]),
        kappa=qwk(pairs),
        put_off=sum(score is None for _, score in words),
        alone=sum(machine is None and score is not None for machine, score in words),
    )


def _share(hits: Sequence[bool]) -> Share:
    low, high = wilson(sum(hits), len(hits))
    return Share(sum(hits), len(hits), low, high)


async def words_in(database: Database) -> list[tuple[int | None, int | None]]:
    """The standing words on the answers of every interview with a patient."""
    async with database.pool.connection() as connection:
        return await (await connection.execute(_PAIRS)).fetchall()


@get(
    "/admin/agreement",
    guards=[admin],
    **described("agreement_page", "Page of how clinicians and machine agree", gives=PAGE),
)
async def agreement_page(account: NamedDependency[Account], database: NamedDependency[Database]) -> Template:
    """The figures, and what they can't say."""
    return Template("agreement.html.j2", context={"found": agreement(await words_in(database)), "me": account})


HANDLERS = (agreement_page,)
