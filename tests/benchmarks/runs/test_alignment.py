"""Questions of published interviews find their items."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.domain import level1
from benchmarks.runs.published import Utterance, held

INTRO = (
    "Welcome. This questionnaire looks at mood, worry, sleep and substance use over two weeks. Are you ready to begin?"
)

PARAPHRASED = {
    1: "To start: have things you normally like felt less interesting or pleasurable?",
    2: "And your spirits, have you been sad or hopeless?",
    3: "What about your temper, did people annoy you more easily?",
    4: "Were there nights with little sleep that still left you full of energy?",
    5: "Have you taken on many new projects, or done something risky?",
    6: "How nervous or worried were you?",
    7: "Did you have any attacks of panic?",
    8: "Were there places you avoided because of your nerves?",
    9: "Any aches or pains that the doctors can't explain?",
    10: "Do you feel that people take your illness seriously?",
    11: "Have you thought about harming yourself?",
    12: "Do you ever hear a voice when the room is empty?",
    13: "Did it seem that somebody else could read what you were thinking?",
    14: "How has the quality of your sleep been?",
    15: "How is your memory, do you forget things?",
    16: "Do disturbing images or urges keep coming into your mind?",
    17: "Is there anything that you feel compelled to do again and again, some ritual perhaps?",
    18: "Do you at times feel detached from your own body or from the world?",
    19: "Do you know who you are and what direction you want to take?",
    20: "And how close do you feel to your friends and family?",
    21: "On your heaviest day, how much alcohol did you drink?",
    22: "Do you use cigarettes or other tobacco?",
    23: "Any drugs, or pills beyond what was prescribed?",
}


def interview(*turns: tuple[str, str]) -> list[Utterance]:
    return [
        Utterance(role=role, text=text)
        for pair in turns
        for role, text in zip(("interviewer", "patient"), pair, strict=True)
    ]


def asked(questions: dict[int, str]) -> list[tuple[str, str]]:
    return [(question, f"About {item}.") for item, question in questions.items()]


def found(turns: list[Utterance]) -> dict[int, str]:
    return {item: reply.reply for item, reply in held(turns).items.items()}


def test_paraphrases_find_their_items():
    told = held(interview((INTRO, "Go ahead."), *asked(PARAPHRASED)))
    assert told.intro == "Go ahead."
    assert {item: reply.reply for item, reply in told.items.items()} == {n: f"About {n}." for n in level1.items()}
    assert told.unanswered == ()


@settings(max_examples=60, deadline=None)
@given(kept=st.sets(st.integers(1, 23), min_size=4), numbered=st.booleans(), tail=st.sampled_from(["", " How often?"]))
def test_quoted_questions_are_found_whatever_is_left_out(kept, numbered, tail):
    questions = {n: f"{f'Question {n}: ' if numbered else ''}{level1.items()[n].text}{tail}" for n in sorted(kept)}
    told = held(interview((INTRO, "Yes."), *asked(questions)))
    assert {item: reply.reply for item, reply in told.items.items()} == {n: f"About {n}." for n in kept}
    assert set(told.unanswered) == set(level1.items()) - kept


def test_a_question_asked_again_gives_the_follow_up_reply():
    told = held(
        interview(
            (INTRO, "Sure."),
            (PARAPHRASED[1], "Rather dull, all of it."),
            ("I see. How many days was that?", "Ten or so."),
            (PARAPHRASED[2], "Low."),
        )
    )
    assert told.items[1].reply == "Rather dull, all of it."
    assert told.items[1].followup == "Ten or so."
    assert told.items[2].followup is None


def test_a_question_lost_from_the_log_is_placed_by_its_neighbours():
    questions = asked(PARAPHRASED)
    questions[4] = ("Next", "About 5.")
    assert found(interview((INTRO, "Yes."), *questions)) == {n: f"About {n}." for n in level1.items()}
    turns = interview((INTRO, "Yes."), *asked(PARAPHRASED))
    del turns[20]  # the tenth question; two turns of the patient stand next to each other
    assert found(turns) == {n: f"About {n}." for n in level1.items()}


def test_a_reply_lost_from_the_log_leaves_its_item_unanswered():
    turns = interview((INTRO, "Yes."), *asked(PARAPHRASED))
    del turns[9]
    assert held(turns).unanswered == (4,)


def test_another_order_is_followed():
    order = [*range(1, 19), 20, 19, *range(21, 24)]
    assert found(interview((INTRO, "Yes."), *asked({n: PARAPHRASED[n] for n in order}))) == {
        n: f"About {n}." for n in level1.items()
    }


def test_an_introduction_that_asks_the_first_question_is_answered_with_it():
    first = "Hello, let us begin. Have you had less interest or pleasure in doing things?"
    told = held(interview((first, "About 1."), *asked({n: PARAPHRASED[n] for n in range(2, 24)})))
    assert told.intro is None
    assert told.items[1].reply == "About 1."


def test_two_questions_in_one_turn_share_the_reply():
    both = "Do you smoke cigarettes, and do you take any drugs or pills that were not prescribed?"
    told = held(interview((INTRO, "Yes."), *asked({n: PARAPHRASED[n] for n in range(1, 22)}), (both, "Neither.")))
    assert told.items[22].reply == told.items[23].reply == "Neither."


@pytest.mark.parametrize("closing", ["Thank you for answering all the questions.", "Is there anything else to add?"])
def test_a_farewell_is_no_item(closing):
    told = held(interview((INTRO, "Yes."), *asked(PARAPHRASED), (closing, "I am glad it is over.")))
    assert all(reply.followup is None for reply in told.items.values())


def test_an_echo_of_the_answer_before_does_not_mislead():
    questions = dict(PARAPHRASED)
    questions[8] = f"That sounds frightening, to panic in your sleep. {PARAPHRASED[8]}"
    assert found(interview((INTRO, "Yes."), *asked(questions))) == {n: f"About {n}." for n in level1.items()}


@given(
    st.lists(
        st.builds(Utterance, role=st.sampled_from(["interviewer", "patient"]), text=st.text(max_size=60)), max_size=30
    )
)
def test_any_conversation_can_be_read(turns):
    told = held(turns)
    said = {turn.text.strip() for turn in turns if turn.role == "patient"}
    assert all(reply.reply in said for reply in told.items.values())
