"""In person, over HTTP: the page that is read aloud from, and what its forms and those of the watch page do."""

from dataclasses import asdict, dataclass
from typing import Annotated, Any, Final
from uuid import UUID

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath
from litestar.response import Redirect, Template

from agents.domain import level1
from agents.errors import CorrectInput, NotFound, NotNow
from agents.interview.presence import Why
from server.digits import number
from server.http.security import staff
from server.interviews.person.acknowledging import acknowledge
from server.interviews.person.hand import HAND, InHand
from server.interviews.person.notes import InterviewNotes
from server.interviews.person.screens import given_in
from server.interviews.repository import Interviews
from server.openapi.contract import NOTHING, PAGE, described, form_of

Form = Body(media_type=RequestEncodingType.URL_ENCODED)
Asked = Request[Any, Any, Any]
_PATH: Final = "/interviews/{interview_id:uuid}"
_DONE: Final = {303: ()}
_TRIED: Final = {303: (), 409: (PAGE,), 422: (PAGE,)}
_WHICH_SCREEN: Final = "Choose which suicide screen was given; “None yet” is an answer too."


@dataclass(frozen=True, slots=True)
class HoldForm:
    """`why` is `pause` or `in_person`."""

    why: str


@dataclass(frozen=True, slots=True)
class NoteForm:
    """A note, or what was done. `screen` is the suicide screen that was given, `none`, `c-ssrs`, `asq` or `other`, and
    `result` what came of it; a note of a screen needs no other words."""

    note: str = ""
    screen: str = ""
    result: str = ""


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """One item settled: `did` is 0 to 4, `declined`, `not_asked`, or `words` (then `words` is what was said); `again`
    is set for an item that was settled before. The same words with the same `form`, any text, are kept once."""

    item: str
    did: str
    words: str = ""
    again: str = ""
    form: str = ""


@get(
    _PATH + "/in-person",
    guards=[staff],
    dependencies=HAND,
    **described("in_person_page", "Page of an interview held in person", gives=PAGE, errors=(NotFound, CorrectInput)),
)
async def in_person_page(request: Asked, hand: NamedDependency[InHand]) -> Template | Redirect:
    """The item to read aloud with the five answers, and the rest as a form. An interview that is over, or with its
    patient, shows its own page."""
    return await hand.page(number(request.query_params.get("item"), level1.ITEM_COUNT))


@post(
    _PATH + "/hold",
    guards=[staff],
    dependencies=HAND,
    **described(
        "hold_interview",
        "Pause or take over",
        takes=form_of(HoldForm),
        gives=_DONE,
        errors=(NotFound, NotNow, CorrectInput),
    ),
)
async def hold_interview(data: Annotated[HoldForm, Form], hand: NamedDependency[InHand]) -> Redirect:
    """The patient's page says so kindly and takes no more messages; words of danger are read and kept all the same."""
    if data.why not in set(Why):
        raise CorrectInput("why: pause or in_person")
    await hand.in_person.hold(hand.account, hand.interview, Why(data.why))
    return hand.onto("/in-person" if data.why == Why.IN_PERSON else "#hand-title")


@post(
    _PATH + "/release",
    guards=[staff],
    dependencies=HAND,
    **described("release_interview", "Give it back", takes=NOTHING, gives=_DONE, errors=(NotFound, NotNow)),
)
async def release_interview(hand: NamedDependency[InHand]) -> Redirect:
    """The patient goes on where the questions stand; one who never had it needs the link first. Answers 409 where
    nobody holds it."""
    await hand.in_person.release(hand.account, hand.interview)
    return hand.onto("#hand-title" if await hand.links.latest(hand.interview) else "#invite-title")


@post(
    _PATH + "/close",
    guards=[staff],
    dependencies=HAND,
    **described("close_interview", "Close without a report", takes=NOTHING, gives=_DONE, errors=(NotFound, NotNow)),
)
async def close_interview(hand: NamedDependency[InHand]) -> Redirect:
    """The interview ends as `ended_by_clinician`: nothing is derived from it, ever. Answers 409 where it is over."""
    await hand.in_person.close(hand.account, hand.interview)
    return hand.onto("#left-early")


@post(
    _PATH + "/in-person",
    guards=[staff],
    dependencies=HAND,
    **described(
        "answer_in_person", "Answer an item in person", takes=form_of(AnswerForm), gives=_TRIED, errors=(NotFound,)
    ),
)
async def answer_in_person(data: Annotated[AnswerForm, Form], hand: NamedDependency[InHand]) -> Redirect | Template:
    """A tap, or what was said. What cannot be kept comes back with the form as it was sent: 409 for an item that was
    settled in the meantime."""
    try:
        item, again = _item(data.item), data.again == "1"
        if data.did == "words":
            await hand.in_person.write_down(hand.account, hand.interview, item, data.words, data.form)
        else:
            await hand.settle(item, data.did, again)
    except (CorrectInput, NotNow) as wrong:
        given = {"words": data.words} if data.did == "words" else {}
        return await hand.page(number(data.item, level1.ITEM_COUNT), wrong, given)
    onto = f"?item={item}" if again and data.did == "words" else ""
    return hand.onto(f"/in-person{onto}")


@post(
    _PATH + "/in-person/form",
    guards=[staff],
    dependencies=HAND,
    **described("answer_the_rest", "Answer the rest as a form", takes=NOTHING, gives=_TRIED, errors=(NotFound,)),
)
async def answer_the_rest(request: Asked, hand: NamedDependency[InHand]) -> Redirect | Template:
    """The fields `item-N`: those that are filled of what the patient skipped or left open, then the rest in the form's
    order, as far as they are filled without a gap; item 11 above 0 halts there. What cannot be kept, or not yet, comes
    back with the form as it was sent."""
    return await hand.settle_rest(dict(await request.form()))


@post(
    _PATH + "/in-person/done",
    guards=[staff],
    dependencies=HAND,
    **described(
        "note_what_was_done",
        "Note what was done about item 11",
        takes=form_of(NoteForm),
        gives=_TRIED,
        errors=(NotFound,),
    ),
)
async def note_what_was_done(
    request: Asked,
    data: Annotated[NoteForm, Form],
    interviews: NamedDependency[Interviews],
    interview_notes: NamedDependency[InterviewNotes],
    hand: NamedDependency[InHand],
) -> Redirect | Template:
    """The note acknowledges the alert that item 11 raised; then the answers are kept that waited for it (`item-N`).
    What cannot be kept comes back as it was written: 409 where no alert stands."""
    waiting = {name: told for name, told in (await request.form()).items() if name.startswith("item-")}
    try:
        if not data.screen:
            raise CorrectInput(_WHICH_SCREEN)
        given = given_in(data.screen, data.result)
        await acknowledge(interviews, interview_notes, hand.account, hand.interview, data.note, given)
    except (CorrectInput, NotNow) as wrong:
        return await hand.page(None, wrong, waiting | asdict(data))
    return await hand.settle_rest(waiting)


@post(
    _PATH + "/notes",
    guards=[staff],
    dependencies=HAND,
    **described(
        "note_on_interview",
        "Write a note on an interview",
        takes=form_of(NoteForm),
        gives=_DONE,
        errors=(NotFound, CorrectInput),
    ),
)
async def note_on_interview(
    data: Annotated[NoteForm, Form],
    interviews: NamedDependency[Interviews],
    interview_notes: NamedDependency[InterviewNotes],
    hand: NamedDependency[InHand],
) -> Redirect:
    """A note stays as it was written."""
    await interviews.get_for(hand.account, hand.interview)
    note = await interview_notes.write(hand.account, hand.interview, data.note, given_in(data.screen, data.result))
    return hand.onto(f"#note-{note}")


@post(
    _PATH + "/notes/{note:uuid}/take-back",
    guards=[staff],
    dependencies=HAND,
    **described(
        "take_screen_back", "Take back a suicide screen", takes=NOTHING, gives=_DONE, errors=(NotFound, NotNow)
    ),
)
async def take_screen_back(
    note: FromPath[UUID],
    interviews: NamedDependency[Interviews],
    interview_notes: NamedDependency[InterviewNotes],
    hand: NamedDependency[InHand],
) -> Redirect:
    """It counts as not given from then on; the note stays, with who took the screen back and when. Answers 409 where
    somebody has already."""
    await interviews.get_for(hand.account, hand.interview)
    return hand.onto(f"#note-{await interview_notes.take_back(hand.account, hand.interview, note)}")


def _item(text: str) -> int:
    if (item := number(text, level1.ITEM_COUNT)) is None or item not in level1.items():
        raise CorrectInput("item: 1 to 23")
    return item


HANDLERS = (
    in_person_page,
    hold_interview,
    release_interview,
    close_interview,
    answer_in_person,
    answer_the_rest,
    note_what_was_done,
    note_on_interview,
    take_screen_back,
)
