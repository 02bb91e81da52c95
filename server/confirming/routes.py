"""Answers to confirm over HTTP: the page with one answer at a time, and what its forms do. The sign-off:
`server/confirming/signing_routes.py`."""

import logging
from dataclasses import dataclass
from typing import Annotated, Any, Final
from uuid import UUID

from litestar import Request, get, post
from litestar.di import NamedDependency, Provide
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath
from litestar.response import Redirect, Template

from agents.domain.level1 import ITEM_COUNT, MAX_SCORE, instrument, items
from agents.errors import CorrectInput, NotFound, NotNow, Unreadable
from agents.reporter.doubts import WORDS, case_of, cases
from server.accounts.tables import Account
from server.confirming import signing_routes
from server.confirming.queue import Queue, following, later
from server.confirming.repository import Confirming
from server.digits import number
from server.errors import status_of
from server.http.security import staff
from server.interviews.lists.outcomes import Outcomes
from server.openapi.contract import PAGE, described, form_of

logger = logging.getLogger(__name__)
Asked = Request[Any, Any, Any]
Form = Body(media_type=RequestEncodingType.URL_ENCODED)
REASONS: Final = ("Told me so in person", "Frequency is in the words", "Means something else", "Known from before")
"""Reasons to tap; each may be written over."""
REPORT: Final = "report"
_DID: Final = ("accept", "save", "person")
_RATED: Final = {303: (), 409: (PAGE,), 422: (PAGE,)}


@dataclass(frozen=True, slots=True)
class RatingForm:
    """One answer settled. `did` is `accept` (the machine's score), `save` (`score` instead, with a `reason`) or
    `person` (to be asked in person); `seen` how many changes of the answer the page knew of; `back` is REPORT for
    whoever came from there and goes back to its list of answers."""

    item: int
    seen: int
    did: str
    score: str = ""
    reason: str = ""
    back: str = ""


@dataclass(frozen=True, slots=True)
class BackForm:
    """The last word on an answer taken back."""

    item: int
    seen: int


@dataclass(frozen=True, slots=True)
class ConfirmDesk:
    """Who confirms, and what the page is made of."""

    account: Account
    confirming: Confirming
    queue: Queue
    outcomes: Outcomes

    async def page(
        self,
        interview: UUID | None,
        item: int | None,
        after: int | None,
        wrong: Exception | None = None,
        given: RatingForm | None = None,
        back: str | None = None,
    ) -> Template:
        """The answer asked for, else the next one; with what was wrong and what was typed, where something was."""
        await self.outcomes.settle(self.account)
        queue = list(await self.queue.of(self.account))
        broken, answer = dict[UUID, str](), dict[str, Any]()
        chosen = following(queue, interview, after)
        while (asked := interview or (chosen.interview if chosen else None)) is not None:
            if item is None and chosen is not None and chosen.interview == asked:
                item = chosen.item
            try:
                answer = await self._answer(asked, item)
            except (Unreadable, NotNow) as unreadable:
                if asked == interview and isinstance(unreadable, NotNow):
                    raise
                logger.error("interview %s: its log cannot be read", asked, exc_info=unreadable)
                broken[asked] = await self.confirming.label(self.account, asked)
                queue = [one for one in queue if one.interview not in broken]
                interview, item, chosen = None, None, following(queue, None)
                continue
            interview = asked
            break
        shown: dict[str, Any] = {
            "figure": await self.queue.figure(self.account),
            "queue": [one for one in queue if not one.asked],
            "asked": [one for one in queue if one.asked],
            "left": await self.queue.left(self.account),
            **dict.fromkeys(("interview", "case")),
            "settled": (),
            "put_off": {},
            "next": chosen,
            "later": later(queue, interview, item) if interview and item is not None else None,
            "broken": broken,
            "to_report": (given.back if given else back) == REPORT,
        }
        steps = instrument().anchors
        about = {"wrong": str(wrong or ""), "given": given, "reasons": REASONS, "why": WORDS, "anchors": steps}
        status = 200 if wrong is None else status_of(type(wrong))
        return Template("confirm.html.j2", context=shown | answer | about, status_code=status)

    async def _answer(self, interview: UUID, item: int | None) -> dict[str, Any]:
        standing = await self.confirming.standing(self.account, interview)
        rated = [one for one in cases(standing.profile) if one.rating]
        settled = [one for one in rated if one.rating and one.rating.score is not None]
        put_off = {one.item: one for one in rated if one not in settled}
        case = case_of(standing.profile, item) if item is not None and item in items() else None
        return {"interview": standing.row, "standing": standing, "case": case, "settled": settled, "put_off": put_off}

    async def score(self, interview: UUID, data: RatingForm) -> int | None:
        """The score that a form means; None for one to be asked in person. Raises CorrectInput."""
        if data.did not in _DID:
            raise CorrectInput("did: accept, save or person")
        if data.did == "person":
            return None
        if data.did == "save":
            if (score := number(data.score, MAX_SCORE)) is None:
                raise CorrectInput("score: choose one of the five answers first")
            return score
        standing = await self.confirming.standing(self.account, interview)
        found = case_of(standing.profile, data.item)
        if found is None or found.machine is None:
            raise CorrectInput(
                "The machine gave this answer no score that could be accepted: choose one, or ask in person."
            )
        return found.machine


async def desk_of(
    account: NamedDependency[Account],
    confirming: NamedDependency[Confirming],
    confirm_queue: NamedDependency[Queue],
    outcomes: NamedDependency[Outcomes],
) -> ConfirmDesk:
    """The desk of whoever asks."""
    return ConfirmDesk(account, confirming, confirm_queue, outcomes)


AT_DESK: Final = {"at_desk": Provide(desk_of)}


@get(
    "/confirm",
    guards=[staff],
    dependencies=AT_DESK,
    **described(
        "confirm_page",
        "Page of the answers to confirm",
        gives=PAGE,
        errors=(NotFound, NotNow),
        query={
            "interview": "the interview whose answers come first",
            "item": "its item to look at",
            "after": "its item that was settled just now: the next one is shown",
            "from": "`report` where its list of answers was left for this one: saving leads back there",
        },
    ),
)
async def confirm_page(request: Asked, at_desk: NamedDependency[ConfirmDesk]) -> Template:
    """One answer at a time, machine and clinician on the same five columns. Raises NotFound."""
    given = request.query_params
    interview = _uuid(given.get("interview"))
    item, after = (number(given.get(name), ITEM_COUNT) for name in ("item", "after"))
    return await at_desk.page(interview, item, after, back=given.get("from"))


@post(
    "/interviews/{interview_id:uuid}/ratings",
    guards=[staff],
    dependencies=AT_DESK,
    **described(
        "rate_answer",
        "Confirm, change or put off an answer",
        takes=form_of(RatingForm),
        gives=_RATED,
        errors=(NotFound, NotNow, CorrectInput),
    ),
)
async def rate_answer(
    interview_id: FromPath[UUID], data: Annotated[RatingForm, Form], at_desk: NamedDependency[ConfirmDesk]
) -> Redirect | Template:
    """The clinician's word counts from now on. What cannot be done comes back with the form as it was sent."""
    try:
        score = await at_desk.score(interview_id, data)
        await at_desk.confirming.rate(at_desk.account, interview_id, data.item, score, data.reason, data.seen)
    except (CorrectInput, NotNow) as wrong:
        return await at_desk.page(interview_id, data.item, None, wrong, data)
    onto = f"/confirm?interview={interview_id}&after={data.item}"
    return Redirect(f"/interviews/{interview_id}#any-answer-open" if data.back == REPORT else onto, status_code=303)


@post(
    "/interviews/{interview_id:uuid}/ratings/undo",
    guards=[staff],
    dependencies=AT_DESK,
    **described(
        "take_back_rating",
        "Take back the last word on an answer",
        takes=form_of(BackForm),
        gives={303: (), 409: (PAGE,)},
        errors=(NotFound, NotNow),
    ),
)
async def take_back_rating(
    interview_id: FromPath[UUID], data: Annotated[BackForm, Form], at_desk: NamedDependency[ConfirmDesk]
) -> Redirect | Template:
    """What stood before it stands again."""
    try:
        await at_desk.confirming.take_back(at_desk.account, interview_id, data.item, data.seen)
    except NotNow as wrong:
        return await at_desk.page(interview_id, data.item, None, wrong)
    return Redirect(f"/confirm?interview={interview_id}&item={data.item}", status_code=303)


def _uuid(text: str | None) -> UUID | None:
    """An id from the address. Raises NotFound for anything else."""
    try:
        return UUID(text) if text else None
    except ValueError:
        raise NotFound("There is no such interview.") from None


HANDLERS = (confirm_page, rate_answer, take_back_rating, *signing_routes.HANDLERS)
