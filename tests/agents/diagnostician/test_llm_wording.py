"""What a model may say to the therapist, what it gets to read, and the words of its prompts."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.diagnostician.context import LONGEST_EXCERPT, MOST_CHARACTERS, context, excerpts
from agents.diagnostician.llm import messages
from agents.diagnostician.port import Mode, Passage
from agents.diagnostician.quoting import MOST_LOOKUPS, Words
from agents.diagnostician.wording import (
    ADVICE,
    CLAIM,
    DISORDER,
    INVENTED,
    JUDGES_RISK,
    PLAYS_DOWN,
    RULE_OUT,
    STEERING,
    Wording,
    at_risk,
    forbidden,
)
from agents.domain.profile import ItemResponse, PatientProfile
from tests.agents.diagnostician.test_rules import PATIENTS, patient

GOLDEN = Path(__file__).parent.parent / "golden"
DARK = patient({2: (3, "Low, most days."), 11: (1, "It crossed my mind that I should take more pills, once.")})
CALM = patient({2: (3, "Low, most days.")})

WRONG = {
    ADVICE: [
        "The clinician should start sertraline.",
        "An SSRI is recommended.",
        "Consider a referral to psychiatry.",
        "Increasing the dose may help.",
        "Therapy would benefit from a slower pace, and CBT is indicated.",
        "50 mg at night is the usual dose.",
        "A hypnotic could be prescribed.",
    ],
    CLAIM: [
        "The patient has generalized anxiety disorder.",
        "She meets full criteria for depression.",
        "He was diagnosed with PTSD.",
        "The answers confirm it.",
        "There is no other diagnosis than depression.",
        "None but a diagnosis of depression fits.",
        "It is not doubtful that the diagnosis is depression.",
        "No doubt, the diagnosis is depression.",
        "The diagnosis is clear.",
        "This is definitely depression.",
    ],
    RULE_OUT: ["Rule out hypothyroidism.", "R/O bipolar disorder.", "Medical causes have to be excluded."],
    STEERING: ["We can stop the interview here.", "Skip the remaining questions.", "Lower the tier.", "Goodbye."],
    PLAYS_DOWN: [
        "There is no suicide risk.",
        "The patient denied any thoughts of self-harm.",
        "Risk is low.",
        "Self-harm was not reported.",
        "The patient appears safe.",
        "No safety concerns came up.",
        "It was just a figure of speech.",
        "Suicidality was mild and passive only.",
        "The thoughts of death were fleeting.",
        "Passing thoughts of self-harm came up.",
        "The wish to die was not meant seriously.",
    ],
}
RIGHT = [
    "Mood was low on more than half the days, and thoughts of self-harm came up once.",
    "Item 11 was scored 1.",
    "Two weeks of self-report can't show how long this has lasted.",
    "Nothing said here speaks of spells of high energy.",
    "The worry is about many things and hard to stop.",
    "Sleep and pleasure are affected alike, which fits a depressive picture better than an anxious one.",
    "This is not a diagnosis.",
    "This is not a clinical diagnosis.",
    "The provisional impressions are listed by likelihood; none is a diagnosis.",
    "A diagnosis was not made.",
    "No formal diagnosis can be made from two weeks of self-report.",
    "This cannot be used to establish a diagnosis.",
    "It is not meant to replace a diagnosis by a clinician.",
    "A formal diagnosis requires a full clinical interview.",
    "Two weeks do not allow to confirm any criteria.",
    "Thoughts of death came with the low mood, as they do in a depressive picture.",
    "Interest was lost but thoughts of dying were reported.",
    "She said “I should take more pills” when asked.",
    "Anger was denied, and thoughts of death were described.",
    "Two weeks of self-report cannot establish onset or course.",
    "It should be noted that the tablets were not prescribed to her.",
]

JUDGEMENTS = [
    "Risk is low.",
    "Overall risk appears minimal.",
    "The patient is at low risk.",
    "The risk of suicide is low.",
    "Risk of self-harm was judged to be low.",
    "Suicide risk: low.",
    "There was no risk of self-harm.",
    "No acute risk was identified.",
    "The patient is not at risk.",
    "The patient poses no danger to himself or others.",
    "The patient appears safe at home.",
    "The patient is not suicidal.",
    "No safety concerns arose.",
    "There were no concerns about safety.",
    "Safety is not a concern.",
    "There is no evidence of suicide risk.",
    "No indication of self-harm was found.",
    "Nothing suggests a risk of harm.",
    "The patient is unlikely to harm herself.",
    "Her family lowers the risk.",
    "There is no immediate danger.",
    "Risk was not elevated.",
    "Depression (3) stood out, but risk remains low.",
]
NO_JUDGEMENTS = [
    "The patient denied thoughts of self-harm.",
    "No risk findings were recorded.",
    "Suicidal Ideation (0) was denied.",
    "The patient reported no current suicidal ideation.",
    "Risk findings are listed below; mood was low.",
    "One risk finding is listed below, and Depression (3) stood out.",
    "Depression (3) came with little interest or pleasure, Anxiety (1) was rare.",
    "The patient felt in danger at work and had a lower appetite.",
    "The patient voiced no concerns about memory.",
    "Risk-taking was reported on several days, with little need for sleep.",
]


def wording(of: PatientProfile = DARK, *more: str) -> Wording:
    return Wording(Words(of.transcript), (*forbidden(of), *more))


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in WRONG.items() for text in texts])
def test_what_may_not_be_said(kind: str, text: str) -> None:
    assert kind in wording().problems(text)
    kept, lost = wording().clean(f"Mood was low. {text} Sleep was poor.")
    assert (kept, len(lost)) == ("Mood was low. Sleep was poor.", 1)


@pytest.mark.parametrize("text", RIGHT)
def test_what_may_be_said(text: str) -> None:
    assert wording().problems(text) == ()
    assert wording().clean(text)[1] == ()


@pytest.mark.parametrize("text", JUDGEMENTS)
def test_no_risk_is_called_low_also_where_none_was_found(text: str) -> None:
    assert not at_risk(CALM)
    assert JUDGES_RISK in wording(CALM).problems(text)


@pytest.mark.parametrize("text", NO_JUDGEMENTS)
def test_a_denial_may_be_told_where_there_is_no_risk(text: str) -> None:
    assert wording(CALM).problems(text) == ()


@pytest.mark.parametrize(
    ("said", "allowed"),
    [
        ("Nothing in this interview is above threshold.", False),
        ("No domain reached its threshold.", False),
        ("All scores lie below their threshold.", False),
        ("The interview was unremarkable.", False),
        ("No other domain reached its threshold.", True),
        ("Nothing else is above threshold.", True),
        ("Depression reached its threshold.", True),
    ],
)
def test_with_a_domain_over_threshold_no_prose_says_that_there_is_none(said: str, allowed: bool) -> None:
    of = patient({2: (3, "Low.")})
    wording = Wording(Words(of.transcript), forbidden(of))
    assert (wording.problems(said) == ()) is allowed
    nothing_over = patient({2: (1, "Low, once.")})
    free = Wording(Words(nothing_over.transcript), forbidden(nothing_over))
    assert free.problems("No domain reached its threshold.") == ()


def test_a_declined_item_11_is_not_known() -> None:
    assert at_risk(patient({2: (3, "Low.")}, declined=(11,)))


def test_quotes_become_the_patients_own_characters_and_invented_ones_go() -> None:
    kept, lost = wording().clean('They said "it crossed my mind". Then: "The neighbours are after me now." So much.')
    assert "“It crossed my mind”" in kept
    assert "neighbours" not in kept
    assert len(lost) == 1
    assert INVENTED in wording().problems("“I will do it tonight”, in so many words.")


def test_look_ups_are_bounded_and_what_is_beyond_counts_as_said_by_nobody() -> None:
    words = Words(DARK.transcript)
    assert words.find("It crossed my mind")
    assert not any(words.find(f"the neighbours, number {n}") for n in range(MOST_LOOKUPS))
    assert words.find("It crossed my mind")
    assert words.find("crossed my mind") == ()


def test_advice_is_not_hidden_by_marks_around_it() -> None:
    assert wording().problems("“The clinician should start lithium.”") == (INVENTED,)


@pytest.mark.parametrize(
    "text", ["Agoraphobia is likely.", "It looks like OCD.", "F41.1 fits.", "A mood disorder.", "Bipolar I it is."]
)
def test_where_no_disorder_may_be_named(text: str) -> None:
    assert DISORDER in wording(DARK, DISORDER).problems(text)
    assert DISORDER not in wording().problems(text)


def test_domain_titles_name_no_disorder() -> None:
    titles = "Depression, Anxiety, Psychosis, Mania, Dissociation, Sleep Problems and Substance Use were asked about."
    assert wording(DARK, DISORDER).problems(titles) == ()


REPLY = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=900) | st.sampled_from(
    [text for told in PATIENTS.values() for _, text in told.values()]
)


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.integers(1, 23), st.tuples(st.integers(0, 4), REPLY), max_size=23))
def test_excerpts_are_pieces_of_turns_in_order_and_within_bounds(replies: dict[int, tuple[int, str]]) -> None:
    profile = patient(replies)
    found = excerpts(profile)
    assert all(one.text in profile.transcript[one.index].text for one in found)
    assert all(len(one.text) <= LONGEST_EXCERPT for one in found)
    assert sum(len(one.text) for one in found) <= MOST_CHARACTERS
    assert [one.index for one in found] == sorted({one.index for one in found})
    assert len(context(profile).item_responses) == 23


def test_what_speaks_most_is_kept_when_there_is_no_room_for_all() -> None:
    chatter = "The trams ran late again and I read the whole paper twice. " * 7
    replies = dict.fromkeys(range(1, 24), (0, chatter)) | {16: (4, "The pictures of it come back all day.")}
    assert [one.item_id for one in excerpts(patient(replies), words=100) if one.item_id] == [16]
    assert 16 in [one.item_id for one in excerpts(patient(replies), words=500)]


def test_every_answer_stands_behind_its_question_and_no_word_is_cut() -> None:
    profile = patient({16: (4, "The pictures of it come back all day.")})
    found = excerpts(profile)
    assert [one.index for one in found] == [turn.index for turn in profile.transcript]
    long = profile.transcript[1].model_copy(update={"text": "and then " * 60 + "what was that like?"})
    asked = profile.model_copy(update={"transcript": (profile.transcript[0], long, *profile.transcript[2:])})
    question = next(one for one in excerpts(asked) if one.index == 1)
    assert len(question.text) <= 240
    assert question.text.startswith(("and ", "then "))
    assert question.text.endswith("what was that like?")


def test_a_long_turn_is_shown_around_the_words_that_count() -> None:
    text = "The weather was fine and we had a walk. " * 40 + "Then the flashbacks came back, like every night."
    profile = patient({16: (4, text)})
    start = text.index("Then the flash")
    quoted = profile.item_responses[15].evidence_quotes[0].model_copy(update={"text": text[start:], "start": start})
    response = profile.item_responses[15].model_copy(update={"evidence_quotes": (quoted,)})
    rest = tuple(one for one in profile.item_responses if one.item_id != 16)
    shown = excerpts(profile.model_copy(update={"item_responses": (*rest, response)}))
    (found,) = [one for one in shown if one.item_id == 16]
    assert "flashbacks came back" in found.text


def test_an_answer_that_was_taken_back_is_not_shown() -> None:
    profile = patient(
        {2: (4, "I am in tears from morning to night, every single day."), 3: (2, "Cross, several days.")}
    )
    old: ItemResponse = profile.item_responses[1]
    new = old.model_copy(update={"score": 0, "evidence_quotes": ()})
    answers = tuple(new if one is old else one for one in profile.item_responses)
    edited = profile.model_copy(update={"item_responses": answers, "superseded": (old,)})
    assert [one.item_id for one in excerpts(edited) if one.item_id] == [1, *range(3, 24)]


@pytest.mark.parametrize("mode", Mode)
def test_golden(mode: Mode) -> None:
    """Set GOLDEN=write to write the files anew after a change that was meant."""
    passage = Passage(
        chunk_id="c-7", text="Words.", source="Handbook, p. 4", page_start=4, page_end=4, section_path="A", score=0.25
    )
    told = patient({1: (3, "Hardly anything, more than half the days."), 14: (4, "```\nI lie awake every night.")})
    system, user = messages(told, mode, (passage,), library=mode is Mode.DIAGNOSTIC)
    rendered = f"{system.text}\n\n======== user ========\n\n{user.text}\n"
    golden = GOLDEN / f"diagnostician_{mode.value}.txt"
    if os.environ.get("GOLDEN") == "write":
        golden.write_text(rendered, "utf-8")
    assert rendered == golden.read_text("utf-8")
