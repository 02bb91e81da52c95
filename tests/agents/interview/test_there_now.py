"""After a disclosure: numbers to call, one question whether it is there now, one whether to go on, and only then the
next question."""

import asyncio
from collections.abc import Callable, Iterable

import pytest

from agents.domain.level1 import HARM_ITEM
from agents.domain.phase import Phase
from agents.domain.risk import AlertLevel, Reading, Tier
from agents.interview import events as ev
from agents.interview.machine import replay
from agents.interview.safety.second_thoughts import affirmed
from agents.interview.session import Session
from agents.interviewer.port import Act, Heard, Purpose
from agents.reporter.doubts import Why, doubt
from agents.team import Team

Reach = Callable[[Phase], Session]
DISCLOSED = "Yes, I have thought of hurting myself on several days."


def say(session: Session, text: str) -> list[Purpose]:
    return [event.purpose for event in asyncio.run(session.say(text)) if isinstance(event, ev.Told)]


def told(events: Iterable[ev.Event]) -> list[ev.Told]:
    return [event for event in events if isinstance(event, ev.Told)]


@pytest.fixture
def disclosed(reach: Reach) -> Session:
    """An interview in which item 11 has just been answered with several days."""
    session = reach(Phase.ASK_ITEM)
    while session.state.item != HARM_ITEM:
        say(session, "No, not on any of the days.")
    say(session, DISCLOSED)
    return session


def test_a_disclosure_brings_numbers_and_asks_whether_it_is_there_now(disclosed: Session) -> None:
    last = told(disclosed.events)[-1]
    assert (last.purpose, last.item_id) == (Purpose.NOW, None)
    assert last.help is not None
    assert last.asks.count("?") == 1
    assert disclosed.state.responses[HARM_ITEM].score == 2
    assert [one.level for one in disclosed.events if isinstance(one, ev.Alerted)] == [AlertLevel.ATTENTION]
    assert disclosed.state.phase not in (Phase.SAFETY_STOP, Phase.DONE)


@pytest.mark.parametrize("text", ["Yes.", "Yes, right now"])
def test_a_yes_before_the_first_question_is_a_stop_too(reach: Reach, text: str) -> None:
    session = reach(Phase.INTRO)
    assert Purpose.NOW in say(session, "I have been thinking about killing myself lately")
    say(session, text)
    assert session.state.phase is Phase.SAFETY_STOP


@pytest.mark.parametrize(
    "text",
    [
        *("yes", "yeah, right now", "a bit", "sort of, they're always in the background"),
        *("yes, but not all of them, right now", "yes, always", "yes, but I won't do it now"),
        *("yes but not right now, later tonight", "not right now but tomorrow"),
    ],
)
def test_a_yes_is_a_stop(disclosed: Session, text: str) -> None:
    assert say(disclosed, text) == [Purpose.SCRIPT]
    assert disclosed.state.phase is Phase.SAFETY_STOP


@pytest.mark.parametrize("text", ["no", "No, not right now.", "I'm safe", "I'd rather not say", "skip"])
def test_a_no_or_a_refusal_scores_nothing_and_is_asked_whether_to_go_on(disclosed: Session, text: str) -> None:
    before = dict(disclosed.state.responses)
    assert say(disclosed, text) == [Purpose.GO_ON]
    assert dict(disclosed.state.responses) == before
    assert say(disclosed, "Yes, let's go on.") == [Purpose.QUESTION]
    assert disclosed.state.item == HARM_ITEM + 1
    assert dict(disclosed.state.responses) == before
    assert not told(disclosed.events)[-1].text.startswith("Thank")
    assert replay(disclosed.events) == disclosed.state


@pytest.mark.parametrize("text", ["wait, I mean yes, they are there now", "the thoughts came back", "yes they're here"])
def test_a_no_that_is_taken_back_brings_the_numbers_and_the_question_again(disclosed: Session, text: str) -> None:
    for words in ("no", "Yes, let's go on."):
        say(disclosed, words)
    assert say(disclosed, text) == [Purpose.NOW]
    assert told(disclosed.events)[-1].help is not None
    assert say(disclosed, "yes") == [Purpose.SCRIPT]


@pytest.mark.parametrize(
    "text",
    [
        *("wait, yes they are", "yes. right now", "actually they are there now", "theyre back"),
        *("i was lying", "i lied about that", "actually yes", "they never left"),
    ],
)
def test_a_no_that_is_taken_back_before_going_on_is_asked_again(disclosed: Session, text: str) -> None:
    for _ in range(2):
        assert say(disclosed, "no") == [Purpose.GO_ON]
        assert say(disclosed, text) == [Purpose.NOW]
        assert told(disclosed.events)[-1].help is not None
    assert say(disclosed, "yes") == [Purpose.SCRIPT]


def test_a_no_that_was_a_lie_is_a_yes(disclosed: Session) -> None:
    say(disclosed, "no")
    assert say(disclosed, "i lied. yes. right now") == [Purpose.SCRIPT]


@pytest.mark.parametrize(
    "text",
    [
        *("yes", "yes it is fine", "yes i am ready", "yes, go on now", "yes right now please", "i lied about 3"),
        "Yeah, I guess so. Let's do it.",
    ],
)
def test_consent_to_go_on_takes_no_denial_back(disclosed: Session, text: str) -> None:
    say(disclosed, "no")
    assert say(disclosed, text) == [Purpose.QUESTION]


@pytest.mark.parametrize(
    ("text", "purpose"), [("theyre back", Purpose.NOW), ("im back", Purpose.QUESTION), ("yes", Purpose.QUESTION)]
)
def test_what_is_there_again_is_asked_about_after_a_break(disclosed: Session, text: str, purpose: Purpose) -> None:
    for words in ("no", "can we take a break"):
        say(disclosed, words)
    alerts = sum(isinstance(one, ev.Alerted) for one in disclosed.events)
    assert say(disclosed, text) == [purpose]
    assert sum(isinstance(one, ev.Alerted) for one in disclosed.events) == alerts + (purpose is Purpose.NOW)


@pytest.mark.parametrize(
    ("text", "purpose"),
    [
        *((one, Purpose.GO_ON) for one in ("im ok now", "i feel better now", "fine now thanks", "yes im fine")),
        *((one, Purpose.UNSAFE) for one in ("my mum is here", "my kid is here")),
        *((one, Purpose.NOW) for one in ("im just tired", "ok now", "im not sure", "calm now")),
        *((one, Purpose.SCRIPT) for one in ("they are here", "i am fine but they are there now", "right now yes")),
    ],
)
def test_now_or_here_is_a_yes_only_of_such_thoughts(disclosed: Session, text: str, purpose: Purpose) -> None:
    assert say(disclosed, text) == [purpose]


@pytest.mark.parametrize(
    "text",
    [
        *("getting closer", "it comes and goes", "asdf", "idk", "yeah go on"),
        *("yes but not right now", "they are not always there", "not always", "sometimes, but not at the moment"),
        *("i misclicked", "sorry, wrong button", "i don't have a plan"),
    ],
)
def test_what_is_neither_yes_nor_no_is_asked_about_once_more(disclosed: Session, text: str) -> None:
    assert say(disclosed, text) == [Purpose.NOW]
    again = told(disclosed.events)[-1].text
    assert "yes or no" in again
    assert again.count("?") == 1
    assert say(disclosed, "hard to say") == [Purpose.GO_ON]
    last = told(disclosed.events)[-1]
    assert last.help is not None
    raised = [one for one in disclosed.events if isinstance(one, ev.Alerted)][-1]
    assert raised.level is AlertLevel.ATTENTION
    assert "now-unclear" in {one.rule for one in raised.findings}
    assert say(disclosed, "go on") == [Purpose.QUESTION]
    assert replay(disclosed.events) == disclosed.state


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("what do you mean by right now?", "this very moment"),
        ("will the police come?", "can't send anyone"),
        ("who will know?", "Your therapist can read it"),
        ("what happens if I say yes?", "ends the questions"),
        ("why do you ask?", "ends the questions"),
    ],
)
def test_a_question_is_answered_and_the_same_asked_again(disclosed: Session, text: str, heard: str) -> None:
    assert say(disclosed, text) == [Purpose.NOW]
    assert heard in told(disclosed.events)[-1].text
    assert told(disclosed.events)[-1].text.count("?") == 1
    assert say(disclosed, "yes") == [Purpose.SCRIPT]


@pytest.mark.parametrize(
    ("text", "purpose"),
    [
        ("va y viene", Purpose.NOW),
        ("sí, pero ahora no", Purpose.NOW),
        ("no siempre están", Purpose.NOW),
        ("sí, ahora", Purpose.SCRIPT),
        ("no sé", Purpose.NOW),
        ("¿va a venir la policía?", Purpose.NOW),
        ("¿qué quiere decir ahora mismo?", Purpose.NOW),
        ("no, ahora no", Purpose.GO_ON),
        ("estoy bien ahora", Purpose.GO_ON),
        ("ya estoy mejor", Purpose.GO_ON),
        ("sí estoy bien", Purpose.GO_ON),
        ("no estoy a salvo", Purpose.NOW),
        ("no me siento a salvo", Purpose.NOW),
        ("no aguanto", Purpose.NOW),
        ("no quiero decirlo", Purpose.GO_ON),
        ("siempre están ahí de fondo, no se me quitan", Purpose.SCRIPT),
    ],
)
def test_it_is_the_same_in_spanish(team: Team, text: str, purpose: Purpose) -> None:
    session = asyncio.run(Session.start(team, "00000000-0000-0000-0000-000000000007", locale="es-ES"))
    say(session, "Sí, empecemos.")
    say(session, "A veces pienso en hacerme daño.")
    assert session.state.aside is Purpose.NOW
    assert say(session, text) == [purpose]


@pytest.mark.parametrize(
    ("text", "score", "phase"),
    [
        ("That's not right, put not at all", 0, Phase.ASK_ITEM),
        ("No, that's wrong, I said nearly every day", 4, Phase.ASK_ITEM),
        ("No, that's wrong, I said yes, tonight", 2, Phase.SAFETY_STOP),
    ],
)
def test_an_answer_put_right_is_read_as_one_and_no_alert_is_taken_back(
    disclosed: Session, text: str, score: int, phase: Phase
) -> None:
    say(disclosed, "no")
    say(disclosed, "Yes, let's go on.")
    say(disclosed, text)
    response = disclosed.state.responses[HARM_ITEM]
    assert (response.score, disclosed.state.phase) == (score, phase)
    assert doubt(response) is (Why.LOWERED if score == 0 else None)
    assert next(one.level for one in disclosed.events if isinstance(one, ev.Alerted)) is AlertLevel.ATTENTION
    assert replay(disclosed.events) == disclosed.state


@pytest.mark.parametrize("text", ["no", "nah im done", "let's stop here for now", "Not now, thanks."])
def test_whoever_does_not_want_to_go_on_has_a_break(disclosed: Session, text: str) -> None:
    say(disclosed, "no")
    assert say(disclosed, text) == [Purpose.PAUSED]
    assert "988" in told(disclosed.events)[-1].text
    assert disclosed.state.paused
    assert say(disclosed, "I'm back") == [Purpose.QUESTION]
    assert disclosed.state.item == HARM_ITEM + 1


def test_it_is_asked_once_for_each_disclosure(disclosed: Session) -> None:
    for text in ("no", "go on", "Never.", "No."):
        say(disclosed, text)
    assert say(disclosed, "I tried to kill myself twenty years ago. That aside, never.") == [Purpose.NOW]
    say(disclosed, "No.")
    assert [one.purpose for one in told(disclosed.events)].count(Purpose.NOW) == 2


def test_the_button_to_skip_goes_from_one_question_to_the_next(disclosed: Session) -> None:
    assert [one.purpose for one in told(asyncio.run(disclosed.skip()))] == [Purpose.GO_ON]
    assert [one.purpose for one in told(asyncio.run(disclosed.skip()))] == [Purpose.QUESTION]
    assert not disclosed.state.responses[HARM_ITEM].declined


def test_an_edit_in_between_is_scored_and_the_question_put_again(disclosed: Session) -> None:
    asyncio.run(disclosed.say("Nearly every day.", item=1))
    assert disclosed.state.responses[1].score == 4
    assert disclosed.state.aside is Purpose.NOW
    assert say(disclosed, "no") == [Purpose.GO_ON]
    assert say(disclosed, "yes") == [Purpose.QUESTION]


def test_a_disclosure_beside_a_question_waits_with_its_answer(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    say(session, "What do you mean? I wish I was dead sometimes.")
    assert session.state.aside is Purpose.NOW
    assert session.state.tier in (Tier.FLAG, Tier.URGENT)
    say(session, "no")
    assert say(session, "yes") in ([Purpose.REPHRASE], [Purpose.FOLLOW_UP], [Purpose.QUESTION])


@pytest.mark.parametrize(
    ("text", "next_"),
    [
        *((one, Purpose.GO_ON) for one in ("n", "not atm", "im at work so no", "i said no", "dont wanna say")),
        *((one, Purpose.NOW) for one in ("no but i want to", "no i lied", "several days", "right now im eating lol")),
        *((one, Purpose.SCRIPT) for one in ("right now? no. tonight prob", "dying yes hurting no")),
    ],
)
def test_everyday_answers_to_whether_it_is_there_now(disclosed: Session, text: str, next_: Purpose) -> None:
    assert say(disclosed, text) == [next_]


def test_after_a_call_for_a_person_the_next_question_comes_gently(disclosed: Session) -> None:
    for text in ("no", "i'd rather talk to a person"):
        say(disclosed, text)
    assert say(disclosed, "ok") == [Purpose.WAITING]
    assert say(disclosed, "ok go on") == [Purpose.QUESTION]
    assert "noted" not in told(disclosed.events)[-1].text


@pytest.mark.parametrize("text", ["i wasn't being honest just now", "sorry, i lied", "no fui sincera"])
def test_who_says_that_a_no_was_not_honest_has_told_of_more(text: str) -> None:
    assert affirmed(Reading(), Heard(act=Act.BACK, item=HARM_ITEM), text).tier is Tier.FLAG


@pytest.mark.parametrize(
    ("locale", "text", "score"),
    [
        ("en-US", "never. no wait, twice", 1),
        ("en-US", "most days. i lied, never", 3),
        ("es-US", "no. mentira, a veces", 2),
        ("es-US", "¿cuenta si solo lo pienso?", 2),
    ],
)
def test_a_no_that_is_taken_back_and_a_question_that_tells_of_it_are_a_disclosure(
    team: Team, locale: str, text: str, score: int
) -> None:
    session = asyncio.run(Session.start(team, "x", locale=locale))
    say(session, "Sí, estoy lista" if locale == "es-US" else "I'm ready")
    while session.state.item != HARM_ITEM:
        asyncio.run(session.skip())
    assert say(session, text) == [Purpose.NOW]
    assert session.state.responses[HARM_ITEM].score == score
