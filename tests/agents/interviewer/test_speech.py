"""What is said for a brief: deterministic, varied, one question at the most, fitting what was said."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.domain.level1 import items
from agents.interviewer.port import Brief, Interviewer, Purpose
from agents.interviewer.rules import RulesInterviewer, say
from agents.questions.bank import bank, wording
from agents.questions.check import problems, wrong_words

ALL = tuple(items())
ASKING = (
    Purpose.QUESTION,
    Purpose.REPHRASE,
    Purpose.REVISIT,
    Purpose.CORRECTED,
    Purpose.RESUMED,
    Purpose.REPEATED,
    Purpose.LANGUAGE,
)
PLAIN = (
    Purpose.INTRO,
    Purpose.REASSURE,
    Purpose.PAUSED,
    Purpose.RESUMED,
    Purpose.REPEATED,
    Purpose.LANGUAGE,
    Purpose.CLOSING,
)

REPLIES = st.one_of(st.text(max_size=300), st.sampled_from(["a lot", "I worry at work", "skip", "why?", "", "he died"]))
COMMON = {
    "reply": REPLIES,
    "previous": st.text(max_size=100),
    "seed": st.integers(),
    "attempt": st.integers(0, 50),
    "declined": st.booleans(),
    "first": st.booleans(),
    "last": st.booleans(),
}
BRIEFS = st.one_of(
    st.builds(
        Brief,
        purpose=st.sampled_from(ASKING),
        item=st.sampled_from(ALL),
        missing=st.sampled_from([None, "frequency", "endorsement"]),
        **COMMON,
    ),
    st.builds(
        Brief,
        purpose=st.just(Purpose.FOLLOW_UP),
        item=st.sampled_from(ALL),
        missing=st.sampled_from(["frequency", "endorsement"]),
        **COMMON,
    ),
    st.builds(Brief, purpose=st.sampled_from(PLAIN), **COMMON),
)


@given(BRIEFS)
def test_every_brief_gets_words_with_one_question_at_the_most(brief: Brief) -> None:
    text = say(brief)
    assert text == say(brief)
    assert text.strip()
    assert text.count("?") <= 1
    assert "{" not in text
    if brief.purpose is not Purpose.FOLLOW_UP:
        assert wrong_words(text) == ()


@given(BRIEFS.filter(lambda brief: brief.purpose in {Purpose.QUESTION, Purpose.FOLLOW_UP, Purpose.REPHRASE}))
def test_questions_pass_the_check_that_models_have_to_pass(brief: Brief) -> None:
    assert brief.item is not None
    assert problems(say(brief), brief.item) == ()


@given(st.sampled_from(ALL), st.text(min_size=1, max_size=200), st.integers(0, 9))
def test_whatever_is_echoed_is_a_part_of_the_reply(item: int, reply: str, seed: int) -> None:
    text = say(Brief(purpose=Purpose.FOLLOW_UP, item=item, missing="frequency", reply=reply, seed=seed))
    if "“" in text:
        said = text[text.index("“") + 1 : text.index("”")]
        assert said.lower() in reply.lower()


def interview(seed: int) -> list[str]:
    """The 23 questions of an interview in which every reply is plain."""
    said: list[str] = []
    for item in ALL:
        brief = Brief(
            purpose=Purpose.QUESTION,
            item=item,
            reply="some days",
            previous=said[-1] if said else "",
            seed=seed,
            first=item == 1,
            last=item == ALL[-1],
        )
        said.append(say(brief))
    return said


@pytest.mark.parametrize("seed", range(40))
def test_no_transition_twice_in_a_row(seed: int) -> None:
    leads = sorted(bank().lines["transition"], key=len, reverse=True)
    said = [next((lead for lead in leads if text.startswith(lead)), text) for text in interview(seed)]
    assert all(one != other for one, other in pairwise(said))


def test_the_same_seed_says_the_same_and_seeds_differ() -> None:
    assert interview(7) == interview(7)
    assert len({tuple(interview(seed)) for seed in range(30)}) == 30
    for place in range(len(ALL)):
        assert len({interview(seed)[place] for seed in range(30)}) >= 4


def test_all_questions_of_an_item_come_up() -> None:
    for item in ALL:
        said = {say(Brief(purpose=Purpose.QUESTION, item=item, seed=seed, first=True)) for seed in range(200)}
        assert all(any(text.endswith(question) for text in said) for question in wording(item).questions)


def test_follow_ups_vary_between_items() -> None:
    briefs = [Brief(purpose=Purpose.FOLLOW_UP, item=item, missing="endorsement", seed=3) for item in ALL]
    said = [
        say(brief).replace(wording(item).topic, "").replace(wording(item).clause, "")
        for item, brief in zip(ALL, briefs, strict=True)
    ]
    assert all(one != other for one, other in pairwise(said))
    assert len(set(said)) >= 5


def follow_up(reply: str, missing: str = "frequency", item: int = 6) -> str:
    return say(Brief(purpose=Purpose.FOLLOW_UP, item=item, missing=missing, reply=reply, seed=1))


def test_a_vague_word_is_asked_about() -> None:
    assert "“on and off”" in follow_up("Worried? Oh, on and off, you know how it is")
    assert "“a lot”" in follow_up("A lot. My boss is on my back.")


def test_a_short_plain_reply_is_echoed() -> None:
    assert "“tense at work”" in follow_up("tense at work")
    assert "“My nerves are gone”" in follow_up("Yeah. My nerves are gone, and the cat is ill.")


@pytest.mark.parametrize(
    "reply",
    [
        "I want to die",
        "voices told me",
        "he beat me",
        "fuck this",
        "i don't know",
        "x" * 400,
        "who are you?",
        "you'd be too",
    ],
)
def test_what_is_heavy_rude_or_unclear_is_not_echoed(reply: str) -> None:
    text = follow_up(reply)
    assert "“" not in text
    assert "worried or tense" in text


def test_an_answer_to_something_else_comes_back_to_the_topic() -> None:
    for item in ALL:
        text = follow_up("My car broke down.", "endorsement", item)
        assert wording(item).topic in text
        assert wording(item).clause in text


def test_before_the_next_question_stands_what_was_noted_and_no_word_about_it() -> None:
    def lead(reply: str, declined: bool = False, noted: str | None = None, unclear: bool = False) -> str:
        brief = Brief(
            purpose=Purpose.QUESTION, item=7, reply=reply, declined=declined, noted=noted, open=unclear, seed=2
        )
        return say(brief)

    for anchor in (*bank().lines["anchors"], "yes"):
        assert lead("my mother passed away", noted=anchor).split(".")[0].endswith(f": {anchor}")
    assert lead("asdf", unclear=True).startswith(tuple(bank().lines["left_open"]))
    assert lead("some days", declined=True).startswith(tuple(bank().lines["declined"]))
    assert lead("I'd rather not say").startswith(tuple(bank().lines["declined"]))
    assert lead("four days").startswith(tuple(bank().lines["transition"]))


def test_rephrasings_take_turns_and_answer_what_was_asked() -> None:
    def rephrased(reply: str, attempt: int = 0) -> str:
        return say(Brief(purpose=Purpose.REPHRASE, item=4, reply=reply, attempt=attempt))

    assert rephrased("huh?", 0).split(". ", 1)[1] != rephrased("huh?", 1).split(". ", 1)[1]
    assert "You don't have to" in rephrased("Do I have to answer this?")
    assert "everybody" in rephrased("why do you ask?")
    assert "no earlier question" in rephrased("go back")


@pytest.mark.parametrize(
    ("reply", "part"),
    [
        ("who are you?", "not a person"),
        ("what is this for?", "the same 23 questions"),
        ("is this confidential?", "whoever has your link"),
        ("how long does it take?", "23 short questions"),
        ("do I have to?", "any question can be skipped"),
        ("I'm nervous", "no rush"),
        ("hmm", "therapist"),
    ],
)
def test_hesitation_is_answered_and_the_question_put_again(reply: str, part: str) -> None:
    for seed in range(5):
        text = say(Brief(purpose=Purpose.REASSURE, reply=reply, seed=seed))
        assert part in text
        assert text.endswith("?")


def test_the_open_question_comes_again_in_the_same_words() -> None:
    first = say(Brief(purpose=Purpose.QUESTION, item=9, seed=5))
    for purpose in (Purpose.CORRECTED, Purpose.RESUMED, Purpose.REPEATED, Purpose.REVISIT):
        again = say(Brief(purpose=purpose, item=9, seed=5))
        assert next(question for question in wording(9).questions if question in again) in first
    follow_up_open = say(Brief(purpose=Purpose.RESUMED, item=9, seed=5, missing="frequency"))
    assert wording(9).clause in follow_up_open


def test_a_revisit_says_that_the_earlier_answer_stays() -> None:
    for seed in range(10):
        assert "until you" in say(Brief(purpose=Purpose.REVISIT, item=2, seed=seed))


def test_the_script_is_not_the_interviewers_to_say() -> None:
    with pytest.raises(ValueError, match="safety script"):
        say(Brief(purpose=Purpose.SCRIPT))


async def test_the_engine_satisfies_the_contract() -> None:
    engine: Interviewer = RulesInterviewer()
    assert engine.name == "rules"
    brief = Brief(purpose=Purpose.QUESTION, item=1, first=True)
    said = await engine.say(brief)
    assert (said.text, said.engine, said.note) == (say(brief), "rules", None)


@pytest.mark.parametrize(
    ("locale", "numbers", "said"),
    [
        ("en-US", ("988", "911"), "or 988 or 911."),
        ("es-ES", ("024", "717 003 717", "112"), "al 024 o al 717 003 717 o al 112."),
        ("en-AU", (), "or your local emergency number."),
    ],
)
def test_the_end_names_the_numbers_that_are_known(locale: str, numbers: tuple[str, ...], said: str) -> None:
    for seed in range(4):
        assert say(Brief(purpose=Purpose.CLOSING, locale=locale, numbers=numbers, seed=seed)).endswith(said)
