"""The interviewer's language-model engine against the scripted provider, over HTTP."""

import asyncio
import re

import pytest

from agents.domain.level1 import items
from agents.interviewer import rules
from agents.interviewer.llm import LlmInterviewer, bare, lead, messages
from agents.interviewer.port import Act, Brief, Purpose, Situation
from agents.llm.adapters.adapter import Call
from agents.llm.budget import Budget
from agents.llm.errors import TimedOut
from agents.llm.model import Model
from agents.llm.policy import Policy
from agents.llm.port import LanguageModel
from agents.questions.bank import wordings
from agents.questions.check import problems
from agents.questions.proposal import (
    INVENTED,
    MEANS,
    NO_WINDOW,
    NOT_HOW_OFTEN,
    NOT_PLAIN,
    OFF_TOPIC,
    REMARK,
    TAKEN_UP,
    follow_up_objections,
    question_objections,
)
from agents.scripted.dialects import tokens
from agents.scripted.faults import FaultName
from agents.scripted.model import in_order, scripted_model
from tests.agents.llm.conftest import Stub

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

ASK = Brief(purpose=Purpose.QUESTION, item=14, seed=4, reply="Not really.")
GOOD = "In the past two weeks, how often, if ever, was your rest at night broken or too short?"
FITTING = {FaultName.SLOW, None}


def interviewer(model: LanguageModel) -> LlmInterviewer:
    return LlmInterviewer(model, Budget())


def saying(*said: str | Exception) -> LanguageModel:
    return scripted_model(in_order(said), Policy(attempts=1))


async def test_over_http_a_question_is_found_ahead_and_said_behind_the_banks_thanks(
    any_model: Model, stub: Stub
) -> None:
    leads = interviewer(any_model)
    await leads.prepare(ASK)
    said = await leads.say(ASK)
    assert said.engine == any_model.name
    assert said.note is None
    assert said.text.startswith(lead(ASK, 14))
    assert problems(said.text, 14) == ()
    assert [(call.role, call.status) for call in stub.calls] == [("interviewer", 200)]


async def test_of_any_item(model: Model, stub: Stub) -> None:
    leads = interviewer(model)
    for item in items():
        await leads.prepare(ASK.model_copy(update={"item": item}))
        said = await leads.say(ASK.model_copy(update={"item": item}))
        assert said.engine == model.name
    assert len(stub.calls) == len(items())


@pytest.mark.parametrize("fault", FaultName)
async def test_whatever_fails_a_fitting_question_is_said_and_the_therapist_is_told(
    model: Model, stub: Stub, fault: FaultName
) -> None:
    stub.order(fault.value)
    leads = interviewer(model)
    await leads.prepare(ASK)
    said = await leads.say(ASK)
    if fault in FITTING:
        assert said.engine == model.name
    else:
        assert (said.text, said.engine) == (rules.say(ASK), "rules")
        assert said.note is not None
        assert said.note.startswith(f"{model.name} found no words for item 14 (")
        assert said.note.endswith("); the question bank did.")
    assert (await leads.say(ASK)).note is None


async def test_a_question_never_waits(model: Model, stub: Stub) -> None:
    stub.order("hang")
    leads = interviewer(model)
    under_way = asyncio.create_task(leads.prepare(ASK))
    await asyncio.sleep(0.05)
    said = await asyncio.wait_for(leads.say(ASK), 0.2)
    assert (said.text, said.engine, said.note) == (rules.say(ASK), "rules", None)
    under_way.cancel()
    await asyncio.wait({under_way})
    assert under_way.cancelled()
    assert (await stub.logged()).cancelled


async def test_an_item_is_asked_about_once(model: Model, stub: Stub) -> None:
    leads = interviewer(model)
    await asyncio.gather(*(leads.prepare(ASK) for _ in range(5)))
    await leads.prepare(ASK)
    assert len(stub.calls) == 1


async def test_after_a_cancelled_or_failed_call_it_is_asked_again(model: Model, stub: Stub) -> None:
    stub.order("hang")
    leads = interviewer(model)
    cancelled = asyncio.create_task(leads.prepare(ASK))
    await asyncio.sleep(0.05)
    cancelled.cancel()
    await asyncio.wait({cancelled})
    assert (await stub.logged()).cancelled
    stub.order("refusal")
    await leads.prepare(ASK)
    stub.order()
    await leads.prepare(ASK)
    said = await leads.say(ASK)
    assert (said.engine, said.note) == (model.name, None)


async def test_the_note_names_the_reason() -> None:
    leads = interviewer(saying(TimedOut("timed out")))
    await leads.prepare(ASK.model_copy(update={"item": 7}))
    said = await leads.say(ASK.model_copy(update={"item": 7}))
    assert said.note == "stub/rules found no words for item 7 (timed out); the question bank did."


async def test_a_model_that_quotes_the_item_is_told_which_words() -> None:
    said = (
        "In the past two weeks, how often, if ever, did it seem that you could hear what another person was thinking?"
    )
    worded = interviewer(saying(said, said))
    await worded.prepare(Brief(purpose=Purpose.QUESTION, item=13))
    note = (await worded.say(Brief(purpose=Purpose.QUESTION, item=13))).note
    assert note is not None
    assert "quotes the item's wording: “that you could hear what another person was”" in note


async def test_only_the_next_question_is_thought_of_ahead() -> None:
    leads = interviewer(saying(TimedOut("nothing is to be sent")))
    for purpose in set(Purpose) - {Purpose.QUESTION}:
        await leads.prepare(ASK.model_copy(update={"purpose": purpose}))
    await leads.prepare(ASK.model_copy(update={"item": None}))
    assert (await leads.say(ASK)).note is None


async def test_hearing_and_everything_else_are_the_rules(model: Model, stub: Stub) -> None:
    leads = interviewer(model)
    assert (await leads.hear("skip", Situation(item=3))).act is Act.DECLINE
    for purpose in set(Purpose) - {Purpose.QUESTION, Purpose.SCRIPT}:
        brief = Brief(purpose=purpose, item=3, reply="hm", missing="frequency", seed=2)
        assert (await leads.say(brief)).text == rules.say(brief)
    assert stub.calls == []


async def test_a_follow_up_in_the_scorers_words_only_if_they_may_be_said() -> None:
    leads = interviewer(saying("unused"))
    brief = Brief(purpose=Purpose.FOLLOW_UP, item=14, reply="Off and on I lie awake.", missing="frequency", seed=1)
    good = "On about how many of the last 14 nights was it “off and on”?"
    assert (await leads.say(brief.model_copy(update={"proposed": good}))).text == good
    bad = brief.model_copy(update={"proposed": "You should see a doctor. How many nights was it?"})
    said = await leads.say(bad)
    assert (said.text, said.engine) == (rules.say(bad), "rules")
    assert said.note is not None
    assert "advice" in said.note


async def test_quotation_marks_around_a_question_are_taken_off() -> None:
    leads = interviewer(saying(f' "{GOOD}"\n'))
    await leads.prepare(ASK)
    assert (await leads.say(ASK)).text == lead(ASK, 14) + GOOD
    assert bare("“") == "“"
    assert bare("- How often, if ever?") == bare("> **How often, if ever?**") == "How often, if ever?"


HEARD = "Three days. I lost my job at the mill, and Anna moved out."
FROM_IT = "In the past two weeks, how often, if ever, did you sleep badly after shifts at the mill?"


async def test_with_the_last_message_in_view_a_question_takes_up_nothing_of_it() -> None:
    """The model is told why and asked once more; then the bank's words are used."""
    asked: list[Call] = []

    def script(*said: str) -> LanguageModel:
        left = list(said)

        def answer(call: Call) -> str:
            asked.append(call)
            return left.pop(0)

        return scripted_model(answer, Policy(attempts=1))

    brief = ASK.model_copy(update={"heard": HEARD})
    leads = interviewer(script(FROM_IT, GOOD))
    await leads.prepare(brief)
    assert (await leads.say(ASK)).text == lead(ASK, 14) + GOOD
    assert HEARD in asked[0].messages[1].text
    assert TAKEN_UP in asked[1].messages[-1].text
    stubborn = interviewer(script(FROM_IT, FROM_IT))
    await stubborn.prepare(brief)
    said = await stubborn.say(ASK)
    assert (said.text, said.engine, len(asked)) == (rules.say(ASK), "rules", 4)
    assert said.note is not None
    assert TAKEN_UP in said.note
    assert "mill" not in said.note


@pytest.mark.parametrize(
    "before",
    [
        "Thank you for telling me that. H",
        "Thanks, h",
        "I'm sorry to hear that. H",
        "I hear you. H",
        "It takes courage to say this. H",
        "It's good that you have support. H",
        "Glad to hear it. H",
        "I hope you rest soon. H",
        "You're doing well. H",
        "Sadly, h",
        "Given that you feel low, h",
        "Since you're so stressed, h",
        "Because of your divorce, h",
        "Now that you've lost your job, h",
        "With everything going on, h",
        "Even though things are hard, h",
        "Take your time. H",
    ],
)
def test_nothing_is_said_before_a_question(before: str) -> None:
    asked = f"{before}ow often in the past two weeks did you sleep badly?"
    assert REMARK in question_objections(asked, 14)
    assert REMARK in follow_up_objections(asked, 14, ("Off and on.",))


@pytest.mark.parametrize(
    "asked",
    [
        "You wrote “off and on”. On about how many of the last 14 nights was that?",
        "When you say “off and on”, how many nights of the past two weeks would that be, roughly?",
        "At night, how often in the past two weeks did you lie awake?",
        "Turning to sleep now: on how many nights, if any, was it poor in the past two weeks?",
    ],
)
def test_when_it_was_and_the_patients_own_how_often_may_be(asked: str) -> None:
    assert follow_up_objections(asked, 14, ("Off and on.",)) == ()


def test_words_that_the_question_needs_are_no_ones_alone() -> None:
    """What was heard may have been about sleep, too."""
    assert question_objections(GOOD, 14, "How often? I never rest, the nights are long.") == ()
    assert question_objections(FROM_IT, 14, HEARD) == (TAKEN_UP,)


def test_all_that_the_bank_asks_may_be_said() -> None:
    for item, told in wordings().items():
        assert [q for q in (*told.questions, *told.rephrasings) if question_objections(q, item)] == []
    for item in items():
        for seed in range(6):
            reply, missing = "Now and then I feel wobbly", ("frequency", "endorsement")[seed % 2]
            brief = Brief(purpose=Purpose.FOLLOW_UP, item=item, reply=reply, missing=missing, seed=seed)
            assert follow_up_objections(rules.say(brief), item, (reply,)) == ()


@pytest.mark.parametrize(
    ("text", "item", "objection"),
    [
        (GOOD.replace("In the past two weeks, how", "How"), 14, NO_WINDOW),
        (GOOD, 22, OFF_TOPIC),
        ("In the past two weeks, was your sleep any good?", 14, NOT_HOW_OFTEN),
        (f"You told me “I never sleep”. {GOOD}", 14, INVENTED),
        (f"**Question:** {GOOD}", 14, NOT_PLAIN),
        (f"```\n{GOOD}\n```", 14, NOT_PLAIN),
        ("In the past two weeks, how often did you think of methods to harm yourself?", 11, MEANS),
    ],
)
def test_what_speaks_against_a_question(text: str, item: int, objection: str) -> None:
    assert question_objections(text, item) == (objection,)
    assert follow_up_objections(text, item, ()) == ((objection,) if objection not in {NO_WINDOW, OFF_TOPIC} else ())
    assert question_objections(GOOD, 14) == ()


def test_prompts_of_all_items_are_about_as_long() -> None:
    sizes = [sum(tokens(m.text) for m in messages(ASK.model_copy(update={"item": i}), i)) for i in items()]
    assert max(sizes) <= 2 * sizes[0]


async def test_the_beginning_of_the_prompt_is_served_from_the_cache(any_model: Model, stub: Stub) -> None:
    leads = interviewer(any_model)
    for item in (14, 15):
        await leads.prepare(ASK.model_copy(update={"item": item}))
    assert stub.calls[1].usage.cached_tokens >= 1024


def test_the_examples_in_the_prompt_are_what_the_checks_hold_them_for() -> None:
    """Those that fit may be said of their item, the others have something against them."""
    system, _ = messages(ASK, 14)
    fit, _, thrown = system.text.partition("Questions that fit")[2].partition("Questions that are thrown away")
    told = [
        [(int(item), " ".join(said.split())) for item, said in re.findall(r'- Item (\d+): "([^"]+)"', part)]
        for part in (fit, thrown)
    ]
    assert [len(part) for part in told] == [3, 5]
    assert not any(question_objections(said, item) for item, said in told[0])
    assert all(question_objections(said, item) for item, said in told[1])
    (heard, said), *_ = re.findall(r'- Item 14, after "([^"]+)": "([^"]+)"', thrown)
    assert set(question_objections(" ".join(said.split()), 14, heard)) == {REMARK, TAKEN_UP}


NATURAL = (
    (1, "how often have you lost interest in things you usually enjoy?"),
    (1, "on how many days did you find little joy in the things you do?"),
    (1, "how often did hobbies or other activities feel less enjoyable?"),
    (2, "how often have you felt low, down or without hope?"),
    (2, "how often did you feel low?"),
    (2, "how many days have you been feeling sad or hopeless?"),
    (2, "how often did things look hopeless to you?"),
    (2, "how often have you felt blue?"),
    (3, "how often have you been more irritable or short-tempered than is normal for you?"),
    (3, "how often did you get angry more easily than usual?"),
    (4, "how often did you need less sleep than usual and still have plenty of energy?"),
    (4, "how many nights did you sleep less than normal and yet feel full of energy?"),
    (5, "how often did you take on many more new projects, or take more risks, than you normally would?"),
    (5, "how often have you started more things than usual or done riskier things than you normally do?"),
    (6, "how often have you felt anxious or worried?"),
    (6, "how many days did you feel nervous, tense or scared?"),
    (7, "how often did you have a sudden rush of panic or fear?"),
    (7, "how often were you overcome by panic or fright?"),
    (8, "how often did you stay away from situations because they make you anxious?"),
    (
        9,
        "how often did you have aches or pains, such as in your head, back, joints, belly or legs, that "
        "nobody could explain?",
    ),
    (9, "how many days did you have pain with no clear cause, for example in your back or head?"),
    (10, "how often did you feel that others did not take your health problems seriously?"),
    (10, "how often have you felt that people don't take your illnesses seriously enough?"),
    (11, "how often did you think about hurting yourself?"),
    (11, "how often, if at all, have you had thoughts of harming yourself?"),
    (12, "how often did you hear voices or sounds that others could not hear?"),
    (12, "how often did you hear things, such as a voice, when nobody was there?"),
    (
        13,
        "how often did it seem that someone could hear what you were thinking, or that you could hear "
        "another person's thoughts?",
    ),
    (14, "how many nights did you sleep badly?"),
    (14, "how often have you had trouble with your sleep?"),
    (15, "how often did you have trouble remembering or learning new things, or finding your way?"),
    (15, "how often has your memory let you down, or have you got lost, for example on the way home?"),
    (16, "how often did unwelcome thoughts, urges or pictures keep coming into your mind?"),
    (17, "how often did you feel you had to do certain things, or go through them in your mind, again and again?"),
    (18, "how often did you feel cut off from yourself, your body, your surroundings or your memories?"),
    (19, "how often were you unsure of who you are or what you want from life?"),
    (20, "how often did you feel distant from other people, or not enjoy being with them?"),
    (21, "on how many days did you have four or more drinks of alcohol in one day?"),
    (22, "how often did you smoke cigarettes, a cigar or a pipe, or use snuff or chewing tobacco?"),
    (22, "how often have you used tobacco, such as cigarettes, cigars, a pipe, snuff or chewing tobacco?"),
    (
        23,
        "how often did you use medicines without a doctor's prescription, or more or longer than "
        "prescribed, such as painkillers, stimulants or sleeping pills, or drugs like marijuana or "
        "cocaine?",
    ),
    (
        23,
        "on how many days did you take painkillers, stimulants, sedatives or other drugs on your own, "
        "without a prescription?",
    ),
)
"""Questions as models word them, behind how they name the two weeks."""


@pytest.mark.parametrize("opening", ["During the past two weeks", "Over the past two weeks", "In the last two weeks"])
@pytest.mark.parametrize(("item", "asked"), NATURAL)
def test_natural_wordings_may_be_said(item: int, asked: str, opening: str) -> None:
    assert question_objections(f"{opening}, {asked}", item) == ()


@pytest.mark.parametrize(
    ("item", "said", "asked"),
    [
        (
            8,
            "I skip the supermarket",
            "On about how many of the last 14 days did you skip something because of nerves?",
        ),
        (6, "sometimes", "If you had to put a number on “sometimes”, about how many of the last 14 days would it be?"),
        (6, "weekends", "When you say “weekends”, was that both of the last two, and on about how many days in all?"),
        (22, "I vape", "Besides vaping, on about how many of the last 14 days, if any, did you smoke or use tobacco?"),
    ],
)
def test_plain_ways_to_ask_how_often_are_fit_to_be_asked(item: int, said: str, asked: str) -> None:
    assert follow_up_objections(asked, item, (said,)) == ()


@pytest.mark.parametrize("aside", ["You can skip it.", "You may also skip.", "Skip this one if you like."])
def test_a_question_offers_no_way_out(aside: str) -> None:
    assert follow_up_objections(f"{aside} On about how many of the last 14 days was it so?", 8, ())
