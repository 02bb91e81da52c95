"""Before the end: is there anything to change or add? And what a reply points back to."""

import asyncio
import re
from collections.abc import Callable

import pytest

from agents.diagnostician.port import Mode
from agents.domain.phase import Phase
from agents.interview import events as ev
from agents.interview.machine import replay
from agents.interview.patient_input import Words
from agents.interview.pointing import points_back
from agents.interview.session import Session, opening
from agents.interview.state import State
from agents.interview.turn import receive, respond
from agents.interviewer.port import Act, Purpose
from agents.team import Team

CLEAR = "No, not on any of the days."
TELLING = "I slept badly on five of the nights."


def say(session: Session, text: str, item: int | None = None) -> list[Purpose]:
    return [event.purpose for event in asyncio.run(session.say(text, item)) if isinstance(event, ev.Told)]


def last(session: Session) -> ev.Told:
    return next(event for event in reversed(session.events) if isinstance(event, ev.Told))


@pytest.fixture
def reviewing(team: Team) -> Session:
    """An interview whose items are all answered, with the question whether there is anything to change or add."""

    async def begin() -> Session:
        session = Session(team)
        session.keep([opening(team, "00000000-0000-0000-0000-000000000007", Mode.SCREENING, "en-US", review=True)])
        session._take(await respond(session.state, team))
        await session.say("Yes, I'm ready.")
        for _ in range(23):
            await session.say(TELLING if session.state.item == 14 else CLEAR)
        return session

    return asyncio.run(begin())


def test_the_review_asks_once_and_spends_nothing(reviewing: Session) -> None:
    told = last(reviewing)
    assert (told.purpose, told.item_id, told.text.count("?")) == (Purpose.REVIEW, None, 1)
    assert (reviewing.state.phase, told.progress.answered) == (Phase.SCORE_ITEM, 23)
    assert reviewing.state.followed_up == ()


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "No, that's all, thank you.",
        "nothing else",
        "No, not at all.",
        "all good",
        "done",
        "skip",
        "👍",
        "looks good to me",
        "No. Merry Christmas!",
    ],
)
def test_nothing_more_closes(reviewing: Session, text: str) -> None:
    assert say(reviewing, text) == [Purpose.CLOSING]


@pytest.mark.parametrize("before", ["Can I speak to a real person please", "he just came in, one sec", "brb"])
def test_nothing_more_closes_also_in_a_break(reviewing: Session, before: str) -> None:
    say(reviewing, before)
    assert say(reviewing, "ok") != [Purpose.CLOSING]
    assert say(reviewing, "no, that's all") == [Purpose.CLOSING]
    assert reviewing.state.phase is Phase.REPORT
    assert reviewing.state.added == ()


def test_the_skip_button_closes(reviewing: Session) -> None:
    asyncio.run(reviewing.skip())
    assert reviewing.state.phase is Phase.REPORT


def test_an_answer_that_was_gone_back_to_and_left_as_it_was_does_not_keep_it_open(reviewing: Session) -> None:
    assert say(reviewing, "the sleep one was wrong") == [Purpose.REVISIT]
    asyncio.run(reviewing.skip())
    assert say(reviewing, "no") == [Purpose.CLOSING]
    assert reviewing.state.phase is Phase.REPORT


def test_what_is_added_is_kept_and_never_scored(reviewing: Session) -> None:
    before, words = dict(reviewing.state.responses), "I'd like to add that I slept badly every night in August."
    assert say(reviewing, words) == [Purpose.ADDED]
    assert dict(reviewing.state.responses) == before
    assert [reviewing.state.transcript[turn].text for turn in reviewing.state.added] == [words]
    assert say(reviewing, "No.") == [Purpose.CLOSING]
    asyncio.run(reviewing.finish())
    items = next(one for one in reviewing.events if isinstance(one, ev.Reported) and one.key == "items")
    assert "Added by the patient" in items.markdown
    assert "every night in August" in items.markdown


def test_an_edit_is_scored_once_and_asks_nothing(reviewing: Session) -> None:
    assert say(reviewing, "Sometimes, I suppose.", item=14) == [Purpose.REVIEW]
    assert reviewing.state.followed_up == ()
    assert reviewing.state.superseded[-1].score == 2
    assert say(reviewing, "Actually for sleep I meant nearly every day") == [Purpose.REVIEW]
    assert reviewing.state.responses[14].score == 4


def test_a_typed_correction_changes_the_answer_and_shows_what_was_said_as_the_new_one(reviewing: Session) -> None:
    for text, item, score, said in (
        ("hang on, the one about temper was twice", 3, 1, "twice"),
        ("also panic was never", 7, 0, "never"),
        ("sleep: several days", 14, 2, "several days"),
        ("no wait, I said several but more like most days", 14, 3, "most days"),
    ):
        assert say(reviewing, text) == [Purpose.REVIEW]
        assert reviewing.state.responses[item].score == score
        told = last(reviewing)
        assert [one.said for one in told.answered if one.item_id == item] == [said]
        assert "\n\n" in told.text
    assert reviewing.state.added == ()
    assert say(reviewing, "scrap that last one") == [Purpose.REVISIT]
    assert reviewing.state.open_item == 23


@pytest.mark.parametrize(
    ("text", "scores", "more"),
    [
        ("the mood one was wrong. it should be 5 days. and pain 3 days", {2: 2, 9: 2}, False),
        ("change sleep and mood to never", {14: 0, 2: 0}, False),
        ("never for mood and 3 nights for sleep", {2: 0, 14: 2}, False),
        ("for question 3 and 14 put never", {3: 0, 14: 0}, False),
        ("sleep should be 5 nights. my aunt lives with us now", {14: 2}, True),
        ("the avoiding one, I said never but it was 2 days", {8: 1}, False),
        ("put never for sleep, mood and alcohol", {14: 0, 2: 0, 21: 0}, False),
        ("twice for sleep, mood, and never for alcohol", {14: 1, 2: 1, 21: 0}, False),
        ("I said never for sleep but I wake up every single night and cannot get back", {14: 4}, True),
        ("for the mood one I put twice but honestly I was down most of the time since mum died", {2: 3}, False),
        ("could you make sleep 4 nights instead of 3", {14: 2}, False),
        ("the doctor came, I said never but he asked every day", {}, True),
        ("sleep is the one thing that never changes", {}, True),
        ("my husband's anger is bad every day", {}, True),
        ("My mood. It is worse in the mornings every day", {}, True),
    ],
)
def test_all_that_one_message_puts_right_is_changed_and_the_rest_is_kept(
    reviewing: Session, text: str, scores: dict[int, int], more: bool
) -> None:
    before = dict(reviewing.state.responses)
    say(reviewing, text)
    after = reviewing.state.responses
    assert {item: one.score for item, one in after.items() if one is not before[item]} == scores
    assert bool(reviewing.state.added) is more


def test_what_is_to_be_forgotten_there_stays_and_raises_no_alert_of_its_own(reach: Callable[[Phase], Session]) -> None:
    session = reach(Phase.ASK_ITEM)
    for text in ("I wish I was dead sometimes.", "No.", "Go on."):
        say(session, text)
    raised = [one for one in session.events if isinstance(one, ev.Alerted)]
    for text in ("forget I said the thing about wishing I was dead", "forget I said that"):
        assert say(session, text) == [Purpose.ABOUT]
        assert "What you've written is kept" in last(session).text
    assert [one for one in session.events if isinstance(one, ev.Alerted)] == raised
    assert say(session, "forget I said it, I'm going to kill myself tonight") == [Purpose.SCRIPT]


def test_going_back_asks_that_item_and_returns(reviewing: Session) -> None:
    assert say(reviewing, "Can we go back to sleep?") == [Purpose.REVISIT]
    assert say(reviewing, "Nearly every night.") == [Purpose.REVIEW]
    assert reviewing.state.responses[14].score == 4
    assert say(reviewing, "no") == [Purpose.CLOSING]


def test_a_question_is_answered(reviewing: Session) -> None:
    assert say(reviewing, "Who will read this?") == [Purpose.REVIEW]
    assert "Your therapist" in last(reviewing).text


def test_danger_that_is_added_stops(reviewing: Session) -> None:
    assert say(reviewing, "I'm going to kill myself tonight.") == [Purpose.SCRIPT]


def test_a_disclosure_that_is_added_is_asked_about_and_the_review_goes_on(reviewing: Session) -> None:
    assert say(reviewing, "One more thing, I have been cutting my arms again this week.") == [Purpose.NOW]
    assert say(reviewing, "No, not right now.") == [Purpose.GO_ON]
    assert say(reviewing, "Go on.")[0] in (Purpose.ADDED, Purpose.REVIEW)
    assert say(reviewing, "no") == [Purpose.CLOSING]


def test_a_break_in_the_review_leads_back_to_it(reviewing: Session) -> None:
    assert say(reviewing, "Can we pause here for a moment?") == [Purpose.PAUSED]
    assert say(reviewing, "I'm back.") == [Purpose.REVIEW]


def test_a_restart_in_the_review_changes_nothing(reviewing: Session) -> None:
    say(reviewing, "I'd like to add that my mother is ill.")
    assert replay(reviewing.events) == reviewing.state


def test_an_interview_without_a_review_closes_at_once(reach: Callable[[Phase], Session]) -> None:
    assert last(reach(Phase.REPORT)).purpose is Purpose.CLOSING


@pytest.fixture
def at(reach: Callable[[Phase], Session]) -> Callable[[int], Session]:
    """An interview at an item, with bad sleep told on the way to it."""

    def to(item: int) -> Session:
        session = reach(Phase.ASK_ITEM)
        say(session, "No, I enjoy things. But I lie awake in bed on most nights, my sleep is awful.")
        for _ in range(item):
            if session.state.item != item:
                say(session, CLEAR)
        assert session.state.item == item
        return session

    return to


def test_like_i_said_is_scored_from_what_was_said(at: Callable[[int], Session]) -> None:
    session = at(14)
    assert say(session, "Like I said before.") == [Purpose.QUESTION]
    response = session.state.responses[14]
    assert (response.score in (3, 4), response.ambiguity >= 5, response.unclear) == (True, True, False)
    assert "told earlier" in (response.note or "")
    for quote in response.evidence_quotes:
        assert session.state.transcript[quote.turn].text[quote.start : quote.end] == quote.text


POINTING = {
    "en-US": [
        "like i said",
        "As I told you, my sleep.",
        "like i said about my sleep",
        "see above",
        "same as before",
        "same as earlier",
        "same thing I said about sleeping",
        "again, what I told you before",
        "i already told u that",
        "same as i said at the start, i cant sleep",
        "that's what I was talking about earlier",
        "see my first answer",
        "I mentioned my sleep at the start",
        "same story as I described",
        "as I was saying",
        "told you",
        "I described that already",
        "my answer from before",
    ],
    "es-ES": [
        "como ya dije",
        "ya te lo conté",
        "lo mismo que dije al principio, no duermo",
        "como te dije, duermo mal",
        "igual que antes",
        "lo que dije del sueño",
        "ya lo he dicho",
        "lo que le comenté antes",
        "como mencioné arriba",
        "lo mismo que al principio",
        "ya está dicho",
        "está en mi primera respuesta",
        "lo escribí más arriba",
    ],
}
WITH_DAYS = {
    "en-US": "I'm sad most days and I can't sleep on three nights a week.",
    "es-ES": "Estoy triste casi todos los días y duermo mal tres noches a la semana.",
}
WITHOUT = {
    "en-US": "pretty sad most days, cant sleep",
    "es-ES": "Estoy triste casi todos los días, duermo mal",
}


async def at_sleep(team: Team, locale: str, told: str) -> State:
    session = await Session.start(team, "00000000-0000-0000-0000-000000000007", locale=locale)
    for text in ({"en-US": "Yes, I'm ready.", "es-ES": "Sí, empecemos."}[locale], told):
        await session.say(text)
    while session.state.item != 14:
        await session.say({"en-US": "No, not at all.", "es-ES": "No, para nada."}[locale])
    return session.state


@pytest.mark.parametrize("locale", POINTING)
async def test_what_is_pointed_back_to_is_what_was_said_of_this_matter(team: Team, locale: str) -> None:
    """Never how often something else was there, though it stands in the same message."""
    days, bare = await at_sleep(team, locale, WITH_DAYS[locale]), await at_sleep(team, locale, WITHOUT[locale])
    for text in POINTING[locale]:
        response = (await answered_at(days, team, text)).responses[14]
        assert (response.score, response.turns, response.unclear) == (2, (3,), False), text
        state = await answered_at(bare, team, text)
        quoted = " ".join(quote.text for quote in state.responses[14].evidence_quotes)
        assert state.phase is Phase.FOLLOW_UP, text
        assert not re.search("sad|most days|triste|todos los días", quoted), text


async def answered_at(state: State, team: Team, text: str) -> State:
    draft = await receive(state, Words("pointing", text), team)
    return (await respond(draft.state, team)).state


async def test_the_place_of_an_answer_is_no_other_items_score(team: Team) -> None:
    """ "At the start" stands where this item was told, not for the first item's answer."""
    state = await at_sleep(team, "en-US", "pretty sad most days")
    after = await answered_at(state, team, "same as i said at the start")
    assert (after.phase, after.responses[14].unclear) == (Phase.FOLLOW_UP, True)


@pytest.mark.parametrize(
    "text",
    ["I told my wife at once", "I said no to him", "I wrote a lot, no trouble", "it began at the start of March"],
)
def test_what_was_said_to_others_points_to_nothing(text: str) -> None:
    assert not points_back(text, "en")


def test_the_same_as_another_item_takes_its_score(at: Callable[[int], Session]) -> None:
    session = at(14)
    say(session, "On most nights.")
    score = session.state.responses[14].score
    assert say(session, "Same as sleep.") == [Purpose.QUESTION]
    assert session.state.responses[15].score == score
    assert say(session, "same") == [Purpose.QUESTION]
    assert session.state.responses[16].score == score


def test_the_same_as_what_was_not_asked_yet_takes_no_others_score(at: Callable[[int], Session]) -> None:
    """Little sleep with much energy (item 4) is not how well somebody sleeps (item 14)."""
    session = at(9)
    assert session.state.responses[4].known
    assert say(session, "Same as my sleep.") == [Purpose.FOLLOW_UP]
    assert say(session, "Same as the energy thing.") == [Purpose.QUESTION]
    assert session.state.responses[9].note == "said to be the same as item 4"


def test_pointing_to_nothing_is_asked_about(at: Callable[[int], Session]) -> None:
    assert say(at(19), "Like I said before.") == [Purpose.FOLLOW_UP]


def test_after_three_replies_that_answer_nothing_the_patient_may_stop(reach: Callable[[Phase], Session]) -> None:
    session = reach(Phase.ASK_ITEM)
    offered = []
    for text in ("asdf", "qwerty", "zxcv", "asdf jkl"):
        say(session, text)
        offered.append("We can stop here" in last(session).text)
    assert offered == [False, False, True, False]
    assert all(event.act is Act.ANSWER for event in session.events if isinstance(event, ev.Said) and event.turn > 2)


def test_a_change_on_a_break_there_is_made_and_another_answer_may_be_asked_for_instead(reviewing: Session) -> None:
    say(reviewing, "I need a break")
    assert say(reviewing, "change sleep to twice") == [Purpose.REVIEW]
    assert reviewing.state.responses[14].score == 1
    assert say(reviewing, "change sleep") == [Purpose.REVISIT]
    assert say(reviewing, "change mood") == [Purpose.REVISIT]
    say(reviewing, "every day")
    assert [reviewing.state.responses[item].score for item in (2, 14)] == [4, 1]
