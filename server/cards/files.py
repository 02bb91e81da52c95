"""A report card taken away as a file: the newest of an interview, or an earlier one by the digest of its snapshot."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery

from agents.errors import NotFound, NotNow
from benchmarks.cards.card import Card
from benchmarks.cards.snapshot import Snapshot, check_status
from server.accounts.tables import Account
from server.cards.answers import CardFile, changed_in, file_of
from server.cards.exports import csv_of
from server.cards.repository import Asked, Cards
from server.cards.usual import Usual
from server.http.security import staff
from server.interviews.repository import Interviews
from server.interviews.tables import Interview
from server.openapi.contract import Body, described, json_of


class Chosen(NamedTuple):
    """The card that a file is asked of, without parts of engines that an earlier asking named, its snapshot,
    and what is usual in other interviews."""

    asked: Asked
    card: Card
    snapshot: Snapshot
    usual: Usual


async def completed(interviews: Interviews, account: Account, interview: UUID) -> Interview:
    """The interview, if it may have a card. Raises NotFound, NotNow."""
    row = await interviews.get_for(account, interview)
    check_status(row.status)
    return row


def one_of(every: Sequence[Asked], digest: str | None) -> Asked:
    """The card of this snapshot among an interview's, the first where none is named. Raises NotFound."""
    for one in every:
        if digest in (None, one.digest):
            return one
    raise NotFound("There is no such report card." if every else "There is no report card yet.")


async def choose(
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    cards: NamedDependency[Cards],
    snapshot: FromQuery[str | None] = None,
) -> Chosen:
    """What the files below are made of. Raises NotFound, NotNow."""
    await completed(interviews, account, interview_id)
    asked = one_of(await cards.all(interview_id), snapshot)
    card = await cards.card(asked.digest)
    parts = tuple(part for part in card.parts if part.key in asked.shown(card))
    frozen, usual = await cards.snapshot(asked.digest), await cards.usual(interview_id)
    return Chosen(asked, card.model_copy(update={"parts": parts}), frozen, usual)


CHOSEN = {"chosen": Provide(choose)}


@get(
    "/interviews/{interview_id:uuid}/card.json",
    guards=[staff],
    dependencies=CHOSEN,
    **described(
        "card_as_json",
        "Download the report card as JSON",
        gives=json_of(CardFile),
        errors=(NotFound, NotNow),
        stable=True,
    ),
)
async def card_as_json(chosen: NamedDependency[Chosen]) -> Response[str]:
    """The card with what each figure means and what is usual here, the answers that a clinician changed, and those
    that rest on weak evidence, as a file. Raises NotFound, NotNow."""
    asked, card, snapshot, usual = chosen
    told = await asyncio.to_thread(file_of, asked.frozen_at, card, snapshot, usual)
    return _file(told.model_dump_json(indent=1), "application/json", f"card-{asked.digest[:12]}.json")


@get(
    "/interviews/{interview_id:uuid}/card.csv",
    guards=[staff],
    dependencies=CHOSEN,
    **described(
        "card_as_csv",
        "Download the report card as CSV",
        gives=Body("text/csv; charset=utf-8"),
        errors=(NotFound, NotNow),
        stable=True,
    ),
)
async def card_as_csv(chosen: NamedDependency[Chosen]) -> Response[str]:
    """The figures and grades of the card, a line each, as a file. Raises NotFound, NotNow."""
    text = csv_of(chosen.card, changed_in(chosen.snapshot))
    return _file(text, "text/csv", f"card-{chosen.asked.digest[:12]}.csv")


@get(
    "/interviews/{interview_id:uuid}/snapshot.json",
    guards=[staff],
    dependencies=CHOSEN,
    **described(
        "snapshot_as_json",
        "Download the interview as the card saw it",
        gives=json_of(Snapshot),
        errors=(NotFound, NotNow),
        stable=True,
    ),
)
async def snapshot_as_json(chosen: NamedDependency[Chosen]) -> Response[str]:
    """The frozen interview that the card was made from. Raises NotFound, NotNow."""
    text = chosen.snapshot.model_dump_json(indent=1)
    return _file(text, "application/json", f"snapshot-{chosen.asked.digest[:12]}.json")


def _file(text: str, kind: str, name: str) -> Response[str]:
    return Response(text, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


HANDLERS = (card_as_json, card_as_csv, snapshot_as_json)
