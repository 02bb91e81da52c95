"""What a patient may ask for instead of answering: each has its own reply, ends the questions and scores nothing."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from agents.domain.phase import Phase
from agents.domain.profile import SessionStatus
from agents.domain.risk import AlertLevel, Tier
from agents.errors import NotNow
from agents.interview import events as ev
from agents.interview.machine import replay
from agents.interview.patient_input import Words
from agents.interview.profile import profile_of
from agents.interview.session import Session
from agents.interview.state import EraseWords
from agents.interview.turn import receive, respond
from agents.interviewer.port import Act, Purpose
from agents.questions.bank import bank
from agents.questions.catalogue import Clinic
from agents.team import Team

REQUESTS = (
    ("Can I speak to a real person please", Act.PERSON, Purpose.PERSON),
    ("I want to talk to a human, not to a machine.", Act.PERSON, Purpose.PERSON),
    ("I can't write now, he's in the next room", Act.UNSAFE, Purpose.UNSAFE),
    ("I need help please", Act.HELP, Purpose.HELP),
    ("is there a number I can ring?", Act.HELP, Purpose.HELP),
)
ENDING = ("stop this for good please", "I don't want to do this any more, I'm not coming back")
ERASING = ("delete everything", "please delete everything I wrote", "I want to stop for good. Delete it all.")


def spoken(told: Iterable[ev.Event]) -> list[Purpose]:
    return [event.purpose for event in told if isinstance(event, ev.Told)]


@pytest.mark.parametrize(("text", "act", "purpose"), REQUESTS)
def test_a_request_is_answered_and_scores_nothing(
    reach: Callable[[Phase], Session], text: str, act: Act, purpose: Purpose
) -> None:
    session = reach(Phase.ASK_ITEM)
    told = asyncio.run(session.say(text))
    said = next(event for event in told if isinstance(event, ev.Said))
    assert said.act is act
    assert spoken(told) == [purpose]
    assert session.state.paused
    assert session.state.tier is Tier.NONE
    assert (session.state.item, dict(session.state.responses)) == (1, {})
    alerts = [event for event in told if isinstance(event, ev.Alerted)]
    assert [(one.level, one.act) for one in alerts] == [(AlertLevel.ATTENTION, act)]


@pytest.mark.parametrize("text", ENDING)
@pytest.mark.parametrize("phase", [Phase.INTRO, Phase.ASK_ITEM, Phase.FOLLOW_UP])
def test_a_plain_wish_to_stop_for_good_ends_the_interview(
    reach: Callable[[Phase], Session], phase: Phase, text: str
) -> None:
    session = reach(phase)
    told = asyncio.run(session.say(text))
    assert spoken(told) == [Purpose.FAREWELL]
    profile = profile_of(session.state)
    assert profile.session_status is SessionStatus.ENDED_BY_PATIENT
    assert profile.completed_at is None
    assert session.state.phase is Phase.DONE
    assert session.state.tier is Tier.NONE
    assert not any(isinstance(event, ev.Alerted | ev.Reported | ev.DiagnoseCalled) for event in session.events)
    assert [event.text for event in told if isinstance(event, ev.Noticed)] == [f"The patient asked: “{text}”"]
    for attempt in (session.say("hello?"), session.skip(), session.pause()):
        with pytest.raises(NotNow):
            asyncio.run(attempt)
    assert replay(session.events) == session.state


@pytest.mark.parametrize(
    ("settles", "status"),
    [
        ("yes", SessionStatus.ENDED_BY_PATIENT),
        ("stop", SessionStatus.ENDED_BY_PATIENT),
        ("no, go on", None),
        ("On three days.", None),
    ],
)
def test_a_wish_beside_an_answer_is_asked_about_and_the_answer_counts(
    reach: Callable[[Phase], Session], settles: str, status: SessionStatus | None
) -> None:
    session = reach(Phase.ASK_ITEM)
    told = asyncio.run(session.say("Nearly every day. Delete everything I wrote here please"))
    assert spoken(told) == [Purpose.ERASURE]
    assert session.state.responses[1].score == 4
    told = asyncio.run(session.say(settles))
    assert session.state.status is (status or SessionStatus.ACTIVE)
    assert spoken(told) == [Purpose.FAREWELL if status else Purpose.QUESTION]


@pytest.mark.parametrize("text", ERASING)
@pytest.mark.parametrize("erases", [True, False])
@pytest.mark.parametrize("phase", [Phase.INTRO, Phase.ASK_ITEM, Phase.FOLLOW_UP])
def test_a_wish_to_have_everything_deleted_is_confirmed_once_before_it_ends(
    reach: Callable[[Phase], Session], phase: Phase, erases: bool, text: str
) -> None:
    session = reach(phase)
    session.team = replace(session.team, clinic=Clinic(erases=erases))
    told = asyncio.run(session.say(text))
    assert spoken(told) == [Purpose.ERASURE]
    assert session.state.phase is phase
    assert session.state.tier is Tier.NONE
    assert not any(isinstance(event, ev.Alerted) for event in session.events)
    told = asyncio.run(session.say("yes, delete it"))
    assert spoken(told) == [Purpose.FAREWELL]
    assert next(event for event in told if isinstance(event, ev.Ended)).erases is erases


@pytest.mark.parametrize(
    ("locale", "text", "answer"),
    [("en-US", "delete everything", "no, go on"), ("es-US", "borre todo lo que escribí", "no, seguir")],
)
def test_whoever_does_not_confirm_it_goes_on_and_nothing_is_deleted(
    team: Team, locale: str, text: str, answer: str
) -> None:
    session = asyncio.run(Session.start(team, "x", locale=locale))
    for said in ("sí, empecemos" if locale == "es-US" else "yes", text):
        told = asyncio.run(session.say(said))
    assert spoken(told) == [Purpose.ERASURE]
    assert spoken(asyncio.run(session.say(answer))) == [Purpose.RESUMED]


KEPT = (
    ("en-US", "no, dont delete it"),
    ("en-US", "I don't want to delete it"),
    ("en-US", "please don't delete anything"),
    ("en-US", "never mind, don't delete that"),
    ("en-US", "yes but keep my answers"),
    ("en-US", "nope"),
    ("en-US", "no, keep everything"),
    ("en-US", "hmm no"),
    ("en-US", "ok stop"),
    ("en-US", "yes end it all"),
    ("en-US", "Yes, later"),
    ("en-US", "ok next question"),
    ("en-US", "sure, ask me"),
    ("en-US", "am I right"),
    ("en-US", "yes, if my therapist agrees"),
    ("en-US", "delete my last answer"),
    ("en-US", "please delete just the thing about my mum"),
    ("es-US", "ok siguiente pregunta"),
    ("es-US", "borre lo último"),
    ("es-US", "no quiero borrar nada"),
    ("es-US", "mejor no borre todo"),
    ("es-US", "no, no lo borre"),
)
ERASED = (
    ("en-US", "yes"),
    ("en-US", "ok"),
    ("en-US", "Yes, delete"),
    ("en-US", "Yes, delete everything."),
    ("en-US", "delete it all please"),
    ("en-US", "Yes, I want everything deleted"),
    ("en-US", "I want you to delete it"),
    ("en-US", "yes i want that"),
    ("en-US", "yes delete all my stuff"),
    ("en-US", "I'd like it deleted"),
    ("en-US", "just do it"),
    ("en-US", "go ahead"),
    ("en-US", "yes, end it"),
    ("en-US", "yes please end this conversation"),
    ("es-US", "sí"),
    ("es-US", "Sí, borrar"),
    ("es-US", "Sí, bórrelo todo."),
    ("es-US", "sí, termine"),
    ("es-US", "sí, por favor, bórrelo"),
    ("es-US", "quiero que lo borre todo"),
)


@pytest.mark.parametrize("item", [3, 11])
@pytest.mark.parametrize(("locale", "answer"), [*KEPT, *ERASED])
def test_only_plain_consent_erases_and_a_no_is_scored_for_nothing(
    team: Team, locale: str, answer: str, item: int
) -> None:
    session = asyncio.run(Session.start(replace(team, clinic=Clinic(erases=True)), "x", locale=locale))
    spanish = locale == "es-US"
    asyncio.run(session.say("sí, empecemos" if spanish else "yes"))
    while session.state.open_item != item:
        asyncio.run(session.skip())
    assert spoken(asyncio.run(session.say("borre todo lo que escribí" if spanish else "delete everything"))) == [
        Purpose.ERASURE
    ]
    before = session.state.tier
    told = asyncio.run(session.say(answer))
    erased = [event.erases for event in told if isinstance(event, ev.Ended)]
    assert erased == ([True] if (locale, answer) in ERASED else [])
    assert item not in session.state.responses
    assert session.state.tier is before


@pytest.mark.parametrize("text", ["stop", "please stop"])
def test_who_only_wants_to_stop_where_erasing_was_asked_about_keeps_the_words(
    reach: Callable[[Phase], Session], text: str
) -> None:
    session = reach(Phase.ASK_ITEM)
    session.team = replace(session.team, clinic=Clinic(erases=True))
    asyncio.run(session.say("delete everything"))
    told = asyncio.run(session.say(text))
    assert [event.erases for event in told if isinstance(event, ev.Ended)] == [False]


@pytest.mark.parametrize("text", ["what would be deleted?", "delete?"])
def test_a_question_about_what_is_erased_erases_nothing(reach: Callable[[Phase], Session], text: str) -> None:
    session = reach(Phase.ASK_ITEM)
    session.team = replace(session.team, clinic=Clinic(erases=True))
    asyncio.run(session.say("delete everything"))
    assert not any(isinstance(event, ev.Ended) for event in asyncio.run(session.say(text)))


@pytest.mark.parametrize("text", ["Yes, most days", "yes", "ok, a few days"])
def test_an_answer_that_was_written_before_it_was_asked_confirms_nothing(
    reach: Callable[[Phase], Session], text: str
) -> None:
    session = reach(Phase.ASK_ITEM)
    session.team = replace(session.team, clinic=Clinic(erases=True))
    asked = max(session.state.shown)
    asyncio.run(session.say("delete everything"))
    draft = asyncio.run(receive(session.state, Words("late", text), session.team, asked))
    draft = asyncio.run(respond(draft.state, session.team))
    assert draft.state.status is SessionStatus.ACTIVE


def test_a_late_answer_puts_right_what_it_says_of_an_earlier_one(reach: Callable[[Phase], Session]) -> None:
    session = reach(Phase.ASK_ITEM)
    for text in ("every day", "every day"):
        asyncio.run(session.say(text))
    asked = max(session.state.shown)
    asyncio.run(session.say("every day"))
    words = Words("late", "never. the mood one should be twice")
    draft = asyncio.run(receive(session.state, words, session.team, asked))
    draft = asyncio.run(respond(draft.state, session.team))
    assert [draft.state.responses[item].score for item in (1, 2, 3)] == [4, 1, 4]
    assert draft.state.item == 4


@pytest.mark.parametrize("text", ["nah", "hmm no", "nope"])
def test_a_no_to_whether_the_conversation_is_to_end_is_no_answer_to_the_item(
    reach: Callable[[Phase], Session], text: str
) -> None:
    session = reach(Phase.ASK_ITEM)
    assert spoken(asyncio.run(session.say("I just want it to stop"))) == [Purpose.LEFT]
    asyncio.run(session.say(text))
    assert session.state.status is SessionStatus.ACTIVE
    assert not session.state.responses


IT_ENDS = (
    ("en-US", "I just want it to stop"),
    ("en-US", "make it stop"),
    ("es-US", "quiero que pare"),
    ("es-US", "que pare ya, por favor"),
    ("en-US", "i cant do this anymore"),
    ("en-US", "I just can't go on"),
    ("es-US", "no puedo más"),
)


@pytest.mark.parametrize(("locale", "text"), IT_ENDS)
@pytest.mark.parametrize("item", [1, 4, 6, 16])
def test_a_wish_that_it_ends_is_asked_about_before_anything_ends(team: Team, item: int, locale: str, text: str) -> None:
    session = at_item(team, locale, item)
    for _ in range(2):  # the same words once more say no more
        assert spoken(asyncio.run(session.say(text))) == [Purpose.LEFT]
    assert session.state.status is SessionStatus.ACTIVE
    assert dict(session.state.responses) == dict(at_item(team, locale, item).state.responses)


@pytest.mark.parametrize(
    ("locale", "text", "answer"),
    [
        ("en-US", "I just want it to stop", "the sadness. nearly every day"),
        ("en-US", "I just want it to stop", "yes. it happens nearly every day"),
        ("en-US", "I just want it to stop", "yes, I feel down every day"),
        ("es-US", "quiero que pare", "la tristeza, casi todos los días"),
        ("es-US", "quiero que pare", "sí, casi todos los días"),
    ],
)
def test_what_else_was_meant_by_it_counts_for_the_open_item(team: Team, locale: str, text: str, answer: str) -> None:
    session = at_item(team, locale, 2)
    asyncio.run(session.say(text))
    assert spoken(asyncio.run(session.say(answer))) == [Purpose.QUESTION]
    assert session.state.responses[2].score == 4


@pytest.mark.parametrize(
    ("locale", "text", "answer"),
    [
        *(("en-US", "I just want it to stop", one) for one in ("something else", "ok", "fine then")),
        *(("es-US", "quiero que pare", one) for one in ("otra cosa", "vale", "bueno, ok")),
    ],
)
def test_who_leaves_open_what_is_meant_is_asked_again(team: Team, locale: str, text: str, answer: str) -> None:
    session = at_item(team, locale, 6)
    asyncio.run(session.say(text))
    assert spoken(asyncio.run(session.say(answer))) == [Purpose.LEFT]
    assert 6 not in session.state.responses


@pytest.mark.parametrize(
    ("locale", "text", "answer"),
    [
        *(("en-US", "I just want it to stop", one) for one in ("the pain", "all of this", "living with my mum")),
        *(("es-US", "quiero que pare", one) for one in ("el dolor", "vivir con mi madre")),
        ("en-US", "delete everything", "it hurts a lot"),
    ],
)
def test_what_is_told_beside_a_wish_to_end_is_kept_and_no_answer(
    team: Team, locale: str, text: str, answer: str
) -> None:
    session = at_item(team, locale, 6)
    asyncio.run(session.say(text))
    assert spoken(asyncio.run(session.say(answer))) == [Purpose.CORRECTED]
    assert 6 not in session.state.responses
    assert [session.state.transcript[turn].text for turn in session.state.added] == [answer]
    assert bank(session.state.language).lines["kept_so"][0].split("[")[0] in session.state.transcript[-1].text
    asyncio.run(session.say("several days" if locale == "en-US" else "varios días"))
    assert session.state.responses[6].score == 2


@pytest.mark.parametrize(
    ("locale", "text", "all_"), [("en-US", "delete everything", "all of them"), ("es-US", "borra todo", "todo")]
)
def test_everything_is_to_be_deleted_only_when_that_is_plain(team: Team, locale: str, text: str, all_: str) -> None:
    session = at_item(team, locale, 6)
    asyncio.run(session.say(text))
    assert spoken(asyncio.run(session.say(all_))) == [Purpose.ERASURE]
    assert 6 not in session.state.responses


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("en-US", "goodbye everyone"),
        ("en-US", "well, goodbye world"),
        ("en-US", "goodbye everybody, thanks"),
        ("en-US", "i've written the letters for the kids"),
        ("en-US", "i want me deleted"),
        ("es-US", "adiós a todos"),
        ("es-US", "bórrame del mundo"),
    ],
)
@pytest.mark.parametrize("item", [1, 14, 20])
def test_a_goodbye_to_everybody_is_asked_about(team: Team, item: int, locale: str, text: str) -> None:
    told = asyncio.run(at_item(team, locale, item).say(text))
    assert any(isinstance(event, ev.Alerted) for event in told)


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("en-US", "gotta go baby crying"),
        ("en-US", "cant do this rn"),
        ("es-US", "tengo que irme, luego sigo"),
    ],
)
def test_who_has_to_go_has_a_break(team: Team, locale: str, text: str) -> None:
    assert spoken(asyncio.run(at_item(team, locale, 14).say(text))) == [Purpose.PAUSED]


@pytest.mark.parametrize(
    ("locale", "text", "answer"),
    [
        ("en-US", "I just want it to stop", "life"),
        ("en-US", "I just want it to stop", "everything"),
        ("en-US", "I just want it to stop", "yes, life"),
        ("en-US", "I just want it to stop", "me. i want me to stop"),
        ("en-US", "I just want it to stop", "no. me"),
        ("en-US", "I just want it to stop", "yes, end it all"),
        ("es-US", "quiero que pare", "todo"),
        ("es-US", "quiero que pare", "existir"),
        ("es-US", "quiero que pare", "yo, quiero parar yo"),
        ("es-US", "quiero que pare", "sí, acabar con todo"),
    ],
)
def test_who_means_life_by_it_is_met_with_care(team: Team, locale: str, text: str, answer: str) -> None:
    session = at_item(team, locale, 6)
    asyncio.run(session.say(text))
    told = asyncio.run(session.say(answer))
    assert any(isinstance(event, ev.Alerted) for event in told)
    assert spoken(told) == [Purpose.NOW]
    assert session.state.status is SessionStatus.ACTIVE
    assert 6 not in session.state.responses


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("en-US", "I want this to be over"),
        ("es-US", "quiero que se acabe"),
        ("es-US", "solo quiero que termine ya"),
        ("es-US", "quiero que todo termine"),
        ("en-US", "I just want it to be over"),
    ],
)
@pytest.mark.parametrize("item", [0, 1, 4, 9, 20])
def test_a_wish_that_it_were_over_is_answered_with_care_and_ends_nothing(
    team: Team, item: int, locale: str, text: str
) -> None:
    session = at_item(team, locale, item)
    told = asyncio.run(session.say(text))
    assert any(isinstance(event, ev.Alerted) for event in told)
    said = next(event for event in told if isinstance(event, ev.Told))
    assert (said.purpose, said.help is not None) == (Purpose.NOW, True)
    assert spoken(asyncio.run(session.say("no"))) == [Purpose.GO_ON]
    (asks,) = spoken(asyncio.run(session.say("seguir" if locale == "es-US" else "go on")))
    assert asks in ((Purpose.RESUMED, Purpose.FOLLOW_UP) if item else (Purpose.REASSURE, Purpose.QUESTION))


def at_item(team: Team, locale: str, item: int) -> Session:
    """An interview at an item, those before it skipped; in the introduction for 0."""
    session = asyncio.run(Session.start(team, "x", locale=locale))
    if item:
        asyncio.run(session.say("sí, empecemos" if locale == "es-US" else "yes"))
    for _ in range(item - 1):
        asyncio.run(session.skip())
    return session


@pytest.mark.parametrize(("settles", "erases"), [("yes", True), ("delete", True), ("stop", False)])
def test_where_the_clinic_erases_it_is_done_for_a_yes_and_not_for_a_stop(
    reach: Callable[[Phase], Session], settles: str, erases: bool
) -> None:
    session = reach(Phase.ASK_ITEM)
    session.team = replace(session.team, clinic=Clinic(erases=True))
    told = asyncio.run(session.say("Nearly every day. Delete everything I wrote here please"))
    asked = next(event.text for event in told if isinstance(event, ev.Told))
    assert "I can end our conversation and delete what you've written" in asked
    told = asyncio.run(session.say(settles))
    ended = next(event for event in told if isinstance(event, ev.Ended))
    said = next(event.text for event in told if isinstance(event, ev.Told))
    assert (ended.erases, "is being deleted" in said) == (erases, erases)
    assert isinstance(session.state.duty, EraseWords) == erases
    assert replay([*session.events, *([ev.Erased(at=ended.at)] if erases else [])]).duty is None


def test_a_person_asked_for_beside_an_answer_is_told_and_the_answer_counts(reach: Callable[[Phase], Session]) -> None:
    session = reach(Phase.ASK_ITEM)
    told = asyncio.run(session.say("No, not at all. I want to talk to a person."))
    assert spoken(told) == [Purpose.PERSON]
    assert session.state.responses[1].score == 0
    assert [event.act for event in told if isinstance(event, ev.Alerted)] == [Act.PERSON]


def test_whoever_asks_for_help_is_given_numbers_and_who_is_not_safe_is_not(reach: Callable[[Phase], Session]) -> None:
    helped = [event for event in asyncio.run(reach(Phase.ASK_ITEM).say(REQUESTS[3][0])) if isinstance(event, ev.Told)]
    hidden = [event for event in asyncio.run(reach(Phase.ASK_ITEM).say(REQUESTS[2][0])) if isinstance(event, ev.Told)]
    assert helped[0].help is not None
    assert hidden[0].help is None


def test_the_interview_goes_on_when_the_patient_says_so(reach: Callable[[Phase], Session]) -> None:
    session = reach(Phase.ASK_ITEM)
    asyncio.run(session.say(REQUESTS[0][0]))
    told = asyncio.run(session.say("ok I'm back"))
    assert [event.purpose for event in told if isinstance(event, ev.Told)] == [Purpose.RESUMED]
    asyncio.run(session.say("On three days."))
    assert session.state.responses[1].score == 2


@pytest.mark.parametrize(
    ("item", "text", "said"),
    [
        (21, "¿el vino cuenta?", "Sí. En la pregunta sobre la bebida cuentan la cerveza, el vino"),
        (5, "¿cuenta la cerveza?", "Sí. En la pregunta sobre la bebida cuentan"),
        (22, "¿vapear cuenta?", "Sí. En la pregunta sobre el tabaco"),
        (23, "¿el ibuprofeno cuenta?", "una medicina cuenta solo si"),
    ],
)
def test_whether_something_counts_is_said_in_spanish_too(team: Team, item: int, text: str, said: str) -> None:
    session = at_item(team, "es-US", item)
    assert spoken(asyncio.run(session.say(text))) == [Purpose.ABOUT]
    assert said in session.state.transcript[-1].text
    assert session.state.open_item == item
    assert item not in session.state.responses


def test_whoever_tells_of_a_danger_beside_it_is_not_told_what_counts(team: Team) -> None:
    session = at_item(team, "en-US", 21)
    asyncio.run(session.say("Does wine count? I wish I was dead."))
    assert session.state.findings
    assert not any("any other drink with alcohol" in turn.text for turn in session.state.transcript)


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("en-US", "fuck off"),
        ("en-US", "Fuck you! Shut up."),
        ("en-US", "you're a fucking idiot"),
        ("es-US", "vete a la mierda"),
    ],
)
@pytest.mark.parametrize("item", [3, 11])
def test_an_insult_alone_is_no_answer_and_no_danger(team: Team, item: int, locale: str, text: str) -> None:
    session = at_item(team, locale, item)
    told = asyncio.run(session.say(text))
    assert spoken(told) == [Purpose.ABOUT]
    assert not any(isinstance(event, ev.Alerted) for event in told)
    assert session.state.tier is Tier.NONE
    assert item not in session.state.responses


@pytest.mark.parametrize(
    "text", ["fuck off, I want to die", "fuck off and let me die tonight", "fuck you. yes, every day"]
)
def test_what_stands_beside_an_insult_is_read(team: Team, text: str) -> None:
    session = at_item(team, "en-US", 11)
    assert any(isinstance(event, ev.Alerted) for event in asyncio.run(session.say(text)))


def test_a_wish_that_everything_ends_beside_an_answer_is_asked_about_with_care(
    reach: Callable[[Phase], Session],
) -> None:
    session = reach(Phase.ASK_ITEM)
    told = asyncio.run(session.say("Nearly every day. I want everything to stop"))
    assert spoken(told) == [Purpose.NOW]
    assert session.state.responses[1].score == 4
    assert spoken(asyncio.run(session.say("no, not now"))) == [Purpose.GO_ON]
