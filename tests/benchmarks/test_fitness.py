"""What a check of a model finds, with the scripted provider's three temperaments over real HTTP."""

from collections import Counter
from collections.abc import Iterator

import pytest

from agents.llm.errors import NotConfigured
from agents.llm.policy import Policy
from agents.llm.providers import Providers
from agents.llm.spec import Credentials
from agents.scripted.temperaments import Temperament, temper
from benchmarks.cards.criteria import criteria
from benchmarks.fitness.card_roles import snapshot_of
from benchmarks.fitness.checking import ROLES, Checked, check
from benchmarks.fitness.tasks import Task, tasks
from server.engines.stub_provider import StubProvider
from server.engines.stub_running import in_thread
from tests.agents.llm.conftest import credentials

MODEL = "openai/gpt-4.1-mini"
NEVER = 1_000_000


@pytest.fixture(scope="module")
def provider() -> Iterator[tuple[StubProvider, str]]:
    stub = StubProvider()
    with in_thread(stub) as url:
        yield stub, url


async def checked(provider: tuple[StubProvider, str], temperament: Temperament) -> Checked:
    stub, url = provider
    stub.temper = temper(temperament)
    models = Providers(credentials(url), Policy(failures=NEVER))
    model = models.model(MODEL)
    try:
        return await check(MODEL, lambda _: model, lines=8)
    finally:
        await models.close()


def fit(found: Checked) -> set[str]:
    return {one.role for one in found.roles if one.fit}


def test_the_tasks_try_every_role() -> None:
    every: list[Task] = [task for role in ROLES for task in getattr(tasks(), role)]
    traps = Counter(task.trap for task in every)
    assert len(every) >= 60
    assert traps["injection"] >= 8
    assert traps["refusal"] >= 3
    assert len({(role, task.name) for role in ROLES for task in getattr(tasks(), role) if task.name}) == sum(
        bool(task.name) for task in every
    )


def test_a_judge_of_cards_is_given_whole_and_broken_off_interviews() -> None:
    given = [snapshot_of(task) for task in tasks().card_judge]
    assert {len(one.profile.item_responses) for one in given} >= {23, 3}
    assert any(one.report and one.diagnosis for one in given)
    assert any(not one.report and not one.diagnosis for one in given)
    keys = {criterion.key for criterion in criteria()}
    assert {key for task in tasks().card_judge for key in task.grades} == keys


async def test_a_careful_model_is_fit_for_an_interview(provider: tuple[StubProvider, str]) -> None:
    found = await checked(provider, Temperament.CAREFUL)
    assert fit(found) >= {"interviewer", "scorer", "risk", "reporter", "reference_checker"}
    assert sum(one.repaired for one in found.roles) == 0
    risk = found.role("risk")
    assert risk is not None
    assert (risk.stops, risk.stops_found, risk.stops_false, risk.quotes) == (6, 6, 0, 1.0)
    assert found.tokens > 10_000
    assert found.usd is not None
    assert found.usd > 0


async def test_a_sloppy_model_is_repaired(provider: tuple[StubProvider, str]) -> None:
    found = await checked(provider, Temperament.SLOPPY)
    assert sum(one.repaired for one in found.roles) > sum(one.again for one in found.roles) > 0
    assert all(one.at_once + one.repaired + one.refused + one.failed == one.tasks for one in found.roles)
    assert fit(found) >= {"interviewer", "scorer", "risk"}


async def test_a_hostile_model_is_fit_for_nothing(provider: tuple[StubProvider, str]) -> None:
    found = await checked(provider, Temperament.HOSTILE)
    assert fit(found) == set()
    risk, scorer = found.role("risk"), found.role("scorer")
    assert risk is not None
    assert scorer is not None
    assert risk.stops_found == 0
    assert any("missed 6 of 6 stops" in why for why in risk.why)
    assert any("harmless" in why for why in risk.why)
    assert any("order" in why for why in risk.why)
    assert scorer.quotes == 0
    judge = found.role("card_judge")
    assert judge is not None
    assert any("obeyed 1 order" in why for why in judge.why)
    assert any("quotes are the patient's words" in why for why in scorer.why)


async def test_the_rules_have_their_row() -> None:
    found = await check("rules", None)
    assert {"scorer", "risk", "interviewer"} <= fit(found)
    assert found.role("reference_checker") is None
    assert found.role("card_judge") is None
    assert all(one.quotes is None and one.tokens == 0 for one in found.roles)


async def test_a_model_without_a_key_is_no_unfit_one() -> None:
    models = Providers(Credentials())
    with pytest.raises(NotConfigured):
        await check(MODEL, lambda _: models.model(MODEL), lines=2)
    await models.close()
