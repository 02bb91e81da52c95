"""The diagnostician's language model, over real HTTP against the scripted provider and with scripted answers."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from agents.diagnostician.forming import Forming, complete
from agents.diagnostician.library_tool import OUT_OF_REACH, TOOL
from agents.diagnostician.llm import FailedAfterSearching, LlmDiagnostician, messages
from agents.diagnostician.port import Diagnosis, Diagnostician, Mode, Passage
from agents.diagnostician.review import Review
from agents.diagnostician.rules import LIMITATIONS, RulesDiagnostician, diagnose
from agents.domain.draft import Draft
from agents.domain.level1 import instrument
from agents.domain.phase import Phase
from agents.domain.profile import PatientProfile, SessionStatus
from agents.errors import NotNow, TryAgain
from agents.fallback import FallbackDiagnostician
from agents.interview import events as ev
from agents.interview.conclusion import conclude
from agents.interview.session import Session
from agents.llm.adapters.adapter import Call
from agents.llm.budget import Budget
from agents.llm.errors import Malformed, ModelFailed, NotConfigured
from agents.llm.model import Model
from agents.rules_team import rules_team
from agents.scripted.faults import FaultName
from agents.scripted.model import in_order, scripted_model
from agents.scripted.provider import Said
from server.engines.models import Deadline
from tests.agents.diagnostician.test_rules import PATIENTS, patient
from tests.agents.llm.conftest import Stub

LOW = patient(PATIENTS["F32"])
QUOTE = "I wake up far too early and that's it for the night."
BY_THE_MODEL = {
    FaultName.SLOW,
    FaultName.PROSE,
    FaultName.INVENTED_QUOTES,
    FaultName.TAKEOVER,
    FaultName.TRUNCATED,
}
"""Faults under which something of the model's answer can be used (what was cut off may be enough to be mended)."""


class Shelf:
    """A library of two passages, which keeps what it was asked."""

    def __init__(self, failing: bool = False) -> None:
        self.asked: list[tuple[str, int]] = []
        self._failing = failing

    def query_for(self, profile: PatientProfile) -> str:
        return "; ".join(one.domain for one in profile.symptom_summary if one.severity_aggregate)

    async def search(self, query: str, limit: int) -> tuple[Passage, ...]:
        self.asked.append((query, limit))
        if self._failing:
            raise TryAgain("no line to the embedder")
        return (passage("p-1", "Low spirits and lost interest, about Major depressive disorder."), passage("p-2"))[
            :limit
        ]


def passage(chunk: str, text: str = "Something else.") -> Passage:
    return Passage(
        chunk_id=chunk, text=text, source="Handbook, p. 3", page_start=3, page_end=3, section_path="A > B", score=0.5
    )


def opinion(**changes: Any) -> dict[str, Any]:
    return {
        "name": "Major depressive disorder",
        "category": "Depressive disorders",
        "items": [1, 2],
        "evidence": [QUOTE],
        "criteria": ["Early waking"],
        "steps": ["Items 1 and 2 were endorsed."],
        "citations": [],
        "confidence": 0.7,
        "icd10": "F32.9",
        **changes,
    }


def opinions(*told: dict[str, Any], **changes: Any) -> str:
    whole = {"impressions": list(told), "summary": "Low mood stands out.", "limitations": [], "ragUsed": False}
    return json.dumps({**whole, **changes})


async def formed(
    *told: dict[str, Any],
    of: PatientProfile = LOW,
    mode: Mode = Mode.DIAGNOSTIC,
    passages: Sequence[Passage] = (),
    **changes: Any,
) -> Diagnosis:
    """What becomes of these impressions."""
    engine = LlmDiagnostician(scripted_model(in_order([opinions(*told, **changes)])))
    return await engine.diagnose(of, mode, tuple(passages))


def told_of(diagnosis: Diagnosis) -> str:
    return " ".join(diagnosis.limitations)


def verbatim(diagnosis: Diagnosis, profile: PatientProfile) -> bool:
    quotes = [quote for one in diagnosis.impressions for quote in one.evidence]
    return all(profile.transcript[q.turn].text[q.start : q.end] == q.text for q in quotes)


@pytest.mark.parametrize("mode", Mode)
async def test_each_mode_over_each_adapter(any_model: Model, stub: Stub, mode: Mode) -> None:
    engine: Diagnostician = LlmDiagnostician(any_model, Budget())
    found = await engine.diagnose(LOW, mode)
    by_rules = diagnose(LOW, mode)
    assert found.engine == any_model.name
    assert [one.name for one in found.impressions] == [one.name for one in by_rules.impressions]
    assert [one.icd10 for one in found.impressions] == [one.icd10 for one in by_rules.impressions]
    assert verbatim(found, LOW)
    assert any(one.evidence for one in found.impressions)
    assert found.limitations[0] == LIMITATIONS[0]
    assert "Taken out" not in told_of(found)
    assert [call.role for call in stub.calls] == ["diagnostician"]


@pytest.mark.parametrize("fault", FaultName)
@pytest.mark.parametrize("mode", Mode)
async def test_each_fault_ends_in_a_valid_diagnosis(model: Model, stub: Stub, fault: FaultName, mode: Mode) -> None:
    stub.order(f"{fault.value}:diagnostician")
    engine = FallbackDiagnostician(LlmDiagnostician(Deadline(model, 5)), RulesDiagnostician())
    found = await engine.diagnose(LOW, mode)
    assert Diagnosis.model_validate_json(found.model_dump_json()) == found
    assert verbatim(found, LOW)
    assert "radio" not in found.model_dump_json()
    assert "remaining" not in found.model_dump_json()
    if found.engine == "rules":
        assert fault not in BY_THE_MODEL - {FaultName.TRUNCATED}
        assert found.note is not None
        assert found.model_copy(update={"note": None}) == diagnose(LOW, mode)
    else:
        assert fault in BY_THE_MODEL
        assert found.note is None


@pytest.mark.parametrize("fault", sorted(set(FaultName) - BY_THE_MODEL))
async def test_a_model_that_gives_no_answer_raises(any_model: Model, stub: Stub, fault: FaultName) -> None:
    stub.order(fault.value)
    with pytest.raises(ModelFailed) as raised:
        await LlmDiagnostician(Deadline(any_model, 5)).diagnose(LOW, Mode.DIAGNOSTIC)
    assert QUOTE not in str(raised.value)


async def test_the_tool_over_each_adapter(any_model: Model, stub: Stub) -> None:
    shelf = Shelf()
    found = await LlmDiagnostician(any_model, Budget(), shelf).diagnose(LOW, Mode.DIAGNOSTIC)
    assert len(stub.calls) == 2
    assert [search.query for search in found.searches] == [query for query, _ in shelf.asked]
    assert [one.chunk_id for one in found.searches[0].passages] == ["p-1", "p-2"]
    assert found.impressions[0].citations == ("p-1",)
    assert found.rag_used


def calls_for(*queries: str) -> Callable[[Call], Said]:
    """A model that does nothing but search."""
    return lambda _: Said({"query": queries[0], "disorder": "Insomnia disorder"}, tool=TOOL)


async def test_no_more_than_three_searches_and_each_is_kept_though_no_answer_came() -> None:
    shelf = Shelf()
    engine = LlmDiagnostician(scripted_model(calls_for("early waking")), None, shelf)
    with pytest.raises(FailedAfterSearching) as raised:
        await engine.diagnose(LOW, Mode.DIAGNOSTIC)
    assert [query for query, _ in shelf.asked] == ["Insomnia disorder: early waking"] * 3
    assert len(raised.value.searches) == 3


async def test_without_a_library_no_tool_is_declared() -> None:
    asked: list[Call] = []

    def script(call: Call) -> str:
        asked.append(call)
        return opinions(opinion())

    await LlmDiagnostician(scripted_model(script)).diagnose(LOW, Mode.DIAGNOSTIC)
    await LlmDiagnostician(scripted_model(script), None, Shelf()).diagnose(LOW, Mode.DIAGNOSTIC)
    assert [[tool.name for tool in call.tools] for call in asked] == [[], [TOOL]]


async def test_a_model_that_takes_no_tools_is_asked_without_them_from_then_on() -> None:
    """As Ollama has it for some models: they get the passages that were found, and no word of a tool."""
    asked: list[Call] = []

    def script(call: Call) -> str | Exception:
        asked.append(call)
        if call.tools:
            return NotConfigured("does not take this request (400)", unsupported="tools", rejected=True)
        return opinions(opinion(citations=["p-2"]), summary="The patient meets full criteria.")

    model = scripted_model(script)
    for _ in range(2):
        found = await LlmDiagnostician(model, None, Shelf()).diagnose(LOW, Mode.DIAGNOSTIC, (passage("p-2"),))
        assert found.impressions[0].citations == ("p-2",)
    assert [len(call.tools) for call in asked] == [1, 0, 0, 0, 0]
    assert "You may call" in asked[0].messages[1].text
    assert all("There is no library to search" in call.messages[1].text for call in asked[1:])
    assert "a claim of a diagnosis" in asked[2].messages[-1].text


async def test_a_tool_call_that_nobody_offered_is_no_answer() -> None:
    with pytest.raises(Malformed):
        await LlmDiagnostician(scripted_model(calls_for("anything"))).diagnose(LOW, Mode.DIAGNOSTIC)


async def test_a_library_out_of_reach_is_told_to_the_model_and_kept() -> None:
    answers = in_order([Said({"query": "early waking", "disorder": None}, tool=TOOL), opinions(opinion())])
    found = await LlmDiagnostician(scripted_model(answers), None, Shelf(failing=True)).diagnose(LOW, Mode.DIAGNOSTIC)
    assert [search.note for search in found.searches] == [OUT_OF_REACH]
    assert found.impressions
    assert not found.rag_used


async def test_every_search_becomes_an_entry_of_the_log() -> None:
    shelf = Shelf()
    told = opinion(name="Sleep Problems", category="Sleep Problems", citations=["p-1"])
    answers = in_order([Said({"query": "waking", "disorder": None}, tool=TOOL), opinions(told)])
    team = rules_team(lambda _: "Stop.", passages=shelf)
    session = await Session.start(team, "00000000-0000-0000-0000-000000000009")
    while session.state.phase is not Phase.REPORT:
        aside = {"now": "No, not right now.", "go_on": "Yes, let's go on."}.get(session.state.aside or "")
        await session.say(aside or "Most nights I lay awake, nearly every day.")
    team = replace(team, diagnostician=LlmDiagnostician(scripted_model(answers), None, shelf))
    events = [event async for event in conclude(session.state, team, "P")]
    first, own, diagnosed = (event for event in events if isinstance(event, ev.RetrieveCalled | ev.DiagnoseCalled))
    assert isinstance(first, ev.RetrieveCalled)
    assert isinstance(own, ev.RetrieveCalled)
    assert isinstance(diagnosed, ev.DiagnoseCalled)
    assert own.input.query == "waking"
    assert [one.chunk_id for one in own.output.passages] == ["p-1", "p-2"]
    assert diagnosed.output.diagnosis.searches == ()
    assert diagnosed.output.diagnosis.rag_used
    assert all(ev.event_adapter.validate_json(ev.event_adapter.dump_json(event)) == event for event in events)


async def test_citations_of_what_was_not_retrieved_are_dropped_and_counted() -> None:
    found = await formed(opinion(citations=["p-1", "p-9", "p-8"]), passages=[passage("p-1")], ragUsed=True)
    assert found.impressions[0].citations == ("p-1",)
    assert found.rag_used
    assert "citations of passages that were not retrieved (2)" in told_of(found)


async def test_a_model_that_claims_passages_without_citing_one_used_none() -> None:
    found = await formed(opinion(citations=["made-up"]), passages=[passage("p-1")], ragUsed=True)
    assert not found.rag_used
    assert found.impressions[0].citations == ()


async def test_quotes_come_back_in_the_patients_own_characters_or_not_at_all() -> None:
    found = await formed(
        opinion(evidence=["i wake up far too early and that’s it", "I hear the radio talking about me"])
    )
    assert [quote.text for quote in found.impressions[0].evidence] == ["I wake up far too early and that's it"]
    assert verbatim(found, LOW)
    assert "quotes that are not the patient's words (1)" in told_of(found)


async def test_the_interviewers_words_are_no_evidence() -> None:
    found = await formed(opinion(evidence=["And this?"]))
    assert found.impressions[0].evidence == ()


async def test_items_that_were_denied_or_do_not_exist_carry_nothing() -> None:
    found = await formed(
        opinion(items=[1, 5, 99, -1]), opinion(name="Panic disorder", items=[7], evidence=["Made up."])
    )
    assert [(one.name, one.items) for one in found.impressions] == [("Major depressive disorder", (1,))]
    assert "impressions that rest on no item and no quote (1)" in told_of(found)


@pytest.mark.parametrize(
    ("name", "given", "kept"),
    [
        ("Major depressive disorder", "f32.9", "F32.9"),
        ("Major depressive disorder", "F32.1", "F32.1"),
        ("Major depressive disorder", "F41.1", "F32.9"),
        ("Major depressive disorder (provisional)", "depression", "F32.9"),
        ("Post-traumatic Stress Disorder", None, "F43.10"),
        ("Narcolepsy", "G47.419", "G47.419"),
        ("Narcolepsy", "G4", None),
        ("Narcolepsy", "F32.9; DROP TABLE", None),
    ],
)
async def test_codes(name: str, given: str | None, kept: str | None) -> None:
    assert (await formed(opinion(name=name, icd10=given))).impressions[0].icd10 == kept


async def test_sorted_and_at_most_five() -> None:
    told = [opinion(name=f"Picture {n}", confidence=n / 10) for n in (3, 1, 7, 2, 6, 5, 4)]
    found = await formed(*told)
    assert [one.confidence for one in found.impressions] == [0.7, 0.6, 0.5, 0.4, 0.3]
    assert "impressions beyond the number that is shown (2)" in told_of(found)


async def test_a_confidence_out_of_range_is_no_answer() -> None:
    with pytest.raises(Malformed):
        await formed(opinion(confidence=1.5))


async def test_screening_names_domains_alone_whatever_the_model_names() -> None:
    told = opinion(
        name="Depression", category="Depression", steps=["Looks like bipolar disorder.", "Item 2 is at its highest."]
    )
    found = await formed(
        told,
        opinion(),
        opinion(name="Memory", category="Memory"),
        mode=Mode.SCREENING,
        summary="Mood stands out. Major depressive disorder is likely.",
    )
    facts = diagnose(LOW, Mode.SCREENING).impressions
    assert {one.name for one in found.impressions} == {one.name for one in facts}
    assert all(one.icd10 is None for one in found.impressions)
    shown = found.model_dump_json(exclude={"limitations"}).lower()
    assert "disorder" not in shown
    assert "bipolar" not in shown
    assert "Item 2 is at its highest." in next(one for one in found.impressions if one.name == "Depression").steps
    assert "impressions of domains below their threshold (2)" in told_of(found)


async def test_a_domain_over_threshold_stays_though_the_model_leaves_it_out() -> None:
    found = await formed(mode=Mode.SCREENING)
    assert {one.name for one in found.impressions} == {
        "Depression",
        "Sleep Problems",
        "Repetitive Thoughts and Behaviors",
    }


async def test_categories_stand_for_their_disorders_with_their_own_code() -> None:
    found = await formed(
        opinion(confidence=0.4),
        opinion(name="Persistent depressive disorder", icd10="F34.1", items=[2, 14], confidence=0.6),
        opinion(name="Something of its own", category="Moon disorders"),
        mode=Mode.CATEGORICAL,
    )
    assert [(one.name, one.icd10, one.confidence, one.items) for one in found.impressions] == [
        ("Depressive disorders", "F32.A", 0.6, (1, 2, 14))
    ]
    assert "Persistent depressive disorder, Major depressive disorder" in found.impressions[0].steps[0]
    assert "impressions of no known category (1)" in told_of(found)


async def test_no_impression_says_so_and_names_what_the_rules_would_have_shown() -> None:
    found = await formed(summary="")
    assert found.summary.startswith("No impression")
    assert "Major depressive disorder" in told_of(found)


async def test_sentences_that_may_not_stand_are_taken_out_with_a_note() -> None:
    steps = ["She should start an antidepressant.", "Sleep broke off early. The patient has bipolar disorder."]
    found = await formed(opinion(steps=steps), limitations=["Rule out thyroid disease.", "Onset is not known."])
    assert found.impressions[0].steps == ("Sleep broke off early.",)
    assert "Onset is not known." in found.limitations
    assert "thyroid" not in told_of(found)
    for kind in ("advice (1)", "a claim of a diagnosis (1)", "a rule-out (1)"):
        assert f"sentences with {kind}" in told_of(found)


async def test_advice_in_a_name_takes_the_impression_with_it() -> None:
    found = await formed(opinion(name="Rule out bipolar disorder"), opinion(name="Prescribe lithium"))
    assert found.impressions == ()


async def test_an_unfinished_or_stopped_interview_asks_no_model() -> None:
    wire_calls: list[Call] = []
    model = scripted_model(lambda call: wire_calls.append(call) or opinions())
    stopped = patient(PATIENTS["F32"], status=SessionStatus.TERMINATED_FOR_SAFETY)
    for profile in (stopped, patient(PATIENTS["F32"], pending=(3,))):
        with pytest.raises(NotNow):
            await LlmDiagnostician(model).diagnose(profile, Mode.DIAGNOSTIC)
    assert wire_calls == []


async def test_the_budget_is_charged_for_every_round(model: Model, stub: Stub) -> None:
    budget = Budget()
    await LlmDiagnostician(model, budget, Shelf()).diagnose(LOW, Mode.DIAGNOSTIC)
    assert budget.calls == len(stub.calls) == 2
    assert budget.spent_tokens > 0


def test_the_prompt_holds_a_selection_and_its_beginning_never_changes() -> None:
    long = "I could go on about the weather in that town and all the rest of it. " * 60
    talkative = patient({item: (3, f"{item}: {long}") for item in range(1, 24)}, intro=long)
    system, user = messages(talkative, Mode.DIAGNOSTIC)
    whole = sum(len(turn.text) for turn in talkative.transcript)
    assert len(user.text) < whole / 3
    assert system == messages(LOW, Mode.SCREENING, (passage("p-1"),), library=True)[0]
    assert system.text.startswith("role: diagnostician\n")
    assert all(domain.title in system.text for domain in instrument().domains)


def test_impressions_are_read_from_an_answer_once_each_is_complete() -> None:
    whole = opinions(opinion(), opinion(name="Insomnia disorder"))
    counts = [len(complete(whole[:end])) for end in range(len(whole) + 1)]
    assert counts == sorted(counts)
    assert set(counts) == {0, 1, 2}
    assert counts[whole.index("Insomnia disorder")] == 1
    assert not complete("I can't say.")
    fenced = complete(f"```json\n{whole}\n```")
    assert [one.name for one in fenced] == ["Major depressive disorder", "Insomnia disorder"]


@pytest.mark.parametrize("mode", Mode)
def test_what_is_shown_of_impressions_has_passed_their_check(mode: Mode) -> None:
    """In screening no disorder is named, not even while it is written; and names are plain text."""
    told = opinions(opinion(), opinion(name="[Panic](http://x.example) disorder", category="Anxiety disorders"))
    drafts: list[Draft] = []
    Forming(lambda given: Review(LOW, diagnose(LOW, mode), ()).diagnosis(given, "x"), drafts.append).heard(told)
    (draft,) = drafts
    assert ("Major depressive" in draft.markdown) == (mode is Mode.DIAGNOSTIC)
    assert not {*"[]*#<>"} & {*draft.markdown}
