"""An item that nobody answered, or that was answered both ways: it counts for nothing and is the clinician's to ask."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agents.domain import level1
from agents.domain.phase import Phase
from agents.domain.profile import ItemResponse, PatientProfile, settled
from agents.domain.rating import Rating
from agents.fallback import FallbackScorer
from agents.interview import events as ev
from agents.interview.pointing import as_there
from agents.interview.profile import domain_summary, profile_of
from agents.interview.safety.alerts import harm
from agents.interview.scoring import put_right
from agents.interview.session import Session
from agents.interviewer.port import Purpose
from agents.interviewer.speech import alone
from agents.llm.errors import Malformed
from agents.reporter.doubts import Why, open_doubts, reason
from agents.scorer.port import Answer, Scoring
from agents.team import Team

Reach = Callable[[Phase], Session]


class Failing:
    """A model that never answers."""

    name = "x/y"

    async def score(self, answer: Answer) -> Scoring:
        raise Malformed("no answer")


def say(session: Session, text: str) -> list[Purpose]:
    return [event.purpose for event in asyncio.run(session.say(text)) if isinstance(event, ev.Told)]


def of(session: Session, item: int) -> ItemResponse:
    return session.state.responses[item]


def test_a_reply_that_says_nothing_takes_the_one_follow_up(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    assert say(session, "wrong window sorry") == [Purpose.FOLLOW_UP]
    assert (of(session, 1).unclear, of(session, 1).score, of(session, 1).ambiguity) == (True, 0, 10)
    assert session.state.needs is not None or session.state.follow_up


def test_a_guess_does_not_stand_where_whether_it_was_there_is_asked_and_skipped(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    assert say(session, "put 4 for all of them") == [Purpose.FOLLOW_UP]
    asyncio.run(session.skip())
    assert (of(session, 1).unclear, of(session, 1).score, of(session, 1).evidence_quotes) == (True, 0, ())


def test_a_yes_stands_where_only_how_often_is_skipped(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    assert say(session, "yes, quite bored of everything") == [Purpose.FOLLOW_UP]
    told = of(session, 1).score
    asyncio.run(session.skip())
    assert told
    assert (of(session, 1).unclear, of(session, 1).score) == (False, told)


def test_the_answer_to_the_follow_up_is_scored(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    say(session, "wrong window sorry")
    assert say(session, "oh, most days") == [Purpose.QUESTION]
    assert (of(session, 1).unclear, of(session, 1).score) == (False, 3)
    assert [quote.text for quote in of(session, 1).evidence_quotes] == ["most days"]


def test_what_still_says_nothing_is_unclear_and_not_asked_again(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    say(session, "wrong window sorry")
    assert say(session, "asdf") == [Purpose.QUESTION]
    assert of(session, 1).unclear
    assert not of(session, 1).declined
    assert session.state.completed == (1,)
    profile = profile_of(session.state)
    assert profile.symptom_summary[0].severity_aggregate is None
    assert profile.symptom_summary[0].notable_symptoms == ()


@pytest.mark.parametrize("goes_on", ["I want to stop this for good.", "I'd rather not say", "dunno"])
def test_a_yes_alone_counts_and_is_to_be_confirmed_for_how_often_is_not_known(reach: Reach, goes_on: str) -> None:
    session = reach(Phase.ASK_ITEM)
    say(session, "Yes.")
    say(session, goes_on)
    assert (of(session, 1).score > 0, of(session, 1).often) == (True, False)
    assert of(session, 1).frequency == "yes, how often is not known"
    assert open_doubts(profile_of(session.state)) == ((1, Why.AMBIGUOUS),)


@pytest.mark.parametrize(
    ("locale", "ready", "said", "noted", "listed"),
    [
        ("en-US", "Yes, I'm ready.", ("Yes.", "dunno"), ": yes.", "yes, but not how often"),
        ("es-ES", "Sí, empecemos.", ("Sí.", "Sí."), ": sí.", "sí, pero no con qué frecuencia"),
    ],
)
def test_a_yes_alone_is_told_to_the_patient_as_a_yes(
    team: Team, locale: str, ready: str, said: tuple[str, str], noted: str, listed: str
) -> None:
    session = asyncio.run(Session.start(team, "00000000-0000-0000-0000-000000000007", locale=locale))
    for text in (ready, *said):
        told = [event for event in asyncio.run(session.say(text)) if isinstance(event, ev.Told)][-1]
    assert not of(session, 1).often
    assert told.purpose is Purpose.QUESTION
    assert told.asks.split("\n")[0].split(noted)[0] in {
        "Noted",
        "I've noted",
        "That's noted as",
        "Anotado",
        "Lo anoto",
        "Queda anotado",
    }
    assert [one.noted for one in told.answered] == [listed]
    assert noted not in alone(told.text, session.state.language), "the question alone tells nothing of what was noted"


def test_a_yes_alone_stays_one_whatever_the_scorer_notes(reach: Reach, team: Team) -> None:
    session = reach(Phase.ASK_ITEM)
    session.team = replace(team, scorer=FallbackScorer(Failing(), team.scorer))
    say(session, "Yes.")
    say(session, "I'd rather not say")
    assert of(session, 1).note
    assert not of(session, 1).often
    assert open_doubts(profile_of(session.state)) == ((1, Why.AMBIGUOUS),)
    assert "how often is not known" in reason(of(session, 1))


def test_thoughts_of_self_harm_put_right_to_a_yes_alone_stay_one() -> None:
    plain = ItemResponse(item_id=level1.HARM_ITEM, score=2, ambiguity=5, confidence=0.5, yes_alone=True)
    found = put_right(plain, plain.model_copy(update={"score": 4, "yes_alone": False}))
    assert (found.often, found.note) == (False, "taken back by the patient: it was “nearly every day” before")
    less = put_right(plain.model_copy(update={"score": 1, "yes_alone": False}), plain)
    assert less.note == "taken back by the patient: it was “yes, how often is not known” before"


def test_the_alert_for_a_yes_alone_names_no_score(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    say(session, "Yes.")
    answered = session.state._replace(replies={level1.HARM_ITEM: session.state.replies[1]})
    plain = ItemResponse(item_id=level1.HARM_ITEM, score=2, ambiguity=5, confidence=0.5, yes_alone=True)
    for bare, score in ((True, None), (False, 2)):
        raised = harm(answered, level1.HARM_ITEM, plain.model_copy(update={"yes_alone": bare}))
        assert raised is not None
        assert (raised.item_id, raised.score) == (level1.HARM_ITEM, score)


@pytest.mark.parametrize("score", [None, 1, 2])
def test_what_a_clinician_rates_is_no_yes_alone(score: int | None) -> None:
    plain = ItemResponse(item_id=1, score=2, ambiguity=5, confidence=0.5, yes_alone=True)
    rating = Rating(item_id=1, score=score, machine=2, reason="said so", by="a@b.example", at=datetime.now(UTC))
    (found,) = settled((plain,), (rating,))
    assert (found.yes_alone, found.known) == (False, score is not None)


def test_the_same_as_a_yes_alone_is_one_too() -> None:
    plain = ItemResponse(item_id=1, score=2, ambiguity=5, confidence=0.5, yes_alone=True)
    assert as_there(plain, "same as that").missing == "frequency"
    assert as_there(plain.model_copy(update={"yes_alone": False}), "same as that").missing is None


def test_an_answer_that_was_stored_before_this_was_told_loads() -> None:
    plain = ItemResponse(item_id=1, score=2, ambiguity=5, confidence=0.5)
    stored = plain.model_dump(mode="json", exclude={"yes_alone"})
    assert ItemResponse.model_validate(stored) == plain


def test_a_yes_whose_how_often_follows_is_an_answer_like_any_other(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    say(session, "Yes.")
    say(session, "on 10 days")
    assert (of(session, 1).score, of(session, 1).often, of(session, 1).frequency) == (
        3,
        True,
        "more than half the days",
    )


def test_a_contradiction_is_unclear_with_both_quotes(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    say(session, "Yes.")
    say(session, "no never")
    found = of(session, 1)
    assert (found.unclear, found.score, found.ambiguity) == (True, 0, 10)
    assert [quote.text for quote in found.evidence_quotes] == ["Yes", "no"]
    assert found.note == "said both yes and no"


def test_item_11_taken_back_flatly_stays_a_flag_and_is_never_a_clear_no(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    while session.state.item != level1.HARM_ITEM:
        say(session, "No, not on any of the days.")
    say(session, "yes, a lot")
    if session.state.phase is Phase.SAFETY_STOP:
        pytest.skip("the reading of risk stops here")
    assert session.state.aside is Purpose.NOW
    say(session, "no")
    say(session, "let's go on")
    say(session, "no never")
    found = of(session, level1.HARM_ITEM)
    assert (found.unclear, found.score, found.ambiguity) == (True, 0, 10)
    assert profile_of(session.state).risk_flags.self_harm_ideation
    assert session.state.tier.rank >= 1


def test_a_new_answer_that_answers_nothing_takes_no_answer_back(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    say(session, "Nearly every day.")
    asyncio.run(session.say("wrong window sorry", item=1))
    assert (of(session, 1).unclear, of(session, 1).score) == (False, 4)
    assert session.state.superseded == ()
    asyncio.run(session.say("two days, actually", item=1))
    assert of(session, 1).score == 1
    assert [one.score for one in session.state.superseded] == [4]


@pytest.mark.parametrize("item", list(level1.items()))
def test_an_unclear_item_never_puts_its_domain_over_the_threshold(item: int) -> None:
    response = ItemResponse(item_id=item, score=0, ambiguity=10, confidence=0.1, unclear=True)
    domain = level1.domain_of(item)
    found = {one.domain: one for one in domain_summary((response,))}[domain.key]
    assert found.severity_aggregate is None


def test_an_older_log_without_the_status_still_loads() -> None:
    old = {"itemId": 3, "score": 2, "ambiguity": 3, "confidence": 0.8}
    assert ItemResponse.model_validate(old).known


def test_the_status_is_in_the_json(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    for text in ("help", "go on", "lol whatever", "asdf"):
        say(session, text)
    told = profile_of(session.state).model_dump(mode="json", by_alias=True)["itemResponses"][0]
    assert told["unclear"] is True
    assert PatientProfile.model_validate(profile_of(session.state).model_dump(mode="json", by_alias=True))
