"""Where a clause begins and what denies it, in words and in whole messages."""

import pytest

from agents.domain.risk import Tier
from agents.risk.phrases.elements import Text
from agents.risk.port import Message
from agents.risk.rules import read
from agents.risk.sentence.polarity import clause_begin, clause_end, denied
from agents.risk.sentence.timing import ahead, telling


@pytest.mark.parametrize(
    ("said", "clause"),
    [
        ("i never sleep , she will die", "she will die"),
        ("i never sleep , but she will die", "she will die"),
        ("i never sleep but die", "die"),
        ("i never sleep but not to die", "not to die"),
        ("i never sleep , and my mum will die", "and my mum will die"),
        ("i never sleep , and old my die", "i never sleep , and old my die"),
        ("i never sleep , not even to die", "not even to die"),
        ("a dog , a cat and a house to die", "a dog , a cat and a house to die"),
        ("a dog , dad i die", "a dog , dad i die"),
        ("well but i never , no matter what , die", "i never , no matter what , die"),
        ("i never eat and i want to die", "i want to die"),
        ("i never eat and then want to die", "then want to die"),
    ],
)
def test_a_clause_begins_where_somebody_else_or_a_denial_does(said: str, clause: str) -> None:
    words = tuple(said.split())
    begin = clause_begin(words, len(words) - 1)
    assert " ".join(words[begin:]) == clause


@pytest.mark.parametrize(
    ("said", "word", "clause"),
    [
        ("i want to die , i am tired", "die", "i want to die"),
        ("i took an overdose on friday and i keep crying", "took", "i took an overdose on friday"),
        ("i took it , in the garden , and he left", "took", "i took it , in the garden"),
        ("i cut myself because i was sad", "myself", "i cut myself"),
        ("i cut myself because i was sad", "cut", "i cut myself"),
        ("i want to die", "die", "i want to die"),
        ("i die ; it ends", "die", "i die"),
        ("i die but now", "die", "i die"),
    ],
)
def test_a_clause_ends_before_the_next(said: str, word: str, clause: str) -> None:
    words = tuple(said.split())
    assert " ".join(words[: clause_end(words, words.index(word))]) == clause


@pytest.mark.parametrize(
    ("left", "holds"),
    [
        ("i would never", True),
        ("i do not think i want to", True),
        ("i am not happy i want to", False),
        ("without help i will", False),
        ("nothing i want more than to", False),
        ("it is not that i never want to", False),
        ("i want to", False),
        ("i would never never never", True),
        ("i have no plan and no wish to", True),
        ("i have no plan or no wish to", True),
        ("it would be wrong to say i have no wish to", False),
        ("no never wanted to", True),
        ("i am not never wanting to", True),
        ("do not got no thoughts of", True),
        ("never not wanted to", False),
        ("i neither hope nor want to", True),
        ("not got no", True),
        ("no plans no", True),
        ("i have no plans no", True),
        ("i said no no", True),
        ("i live with no plans no", True),
        ("i have no plans no pills no", True),
        ("there is no way no", False),
        ("i do not have a plan no", True),
        ("i never had any plan no", True),
        ("never planned no", False),
        ("i have never planned no", False),
        ("i am not saying no", False),
        ("i do not want to die do not want to", True),
        ("i do not feel like dying do not want to", True),
        ("i am not saying they do not want to", False),
        ("nor would i", True),
        ("i have never felt there was no hope or wanted to", True),
    ],
)
def test_an_odd_number_of_negators_denies(left: str, holds: bool) -> None:
    assert denied(tuple(left.split())) is holds


@pytest.mark.parametrize(
    ("text", "span", "rule", "tier"),
    [
        ("I told nobody but took an overdose last night.", "took an overdose", "recent-attempt", Tier.STOP),
        ("I was scared so I took an overdose last night.", "took an overdose", "recent-attempt", Tier.STOP),
        ("If she leaves then I'm hanging myself tonight.", "hanging myself", "present-intent", Tier.STOP),
        ("I never slept and it ended in an overdose on Friday.", "an overdose", "recent-attempt", Tier.STOP),
        ("I never sleep and now killing myself is the plan.", "killing myself", "suicide-named-self", Tier.URGENT),
        ("I told nobody last night I overdosed.", "overdosed", "recent-attempt", Tier.STOP),
        ("Nothing I want more than to die.", "die", "want-to-die", Tier.STOP),
        ("It would be wrong to say I have no wish to die.", "die", "want-to-die", Tier.STOP),
        ("There isn't a day with no thoughts of killing myself.", "killing myself", "active-ideation", Tier.URGENT),
        ("I'm not saying no to killing myself.", "killing myself", "suicide-named-self", Tier.URGENT),
        (
            "I've not been out in weeks and been cutting myself most nights.",
            "cutting myself",
            "recent-self-injury",
            Tier.URGENT,
        ),
    ],
)
def test_what_is_denied_before_does_not_deny_the_act(text: str, span: str, rule: str, tier: Tier) -> None:
    found = read(Message(text=text)).findings
    assert (span, rule, tier) in [(finding.text, finding.rule, finding.tier) for finding in found]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("I have never felt there was no hope, or wanted to kill myself.", ["kill myself"]),
        ("I'm never happy but not suicidal.", ["suicidal"]),
        ("Nor would I ever kill myself.", ["kill myself"]),
        ("I neither want to die nor to hurt myself.", ["die", "hurt myself"]),
        ("I have no plans and no wish to die.", ["die"]),
        ("I don't have a plan no intention of killing myself.", ["killing myself"]),
        ("I never had any plan, no wish to die.", ["die"]),
        ("I would never never never kill myself.", ["kill myself"]),
    ],
)
def test_a_denial_in_any_form_is_kept_as_one(text: str, spans: list[str]) -> None:
    reading = read(Message(text=text))
    assert reading.findings == ()
    assert [denial.text for denial in reading.denials] == spans


@pytest.mark.parametrize(
    ("begin", "end", "left"),
    [
        (0, 4, "i used to paint and i tried as i to"),
        (1, 4, "i used to paint and i tried as i to"),
        (2, 4, "i to paint and i tried as i to"),
        (0, 1, "i to paint and i tried as i to"),
        (5, 9, "i to paint and i tried as i to"),
        (5, 10, "i to paint and i tried as i used to"),
    ],
)
def test_what_one_used_to_do_tells_no_time_of_another_clause(begin: int, end: int, left: str) -> None:
    text = Text(("i", "used", "to", "paint", "and", "i", "tried", "as", "i", "used", "to"))
    assert " ".join(telling(text, begin, end).words) == left


def test_now_lies_ahead_only_where_it_is_read_loosely() -> None:
    text = Text(("i", "will", "do", "it", "now"))
    assert ahead(text, loose=True)
    assert not ahead(text)
