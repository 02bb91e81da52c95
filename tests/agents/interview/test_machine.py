"""Every step of the machine, by itself: one state, one event, and the whole state that must come of it."""

from datetime import UTC, datetime
from typing import Any, Literal

import pytest

from agents import tools
from agents.diagnostician.port import Diagnosis, Mode
from agents.domain.help import Helpline, Way, offered
from agents.domain.phase import OVER, Phase
from agents.domain.profile import ItemResponse, QuestionState, RiskFlags, SessionStatus
from agents.domain.risk import AlertLevel, Finding, Reading, Tier
from agents.domain.transcript import Role, Turn
from agents.errors import NotNow
from agents.interview import events as ev
from agents.interview.machine import advance, replay
from agents.interview.state import ChooseNext, Edited, Question, ScoreItem, SendScript, Speak, State, WriteReport
from agents.interviewer.port import Act, Purpose, Revision

AT = datetime(2025, 3, 4, 5, 6, tzinfo=UTC)
PROGRESS = ev.Progress(answered=0, total=23)
STOP = Finding(rule="stated-intent", tier=Tier.STOP, about="suicide", start=0, end=4, text="text")
FLAG = Finding(rule="passive-wish", tier=Tier.FLAG, about="suicide", start=0, end=2, text="te")


def said(act: Act, item: int | None = 2, turn: int = 3, findings: tuple[Finding, ...] = ()) -> ev.Said:
    tier = findings[0].tier if findings else Tier.NONE
    return ev.Said(
        turn=turn,
        text="text",
        item_id=item,
        client_id="c1",
        act=act,
        risk=Reading(tier=tier, findings=findings),
        phase=Phase.ASK_ITEM,
        progress=PROGRESS,
    )


def told(purpose: Purpose, item: int | None = None, turn: int = 3) -> ev.Told:
    return ev.Told(turn=turn, text="words", item_id=item, purpose=purpose, phase=Phase.ASK_ITEM, progress=PROGRESS)


def response(item: int, score: int = 2, **more: Any) -> ItemResponse:
    return ItemResponse(item_id=item, score=score, ambiguity=3, confidence=0.9, **more)


def scored(
    answer: ItemResponse, missing: Literal["frequency", "endorsement"] | None = None, revises: bool = False
) -> ev.ScoreCalled:
    return ev.ScoreCalled(
        engine="rules",
        ms=0.1,
        input=tools.ScoreInput(item_id=answer.item_id, answer=None, revises=revises),
        output=tools.ScoreOutput(
            response=answer, needs_follow_up=missing is not None, missing=missing, follow_up="How many days?"
        ),
    )


def patient(item: int | None = 2, turn: int = 3) -> Turn:
    return Turn(index=turn, role=Role.PATIENT, text="text", item_id=item)


def interviewer(item: int | None = None) -> Turn:
    return Turn(index=3, role=Role.INTERVIEWER, text="words", item_id=item)


LINE = Helpline(name="The line", ways=(Way(label="Call 988", href="tel:988"),))
HELP = offered("en-US", "Thank you for telling me that.", (LINE,))
EARLIER = Turn(index=0, role=Role.INTERVIEWER, text="before")
ASKED = State(
    session_id="s",
    phase=Phase.ASK_ITEM,
    item=2,
    asked=(1, 2),
    asking="How is your mood?",
    rephrased=1,
    needs="frequency",
    proposed="How often?",
    transcript=(EARLIER,),
    replies={1: (1,)},
    responses={1: response(1)},
)
FOLLOWED = ASKED._replace(
    phase=Phase.FOLLOW_UP,
    follow_up=True,
    followed_up=(2,),
    replies={1: (1,), 2: (2,)},
    responses={1: response(1), 2: response(2, 3)},
)
BETWEEN = ASKED._replace(responses={1: response(1), 2: response(2)}, needs=None, paused=True)
SCORING = ASKED._replace(phase=Phase.SCORE_ITEM)
REVISITING = ASKED._replace(revisiting=1)
INTRO = State(session_id="s", transcript=(EARLIER,))
STOPPED = ASKED._replace(phase=Phase.SAFETY_STOP, status=SessionStatus.TERMINATED_FOR_SAFETY, tier=Tier.STOP, duty=None)
REPORT = ASKED._replace(phase=Phase.REPORT, item=None, duty=WriteReport())
DONE = REPORT._replace(phase=Phase.DONE, status=SessionStatus.COMPLETED, completed_at=AT, duty=None)


def test_the_first_event_makes_the_state() -> None:
    started = ev.Started(
        session_id="abc",
        mode=Mode.DIAGNOSTIC,
        locale="en-GB",
        model="provider/model",
        prompt_version="bank-1",
        synthetic_persona_id="P1",
        seed=7,
    )
    assert advance(State(), started) == State(
        session_id="abc",
        mode=Mode.DIAGNOSTIC,
        locale="en-GB",
        model="provider/model",
        prompt_version="bank-1",
        persona_id="P1",
        seed=7,
        duty=Speak(Purpose.INTRO),
    )


ANSWERS: list[tuple[str, State, ev.Said, dict[str, Any]]] = [
    (
        "an answer is to be scored",
        ASKED,
        said(Act.ANSWER),
        {"phase": Phase.SCORE_ITEM, "replies": {1: (1,), 2: (3,)}, "duty": ScoreItem(2, revises=False)},
    ),
    (
        "an answer given anew replaces the earlier one",
        ASKED._replace(replies={1: (1,), 2: (2,)}),
        said(Act.ANSWER),
        {"phase": Phase.SCORE_ITEM, "replies": {1: (1,), 2: (3,)}, "duty": ScoreItem(2)},
    ),
    (
        "the answer to a follow-up joins the first",
        FOLLOWED,
        said(Act.ANSWER),
        {"phase": Phase.SCORE_ITEM, "replies": {1: (1,), 2: (2, 3)}, "duty": ScoreItem(2)},
    ),
    (
        "an answer while an earlier item is revisited is that item's",
        REVISITING,
        said(Act.ANSWER, 1),
        {"phase": Phase.SCORE_ITEM, "replies": {1: (3,)}, "duty": ScoreItem(1, revises=True)},
    ),
    (
        "a correction during a follow-up is no part of the open answer",
        FOLLOWED,
        said(Act.CORRECT, 1),
        {
            "phase": Phase.SCORE_ITEM,
            "revisiting": 1,
            "replies": {1: (3,), 2: (2,)},
            "duty": ScoreItem(1, revises=True),
        },
    ),
    ("a pause", ASKED, said(Act.PAUSE), {"paused": True, "duty": Speak(Purpose.PAUSED)}),
    ("another language", ASKED, said(Act.OTHER_LANGUAGE), {"duty": Speak(Purpose.LANGUAGE, 2)}),
    ("not ready", INTRO, said(Act.NOT_READY, None), {"duty": Speak(Purpose.REASSURE)}),
    ("ready", INTRO, said(Act.READY, None), {"duty": ChooseNext()}),
    (
        "ready after a pause in the introduction",
        INTRO._replace(paused=True),
        said(Act.READY, None),
        {"paused": False, "duty": ChooseNext()},
    ),
    (
        "ready after a pause at a question",
        ASKED._replace(paused=True),
        said(Act.READY),
        {"paused": False, "duty": Speak(Purpose.RESUMED, 2)},
    ),
    ("asked back", ASKED, said(Act.CLARIFY), {"duty": Speak(Purpose.REPHRASE, 2)}),
    ("asked back at a revisited item", REVISITING, said(Act.CLARIFY, 1), {"duty": Speak(Purpose.REPHRASE, 1)}),
    ("back to an earlier item", ASKED, said(Act.BACK, 1), {"duty": Speak(Purpose.REVISIT, 1)}),
    (
        "an answer ends a pause",
        ASKED._replace(paused=True),
        said(Act.ANSWER),
        {"paused": False, "phase": Phase.SCORE_ITEM, "replies": {1: (1,), 2: (3,)}, "duty": ScoreItem(2)},
    ),
    ("a declined question", ASKED, said(Act.DECLINE), {"phase": Phase.SCORE_ITEM, "duty": ScoreItem(2)}),
    (
        "a declined follow-up",
        FOLLOWED,
        said(Act.DECLINE),
        {"phase": Phase.SCORE_ITEM, "follow_up": False, "needs": None, "duty": ChooseNext()},
    ),
    (
        "a revisited item left as it is",
        REVISITING,
        said(Act.DECLINE, 1),
        {"revisiting": None, "duty": Speak(Purpose.REPHRASE, 2)},
    ),
    ("a declined introduction", INTRO, said(Act.DECLINE, None), {"duty": ChooseNext()}),
    (
        "an answer that asks for a break is scored first",
        ASKED,
        said(Act.ANSWER).model_copy(update={"then": Act.PAUSE}),
        {"paused": True, "phase": Phase.SCORE_ITEM, "replies": {1: (1,), 2: (3,)}, "duty": ScoreItem(2)},
    ),
    *(
        (f"{act} after a break between two questions", BETWEEN, said(act), {"paused": False, "duty": ChooseNext()})
        for act in (Act.READY, Act.ANSWER, Act.CLARIFY, Act.DECLINE)
    ),
    (
        "a correction after a break between two questions",
        BETWEEN,
        said(Act.CORRECT, 1),
        {
            "paused": False,
            "phase": Phase.SCORE_ITEM,
            "revisiting": 1,
            "replies": {1: (3,)},
            "duty": ScoreItem(1, revises=True),
        },
    ),
    (
        "a revisited item left as it is between two questions",
        BETWEEN._replace(paused=False, revisiting=1),
        said(Act.DECLINE, 1),
        {"revisiting": None, "duty": ChooseNext()},
    ),
    ("words for an earlier question", ASKED, said(Act.LATE, 1), {"duty": Speak(Purpose.REPEATED, 2)}),
    ("words for an earlier question in a follow-up", FOLLOWED, said(Act.LATE), {"duty": Speak(Purpose.REPEATED, 2)}),
    (
        "words for an earlier question end a break",
        ASKED._replace(paused=True),
        said(Act.LATE, 1),
        {"paused": False, "duty": Speak(Purpose.REPEATED, 2)},
    ),
    (
        "words for an earlier question after a break between two questions",
        BETWEEN,
        said(Act.LATE, 1),
        {"paused": False, "duty": ChooseNext()},
    ),
    (
        "words for an earlier question that ask for a break",
        ASKED,
        said(Act.LATE, 1).model_copy(update={"then": Act.PAUSE}),
        {"paused": True, "duty": Speak(Purpose.PAUSED)},
    ),
    (
        "words for an earlier question leave what is owed as it was",
        SCORING._replace(duty=ScoreItem(2)),
        said(Act.LATE, 1),
        {},
    ),
    ("words after the last question", REPORT, said(Act.ANSWER, None), {}),
    ("words after the end", DONE, said(Act.ANSWER, None), {}),
    ("words after a stop", STOPPED, said(Act.ANSWER, None), {}),
]


@pytest.mark.parametrize(("state", "event", "changed"), [row[1:] for row in ANSWERS], ids=[row[0] for row in ANSWERS])
def test_what_a_message_does(state: State, event: ev.Said, changed: dict[str, Any]) -> None:
    transcript = (EARLIER, patient(event.item_id))
    expected = state._replace(transcript=transcript, heard_with="before", **changed)
    assert advance(state, event) == expected


def test_an_answer_without_a_question_is_refused() -> None:
    with pytest.raises(NotNow, match=r"^no question is open yet$"):
        advance(INTRO, said(Act.ANSWER, None))


TOLD: list[tuple[str, State, ev.Told, dict[str, Any]]] = [
    (
        "the first question",
        INTRO,
        told(Purpose.QUESTION, 1),
        {"phase": Phase.ASK_ITEM, "item": 1, "asked": (1,), "asking": "words"},
    ),
    (
        "the next question",
        SCORING._replace(follow_up=True),
        told(Purpose.QUESTION, 3),
        {
            "phase": Phase.ASK_ITEM,
            "item": 3,
            "asked": (1, 2, 3),
            "asking": "words",
            "follow_up": False,
            "needs": None,
            "rephrased": 0,
        },
    ),
    (
        "a follow-up question",
        SCORING._replace(responses={2: response(2, 3)}),
        told(Purpose.FOLLOW_UP, 2),
        {
            "phase": Phase.FOLLOW_UP,
            "asking": "words",
            "follow_up": True,
            "followed_up": (2,),
            "responses": {2: response(2, 3, follow_up_asked=True)},
            "rephrased": 0,
        },
    ),
    (
        "a second follow-up keeps the first in mind",
        SCORING._replace(followed_up=(1,), responses={2: response(2)}),
        told(Purpose.FOLLOW_UP, 2),
        {
            "phase": Phase.FOLLOW_UP,
            "asking": "words",
            "follow_up": True,
            "followed_up": (1, 2),
            "responses": {2: response(2, follow_up_asked=True)},
            "rephrased": 0,
        },
    ),
    ("a revisit", FOLLOWED, told(Purpose.REVISIT, 1), {"phase": Phase.ASK_ITEM, "revisiting": 1}),
    ("a rephrased question", ASKED, told(Purpose.REPHRASE, 2), {"rephrased": 2}),
    ("a rephrased follow-up", FOLLOWED, told(Purpose.REPHRASE, 2), {"rephrased": 2}),
    (
        "the follow-up put again after a revisit",
        FOLLOWED._replace(phase=Phase.ASK_ITEM),
        told(Purpose.REPHRASE, 2),
        {"phase": Phase.FOLLOW_UP, "rephrased": 2},
    ),
    (
        "a revisited item rephrased while a follow-up waits",
        FOLLOWED._replace(revisiting=1),
        told(Purpose.REPHRASE, 1),
        {"phase": Phase.ASK_ITEM, "rephrased": 2},
    ),
    ("back from a correction", SCORING, told(Purpose.CORRECTED, 2), {"phase": Phase.ASK_ITEM}),
    (
        "back from a correction to the follow-up",
        FOLLOWED._replace(phase=Phase.SCORE_ITEM),
        told(Purpose.CORRECTED, 2),
        {"phase": Phase.FOLLOW_UP},
    ),
    (
        "the farewell",
        SCORING._replace(follow_up=True),
        told(Purpose.CLOSING),
        {"phase": Phase.REPORT, "item": None, "follow_up": False, "needs": None, "duty": WriteReport()},
    ),
    *(
        (f"{purpose} changes nothing", ASKED, told(purpose), {})
        for purpose in (
            Purpose.INTRO,
            Purpose.REASSURE,
            Purpose.PAUSED,
            Purpose.RESUMED,
            Purpose.REPEATED,
            Purpose.LANGUAGE,
            Purpose.SCRIPT,
        )
    ),
]


def test_help_comes_as_a_turn_of_its_own_before_the_words_and_is_given_once() -> None:
    event = told(Purpose.QUESTION, 3, turn=2).model_copy(update={"help": HELP, "text": f"{HELP.text}\n\nAnd sleep?"})
    after = advance(SCORING._replace(care="crisis"), event)
    assert [(turn.index, turn.text, turn.item_id) for turn in after.transcript[1:]] == [
        (1, HELP.text, None),
        (2, "And sleep?", 3),
    ]
    assert (after.asking, after.question, after.care) == ("And sleep?", "And sleep?", None)


@pytest.mark.parametrize(("state", "event", "changed"), [row[1:] for row in TOLD], ids=[row[0] for row in TOLD])
def test_what_the_interviewers_words_do(state: State, event: ev.Told, changed: dict[str, Any]) -> None:
    owing = state._replace(duty=ChooseNext())
    after = state._replace(**{"duty": None, **changed})
    assert advance(owing, event) == after._replace(
        transcript=(EARLIER, interviewer(event.item_id)), shown={3: Question(after.open_item, after.awaits_follow_up)}
    )


SCORES: list[tuple[str, State, ev.ScoreCalled, dict[str, Any]]] = [
    (
        "a clear score",
        SCORING._replace(follow_up=True),
        scored(response(2)),
        {"responses": {1: response(1), 2: response(2)}, "follow_up": False, "needs": None, "proposed": None},
    ),
    (
        "a score that lacks something",
        SCORING._replace(needs=None, proposed=None),
        scored(response(2), "endorsement"),
        {"responses": {1: response(1), 2: response(2)}, "needs": "endorsement", "proposed": "How many days?"},
    ),
    (
        "a score that still lacks it after the follow-up",
        SCORING._replace(followed_up=(2,)),
        scored(response(2), "frequency"),
        {"responses": {1: response(1), 2: response(2)}, "needs": None, "proposed": None},
    ),
    (
        "another item's follow-up does not count",
        SCORING._replace(followed_up=(1,)),
        scored(response(2), "frequency"),
        {"responses": {1: response(1), 2: response(2)}, "needs": "frequency", "proposed": "How many days?"},
    ),
]


@pytest.mark.parametrize(("state", "event", "changed"), [row[1:] for row in SCORES], ids=[row[0] for row in SCORES])
def test_what_a_score_does(state: State, event: ev.ScoreCalled, changed: dict[str, Any]) -> None:
    assert advance(state, event) == state._replace(duty=ChooseNext(), **changed)


def test_a_corrected_score_supersedes_and_leaves_the_open_question_as_it_was() -> None:
    state = SCORING._replace(revisiting=1, follow_up=True, superseded=(response(1, 0),))
    assert advance(state, scored(response(1, 4), "frequency", revises=True)) == state._replace(
        responses={1: response(1, 4)},
        superseded=(response(1, 0), response(1)),
        edited=(Edited(1, response(1), took=True),),
        revisiting=None,
        duty=Speak(Purpose.CORRECTED, 2),
    )


def test_a_corrected_score_between_two_questions_goes_on() -> None:
    after = advance(BETWEEN._replace(revisiting=1), scored(response(1, 4), revises=True))
    assert (after.duty, after.revisiting) == (ChooseNext(), None)


def test_an_earlier_answer_is_not_asked_for_over_a_break_or_after_another_message() -> None:
    state = SCORING._replace(owed=(1,), revised={3: (Revision(item=1, start=0, new=4, end=4),)}, paused=True)
    state = state._replace(transcript=(EARLIER, EARLIER, EARLIER, patient()))
    after = advance(state, scored(response(2)))
    assert (after.duty, after.owed) == (ChooseNext(), ())
    assert advance(state._replace(paused=False), scored(response(2))).duty == Speak(Purpose.REVISIT, 1)
    for event in (said(Act.LATE, turn=4), ev.Skipped(item_id=2, client_id="c")):
        assert advance(ASKED._replace(owed=(1,)), event).owed == ()


def test_what_a_scorer_raises_is_kept_beside_what_was_raised_before() -> None:
    event = scored(response(2))
    raised = event.output.model_copy(update={"risk_flags": RiskFlags(violence_risk=True)})
    state = SCORING._replace(flags=RiskFlags(suicidality_mentioned=True))
    after = advance(state, event.model_copy(update={"output": raised}))
    assert after.flags == RiskFlags(suicidality_mentioned=True, violence_risk=True)


def test_a_correction_without_an_earlier_score_supersedes_nothing() -> None:
    state = SCORING._replace(revisiting=3)
    after = advance(state, scored(response(3), revises=True))
    assert after.superseded == ()
    assert after.responses == {1: response(1), 3: response(3)}


@pytest.mark.parametrize(
    ("item", "score", "before", "after"),
    [
        (11, 0, Tier.NONE, Tier.NONE),
        (11, 1, Tier.NONE, Tier.FLAG),
        (11, 4, Tier.NONE, Tier.FLAG),
        (11, 1, Tier.URGENT, Tier.URGENT),
        (10, 4, Tier.NONE, Tier.NONE),
        (12, 4, Tier.NONE, Tier.NONE),
    ],
)
def test_the_item_on_self_harm_flags_from_one(item: int, score: int, before: Tier, after: Tier) -> None:
    state = SCORING._replace(item=item, tier=before)
    assert advance(state, scored(response(item, score))).tier is after
    assert advance(state, scored(response(item, score), revises=True)).tier is after


def test_a_stop_ends_everything_that_was_open() -> None:
    state = FOLLOWED._replace(paused=True, duty=ChooseNext(), findings=(FLAG,), tier=Tier.FLAG, completed_at=AT)
    assert advance(state, said(Act.ANSWER, findings=(STOP,))) == state._replace(
        transcript=(EARLIER, patient()),
        heard=Tier.STOP,
        heard_with="before",
        tier=Tier.STOP,
        findings=(FLAG, STOP.model_copy(update={"turn": 3})),
        phase=Phase.SAFETY_STOP,
        status=SessionStatus.TERMINATED_FOR_SAFETY,
        duty=SendScript(),
        paused=False,
        completed_at=None,
    )


@pytest.mark.parametrize("state", [INTRO, ASKED, FOLLOWED, SCORING, REPORT, DONE])
def test_a_later_reading_stops_from_any_phase(state: State) -> None:
    after = advance(state, ev.RiskRaised(turn=5, reading=Reading(tier=Tier.STOP, findings=(STOP,))))
    assert (after.phase, after.duty, after.completed_at) == (Phase.SAFETY_STOP, SendScript(), None)
    assert after.findings == (STOP.model_copy(update={"turn": 5}),)
    assert after.transcript == state.transcript


def test_a_second_stop_is_kept_and_sends_no_second_script() -> None:
    after = advance(STOPPED, ev.RiskRaised(turn=5, reading=Reading(tier=Tier.STOP, findings=(STOP,))))
    assert after == STOPPED._replace(findings=(STOP.model_copy(update={"turn": 5}),))


def test_a_flag_is_kept_and_the_answer_taken() -> None:
    after = advance(ASKED, said(Act.ANSWER, findings=(FLAG,)))
    assert (after.tier, after.heard, after.phase) == (Tier.FLAG, Tier.FLAG, Phase.SCORE_ITEM)
    assert after.findings == (FLAG.model_copy(update={"turn": 3}),)


def test_a_tier_counts_without_a_finding_and_a_finding_without_a_tier() -> None:
    after = advance(ASKED, ev.RiskRaised(turn=5, reading=Reading(tier=Tier.URGENT)))
    assert (after.tier, after.findings) == (Tier.URGENT, ())
    after = advance(ASKED, ev.RiskRaised(turn=5, reading=Reading(findings=(FLAG,))))
    assert (after.tier, after.findings) == (Tier.NONE, (FLAG.model_copy(update={"turn": 5}),))


def test_the_tier_never_falls_but_what_was_heard_last_does() -> None:
    state = ASKED._replace(tier=Tier.URGENT, heard=Tier.URGENT)
    after = advance(state, said(Act.ANSWER, findings=(FLAG,)))
    assert (after.tier, after.heard) == (Tier.URGENT, Tier.FLAG)


SKIPS: list[tuple[str, State, dict[str, Any]]] = [
    ("an open question", ASKED, {"phase": Phase.SCORE_ITEM, "duty": ScoreItem(2)}),
    (
        "an open follow-up",
        FOLLOWED,
        {"phase": Phase.SCORE_ITEM, "follow_up": False, "needs": None, "duty": ChooseNext()},
    ),
    ("a pause", ASKED._replace(paused=True), {"paused": False, "duty": Speak(Purpose.RESUMED, 2)}),
    (
        "a pause at a revisited item",
        REVISITING._replace(paused=True),
        {"paused": False, "duty": Speak(Purpose.RESUMED, 1)},
    ),
    ("a pause in the introduction", INTRO._replace(paused=True), {"paused": False, "duty": Speak(Purpose.REASSURE)}),
    ("a break between two questions", BETWEEN, {"paused": False, "duty": ChooseNext()}),
    ("a revisited item", REVISITING, {"revisiting": None, "duty": Speak(Purpose.REPHRASE, 2)}),
    ("the introduction", INTRO, {"duty": ChooseNext()}),
]


@pytest.mark.parametrize(("state", "changed"), [row[1:] for row in SKIPS], ids=[row[0] for row in SKIPS])
def test_what_the_button_to_skip_passes_over(state: State, changed: dict[str, Any]) -> None:
    assert advance(state, ev.Skipped(client_id="c1", item_id=None)) == state._replace(**changed)


def test_the_button_to_pause() -> None:
    paused = advance(FOLLOWED, ev.Paused(client_id="c1"))
    assert paused == FOLLOWED._replace(paused=True, duty=Speak(Purpose.PAUSED))


def test_the_end() -> None:
    completed = ev.Ended(status=SessionStatus.COMPLETED, at=AT)
    assert advance(REPORT, completed) == REPORT._replace(
        phase=Phase.DONE, status=SessionStatus.COMPLETED, completed_at=AT, duty=None
    )
    ended = ev.Ended(status=SessionStatus.TERMINATED_FOR_SAFETY, at=AT)
    stopping = STOPPED._replace(duty=SendScript())
    assert advance(stopping, ended) == STOPPED


def test_an_end_before_the_report_is_refused_by_name() -> None:
    with pytest.raises(NotNow, match=r"^ended cannot lead from ASK_ITEM to DONE$"):
        advance(ASKED, ev.Ended(status=SessionStatus.COMPLETED, at=AT))


def _idle() -> list[ev.Event]:
    asked = QuestionState(pending=())
    return [
        ev.Acknowledged(by="someone"),
        ev.Noticed(code="engine", text="a notice"),
        ev.Reported(key="domains", markdown="## Domains"),
        ev.NextCalled(
            engine="rules",
            ms=0.1,
            input=tools.NextInput(pending=(3,), item=2, needs_follow_up=False),
            output=tools.NextOutput(purpose=Purpose.QUESTION, item=3, text="words"),
        ),
        ev.StoreCalled(
            engine="log",
            ms=0.0,
            input=tools.StoreInput(phase=Phase.ASK_ITEM, session_status=SessionStatus.ACTIVE, question_state=asked),
            output=tools.StoreOutput(stored=True, turns=3),
        ),
        ev.RetrieveCalled(
            engine="library",
            ms=0.1,
            input=tools.RetrieveInput(query="q", limit=8),
            output=tools.RetrieveOutput(passages=()),
        ),
        ev.DiagnoseCalled(
            engine="rules",
            ms=0.1,
            input=tools.DiagnoseInput(mode=Mode.SCREENING, passages=()),
            output=tools.DiagnoseOutput(diagnosis=Diagnosis(mode=Mode.SCREENING, summary="none")),
        ),
        ev.ReportCalled(
            engine="rules",
            ms=0.1,
            input=tools.ReportInput(label="", mode=Mode.SCREENING),
            output=tools.ReportOutput(sections=("domains",)),
        ),
    ]


def test_an_alert_is_kept_with_its_turn() -> None:
    alert = ev.Alerted(turn=1, level=AlertLevel.URGENT, tier=Tier.URGENT, findings=(FLAG,))
    alarmed = SCORING._replace(alerted=(1,), alarmed=True, care="crisis", check=Purpose.NOW)
    assert advance(SCORING, alert) == alarmed
    assert advance(alarmed, ev.Acknowledged(by="someone")) == alarmed._replace(alarmed=False)


@pytest.mark.parametrize(
    ("tier", "level"), [("stop", AlertLevel.STOP), ("urgent", AlertLevel.URGENT), ("flag", AlertLevel.ATTENTION)]
)
def test_an_alert_of_a_log_from_before_there_were_levels_gets_its_own_by_its_tier(tier: str, level: AlertLevel) -> None:
    stored = {"kind": "alert", "turn": 1, "tier": tier, "findings": []}
    loaded = ev.event_adapter.validate_python(stored, strict=False)
    assert isinstance(loaded, ev.Alerted)
    assert (loaded.level, loaded.unlocated, loaded.item_id) == (level, (), None)


@pytest.mark.parametrize("event", _idle(), ids=lambda event: type(event).__name__)
def test_what_is_only_kept_changes_nothing(event: ev.Event) -> None:
    assert advance(SCORING, event) == SCORING


def test_a_log_is_gone_through_in_order_from_any_state() -> None:
    events = [said(Act.ANSWER), scored(response(2))]
    assert replay(events, ASKED) == advance(advance(ASKED, events[0]), events[1])
    assert replay([]) == State()
    assert replay([], ASKED) == ASKED


def test_the_questions_are_over_from_the_report_on() -> None:
    assert set(OVER) == {Phase.REPORT, Phase.DONE, Phase.SAFETY_STOP}


def test_a_state_is_never_changed_in_place() -> None:
    responses, replies = dict(FOLLOWED.responses), dict(FOLLOWED.replies)
    after = replay([said(Act.ANSWER), scored(response(2, 4))], FOLLOWED)
    assert (FOLLOWED.responses, FOLLOWED.replies) == (responses, replies)
    assert after.responses[2].score == 4
    with pytest.raises(TypeError):
        after.responses[2] = response(2)  # type: ignore[index]  # what is tested
