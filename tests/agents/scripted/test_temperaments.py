"""A whole interview with its report, and an assessment, with a careful, a sloppy and a hostile model, over real
HTTP."""

from collections.abc import Iterator

import pytest

from agents.assessment.pipeline import assess
from agents.assessment.result import Assessment
from agents.assessment.team import AssessmentTeam
from agents.diagnostician.llm import LlmDiagnostician
from agents.diagnostician.port import Mode
from agents.domain.phase import Phase
from agents.interview import events as ev
from agents.interview.session import Session
from agents.interview.turn import ahead
from agents.judge.llm import LlmJudge
from agents.llm.budget import Budget
from agents.llm.pinned import JUDGE
from agents.llm.policy import Policy
from agents.llm.providers import Providers
from agents.meta_reviewer.llm import LlmMetaReviewer
from agents.qualitative.llm import LlmAssessor
from agents.quantitative.llm import LlmQuantifier
from agents.scripted.temperaments import Temperament, temper
from benchmarks.cards.card import Grades
from benchmarks.cards.judging import judge
from benchmarks.cards.snapshot import Snapshot
from server.engines.interviews import team_of
from server.settings import Settings
from tests.agents.assessment.conversations import full
from tests.agents.llm.conftest import Stub, credentials

MODEL = "openai/scripted"
REPLIES = (
    "Three or four days, mostly in the evenings when I get home and the flat is quiet.",
    "No, not at all.",
    "Yes, that happens to me.",
    "Nearly every day, if I'm honest. It starts in the morning, and by the afternoon I have given up on the day.",
    "It comes and goes.",
)
FOLLOW_UP = "I'd say more than half of the days."
NEVER_SHOWN = ("whisper", "lithium", "schizophrenia", "Demonic", "You seem depressed", "see a doctor")
MOST_CALLS = 1.15
"""Calls for each answer that was wanted, at most, of a model that answers as it is asked."""


@pytest.fixture(params=Temperament)
def temperament(request: pytest.FixtureRequest, stub: Stub) -> Iterator[Temperament]:
    stub.provider.temper = temper(request.param)
    yield request.param
    stub.provider.temper = temper(Temperament.CAREFUL)


async def held(stub: Stub) -> tuple[Session, Budget]:
    """An interview led by the model; the second reading of risk is the rules' own, so that nobody stops it for
    nothing."""
    models = Providers(credentials(stub.url), Policy(attempts=1, failures=1_000_000))
    budget = Budget()
    team = team_of(Settings(drivers=(MODEL,), risk="rules"), MODEL, models, budget=budget)
    assert team.prepare is not None
    session = await Session.start(team, "temperament", mode=Mode.DIAGNOSTIC)
    while session.state.phase not in {Phase.REPORT, Phase.SAFETY_STOP}:
        if (brief := ahead(session.state)) is not None:
            await team.prepare(brief)
        follows = session.state.awaits_follow_up
        await session.say(FOLLOW_UP if follows else REPLIES[len(session.state.asked) % len(REPLIES)])
    await session.finish()
    await models.close()
    return session, budget


async def assessed(stub: Stub) -> Assessment:
    models = Providers(credentials(stub.url), Policy(attempts=1, failures=1_000_000))
    model = models.model(MODEL)
    team = AssessmentTeam(LlmAssessor(model), LlmJudge(model), LlmQuantifier(model), LlmMetaReviewer(model))
    done = await assess(full(), team)
    await models.close()
    return done


async def test_an_interview_and_its_report(temperament: Temperament, stub: Stub) -> None:
    session, budget = await held(stub)
    responses = [session.state.responses[item] for item in range(1, 24)]
    report = "\n".join(event.markdown for event in session.events if isinstance(event, ev.Reported))
    said = "\n".join(turn.text for turn in session.state.transcript)
    assert session.state.phase is Phase.DONE
    assert report.count("## ") >= 5
    assert not [words for words in NEVER_SHOWN if words in report + said]
    for one in responses:
        texts = [session.state.transcript[quote.turn].text[quote.start : quote.end] for quote in one.evidence_quotes]
        assert texts == [quote.text for quote in one.evidence_quotes]
        assert texts or not (one.known and one.score)
    wanted = budget.calls - budget.asked_again
    match temperament:
        case Temperament.CAREFUL:
            assert {one.engine for one in responses} == {MODEL}
            assert budget.calls <= MOST_CALLS * wanted
        case Temperament.SLOPPY:
            assert {one.engine for one in responses} == {MODEL}
            assert 0 < budget.asked_again < wanted / 2
        case Temperament.HOSTILE:
            assert budget.asked_again > 0


async def test_a_card(temperament: Temperament, stub: Stub) -> None:
    """The judge's grades and the replay of the impressions, of the interview that this model led."""
    session, _ = await held(stub)
    snapshot = Snapshot.of(session.events)
    models = Providers(credentials(stub.url), Policy(attempts=1, failures=1_000_000))
    made = await judge(snapshot, models.model(JUDGE))
    replayed = await LlmDiagnostician(models.model(MODEL)).diagnose(snapshot.profile, Mode.DIAGNOSTIC)
    await models.close()
    assert isinstance(made.detail, Grades)
    grade = 5 if temperament is Temperament.HOSTILE else 3
    assert [one.score for one in made.detail.grades] == [grade] * 5
    assert not [words for words in NEVER_SHOWN if words in replayed.model_dump_json()]


async def test_sloppy_means_what_careful_means(stub: Stub) -> None:
    careful, _ = await held(stub)
    stub.provider.temper = temper(Temperament.SLOPPY)
    try:
        sloppy, _ = await held(stub)
    finally:
        stub.provider.temper = temper(Temperament.CAREFUL)
    scores = [[one.state.responses[item].score for item in range(1, 24)] for one in (careful, sloppy)]
    assert scores[0] == scores[1]


async def test_an_assessment(temperament: Temperament, stub: Stub) -> None:
    done = await assessed(stub)
    assert done.scores is not None
    assert len(done.scores.items) == 8
    assert not [words for words in NEVER_SHOWN if words in done.scores.model_dump_json()]
    for one in done.scores.items:
        assert one.evidence or not one.score
    if temperament is Temperament.HOSTILE:
        assert {one.score for one in done.scores.items} == {None}
    else:
        known = {one.item: one.score for one in done.scores.items}
        assert (known["Sleep"], known["Depressed"]) == (2, 0)
        assert done.complete
