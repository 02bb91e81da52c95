"""Every participant line is read for risk by the rules, whatever engine assesses the rest."""

import pytest

from agents.assessment.formats.plain import read
from agents.assessment.pipeline import assess
from agents.assessment.result_json import result_json
from agents.assessment.rules_team import rules_team
from agents.domain.risk import Tier
from agents.domain.transcript import Role, Turn
from agents.language import Language
from agents.questions.bank import bank
from agents.risk.policy import Policy
from agents.risk.port import Message
from agents.risk.rules import read as risk
from agents.risk.transcript import read_lines, whole
from agents.scripted.faults import Fault, FaultName
from tests.agents.assessment.test_pipeline import modelled

TALK = """\
Interviewer: how have you been sleeping
Participant: badly. my brother wants to kill himself, he says, and it keeps me up. it is five nights a week
Interviewer: has that been on your mind too
Participant: I've written the note already. Tonight I am going to kill myself. The dog is at my sister's.
Interviewer: I want to kill myself, is that how you would put it
Participant: I wouldn't care if I didn't wake up
"""
STOP = "Tonight I am going to kill myself."


def test_the_most_urgent_line_comes_first_with_its_whole_sentence_and_number() -> None:
    found = read_lines(read(TALK))
    first = found.found[0]
    assert (found.tier, found.lines, found.engine) == (Tier.STOP, 3, "rules")
    assert (first.finding.tier, first.line) == (Tier.STOP, 4)
    assert STOP in [one.sentence for one in found.found if one.finding.tier is Tier.STOP]
    ranks = [one.finding.tier.rank for one in found.found]
    assert ranks == sorted(ranks, reverse=True)


def test_what_the_interviewer_says_is_no_finding() -> None:
    assert 5 not in {one.line for one in read_lines(read(TALK)).found}


def test_a_short_answer_is_read_with_the_interviewers_line_before_it() -> None:
    asked = "Interviewer: have you had thoughts of ending your life\nParticipant: yes, tonight\n"
    assert read_lines(read(asked)).tier is Tier.STOP
    assert read_lines(read(asked.replace("have you had thoughts of ending your life", "any plans"))).tier is Tier.NONE


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language in ("en", "es") for text in bank(language).lines["intro"]]
)
def test_a_yes_to_our_introduction_answers_nothing_that_it_names(language: Language, text: str) -> None:
    talk = (Turn(index=0, role=Role.INTERVIEWER, text=text), Turn(index=1, role=Role.PATIENT, text="Yes."))
    assert read_lines(talk).tier is Tier.NONE
    assert risk(Message(text="Yes.", context=text, language=language)).tier is Tier.NONE


def test_a_yes_to_a_question_of_risk_counts_with_a_paragraph_behind_it() -> None:
    asked = "Have you had thoughts of ending your life?"
    for text in (asked, f"{asked}\n\nTake your time.", f"Thank you.\n\n{asked}\n\n"):
        talk = (Turn(index=0, role=Role.INTERVIEWER, text=text), Turn(index=1, role=Role.PATIENT, text="Yes, tonight."))
        assert read_lines(talk).tier is Tier.STOP


@pytest.mark.parametrize(
    "lines",
    [
        ["sometimes i just want to", "kill myself"],
        ["i have saved up", "enough of my pills", "to end it"],
        ["well", "tonight i am going to", "end my life you know"],
    ],
)
def test_a_sentence_that_the_recording_cut_is_read_whole(lines: list[str]) -> None:
    talk = "Interviewer: how have you been\n" + "".join(f"Participant: {one}\n" for one in lines)
    found = read_lines(read(talk))
    (first, *_) = found.found
    assert (found.tier, first.finding.tier) == (Tier.STOP, Tier.STOP)
    assert " ".join(lines)[-9:] in first.sentence
    spoken = read(talk)[first.line - 1].text
    assert spoken[first.finding.start : first.finding.end] == first.finding.text
    assert found.lines == len(lines)


def test_lines_that_end_their_sentences_are_read_alone() -> None:
    apart = "Interviewer: how are you\nParticipant: My sister is the one who wants to.\nParticipant: Sleep all day.\n"
    assert read_lines(read(apart)).tier is Tier.NONE


@pytest.mark.parametrize(
    ("text", "part", "sentence"),
    [
        ("One. Two two! Three?", "two", "Two two!"),
        ("no mark at all", "mark", "no mark at all"),
        ("Dr. No said “Stop.” Then he left", "left", "Then he left"),
        ("a\nb c\nd", "b", "b c"),
        ("One. Two. Three.", "One. Two", "One. Two."),
    ],
)
def test_the_whole_sentence_is_given(text: str, part: str, sentence: str) -> None:
    start = text.index(part)
    assert whole(text, start, start + len(part)) == sentence


async def test_a_model_in_every_stage_changes_nothing_of_it() -> None:
    by_rule, by_model = await assess(read(TALK), rules_team()), await assess(read(TALK), modelled())
    assert result_json(by_rule)["risk"] == result_json(by_model)["risk"]
    assert result_json(by_model)["risk"]["findings"][0]["line"] == 4


async def test_it_stands_where_every_other_stage_fails() -> None:
    found = await assess(read(TALK), modelled(Fault(name=FaultName.REFUSAL)))
    assert found.scores is None
    told = result_json(found)
    assert next(iter(told)) == "risk"
    assert told["risk"]["tier"] == "stop"
    for one in told["risk"]["findings"]:
        line = TALK.splitlines()[one["line"] - 1].split(": ", 1)[1]
        assert line[slice(*one["span"])] == one["text"]
        assert one["text"] in one["sentence"]
        assert one["sentence"] in line
        assert one["turn"] == one["line"] - 1


def test_the_clinics_policy_counts() -> None:
    wish = read("Interviewer: how are you\nParticipant: I want to die\n")
    assert read_lines(wish).tier is Tier.STOP
    assert read_lines(wish, Policy(bare_wish=Tier.URGENT)).tier is Tier.URGENT
