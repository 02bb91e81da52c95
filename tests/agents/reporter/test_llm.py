"""The reporter's language model, over real HTTP against the scripted provider and with scripted answers."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from agents.diagnostician.port import Mode
from agents.domain.level1 import instrument, items
from agents.domain.phase import Phase
from agents.domain.profile import PatientProfile, SessionStatus
from agents.errors import NotNow
from agents.interview import events as ev
from agents.interview.conclusion import conclude
from agents.interview.session import Session
from agents.llm.adapters.adapter import Call
from agents.llm.budget import Budget
from agents.llm.model import Model
from agents.reporter.claims import Claims
from agents.reporter.llm import LlmReporter, messages, so_far
from agents.reporter.overview import overview
from agents.reporter.port import Brief, Reporter, Section
from agents.reporter.prose import ON_RECORD, checked, paragraphs
from agents.reporter.rules import render
from agents.rules_team import rules_team
from agents.scripted.faults import FaultName
from agents.scripted.model import in_order, scripted_model
from server.engines.models import Deadline
from tests.agents.llm.conftest import Stub
from tests.agents.reporter.test_rules import HOSTILE, brief, finding, parse, profile

GOLDEN = Path(__file__).parent.parent / "golden"
SCORES = {1: 3, 2: 2, 3: 1, 6: 2, 14: 4, 21: 1}
TEXTS = {14: "I lay awake until four, nearly every night.", 2: "Flat, on several days."}
LOW = brief(profile(SCORES, TEXTS, declined=(22,)))
BY_THE_MODEL = {FaultName.SLOW, FaultName.TRUNCATED, FaultName.INVENTED_QUOTES, FaultName.SCORE_7}
"""Faults under which the model's prose can be used: what was cut off was the list that is left out anyway, and one bad
sentence is left out alone."""


async def written(engine: Reporter, of: Brief = LOW) -> tuple[Section, ...]:
    return tuple([section async for section in engine.write(of)])


async def opened(text: str, of: Brief = LOW) -> Section:
    """The executive summary when this is what the model writes."""
    return (await written(LlmReporter(scripted_model(in_order([text]))), of))[0]


class Heard:
    """A script that says the same to every request and keeps the requests."""

    def __init__(self, said: str) -> None:
        self._said = said
        self.asked: list[Call] = []

    def __call__(self, call: Call) -> str:
        self.asked.append(call)
        return self._said


def facts_stand(found: tuple[Section, ...], of: Brief = LOW) -> bool:
    """Whether all that the rule engine says is there: four sections as they are, the first as the first one's end."""
    heading, _, facts = render(of)[0].markdown.partition("\n\n")
    first = found[0].markdown
    return found[1:] == render(of)[1:] and first.startswith(f"{heading}\n\n") and first.endswith(facts)


async def test_the_models_prose_stands_above_the_rules_facts(any_model: Model, stub: Stub) -> None:
    budget = Budget()
    found = await written(LlmReporter(any_model, budget))
    assert facts_stand(found)
    assert found[0].note is None
    assert "Written by " in found[0].markdown
    assert [(call.role, call.stream) for call in stub.calls] == [("reporter", True)]
    assert budget.calls == 1


@pytest.mark.parametrize("fault", FaultName)
async def test_each_fault_ends_in_a_whole_report(model: Model, stub: Stub, fault: FaultName) -> None:
    stub.order(f"{fault.value}:reporter")
    found = await written(LlmReporter(Deadline(model, 4)))
    assert facts_stand(found)
    assert "radio" not in found[0].markdown
    assert "a 7" not in found[0].markdown
    assert "remaining questions" not in found[0].markdown
    if fault in BY_THE_MODEL:
        assert found[0].note is None
    else:
        assert found == (render(LOW)[0].model_copy(update={"note": found[0].note}), *render(LOW)[1:])
        assert found[0].note is not None
        assert found[0].note.startswith(f"{model.name} could not answer")


async def test_a_broken_stream_over_each_adapter(any_model: Model, stub: Stub) -> None:
    stub.order("drop:reporter")
    found = await written(LlmReporter(Deadline(any_model, 4)))
    assert facts_stand(found)
    assert "Written by" not in found[0].markdown
    assert found[0].note is not None


async def test_the_therapist_is_told_of_a_stand_in_once() -> None:
    team = rules_team(lambda _: "Stop.")
    session = await Session.start(team, "00000000-0000-0000-0000-000000000011")
    while session.state.phase is not Phase.REPORT:
        await session.say("Not on any of the days.")
    team = replace(team, reporter=LlmReporter(scripted_model(in_order(["I rate that a 7."]))))
    events = [event async for event in conclude(session.state, team, "P")]
    told = [event for event in events if isinstance(event, ev.Noticed)]
    assert [one.code for one in told] == ["engine"]
    assert "rules did" in told[0].text
    assert isinstance(events[-1], ev.Ended)
    resumed = [event async for event in conclude(session.state, team, "P", log=events[:-2])]
    assert not [event for event in resumed if isinstance(event, ev.Noticed | ev.Reported)]


SOUND = [
    "The patient reported Depression (3) and Sleep Problems (4) over the past two weeks.",
    "Sleep Problems stood out at 4, nearly every day; Anxiety was at 2.",
    "4 of 13 domains are at or over their threshold. 22 of 23 items were answered, one was declined.",
    "Four domains reached their threshold. Item 22 was declined and is not known.",
    "Item 1 was scored 3, more than half the days.",
    "Anger (1) stayed below its threshold of 2.",
    "Low mood (2) came with poor sleep, “I lay awake until four” as it was put (turn 29).",
    "Depression (3) and Sleep Problems (4) are above threshold.",
    "The DSM-5 Level-1 measure was held in conversation; Substance Use (1) is at its threshold of 1.",
    "Items 1 and 2 point the same way, and Depression is at 3 of 4.",
    "Of the 13 domains, four are over threshold; Depression had a score of 3.",
    "This 23-item screening shows elevated scores in four of thirteen domains.",
    "The two highest domains are Sleep Problems (4) and Depression (3).",
    "Depression (3), Anxiety (2) and Sleep Problems (4) were all above threshold.",
    "Worry was there more than half the days, low mood on several days.",
    "Low mood was there on several days and sleep was bad nearly every day.",
    "Depression (3), Anxiety (2) and Sleep Problems (4): low mood on several days, bad nights nearly every day.",
]
FALSE = [
    "The patient reported Depression (4).",
    "Sleep Problems stood out at 3.",
    "Sleep Problems, several days, stood out.",
    "5 of 13 domains are at or over their threshold.",
    "Three domains reached their threshold.",
    "All 23 items were answered and 2 declined items remain.",
    "Item 1 was scored 2.",
    "Item 24 was scored 2.",
    "Anger (1) reached its threshold.",
    "Depression (3) lasted for three weeks.",
    "The patient, 34, reported Depression (3).",
    "A total of 13 points in all domains.",
    "Depression had a score of 4.",
    "Depression was at 3 of 5.",
    "Three of 13 domains are at or over their threshold.",
    "Depression and Anxiety are both at 3.",
    "The patient said so in turn 400, about Depression (3).",
    "Tobacco (1) was named.",
    "The threshold of 3 was reached by Depression.",
    "Major trouble in every domain (0.97).",
    "Scores of 3 throughout the interview.",
    "The two highest domains are Sleep Problems (4), Depression (3) and Anxiety (2), which were all at 3.",
    "Several days of Sleep Problems.",
    "Low mood was there on several days, sleep quality on several days.",
    "Worry was there on several days, Sleep Problems more than half the days.",
    "All domains scored 0.",
]


@pytest.mark.parametrize("text", SOUND)
async def test_prose_that_holds_is_shown(text: str) -> None:
    assert Claims(overview(LOW)).wrong(text.replace("“I lay awake until four”", "…")) is None
    found = await opened(text)
    assert found.note is None
    assert "Written by" in found.markdown


@pytest.mark.parametrize("text", FALSE)
async def test_a_sentence_with_a_number_that_is_not_the_profiles_is_left_out_and_that_is_said(text: str) -> None:
    found = await opened(f"The interview went through every domain. {text}")
    assert found.note is None
    prose, _, source = found.markdown.partition("*Written by")
    assert prose.endswith("The interview went through every domain.\n\n")
    assert "Left out: a sentence \\(disagrees with the profile" in source or "(disagrees with the profile" in source
    assert "The model was asked twice" in source
    alone = await opened(text)
    assert alone.note is not None
    assert "disagrees with the profile" in alone.note
    assert alone.markdown == render(LOW)[0].markdown


def test_where_all_was_denied_that_may_be_said_as_a_number() -> None:
    claims = Claims(overview(brief(profile({}))))
    assert claims.wrong("All domains scored 0.") is None
    assert claims.wrong("All domains scored 1.") is not None


COUNTED = brief(profile({2: 2, 14: 3}, {14: "I lay awake on ten nights.", 2: "Flat, on 5 days, since 3 weeks."}))


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("The patient lay awake on about ten nights.", True),
        ("Trouble sleeping came on 10 of the last 14 days.", True),
        ("Trouble sleeping came on ten of the fourteen nights.", True),
        ("Low mood was there on five days and poor sleep on ten.", False),
        ("Low mood was there on five days and poor sleep on ten days.", True),
        ("Low mood was there on ten days.", False),
        ("Sleep Problems were there on five nights.", False),
        ("It had been so for three weeks.", True),
        ("It had been so for four weeks.", False),
        ("The patient lay awake on eleven nights.", False),
    ],
)
def test_what_the_patient_counted_may_be_told_unless_it_is_said_of_another_answer(text: str, holds: bool) -> None:
    assert (Claims(overview(COUNTED)).wrong(text) is None) is holds


@settings(max_examples=60, deadline=None)
@example(scores={21: 2}, item=21, told=2)
@given(
    scores=st.dictionaries(st.integers(1, 23), st.integers(0, 4), min_size=1),
    item=st.integers(1, 23),
    told=st.integers(0, 4),
)
def test_a_score_passes_exactly_when_it_is_the_items_own(scores: dict[int, int], item: int, told: int) -> None:
    claims = Claims(overview(brief(profile(scores))))
    true = scores.get(item, 0) == told
    assert (claims.wrong(f"{items()[item].short} ({told}) was mentioned.") is None) == true
    assert (claims.wrong(f"Item {item} was answered with {told}.") is None) == true


@settings(max_examples=60, deadline=None)
@given(scores=st.dictionaries(st.integers(1, 23), st.integers(0, 4)), told=st.integers(0, 4), number=st.integers(0, 12))
def test_a_domain_passes_exactly_with_its_highest_item(scores: dict[int, int], told: int, number: int) -> None:
    domain = instrument().domains[number]
    claims = Claims(overview(brief(profile(scores))))
    severity = max(scores.get(item.id, 0) for item in domain.items)
    assert (claims.wrong(f"{domain.title} ({told}) was asked about.") is None) == (severity == told)
    over = claims.wrong(f"{domain.title} is at or over threshold.") is None
    assert over == (severity >= domain.threshold)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Depression (3) stood out. The clinician should consider medication.", "advice"),
        ("The patient has major depressive disorder, with Depression (3).", "claim of a diagnosis"),
        ("Depression (3) looks like schizophrenia.", "disorder's name"),
        ("Depression (3) stood out, so rule out thyroid disease.", "rule-out"),
        ("I would say that Depression (3) stands out.", "talk to the reader"),
        (
            "Depression (3) stood out. As the patient put it, “the walls are closing in on me”.",
            "quote that nobody said",
        ),
        ("Depression (3) stood out; see https://example.org/more for it.", "no prose"),
        ("<script>alert(1)</script> Depression (3) stood out.", "no prose"),
        ("Depression (3) stood out. " + "It weighed on the days of this interview. " * 40, "longer than"),
        ("# Summary\n\n- Depression (3)\n- Anxiety (2)", "no prose"),
        ('{"summary": "Depression (3)."}', "no prose"),
        ("Nothing to add.", "says nothing of the interview"),
    ],
)
async def test_prose_that_may_not_stand_is_not_shown_and_the_note_says_why(text: str, why: str) -> None:
    found = await opened(text)
    told = found.note or found.markdown.partition("*Written by")[2]
    assert why in told.replace("\\", "")
    shown = found.markdown.partition("*Written by")[0] if found.note is None else ""
    assert shown in {"", "## 1. Executive Summary\n\nDepression (3) stood out.\n\n"}
    if found.note is not None:
        assert found.markdown == render(LOW)[0].markdown


@pytest.mark.parametrize(
    "text",
    [
        "The patient denied thoughts of self-harm.",
        "Risk is low.",
        "No safety concerns arose.",
        "The remark about being better off gone was not meant seriously.",
        "“Better off gone” was only a manner of saying how tired one was.",
        "The thoughts were fleeting and harmless.",
        "Suicidal Ideation (1) is of no clinical significance.",
        "The risk finding is probably a misunderstanding.",
        "The patient would never act on these thoughts.",
        "No cause for alarm was found.",
    ],
)
async def test_risk_is_never_made_small(text: str) -> None:
    """The sentence is asked about and left out, the rest stays, and both is said."""
    dark = profile({**SCORES, 11: 1}, {**TEXTS, 11: "Once I thought I would be better off gone."})
    sober = "Thoughts of self-harm (1) were reported, “better off gone”, and are listed below."
    model = scripted_model(
        script := Heard(f"Depression (3) stood out. {text} {sober} It all came to little. Sleep was bad.")
    )
    of = brief(dark, finding(dark, 23, "better off gone"))
    found = await written(LlmReporter(model), of)
    prose, _, source = found[0].markdown.partition("*Written by")
    assert facts_stand(found, of)
    assert text not in prose
    assert "little" not in prose
    assert "Depression (3) stood out. Thoughts of self-harm (1) were reported, " in prose
    assert "Sleep was bad." in prose
    assert "Left out: 2 sentences" in source
    assert "risk" in script.asked[-1].messages[-1].text


RISKY = profile({**SCORES, 11: 1}, {**TEXTS, 11: "Once I thought I would be better off gone."})
AT_RISK = brief(RISKY, finding(RISKY, 23, "better off gone"))


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "The patient described Sleep Problems (4) nearly every day, and thoughts of self-harm (1) were fleeting.",
            "The patient described Sleep Problems (4) nearly every day.",
        ),
        (
            "Thoughts of self-harm came only in passing, and the patient reported Sleep Problems (4) nearly every day.",
            "The patient reported Sleep Problems (4) nearly every day.",
        ),
        ("Although Suicidal Ideation (1) was rare, Sleep Problems (4) were there.", "Sleep Problems (4) were there."),
        (
            "Depression (3) reached its threshold while Suicidal Ideation (1) was mild.",
            "Depression (3) reached its threshold.",
        ),
        ("She named Sleep Problems (4), but thoughts of dying did not trouble her.", "She named Sleep Problems (4)."),
        ("Depression (3) stood out, along with a remark that should be explored.", "Depression (3) stood out."),
        ("Depression (3) meets criteria for a disorder, and Anxiety (2) was there.", "Anxiety (2) was there."),
        ("Sleep Problems (4) protect her from suicide, and she feels hopeful about the future.", ""),
        ("Thoughts of self-harm (1) were voiced, though the patient was calm, and they have passed.", ""),
        ("Thoughts of death came once, and the patient has found peace since.", ""),
        ("The patient, who had low mood (2), mentioned fleeting thoughts of death.", ""),
        ("In addition to low mood (2) on several days, dark thoughts were reported.", ""),
        ("No low mood was reported and thoughts of self-harm were fleeting.", ""),
        ("The patient had Depression (3) and Sleep Problems (1), and thoughts of self-harm were fleeting.", ""),
    ],
)
def test_what_a_sentence_says_beside_a_risk_is_kept_where_it_stands_by_itself(said: str, kept: str) -> None:
    found = checked(f"Anger (1) was asked about. {said}", overview(AT_RISK))
    assert found.markdown == f"{ON_RECORD} Anger (1) was asked about. {kept}".strip()
    assert len(found.lost) == 1
    assert found.faults[0].startswith(f"“{said[:60]}")


@pytest.mark.parametrize(
    "said",
    [
        "Thoughts of hurting oneself were reported rarely and are listed below.",
        "The patient answered the item on thoughts of self-harm with “better off gone”; this is listed below.",
        "In this interview thoughts of self-harm were present; see the list below.",
        "The interview holds a risk finding (listed below).",
        "The patient disclosed thoughts of self-harm in answer to the question about it; details are listed below.",
        "Thoughts of self-harm came up and are on record along with other findings of the past two weeks.",
        "Most important: thoughts of self-harm are in the data and listed below.",
    ],
)
def test_that_a_risk_is_there_may_be_said_in_many_ways(said: str) -> None:
    found = checked(f"{said} Depression (3) stood out.", overview(AT_RISK))
    assert (found.lost, found.added, found.faults) == ((), False, ())


@pytest.mark.parametrize(
    "said",
    [
        "Thoughts of self-harm were not present at the interview.",
        "Thoughts of self-harm came up, along with reasons to live.",
        "Suicidal Ideation (1) was below its threshold.",
        "The question about self-harm was answered with not at all.",
        "Most important, thoughts of self-harm have gone.",
    ],
)
def test_none_of_these_words_makes_it_small(said: str) -> None:
    found = checked(f"Depression (3) stood out. {said}", overview(AT_RISK))
    assert found.added
    assert said not in found.markdown


async def test_a_summary_that_is_silent_about_a_risk_is_asked_about_and_completed() -> None:
    model = scripted_model(script := Heard("Depression (3) stood out."))
    prose, _, source = (await written(LlmReporter(model), AT_RISK))[0].markdown.partition("*Written by")
    assert prose == f"## 1. Executive Summary\n\n{ON_RECORD} Depression (3) stood out.\n\n"
    assert "That a risk is on record was added." in source
    assert len(script.asked) == 2
    assert "does not say that a risk is on record" in script.asked[-1].messages[-1].text
    model = scripted_model(script := Heard("Risk findings are on record and listed below. Depression (3) stood out."))
    assert "was added" not in (await written(LlmReporter(model), AT_RISK))[0].markdown
    assert len(script.asked) == 1


async def test_a_judgement_of_low_risk_is_asked_about_and_left_out() -> None:
    model = scripted_model(script := Heard("Depression (3) stood out. Risk is low."))
    found = (await written(LlmReporter(model), LOW))[0]
    assert "a judgement that a risk is low or absent" in script.asked[-1].messages[-1].text
    assert "Risk is low" not in found.markdown
    assert "Depression (3) stood out." in found.markdown
    assert "Left out: a sentence (holds a judgement that a risk is low" in found.markdown.replace("\\", "")


async def test_impressions_may_be_named_when_they_are_the_diagnosis_own() -> None:
    of = brief(profile({1: 4, 2: 4, 14: 4}, {1: "I woke far too early every day, worthless and empty, crying a lot."}))
    best = of.diagnosis.impressions[0]
    text = f"Depression (4) stood out; the first provisional impression is {best.name} ({best.confidence:.2f})."
    assert (await opened(text, of)).note is None
    assert (await opened(text.replace(f"{best.confidence:.2f}", "0.99"), of)).note is not None
    screening = brief(of.profile, mode=Mode.SCREENING)
    assert (await opened(text, screening)).note is not None


async def test_a_quote_is_shown_as_it_was_typed_and_nothing_becomes_markup() -> None:
    of = brief(profile({2: 3}, {2: HOSTILE}))
    found = await opened(f"Depression (3) was put like this: “{HOSTILE.splitlines()[0]}”, a | *b* [d] _e_ &lt;.", of)
    assert found.note is None
    prose = found.markdown.partition("*Written by")[0]
    kinds = {token.type for token in parse(prose.replace("<quote>", "").replace("</quote>", ""))}
    assert kinds <= {"heading_open", "heading_close", "inline", "paragraph_open", "paragraph_close"}
    inline = [child.type for token in parse(prose) for child in token.children or ()]
    assert not {"link_open", "code_inline", "em_open", "strong_open"} & set(inline)
    assert "<script>" not in prose


async def test_a_stream_without_end_is_left() -> None:
    found = await opened("Depression (3) stood out. " * 2_000)
    assert found.note is not None
    assert "never ended" in found.note


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("**Executive summary**\n\nMood was low.\n\n- one\n- two", ("Mood was low.",)),
        ("## Summary\nMood was low.\nSleep too.", ("Mood was low. Sleep too.",)),
        ("Mood was **low**. Sleep was bad and th", ("Mood was low.",)),
        ("Mood was low and th", ()),
        ("| a | b |\n| - | - |\n\n1. one", ()),
        ("One.\n\nTwo.", ("One.", "Two.")),
    ],
)
def test_prose_alone_is_taken(text: str, kept: tuple[str, ...]) -> None:
    assert paragraphs(text) == kept


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=300))
async def test_whatever_the_model_writes_the_facts_stand(text: str) -> None:
    assert facts_stand(await written(LlmReporter(scripted_model(in_order([text])))))


async def test_an_interview_stopped_for_safety_asks_no_model() -> None:
    asked: list[Call] = []
    stopped = profile(SCORES, status=SessionStatus.TERMINATED_FOR_SAFETY)
    model = scripted_model(lambda call: asked.append(call) or "x")
    with pytest.raises(NotNow):
        await written(LlmReporter(model), LOW.model_copy(update={"profile": stopped}))
    assert asked == []


def test_the_label_and_the_turns_stay_here() -> None:
    system, user = messages(LOW)
    assert LOW.label not in user.text
    assert "transcript" not in user.text
    assert system == messages(brief(profile()))[0]
    assert system.text.startswith("role: reporter\n")


def golden_profile() -> PatientProfile:
    return profile({2: 3, 11: 1}, {2: "Low, most days.", 11: "```\nBetter off gone, I thought once."})


@pytest.mark.parametrize("mode", [Mode.SCREENING, Mode.DIAGNOSTIC])
def test_golden(mode: Mode) -> None:
    """Set GOLDEN=write to write the files anew after a change that was meant."""
    of = golden_profile()
    system, user = messages(brief(of, finding(of, 23, "Better off gone"), mode=mode))
    rendered = f"{system.text}\n\n======== user ========\n\n{user.text}\n"
    golden = GOLDEN / f"reporter_{mode.value}.txt"
    if os.environ.get("GOLDEN") == "write":
        golden.write_text(rendered, "utf-8")
    assert rendered == golden.read_text("utf-8")


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("", ""),
        ("The pat", "The..."),
        ("The", ""),
        ("The patient repor", "The patient..."),
        ("The patient reported low mood (2), ", "The patient reported low mood (2)..."),
        ("The patient reported low mood (2). Sle", "The patient reported low mood (2)."),
        ("The patient reported low mood (2).\n\n**What to ", "The patient reported low mood (2).\n"),
        ("The patient reported low mood (2).\n\n- The fir", "The patient reported low mood (2).\n"),
        ("<think>They have depression. So ", ""),
        ("<think>They have it.</think>The patient said ", "The patient said..."),
    ],
)
def test_of_a_text_that_is_being_written_whole_words_are_shown(said: str, shown: str) -> None:
    assert so_far(said) == shown


def test_a_sentence_that_may_not_be_said_is_shown_at_no_moment() -> None:
    """Whatever has come so far: no draft holds more than the finished text may hold."""
    text = (
        "The patient reported low mood on several days. The patient has major depressive disorder and somehow copes. "
        "Sleep Problems (4) stood out."
    )
    shown = [checked(so_far(text[:end]), overview(LOW)).markdown for end in range(len(text) + 1)]
    assert "Sleep Problems" in shown[-1]
    assert any(one.endswith("several...") for one in shown)
    assert not [one for one in shown if "disorder" in one]


def test_what_people_write_is_no_error() -> None:
    """An impression's name without "(provisional)", a frequency in other words, a symptom's everyday name."""
    held = brief(profile(SCORES, TEXTS, declined=(22,)), mode=Mode.DIAGNOSTIC)
    best = held.diagnosis.impressions[0].name
    for said in (
        f"Depression (3) and Sleep Problems (4) stood out; {best} was considered.",
        "The patient reported insomnia nearly every day.",
        "Depression (3) was there on about ten days, Sleep Problems (4) on about thirteen days.",
        "The patient reported trouble sleeping on most days and feeling low several times a week.",
    ):
        text = f"Depression (3) was over its threshold. {said}"
        assert checked(text, overview(held)).lost == (), said
