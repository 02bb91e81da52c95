"""What people really do: ask back, skip, pause, go back, correct themselves, answer something else."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.domain.phase import Phase
from agents.domain.profile import PatientProfile, RiskFlags
from agents.errors import CorrectInput
from agents.interview import events as ev
from agents.interview.machine import replay
from agents.interview.profile import profile_of
from agents.interview.session import Session
from agents.interview.turn import ahead
from agents.interviewer.port import Purpose
from agents.questions.bank import bank, wording
from agents.scorer.port import Answer, Scoring
from agents.team import Team

Reach = Callable[[Phase], Session]
CLEAR, VAGUE = "No, not on any of the days.", "Yes, that happens to me."


def say(session: Session, text: str, item: int | None = None) -> list[Purpose]:
    """Say something; the purposes of what the interviewer answered."""
    return [event.purpose for event in asyncio.run(session.say(text, item)) if isinstance(event, ev.Told)]


@pytest.mark.parametrize(
    ("text", "phase"),
    [
        ("Yes, I think I'm ready. Let's do it.", Phase.ASK_ITEM),
        ("ok just do it", Phase.ASK_ITEM),
        ("I think I'm ready. Go ahead.", Phase.ASK_ITEM),
        ("do it", Phase.ASK_ITEM),
        ("I'll do it tonight, the pills are here", Phase.SAFETY_STOP),
        ("let's get it over with, I'm jumping off the bridge after this", Phase.SAFETY_STOP),
    ],
)
def test_what_is_said_to_being_ready_is_read_behind_that_question(reach: Reach, text: str, phase: Phase) -> None:
    session = reach(Phase.INTRO)
    say(session, text)
    assert session.state.phase is phase


@given(
    st.sampled_from(
        ("", "Yes. ", "Yeah, I guess so. ", "I think so. ", "ok ", "Alright, ", "sure why not, ", "No worries, ")
    ),
    st.sampled_from(
        ("let's do it", "Let's do it.", "I'll do it", "just do it", "hit me", "I'm all set", "count me in")
    ),
)
def test_a_yes_with_a_go_ahead_begins_and_raises_nothing(team: Team, agrees: str, goes: str) -> None:
    session = asyncio.run(Session.start(team, "x"))
    say(session, agrees + goes)
    assert (session.state.phase, session.state.findings) == (Phase.ASK_ITEM, ())


@given(
    st.sampled_from(("", "Sí, creo que sí. ", "Supongo que sí. ", "De acuerdo, ", "Perfecto. ")),
    st.sampled_from(("hagámoslo", "lo haré", "Lo intentaré.", "yo me apunto", "hago lo que pueda", "cuando quieras")),
)
def test_a_yes_with_a_go_ahead_in_spanish_begins_and_raises_nothing(team: Team, agrees: str, goes: str) -> None:
    session = asyncio.run(Session.start(team, "x", locale="es-ES"))
    say(session, agrees + goes)
    assert (session.state.phase, session.state.findings) == (Phase.ASK_ITEM, ())


@pytest.mark.parametrize(
    "text",
    [
        "Yeah, I guess so. I want to die.",
        "ok. I'll do it tonight, the pills are here",
        "Sure. I'm ready to kill myself",
        "ready. I took them all",
        "I will do it. tonight. thanks",
        "shoot. I've got a gun",
        "nothing. it's over. bye",
        "my pills are working. I took them all",
        "the pills are working now. goodbye",
    ],
)
def test_a_yes_hides_no_danger_beside_it(reach: Reach, text: str) -> None:
    session = reach(Phase.INTRO)
    say(session, text)
    assert session.state.findings


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("en-US", "i can't"),
        ("en-US", "let's not"),
        ("es-ES", "prefiero parar"),
        ("es-ES", "no quiero seguir"),
        ("es-ES", "preferiría no seguir"),
        ("es-ES", "lo dejo aquí"),
    ],
)
def test_who_would_rather_not_go_on_after_a_disclosure_is_not_led_on(team: Team, locale: str, text: str) -> None:
    ready, clear, told, not_now = {
        "en-US": ("I'm ready.", CLEAR, "Yes, on a few days I thought about hurting myself", "no, not now"),
        "es-ES": ("Estoy lista.", "No, ningún día.", "Sí, varios días pensé en hacerme daño", "no, ahora no"),
    }[locale]
    session = asyncio.run(Session.start(team, "x", locale=locale))
    for said in (ready, *(10 * [clear]), told, not_now):
        say(session, said)
    assert session.state.aside is Purpose.GO_ON
    assert say(session, text) == [Purpose.PAUSED]


@pytest.mark.parametrize("text", ["my gf made me come here lol", "tell her the tablets help", "thx bye"])
def test_ordinary_words_before_the_first_question_raise_nothing(reach: Reach, text: str) -> None:
    session = reach(Phase.INTRO)
    say(session, text)
    assert session.state.findings == ()


@pytest.mark.parametrize("text", ["Sí, creo que estoy lista. Vamos allá.", "Estoy lista. Hagámoslo."])
def test_being_ready_in_spanish_begins_as_well(team: Team, text: str) -> None:
    session = asyncio.run(Session.start(team, "x", locale="es-ES"))
    say(session, text)
    assert session.state.phase is Phase.ASK_ITEM


@pytest.mark.parametrize(
    ("text", "temper"),
    [
        ("no, eso no es, pon nunca", 0),
        ("cambie la anterior: nunca", 0),
        ("perdone, quise decir casi todos los días", 4),
        ("no, me equivoqué, lo de la tristeza fue varios días", 1),
        ("la del mal humor fueron más de la mitad de los días", 3),
        ("no, no es así, ponga 2", 2),
        ("dije dos días pero más bien casi todos los días", 4),
    ],
)
def test_a_correction_in_spanish_changes_the_answer_before_or_asks_which(team: Team, text: str, temper: int) -> None:
    session = asyncio.run(Session.start(team, "x", locale="es-ES"))
    for reply in ("Sí, estoy lista", "casi todos los días", "más de la mitad de los días", "dos días", text):
        said = say(session, reply)
    assert {item: one.score for item, one in session.state.responses.items()} == {1: 4, 2: 3, 3: temper}
    assert (said == [Purpose.WHICH]) is (temper == 1)


@pytest.mark.parametrize(
    ("text", "scores"),
    [
        ("the one about mood was twice", {1: 4, 2: 1, 3: 1}),
        ("mood should be more than half the days", {1: 4, 2: 3, 3: 1}),
        ("no wait, I said two but more like most days", {1: 4, 2: 3, 3: 3}),
        ("scrap that last one", {1: 4, 2: 3, 3: 1}),
    ],
)
def test_a_correction_changes_the_answer_that_it_is_of(reach: Reach, text: str, scores: dict[int, int]) -> None:
    session = reach(Phase.ASK_ITEM)
    for reply in ("nearly every day", "more than half the days", "two days"):
        say(session, reply)
    assert session.state.item == 4
    told = say(session, text)
    assert {item: one.score for item, one in session.state.responses.items()} == scores
    assert told == [Purpose.REVISIT if text.startswith("scrap") else Purpose.CORRECTED]


def test_what_was_said_is_halted_and_put_right(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    for text in ("Most days.", "Nine mornings or so, low.", "Snapped at my kid twice."):
        say(session, text)
    assert say(session, "wait actually it was three times with the kid") == [Purpose.CORRECTED]
    assert {item: one.score for item, one in session.state.responses.items()} == {1: 3, 2: 3, 3: 2}


@pytest.mark.parametrize("told", ["i lie awake most nights", "i smoke like 10 a day"])
def test_what_answers_another_item_is_no_thought_of_self_harm(reach: Reach, told: str) -> None:
    session = reach(Phase.ASK_ITEM)
    while session.state.item != 11:
        say(session, "No, not at all.")
    assert say(session, told) == [Purpose.KEPT]
    assert session.state.item == 11
    assert not session.state.alerted


@pytest.mark.parametrize(
    ("told", "purpose"),
    [
        ("I eat too much, half the days", Purpose.FOLLOW_UP),
        ("the kids drive me mad, half the days", Purpose.QUESTION),
        ("half the days i slam doors", Purpose.QUESTION),
        ("traffic, most days", Purpose.QUESTION),
    ],
)
def test_days_of_something_else_are_asked_about(reach: Reach, told: str, purpose: Purpose) -> None:
    session = reach(Phase.ASK_ITEM)
    for text in ("Two days.", "Two days."):
        say(session, text)
    assert say(session, told) == [purpose]


def test_igual_alone_says_nothing_in_spanish(team: Team) -> None:
    session = asyncio.run(Session.start(team, "x", locale="es-ES"))
    for reply in ("Sí, estoy lista", "casi todos los días"):
        say(session, reply)
    assert say(session, "igual") == [Purpose.FOLLOW_UP]
    assert say(session, "pues igual") == [Purpose.QUESTION]
    assert not session.state.responses[2].known


@pytest.mark.parametrize("earlier", [(), ("go back",)])
def test_never_mind_and_go_on_answer_nothing(reach: Reach, earlier: tuple[str, ...]) -> None:
    session = reach(Phase.ASK_ITEM)
    for text in ("Two of the 14 days.", *earlier):
        say(session, text)
    before = {item: one.score for item, one in session.state.responses.items()}
    assert say(session, "yeah go on") == [Purpose.ABOUT]
    say(session, "never mind")
    assert {item: one.score for item, one in session.state.responses.items()} == before


def test_asking_back_rephrases_and_costs_no_follow_up(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    first = session.state.asking
    assert say(session, "What do you mean?") == [Purpose.REPHRASE]
    assert session.state.transcript[-1].text != first
    assert session.state.followed_up == ()
    assert say(session, VAGUE) == [Purpose.FOLLOW_UP]


def test_a_question_about_the_conversation_is_answered_and_costs_nothing(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    first = session.state.asking
    assert say(session, "Who is going to read this?") == [Purpose.ABOUT]
    assert "Your therapist can read it" in session.state.transcript[-1].text
    assert first not in session.state.transcript[-1].text
    assert (session.state.item, session.state.followed_up, dict(session.state.responses)) == (1, (), {})
    assert say(session, VAGUE) == [Purpose.FOLLOW_UP]
    assert say(session, "how many questions are left?") == [Purpose.ABOUT]
    assert "number 1, so 23 are left" in session.state.transcript[-1].text
    assert say(session, "On five days.") == [Purpose.QUESTION]
    assert session.state.responses[1].score == 2


@pytest.mark.parametrize(
    "text",
    [
        *("no wait not mood, joy", "sorry, I meant the joy one", "that was about how sad I am, not my temper"),
        *("undo that", "take that back", "wait, i answered the wrong one", "no wait, yes"),
    ],
)
def test_what_may_belong_to_another_answer_changes_none_unasked(reach: Reach, text: str) -> None:
    session = reach(Phase.ASK_ITEM)
    for reply in ("On five days.", "14"):
        say(session, reply)
    before = {item: one.score for item, one in session.state.responses.items()}
    assert say(session, text) == [Purpose.WHICH]
    assert {item: one.score for item, one in session.state.responses.items()} == before
    assert say(session, "temper") == [Purpose.REPHRASE]
    assert {item: one.score for item, one in session.state.responses.items()} == before


@pytest.mark.parametrize(
    "text", ["not sad, just angry", "no, 4 days", "sorry, I was angry on 4 days", "that was about work", "sorry, never"]
)
def test_an_answer_that_begins_with_a_no_is_one(reach: Reach, text: str) -> None:
    session = reach(Phase.ASK_ITEM)
    for reply in ("On five days.", "14"):
        say(session, reply)
    assert Purpose.WHICH not in say(session, text)
    assert (session.state.responses[1].score, session.state.responses[2].score) == (2, 4)


@pytest.mark.parametrize(
    ("locale", "text", "score"),
    [
        ("en-US", "never. no, hang on, that's not true, once or twice", 1),
        ("en-US", "several days. no wait, not at all", 0),
        ("en-US", "several days. sorry, which question was this", 2),
        ("en-US", "n", 0),
        ("en-US", "two days. no, three. actually more like four", 2),
        ("en-US", "never. i lied, twice", 1),
        ("es-ES", "nunca. no, espere, dos veces", 1),
        ("es-ES", "dos días. no, mentí, cuatro", 2),
        ("es-ES", "n", 0),
    ],
)
def test_of_what_an_answer_takes_back_itself_the_last_word_counts(
    team: Team, locale: str, text: str, score: int
) -> None:
    session = asyncio.run(Session.start(team, "x", locale=locale))
    say(session, "Sí, estoy lista" if locale == "es-ES" else "I'm ready")
    assert say(session, text) == [Purpose.QUESTION]
    assert session.state.responses[1].score == score


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        *(
            ("en-US", f"{begins} 4 days")
            for begins in ("no wait,", "wait,", "Wait.", "hang on,", "oops", "hmm no wait")
        ),
        *(("en-US", text) for text in ("wait no 4", "sorry, I meant 4 days", "actually I meant 4 days")),
        *(("es-ES", f"{begins} 4 días") for begins in ("no, espere,", "espera,", "uy,", "no, perdón,", "no, más bien")),
        *(("es-ES", text) for text in ("perdón, quise decir 4 días", "no, quería decir 4 días")),
    ],
)
def test_how_often_after_words_that_take_back_puts_right_the_answer_just_given(
    team: Team, locale: str, text: str
) -> None:
    session = asyncio.run(Session.start(team, "x", locale=locale))
    for reply in ("Sí, estoy lista" if locale == "es-ES" else "I'm ready", "2", "14"):
        say(session, reply)
    assert say(session, text) == [Purpose.CORRECTED]
    assert [one.score for one in session.state.responses.values()][1:] == [2]
    assert (session.state.standing.item, session.state.followed_up) == (3, ())
    assert "“14”" in session.state.transcript[-1].text


@pytest.mark.parametrize(
    ("locale", "ready", "takes_back"), [("en-US", "I'm ready", "no wait"), ("es-ES", "Sí, estoy lista", "no espere")]
)
@pytest.mark.parametrize("score", range(5))
def test_every_answer_that_can_be_tapped_puts_the_last_one_right_behind_words_that_take_back(
    team: Team, locale: str, ready: str, takes_back: str, score: int
) -> None:
    session = asyncio.run(Session.start(team, "x", locale=locale))
    answer = bank(session.state.language).lines["anchors"][score]
    for reply in (ready, "2", "5", f"{takes_back} {answer}"):
        say(session, reply)
    assert (session.state.responses[2].score, session.state.item) == (score, 3)


@pytest.mark.parametrize("between", ["what do you mean?", None])
def test_where_no_answer_was_just_given_it_is_asked_which_is_meant(reach: Reach, between: str | None) -> None:
    """Behind a question back, or a question that was skipped."""
    session = reach(Phase.ASK_ITEM)
    say(session, "14")
    if between:
        say(session, between)
    else:
        asyncio.run(session.skip())
    assert say(session, "no wait, 4 days") == [Purpose.WHICH]
    assert session.state.responses[1].score == 4


def test_a_number_that_puts_days_right_is_one_of_days(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    for reply in ("On five days.", "14", "undo that", "the last one, 4"):
        said = say(session, reply)
    assert said == [Purpose.CORRECTED]
    assert session.state.responses[2].score == 2
    for reply in ("3 days", "Never.", "14", "no wait, 4"):
        said = say(session, reply)
    assert [session.state.responses[item].score for item in (3, 4, 5)] == [2, 0, 2]
    assert say(session, "Thanks. The joy one should be never.") == [Purpose.CORRECTED]
    assert session.state.responses[1].score == 0


def test_a_complaint_is_taken_seriously_once_and_costs_nothing(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    said = []
    for text in ("you're not listening", "I already told you that", "you keep asking the same thing"):
        assert say(session, text) == [Purpose.ABOUT]
        said.append(session.state.transcript[-1].text)
    assert ["that's my fault" in one for one in said] == [True, False, False]
    assert ["still not catching it" in one for one in said] == [False, True, False]
    assert "stop here whenever you like" in said[2]
    assert len({one.rpartition(":")[2] for one in said}) == len(said)
    later = reach(Phase.ASK_ITEM)
    for text in (
        "this is pointless",
        "you never listen",
        "are you even listening",
        "On five days.",
        "u r not listening",
    ):
        say(later, text)
    assert "I'm sorry" in later.state.transcript[-1].text
    assert (session.state.item, session.state.followed_up, dict(session.state.responses)) == (1, (), {})


def test_no_explanation_is_given_twice(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    for text in ("What do you mean?", "what do you mean", VAGUE, "what do you mean", "I don't understand"):
        say(session, text)
    told = [event.text for event in session.events if isinstance(event, ev.Told)][1:]
    asked = [
        next(one for one in (*wording(1).rephrasings, *wording(1).questions, text) if one in text) for text in told
    ]
    assert len(set(asked)) == len(asked)


def test_the_same_question_again_is_answered_as_that(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    for same in (False, True):
        assert say(session, "Who reads this?") == [Purpose.ABOUT]
        assert session.state.transcript[-1].text.startswith("The answer is the same as before. Your th") is same


def test_a_question_that_only_the_therapist_can_answer_is_noted_for_them(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    told = asyncio.run(session.say("Will my boss get to see this?"))
    notice = next(event for event in told if isinstance(event, ev.Noticed))
    assert (notice.code, notice.text) == ("question", "The patient asked: “Will my boss get to see this?”")
    assert "I've noted your question" in session.state.transcript[-1].text


def test_after_three_questions_in_a_row_the_patient_may_stop(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    answers = []
    for text in ("Are you a robot?", "Who reads this?", "How long does this take?"):
        assert say(session, text) == [Purpose.ABOUT]
        answers.append(session.state.transcript[-1].text)
    assert ["stop here whenever you like" in one for one in answers] == [False, False, True]


def test_an_answer_that_also_asks_is_scored_and_answered(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    assert say(session, "On about ten days. Who reads this?") == [Purpose.QUESTION]
    assert session.state.responses[1].score == 3
    assert session.state.transcript[-1].text.startswith("Your therapist can read it")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("three days, does that count?", "Say how often it was there"),
        ("is it long?", "There are 23 questions"),
        ("did I do ok?", "There are no right or wrong answers"),
    ],
)
def test_what_is_asked_in_a_few_words_is_answered(reach: Reach, text: str, told: str) -> None:
    session = reach(Phase.ASK_ITEM)
    say(session, text)
    assert session.state.transcript[-1].text.startswith(told)


@pytest.mark.parametrize(
    ("text", "first"),
    [("I smoke daily and I hear voices at night", None), ("Several days. Also I smoke daily and I hear voices", 2)],
)
def test_all_later_items_that_a_message_tells_of_are_kept(reach: Reach, text: str, first: int | None) -> None:
    session = reach(Phase.ASK_ITEM)
    say(session, text)
    assert set(session.state.kept) == {12, 22}
    told = "about hearing things that others did not and the one about smoking or other tobacco."
    assert (told in session.state.transcript[-1].text) is (first is None)
    assert (session.state.responses[1].score if first else None) == first


def test_a_list_of_yes_and_no_by_name_answers_one_and_is_kept_for_the_next(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    asyncio.run(session.skip())
    assert say(session, "low mood no, temper yes most days") == [Purpose.QUESTION]
    assert session.state.responses[2].score == 0
    assert set(session.state.kept) == {3}


@pytest.mark.parametrize(
    ("text", "purpose"),
    [
        ("Ha, where do I start. Maybe twice in two weeks I felt like it.", Purpose.QUESTION),
        ("Please help me, I don't know where to start", Purpose.HELP),
    ],
)
def test_wondering_where_to_start_is_no_call_for_help_but_beside_one(reach: Reach, text: str, purpose: Purpose) -> None:
    session = reach(Phase.ASK_ITEM)
    assert say(session, text) == [purpose]


def test_what_is_told_in_spanish_counts_in_an_english_interview(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    while session.state.item != 14:
        asyncio.run(session.skip())
    assert say(session, "I work nights, so duermo mal") == [Purpose.FOLLOW_UP]
    assert session.state.responses[14].score == 2


def test_a_skipped_item_is_declined_with_the_highest_ambiguity(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    assert say(session, "I'd rather not say.") == [Purpose.QUESTION]
    asyncio.run(session.skip())
    for item in (1, 2):
        response = session.state.responses[item]
        assert (response.declined, response.score, response.ambiguity) == (True, 0, 10)
    assert profile_of(session.state).symptom_summary[0].severity_aggregate is None


def test_a_skipped_follow_up_leaves_the_first_answer(reach: Reach) -> None:
    session = reach(Phase.FOLLOW_UP)
    provisional = session.state.responses[1]
    asyncio.run(session.skip())
    assert session.state.responses[1] == provisional
    assert provisional.follow_up_asked
    assert not provisional.declined
    assert session.state.item == 2


def test_flags_that_a_scorer_raises_are_added_and_stay(team: Team) -> None:
    @dataclass(frozen=True)
    class Worried:
        """The rules' score with a flag of its own on the first item."""

        name: str = "worried"

        async def score(self, answer: Answer) -> Scoring:
            flags = RiskFlags(violence_risk=answer.item == 1)
            return (await team.scorer.score(answer)).model_copy(update={"risk_flags": flags})

    async def hold() -> PatientProfile:
        session = await Session.start(replace(team, scorer=Worried()), "flags")
        for text in ("Yes, I'm ready.", "No, not at all.", "No, not at all."):
            await session.say(text)
        return profile_of(session.state)

    assert asyncio.run(hold()).risk_flags == RiskFlags(violence_risk=True)


async def test_a_model_reads_every_question_and_reply_before_an_answer(team: Team) -> None:
    """In order, and with nothing of what was noted; the log does not hold them again with each answer."""

    class Listening:
        name = "provider/model"

        def __init__(self) -> None:
            self.heard: list[Answer] = []

        async def score(self, answer: Answer) -> Scoring:
            self.heard.append(answer)
            return Scoring(score=0, ambiguity=2, confidence=0.9, endorsed=False, engine=self.name)

    scorer = Listening()
    session = await Session.start(replace(team, scorer=scorer), "before")
    for text in ("Yes, I'm ready.", "Nearly every day.", "Five days, no more.", "No."):
        await session.say(text)
    assert [[one.said for one in answer.earlier] for answer in scorer.heard] == [
        ["Yes, I'm ready."],
        ["Yes, I'm ready.", "Nearly every day."],
        ["Yes, I'm ready.", "Nearly every day.", "Five days, no more."],
    ]
    last = scorer.heard[-1].earlier
    assert all(one.asked in wording(item).questions for item, one in enumerate(last[1:], start=1))
    assert [one.counts for one in last] == [""] * 3
    calls = [event.input.answer for event in session.events if isinstance(event, ev.ScoreCalled)]
    assert [answer and answer.earlier for answer in calls] == [()] * 3


async def test_ahead_a_model_sees_the_last_message_but_none_that_tells_of_a_danger(team: Team) -> None:
    session = await Session.start(team, "00000000-0000-0000-0000-000000000007")
    for text in ("Yes, I'm ready.", "Five days, no more.", "I cry in the car."):
        await session.say(text)
        assert (brief := ahead(session.state)) is not None
        assert brief.heard == text
    await session.say("Most days I'd rather not wake up.")
    assert (brief := ahead(session.state)) is None or brief.heard == ""
    while session.state.item != 12:
        await session.say("No, not at all.")
    assert (brief := ahead(session.state)) is not None
    assert (session.state.transcript[-2].item_id, brief.heard) == (11, "")


def test_at_most_one_follow_up_for_an_item(reach: Reach) -> None:
    session = reach(Phase.FOLLOW_UP)
    assert say(session, VAGUE) == [Purpose.QUESTION]
    assert session.state.responses[1].follow_up_asked


@pytest.mark.parametrize("phase", [Phase.INTRO, Phase.ASK_ITEM, Phase.FOLLOW_UP])
def test_a_pause_keeps_the_place(reach: Reach, phase: Phase) -> None:
    session = reach(phase)
    asked = session.state.asking
    assert say(session, "Can we stop here for today?") == [Purpose.PAUSED]
    assert session.state.paused
    answered = say(session, "I'm back.")
    assert not session.state.paused
    assert answered == [Purpose.QUESTION if phase is Phase.INTRO else Purpose.RESUMED]
    assert session.state.asking == asked or phase is Phase.INTRO


def test_how_often_behind_the_words_to_go_on_is_the_answer(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    assert say(session, "Can we wait a minute?") == [Purpose.PAUSED]
    assert say(session, "ok go on. 3 days") == [Purpose.QUESTION]
    assert session.state.responses[1].score == 2


def test_an_answer_with_a_wish_to_stop_is_scored_before_the_break(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    assert say(session, "Nearly every day, sadly. Can we stop here for today?") == [Purpose.PAUSED]
    assert session.state.responses[1].score == 4
    assert session.state.paused
    assert session.state.asked == (1,)
    assert say(session, "I'm back.") == [Purpose.QUESTION]
    assert (session.state.item, session.state.paused) == (2, False)
    assert session.state.responses[1].score == 4


def test_a_vague_answer_with_a_wish_to_stop_has_its_follow_up_after_the_break(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    assert say(session, "Yes, that happens. Can we take a break?") == [Purpose.PAUSED]
    assert say(session, "ok, I can go on") == [Purpose.FOLLOW_UP]
    assert session.state.item == 1


@pytest.mark.parametrize("words", ["Hello again, the dentist took a while.", "what do you mean?", "skip"])
def test_after_such_a_break_whatever_is_said_leads_on_and_changes_no_score(reach: Reach, words: str) -> None:
    session = reach(Phase.ASK_ITEM)
    say(session, "Nearly every day, sadly. Can we stop here for today?")
    assert say(session, words) == [Purpose.QUESTION]
    assert (session.state.item, session.state.responses[1].score) == (2, 4)
    assert not session.state.responses[1].declined


def test_after_such_a_break_an_edit_or_the_skip_button_leads_on_too(reach: Reach) -> None:
    for skips in (True, False):
        session = reach(Phase.ASK_ITEM)
        say(session, "Nearly every day, sadly. Can we stop here for today?")
        if skips:
            asyncio.run(session.skip())
        else:
            assert say(session, "No, not at all.", item=1) == [Purpose.QUESTION]
        assert session.state.item == 2
        assert session.state.responses[1].score == (4 if skips else 0)


def test_an_answer_after_a_pause_counts(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    asyncio.run(session.pause())
    say(session, "Nearly every day, all of the two weeks.")
    assert session.state.responses[1].score == 4


def test_an_edit_supersedes_and_returns_to_the_open_question(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    say(session, "No, not at all.")
    asked = session.state.asking
    assert say(session, "Actually it was nearly every day.", item=1) == [Purpose.CORRECTED]
    profile = profile_of(session.state)
    assert [response.score for response in profile.item_responses] == [4]
    assert [response.score for response in profile.superseded] == [0]
    assert (session.state.item, session.state.asking) == (2, asked)


def test_an_edit_during_a_follow_up_returns_to_the_follow_up(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    say(session, "No, not at all.")
    say(session, VAGUE)
    assert session.state.phase is Phase.FOLLOW_UP
    say(session, "Nearly every day, in truth.", item=1)
    assert session.state.phase is Phase.FOLLOW_UP
    assert session.state.item == 2


def test_an_edit_of_an_unanswered_item_is_refused(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    kept = list(session.events)
    with pytest.raises(CorrectInput, match="no answer yet"):
        say(session, "Every day.", item=9)
    assert session.events == kept


def test_going_back_asks_the_earlier_item_again(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    say(session, "No, not at all.")
    assert say(session, "Can we go back?") == [Purpose.REVISIT]
    assert session.state.open_item == 1
    assert say(session, "I lied, nearly every day.") == [Purpose.CORRECTED]
    assert session.state.responses[1].score == 4
    assert session.state.open_item == 2
    assert len(session.state.superseded) == 1


def test_going_back_and_leaving_it_as_it_was(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    say(session, "No, not at all.")
    before = session.state.responses[1]
    say(session, "Can we go back?")
    say(session, "skip")
    assert session.state.responses[1] == before
    assert session.state.open_item == 2
    assert session.state.superseded == ()


def test_another_language_gets_a_notice_and_keeps_the_question_open(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    text = "Ich habe in den letzten zwei Wochen kaum noch Freude an irgendetwas gehabt, es ist sehr schwer."
    assert say(session, text) == [Purpose.LANGUAGE]
    assert session.state.open_item == 1
    assert 1 not in session.state.responses


def test_days_told_beside_not_understanding_english_count_and_get_the_notice(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    assert say(session, "no entiendo inglés, 5 días") == [Purpose.QUESTION]
    assert session.state.responses[1].score == 2
    told = session.state.transcript[-1].text
    assert "solo entiendo inglés" in told
    assert "también en español" in told
    assert say(session, "no entiendo inglés, 3 días") == [Purpose.QUESTION]
    assert "solo entiendo inglés" not in session.state.transcript[-1].text


@pytest.mark.parametrize(
    ("locale", "text", "noted", "never"),
    [
        ("en-US", "no entiendo inglés, 5 días", "He anotado la frecuencia", "Puede responder en inglés o saltar"),
        ("en-US", "je ne comprends pas l'anglais, 5 days", "J'ai noté la fréquence", "I'm sorry"),
        ("es-US", "I don't understand Spanish. 5 días", "I've noted how often", "Lo siento"),
        ("es-US", "ich verstehe kein spanisch, 5 días", "Ich habe die Häufigkeit", "Lo siento"),
    ],
)
def test_a_count_that_was_taken_is_said_to_be_in_the_words_language(
    team: Team, locale: str, text: str, noted: str, never: str
) -> None:
    session = asyncio.run(Session.start(team, "x", locale=locale))
    say(session, "sí, empecemos" if locale == "es-US" else "yes")
    assert say(session, text) == [Purpose.QUESTION]
    assert session.state.responses[1].score == 2
    told = session.state.transcript[-1].text
    assert told.startswith(noted)
    assert never not in told


def test_a_long_message_is_read_whole(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    say(session, "It started when we moved house. " * 120 + "I want to kill myself tonight.")
    assert session.state.phase is Phase.SAFETY_STOP


def test_the_log_alone_makes_the_state(reach: Reach) -> None:
    session = reach(Phase.DONE)
    stored = [ev.event_adapter.validate_json(event.model_dump_json()) for event in session.events]
    assert replay(stored) == session.state


def test_every_turn_keeps_its_tool_calls(reach: Reach) -> None:
    events = reach(Phase.DONE).events
    calls = [event.tool for event in events if isinstance(event, ev.ToolEvent)]
    assert calls.count("score_response") == 23
    assert calls.count("next_question") == 24
    assert calls.count("store_session_state") == 25
    assert calls[-3:] == ["retrieve_passages", "diagnose", "generate_report"]


def test_every_quote_is_an_exact_part_of_a_patient_turn(reach: Reach) -> None:
    session = reach(Phase.ASK_ITEM)
    texts = ("Nearly every day, sadly.", "Three of the 14 days.", "No.", "Mostly at night — 5 or 6 nights.")
    for number in range(22):
        say(session, texts[number % len(texts)])
    profile = profile_of(session.state)
    quotes = [quote for response in profile.item_responses for quote in response.evidence_quotes]
    assert quotes
    for quote in quotes:
        turn = profile.transcript[quote.turn]
        assert turn.role == "patient"
        assert turn.text[quote.start : quote.end] == quote.text


@pytest.mark.parametrize("text", ["no wait", "No, wait.", "nope hang on"])
def test_a_halt_alone_at_the_first_question_is_asked_back_and_pauses_nothing(reach: Reach, text: str) -> None:
    session = reach(Phase.ASK_ITEM)
    assert say(session, text) == [Purpose.REPHRASE]
    assert not session.state.paused
    assert session.state.responses == {}
    assert say(session, "wait") == [Purpose.PAUSED]
