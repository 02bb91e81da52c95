"""The alerts that nobody has acknowledged yet, from the log, each with the words that it rests on."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from agents.domain.risk import AlertLevel
from agents.errors import Unreadable
from agents.interview import events as ev
from agents.interview.safety.to_do import NOW, NOW_BEFORE, asked, before_stop
from agents.quotes.sentences import Part, Quoted
from server.interviews.event_log import load

_ELSEWHERE: Final = "In another message:"
_STANDING = """
select e.interview_id, e.kind, e.body::text, e.at from event e
where e.interview_id = any(%s) and e.kind = 'alert' and e.seq > coalesce(
  (select max(seen.seq) from event seen where seen.interview_id = e.interview_id and seen.kind = 'acknowledged'), 0)
order by e.interview_id, e.seq desc
"""
_ANSWERED = """
select e.interview_id, (answer.body->>'turn')::int, answer.body->>'text' from event e cross join lateral (
  select next.body from event next
  where next.interview_id = e.interview_id and next.seq > e.seq and next.kind = 'message'
  order by next.seq limit 1) answer
where e.interview_id = any(%s) and e.kind = 'message' and e.body->>'purpose' = 'now'
  and answer.body->>'role' = 'patient' and e.seq > coalesce(
  (select max(seen.seq) from event seen where seen.interview_id = e.interview_id and seen.kind = 'acknowledged'), 0)
order by e.interview_id, e.seq
"""


class Words(NamedTuple):
    """Sentences of one message, and above them the question that they answer; empty where it asks nothing of risk."""

    asked: str
    quotes: tuple[Quoted, ...]


class Standing(NamedTuple):
    """What stands on one interview: its alerts, the most serious first and of these the latest, and since when the
    first of the most serious has been waiting; `now` is what was answered, at which turn, when it was asked whether
    such thoughts are there right now."""

    alerts: list[ev.Alerted]
    since: datetime
    now: Sequence[tuple[int, str]] = ()

    @property
    def told(self) -> list[Words]:
        """What they rest on, in the same order, each sentence once; behind the first, whether it is there right now.
        What was answered to that before a stop says so, and stands last."""
        raised, told = {alert.turn for alert in self.alerts}, list(self._raised())
        stops = [one.turn for one in self.alerts if one.level is AlertLevel.STOP]
        said = [(before_stop(turn, stops), (Part(text=text),)) for turn, text in self.now if turn not in raised]
        if now := tuple(words for before, words in said if not before):
            told.insert(1, Words(NOW, now))
        if earlier := tuple(words for before, words in said if before):
            told.append(Words(NOW_BEFORE, earlier))
        return told

    def _raised(self) -> Iterator[Words]:
        seen, label = set[Quoted](), ""
        for alert in self.alerts:
            quotes = tuple(one for one in alert.quotes if one not in seen)
            question = asked(alert)
            if quotes or (question and not alert.quotes):
                label = question or (_ELSEWHERE if label else "")
                seen.update(quotes)
                yield Words(label, quotes)


async def standing(pool: AsyncConnectionPool[AsyncConnection], interviews: Iterable[UUID]) -> Mapping[UUID, Standing]:
    """The standing alerts of these interviews, as far as they can be read."""
    asked_for = (list(interviews),)
    async with pool.connection() as connection:
        rows = await (await connection.execute(_STANDING, asked_for)).fetchall()
        answers = await (await connection.execute(_ANSWERED, asked_for)).fetchall()
    found: defaultdict[UUID, list[tuple[ev.Alerted, datetime]]] = defaultdict(list)
    now: defaultdict[UUID, list[tuple[int, str]]] = defaultdict(list)
    for interview, turn, text in answers:
        now[interview].append((turn, text))
    for interview, kind, body, at in rows:
        with suppress(Unreadable):
            event = load(kind, body)
            assert isinstance(event, ev.Alerted)
            found[interview].append((event, at))
    return {interview: _standing(alerts, now[interview]) for interview, alerts in found.items()}


def _standing(raised: list[tuple[ev.Alerted, datetime]], now: Sequence[tuple[int, str]]) -> Standing:
    alerts = sorted((alert for alert, _ in raised), key=lambda one: -one.level.rank)
    return Standing(alerts, min(at for alert, at in raised if alert.level is alerts[0].level), now)
