"""Report cards over HTTP: ask for one, watch it come, have a part made again, look at an earlier one."""

import asyncio
from typing import Annotated, Any, Literal
from uuid import UUID

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_202_ACCEPTED, HTTP_303_SEE_OTHER
from pydantic import Field

from agents.domain.value import Value
from agents.errors import CorrectInput, NotFound, NotNow, TryAgain
from agents.llm.spec import Credentials
from benchmarks.cards.card import Card
from benchmarks.cards.snapshot import Snapshot
from server.accounts.tables import Account
from server.cards import files
from server.cards.answers import CardList, CardListed, CardStarted
from server.cards.files import completed, one_of
from server.cards.opening import opening_of
from server.cards.repository import Asked, Cards
from server.cards.usual import RULE, Usual, stands
from server.cards.view import part_view, view_of
from server.engines.models import environment
from server.engines.reachability import closed
from server.engines.roles import LOCKS, offered
from server.http.bodies import parsed
from server.http.security import staff
from server.interviews.repository import Interviews
from server.interviews.tables import Interview
from server.jobs.repository import Job
from server.openapi.contract import NOTHING, PAGE, described, form_of, json_of
from server.settings import RULES, Settings

MOST_MODELS = 3
"""The driver and two others; the rule engine replays besides."""


class Wanted(Value):
    """What a card is asked for with: models that replay the diagnostician, and whether the judge is asked. Left out,
    the interview's driver replays and the judge is not asked: the patient's words go to no provider unbidden."""

    engines: Annotated[tuple[str, ...], Field(max_length=MOST_MODELS + 1)] | None = None
    judge: bool = False


class WantedForm(Value):
    """The same as the form sends it."""

    engine: tuple[str, ...] = ()
    judge: Literal["yes"] | None = None


@post(
    "/interviews/{interview_id:uuid}/card",
    guards=[staff],
    **described(
        "start_card",
        "Make a report card",
        takes=(json_of(Wanted), form_of(WantedForm)),
        gives={202: (json_of(CardStarted),), 303: ()},
        errors=(NotFound, NotNow, CorrectInput, TryAgain),
        stable=True,
    ),
)
async def start_card(
    request: Request[Any, Any, Any],
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    cards: NamedDependency[Cards],
    settings: NamedDependency[Settings],
) -> Response[Any]:
    """Freeze the interview and have its card made. Raises NotFound; NotNow unless it is completed."""
    by_form = not request.content_type[0].startswith("application/json")
    row = await interviews.get_for(account, interview_id)
    wanted = _of_form(await request.form()) if by_form else _of_json(await request.json())
    job = await cards.start(row, _engines(settings, row, wanted), wanted.judge)
    if by_form:
        return Redirect(f"/interviews/{interview_id}/card", status_code=HTTP_303_SEE_OTHER)
    return _made_by(job)


def _made_by(job: Job) -> Response[Any]:
    told = CardStarted(job=job.id, snapshot=job.key)
    return Response(told.model_dump(mode="json"), status_code=HTTP_202_ACCEPTED)


def _of_form(form: Any) -> Wanted:
    return Wanted(engines=tuple(form.getall("engine", [])), judge=form.get("judge") == "yes")


def _of_json(given: object) -> Wanted:
    return parsed(Wanted, given or {})


def _engines(settings: Settings, interview: Interview, wanted: Wanted) -> tuple[str, ...]:
    """The engines that replay, the rules last. Raises CorrectInput for one that is not offered here, or too many."""
    on_offer = offered(settings)
    asked = wanted.engines if wanted.engines is not None else (interview.driver,)
    models = tuple(dict.fromkeys(name for name in asked if name != RULES))
    if wanted.engines is None:
        models = tuple(name for name in models if name in on_offer)
    if unknown := [name for name in models if name not in on_offer]:
        raise CorrectInput(f"engines: {', '.join(unknown)}: not offered here; choose of {', '.join(on_offer)}")
    if len(models) > MOST_MODELS:
        raise CorrectInput(f"engines: at most {MOST_MODELS} models beside the rule engine")
    return (*models, RULES)


@get(
    "/interviews/{interview_id:uuid}/card",
    guards=[staff],
    **described("card_page", "Page of the report card", gives=PAGE, errors=(NotFound, NotNow)),
)
async def card_page(
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    cards: NamedDependency[Cards],
    settings: NamedDependency[Settings],
    snapshot: FromQuery[str | None] = None,
) -> Template:
    """The newest card of an interview or the way to one, or an earlier card as it was, by the digest of its snapshot.
    Raises NotFound; NotNow unless the interview is completed."""
    row = await completed(interviews, account, interview_id)
    every = await cards.all(interview_id)
    shown: dict[str, Any] = {
        "interview": row,
        "models": [name for name in offered(settings) if name != RULES],
        "most": MOST_MODELS,
        "judge": LOCKS["judge"],
        "judge_closed": _judge_closed(settings),
        "card": None,
    }
    if every or snapshot is not None:
        asked = one_of(every, snapshot)
        card, frozen, usual = await _read(cards, asked, interview_id)
        shown |= {"card": view_of(asked, card, frozen, usual), "asked": asked, "job": await cards.job(asked.digest)}
        shown |= {"every": every, "earlier": asked is not every[0], "snapshot": frozen, "usual_rule": RULE}
        shown["since"] = len((await interviews.profile(account, interview_id)).changed_since(frozen.profile))
        shown |= {"opening": await asyncio.to_thread(opening_of, frozen), "stands": stands(card, usual)}
    return Template("card.html.j2", context=shown)


@get(
    "/interviews/{interview_id:uuid}/cards",
    guards=[staff],
    **described(
        "list_cards",
        "List the report cards of an interview",
        gives=json_of(CardList),
        errors=(NotFound, NotNow),
        stable=True,
    ),
)
async def list_cards(
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    cards: NamedDependency[Cards],
) -> Response[Any]:
    """Every card that was asked for, the newest first. Raises NotFound."""
    await completed(interviews, account, interview_id)
    every = await cards.all(interview_id)
    listed = tuple(
        CardListed(
            snapshot=one.digest,
            frozen_at=one.frozen_at,
            started_at=one.started_at,
            engines=one.engines,
            judged=one.judged,
            newest=one is every[0],
        )
        for one in every
    )
    return Response(CardList(cards=listed).model_dump(mode="json"))


@get(
    "/interviews/{interview_id:uuid}/card/parts/{key:path}",
    guards=[staff],
    **described("card_part", "One part of the page of the report card", gives=PAGE, errors=(NotFound, NotNow)),
)
async def card_part(
    interview_id: FromPath[UUID],
    key: FromPath[str],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    cards: NamedDependency[Cards],
    settings: NamedDependency[Settings],
) -> Template:
    """One part of the newest card as the page shows it. Raises NotFound."""
    await completed(interviews, account, interview_id)
    asked, name = one_of(await cards.all(interview_id), None), key.lstrip("/")
    if name not in asked.parts:
        raise NotFound("There is no such part.")
    card, snapshot, usual = await _read(cards, asked, interview_id)
    part = part_view(name, card.part(name), snapshot, usual)
    shown = {"part": part, "interview_id": str(interview_id), "judge_closed": _judge_closed(settings)}
    return Template("card_part.html.j2", context=shown)


@post(
    "/interviews/{interview_id:uuid}/card/again/{key:path}",
    guards=[staff],
    **described(
        "make_card_part_again",
        "Make one part of the report card again",
        takes=NOTHING,
        gives={202: (json_of(CardStarted),)},
        errors=(NotFound, NotNow, TryAgain),
    ),
)
async def make_part_again(
    interview_id: FromPath[UUID],
    key: FromPath[str],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    cards: NamedDependency[Cards],
) -> Response[Any]:
    """Have one part made again, alone. Raises NotFound."""
    row = await completed(interviews, account, interview_id)
    job = await cards.again(row, key.lstrip("/"))
    return _made_by(job)


def _judge_closed(settings: Settings) -> str | None:
    return closed(LOCKS["judge"], Credentials.read(environment()), settings.privacy)


async def _read(cards: Cards, asked: Asked, interview: UUID) -> tuple[Card, Snapshot, Usual]:
    return await cards.card(asked.digest), await cards.snapshot(asked.digest), await cards.usual(interview)


HANDLERS = (start_card, card_page, list_cards, card_part, make_part_again, *files.HANDLERS)
