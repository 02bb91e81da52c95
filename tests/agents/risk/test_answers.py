"""Answers: what a short reply means is decided by the question it answers, and whose words are quoted by who speaks."""

import pytest

from agents.domain.risk import Tier
from agents.risk.port import Message
from agents.risk.rules import read

_ITEM_11 = "Over these two weeks, have you had thoughts of actually hurting yourself?"
_ANSWERED = (
    ("Will you do what the voices order?", "Yes", "command-voice-obeyed", Tier.STOP),
    ("Do you have a way of harming him?", "A hammer, and he parks at the back", "threat", Tier.STOP),
    ("Do you have a way of harming him?", "Yes", "threat", Tier.STOP),
    ("Is there anything in the flat that you could use to harm yourself?", "Yes", "means-kept", Tier.URGENT),
    (
        "Is there anything in the flat that you could use to harm yourself?",
        "It's in my lap",
        "plan-affirmed",
        Tier.STOP,
    ),
    ("You told me that you tried once. How long ago was that?", "Yesterday", "recent-attempt", Tier.STOP),
    ("You spoke of an attempt. When was that?", "I can't remember", "undated-attempt", Tier.URGENT),
    ("Are you thinking of suicide?", "I'd rather not say", "answer-declined", Tier.FLAG),
    ("Do you have a method in mind?", "I was looking into one", "method-thought", Tier.URGENT),
    (_ITEM_11, "Now and then. I've thought of the canal.", "method-thought", Tier.URGENT),
    (_ITEM_11, "I don't want to. The voices insist that I should.", "command-voice", Tier.URGENT),
    (_ITEM_11, "It's past being a thought. It is settled.", "intent-affirmed", Tier.STOP),
)


@pytest.mark.parametrize(("question", "reply", "rule", "tier"), _ANSWERED)
def test_a_reply_is_read_with_its_question(question: str, reply: str, rule: str, tier: Tier) -> None:
    reading = read(Message(text=reply, context=question))
    assert (rule, tier) in [(finding.rule, finding.tier) for finding in reading.findings], reading
    assert reading.tier.rank >= tier.rank


@pytest.mark.parametrize(
    "question", ["Do you ever do what the voices say?", "Did you hurt yourself when you slipped?", "When do you move?"]
)
def test_a_question_about_something_else_makes_no_alarm_of_a_yes(question: str) -> None:
    assert read(Message(text="Yes", context=question)).tier is not Tier.STOP


@pytest.mark.parametrize(
    ("text", "rule", "tier"),
    [
        ('My brother said "I am going to kill myself tonight" and rang off.', "third-person-risk", Tier.FLAG),
        ('I said "I am going to kill myself tonight" and meant it.', "present-intent", Tier.STOP),
        (
            "Took an overdose on Tuesday. It was not to die, I needed a night's sleep.",
            "recent-self-injury",
            Tier.URGENT,
        ),
        ("Took an overdose on Tuesday.", "recent-attempt", Tier.STOP),
        ("I'll just kill myself then, shall I?", "joke-or-slang", Tier.FLAG),
    ],
)
def test_whose_words_they_are_and_what_was_aimed_at_decide(text: str, rule: str, tier: Tier) -> None:
    reading = read(Message(text=text))
    assert (rule, tier) in [(finding.rule, finding.tier) for finding in reading.findings], reading


def test_someone_who_is_left_to_their_face_is_not_in_danger() -> None:
    left = read(Message(text="I'm ending it tonight. She's a lovely girl but it's going nowhere."))
    alone = read(Message(text="I'm ending it tonight."))
    assert "present-intent" not in [finding.rule for finding in left.findings]
    assert "present-intent" in [finding.rule for finding in alone.findings]


@pytest.mark.parametrize(
    ("question", "reply", "tier"),
    [
        ("Can you keep yourself safe from suicide until your appointment?", "no", Tier.STOP),
        ("Can you keep yourself safe from suicide until your appointment?", "yes I can", Tier.NONE),
        ("Can you keep yourself safe tonight?", "probably", Tier.URGENT),
        ("Can you keep yourself safe tonight?", "Yes, I've got 2 kids", Tier.NONE),
        ("On a scale of 0 to 10, how sure are you that you can keep from killing yourself tonight?", "0", Tier.STOP),
        ("On a scale of 0 to 10, how sure are you that you can keep from killing yourself tonight?", "10", Tier.NONE),
        ("Can you stop yourself from eating at night?", "no", Tier.NONE),
        ("From 0 to 10, how strong are your thoughts of suicide?", "about a 4, no plans", Tier.URGENT),
        ("From 0 to 10, how strong are your thoughts of suicide?", "0", Tier.NONE),
        ("How strong are your thoughts of suicide?", "no, none in the last 2 weeks", Tier.NONE),
        ("You ended up in hospital last month. Was that an attempt to end your life?", "no", Tier.NONE),
        ("You said it got worse. When?", "after dinner", Tier.NONE),
        ("Are you planning to hurt anyone?", "yes", Tier.FLAG),
        ("Have you done anything to prepare to end your life?", "Just saw three friends", Tier.NONE),
        ("Can you resist the voices?", "no", Tier.STOP),
        ("Can you resist the voices?", "yes", Tier.NONE),
        ("How many tablets did you take?", "two, for my back", Tier.NONE),
        ("How many tablets did you take, and when?", "All of them, about twenty minutes ago.", Tier.STOP),
        ("How long ago did you swallow the tablets?", "before i logged on. maybe 15 mins", Tier.STOP),
        ("Do you mean to kill yourself today, or later?", "later. like 11ish", Tier.STOP),
        ("You told me you are going to end your life. When?", "after tea", Tier.STOP),
        ("Are you going to hurt your father?", "Yes. When he's had his drink.", Tier.STOP),
        ("Are you going to hurt your father?", "no of course not", Tier.NONE),
        ("Do you have any doubts about ending your life?", "Not any more.", Tier.STOP),
        ("Was the overdose an accident?", "yes, I mixed up the boxes", Tier.NONE),
        ("You said you will cut yourself after this chat. Is that still so?", "yes the second we're done", Tier.STOP),
        ("You said you will cut yourself after this chat. Is that still so?", "no, I'm ok now", Tier.NONE),
        ("Do you feel that others would be better off if you weren't here?", "Probably, yes.", Tier.FLAG),
    ],
)
def test_yes_and_no_mean_what_the_question_makes_of_them(question: str, reply: str, tier: Tier) -> None:
    assert read(Message(text=reply, context=question)).tier is tier
