"""In person, over HTTP: the page that is read aloud from, and what its forms and those of the watch page do."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final
from uuid import UUID

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath
from litestar.response import Redirect, Template

from agents.domain import level1
from agents.errors import CorrectInput, NotFound, NotNow
from agents.interview.holding import Settled
from agents.interview.presence import Why
from server.accounts.tables import Account
from server.errors import status_of
from server.http.security import staff
from server.interviews.person.notes import InterviewNotes
from server.interviews.person.repository import InPerson
from server.interviews.repository import Interviews
from server.openapi.contract import NOTHING, PAGE, described, form_of

Form = Body(media_type=RequestEncodingType.URL_ENCODED)
Asked = Request[Any, Any, Any]
_PATH: Final = "/interviews/{interview_id:uuid}"
_DONE: Final = {303: ()}
_TRIED: Final = {303: (), 409: (PAGE,), 422: (PAGE,)}
_WITHOUT: Final[Mapping[str, Settled]] = {"declined": "declined", "not_asked": "not_asked"}


@dataclass(frozen=True, slots=True)
class HoldForm:
    """`why` is `pause` or `in_person`."""

    why: str


@dataclass(frozen=True, slots=True)
class NoteForm:
    """A note, or what was done."""

    note: str


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """One item settled: `did` is 0 to 4, `declined`, `not_asked`, or `words` (then `words` is what was said); `again`
    is set for an item that was settled before."""

    item: str
    did: str
    words: str = ""
    again: str = ""


@get(
    _PATH + "/in-person",
    guards=[staff],
    **described("in_person_page", "Page of an interview held in person", gives=PAGE, errors=(NotFound, CorrectInput)),
)
async def in_person_page(
    interview_id: FromPath[UUID],
    request: Asked,
    account: NamedDependency[Account],
    in_person: NamedDependency[InPerson],
) -> Template | Redirect:
    """The item to read aloud with the five answers, and the rest as a form. An interview that is over, or with its
    patient, shows its own page."""
    return await _page(in_person, account, interview_id, _number(request.query_params.get("item")))


@post(
    _PATH + "/hold",
    guards=[staff],
    **described(
        "hold_interview",
        "Pause or take over",
        takes=form_of(HoldForm),
        gives=_DONE,
        errors=(NotFound, NotNow, CorrectInput),
    ),
)
async def hold_interview(
    interview_id: FromPath[UUID],
    data: Annotated[HoldForm, Form],
    account: NamedDependency[Account],
    in_person: NamedDependency[InPerson],
) -> Redirect:
    """The patient's page says so kindly and takes no more messages; words of danger are read and kept all the same."""
    if data.why not in set(Why):
        raise CorrectInput("why: pause or in_person")
    await in_person.hold(account, interview_id, Why(data.why))
    return Redirect(
        f"/interviews/{interview_id}" + ("/in-person" if data.why == Why.IN_PERSON else ""), status_code=303
    )


@post(
    _PATH + "/release",
    guards=[staff],
    **described("release_interview", "Give it back", takes=NOTHING, gives=_DONE, errors=(NotFound, NotNow)),
)
async def release_interview(
    interview_id: FromPath[UUID], account: NamedDependency[Account], in_person: NamedDependency[InPerson]
) -> Redirect:
    """The patient goes on where the questions stand. Answers 409 where nobody holds it."""
    await in_person.release(account, interview_id)
    return Redirect(f"/interviews/{interview_id}", status_code=303)


@post(
    _PATH + "/close",
    guards=[staff],
    **described("close_interview", "Close without a report", takes=NOTHING, gives=_DONE, errors=(NotFound, NotNow)),
)
async def close_interview(
    interview_id: FromPath[UUID], account: NamedDependency[Account], in_person: NamedDependency[InPerson]
) -> Redirect:
    """The interview ends as `ended_by_clinician`: nothing is derived from it, ever. Answers 409 where it is over."""
    await in_person.close(account, interview_id)
    return Redirect(f"/interviews/{interview_id}", status_code=303)


@post(
    _PATH + "/in-person",
    guards=[staff],
    **described(
        "answer_in_person",
        "Answer an item in person",
        takes=form_of(AnswerForm),
        gives=_TRIED,
        errors=(NotFound,),
    ),
)
async def answer_in_person(
    interview_id: FromPath[UUID],
    data: Annotated[AnswerForm, Form],
    account: NamedDependency[Account],
    in_person: NamedDependency[InPerson],
) -> Redirect | Template:
    """A tap, or what was said. What cannot be kept comes back with the form as it was sent: 409 for an item that was
    settled in the meantime."""
    try:
        item, again = _item(data.item), data.again == "1"
        if data.did == "words":
            await in_person.write_down(account, interview_id, item, data.words)
        else:
            await _settle(in_person, account, interview_id, item, data.did, again)
    except (CorrectInput, NotNow) as wrong:
        given = {"words": data.words} if data.did == "words" else {}
        return await _page(in_person, account, interview_id, _number(data.item), wrong, given)
    onto = f"?item={item}" if again and data.did == "words" else ""
    return Redirect(f"/interviews/{interview_id}/in-person{onto}", status_code=303)


@post(
    _PATH + "/in-person/form",
    guards=[staff],
    **described(
        "answer_the_rest",
        "Answer the rest as a form",
        takes=NOTHING,
        gives=_TRIED,
        errors=(NotFound,),
    ),
)
async def answer_the_rest(
    interview_id: FromPath[UUID],
    request: Asked,
    account: NamedDependency[Account],
    in_person: NamedDependency[InPerson],
) -> Redirect | Template:
    """The fields `item-N` in the form's order, as far as they are filled without a gap; item 11 above 0 halts there.
    What cannot be kept comes back with the form as it was sent."""
    given = await request.form()
    try:
        while (item := (now := await in_person.reading(account, interview_id)).item) and not now.gate:
            did = given.get(f"item-{item}")
            if did is None:
                break
            await _settle(in_person, account, interview_id, item, str(did), again=False)
    except (CorrectInput, NotNow) as wrong:
        return await _page(in_person, account, interview_id, None, wrong, dict(given))
    return Redirect(f"/interviews/{interview_id}/in-person", status_code=303)


@post(
    _PATH + "/in-person/done",
    guards=[staff],
    **described(
        "note_what_was_done",
        "Note what was done about item 11",
        takes=form_of(NoteForm),
        gives=_TRIED,
        errors=(NotFound,),
    ),
)
async def note_what_was_done(
    interview_id: FromPath[UUID],
    data: Annotated[NoteForm, Form],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    in_person: NamedDependency[InPerson],
) -> Redirect | Template:
    """The note acknowledges the alert that item 11 raised. What cannot be kept comes back as it was written: 409 where
    no alert stands."""
    await interviews.get_for(account, interview_id)
    note = " ".join(data.note.replace("\x00", "").split())
    try:
        if not 0 < len(note) <= 500:
            raise CorrectInput("Say in 1 to 500 characters what was done.")
        await interviews.acknowledge(account, interview_id, note)
    except (CorrectInput, NotNow) as wrong:
        return await _page(in_person, account, interview_id, None, wrong, {"note": data.note})
    return Redirect(f"/interviews/{interview_id}/in-person", status_code=303)


@post(
    _PATH + "/notes",
    guards=[staff],
    **described(
        "note_on_interview",
        "Write a note on an interview",
        takes=form_of(NoteForm),
        gives=_DONE,
        errors=(NotFound, CorrectInput),
    ),
)
async def note_on_interview(
    interview_id: FromPath[UUID],
    data: Annotated[NoteForm, Form],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    interview_notes: NamedDependency[InterviewNotes],
) -> Redirect:
    """A note stays as it was written."""
    await interviews.get_for(account, interview_id)
    await interview_notes.write(account, interview_id, data.note)
    return Redirect(f"/interviews/{interview_id}#notes", status_code=303)


async def _page(
    in_person: InPerson,
    account: Account,
    interview: UUID,
    asked: int | None,
    wrong: CorrectInput | NotNow | None = None,
    given: Mapping[str, Any] | None = None,
) -> Template | Redirect:
    """The item asked for, else the next one; with what was wrong and what was sent, where something was."""
    reading = await in_person.reading(account, interview, asked)
    held = reading.state.held
    in_hand = held is not None and held.why is Why.IN_PERSON
    if not in_hand and wrong is None:
        return Redirect(f"/interviews/{interview}", status_code=303)
    shown = {"reading": reading, "interview": reading.row, "instrument": level1.instrument(), "items": level1.items()}
    shown |= {"domain_of": level1.domain_of, "in_hand": in_hand}
    shown |= {"wrong": str(wrong) if wrong else "", "given": given or {}}
    status = 200 if wrong is None else status_of(type(wrong))
    return Template("in_person.html.j2", context=shown, status_code=status)


async def _settle(in_person: InPerson, account: Account, interview: UUID, item: int, did: str, again: bool) -> None:
    if did in _WITHOUT:
        await in_person.settle(account, interview, item, _WITHOUT[did], 0, again)
        return
    if (score := _number(did)) is None or score > level1.MAX_SCORE:
        raise CorrectInput("did: 0 to 4, declined, not_asked or words")
    await in_person.settle(account, interview, item, "scored", score, again)


def _item(text: str) -> int:
    if (item := _number(text)) is None or item not in level1.items():
        raise CorrectInput("item: 1 to 23")
    return item


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 3 else None


HANDLERS = (
    in_person_page,
    hold_interview,
    release_interview,
    close_interview,
    answer_in_person,
    answer_the_rest,
    note_what_was_done,
    note_on_interview,
)
