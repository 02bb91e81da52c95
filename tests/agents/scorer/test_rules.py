"""The engine's contract and the readings that matter one by one."""

import pytest

from agents.questions.bank import wording
from agents.scorer.port import Answer, Scorer
from agents.scorer.rules import RulesScorer, score


def read(item: int, reply: str, followup: str | None = None, question: str | None = None):
    return score(Answer(item=item, reply=reply, followup_reply=followup, question=question))


@pytest.mark.parametrize(
    ("item", "reply", "expected"),
    [
        (2, "3", 3),
        (2, "0", 0),
        (6, "I'd say 2.", 2),
        (6, "Nearly every day", 4),
        (14, "Nightmares every night this week and the week before.", 4),
        (14, "Bad dreams every night this week.", 2),
        (6, "More than half the days", 3),
        (6, "Several days", 2),
        (6, "Not at all", 0),
        (6, "Rarely", 1),
        (3, "Three, no, four days.", 2),
        (3, "Eight days. No, wait, eleven.", 3),
        (6, "Not a day goes by without it.", 4),
        (6, "Every day except the two Sundays.", 4),
        (6, "Every weekday, both weeks.", 3),
        (14, "I had four good nights, the rest I lay awake.", 3),
        (9, "Last week every single one of the seven days, the week before just two days. Nine in all.", 3),
        (7, "Four of them, all in the first week.", 2),
        (2, "I'm never not sad.", 4),
        (20, "I never feel close to anyone.", 4),
    ],
)
def test_frequency(item, reply, expected):
    assert read(item, reply).score == expected


@pytest.mark.parametrize(
    ("item", "reply"),
    [
        (2, "I'm not down, just tired."),
        (7, "Panic? No."),
        (3, "My husband shouts every day, but I haven't been angry."),
        (4, "I sleep far less, but I'm worn out all day, every day."),
        (21, "Two glasses of wine every night."),
        (21, "I never have more than three."),
        (22, "I stopped smoking four years ago."),
        (22, "I vape every day, no cigarettes."),
        (23, "I take my antidepressants every day as prescribed."),
        (16, "No more than anyone else."),
        (14, "I sleep like a log every night."),
        (12, "Not on any of the fourteen days."),
    ],
)
def test_denial_is_zero_clear_and_needs_nothing(item, reply):
    got = read(item, reply)
    assert (got.score, got.endorsed, got.needs_followup, got.missing) == (0, False, False, None)
    assert got.ambiguity <= 2


@pytest.mark.parametrize(
    ("item", "reply"),
    [
        (2, "Terrible. Really awful, the lowest I have ever felt."),
        (6, "Yes."),
        (14, "My sleep has been a mess."),
        (7, "I get panic attacks."),
        (6, "I am nervous, to be honest."),
        (2, "A bit down, yes, mostly after a row at home."),
        (8, "I avoid people."),
    ],
)
def test_severity_without_frequency_is_asked(item, reply):
    got = read(item, reply)
    assert got.score in (2, 3)
    assert got.missing == "frequency"
    assert got.needs_followup
    assert got.ambiguity >= 5


def test_an_answer_that_says_nothing_leaves_the_endorsement_open():
    got = read(18, "What an odd question.")
    assert got.endorsed is None
    assert got.missing == "endorsement"
    assert got.ambiguity >= 8
    assert got.evidence == ()


def test_long_ago_is_not_these_two_weeks():
    got = read(23, "I took some cocaine years ago at college.")
    assert got.score == 0


def test_dark_thoughts_after_a_no_are_not_lost():
    got = read(11, "No. I've had dark thoughts, but I would never act on them.")
    assert got.score >= 1
    assert got.needs_followup


def test_the_followup_decides():
    assert read(6, "I worry.", "Ten days.").score == 3
    assert read(6, "I worry.", "Two.").score == 1
    assert read(6, "I worry a lot.", "None, in fact. Not these two weeks.").score == 0
    assert not read(6, "I worry.", "Ten days.").needs_followup


def test_a_followup_without_frequency_leaves_the_first_reading():
    assert read(6, "I worry most days.", "It's hard to say.").score == 3


def test_a_bare_number_counts_days_when_days_were_asked():
    assert read(6, "4", question="On how many days?").score == 2


def test_evidence_is_short_and_exact():
    reply = "Well, you know, it has been a long fortnight. I’ve felt hopeless on nine days — honestly."
    got = read(2, reply)
    assert [piece.text for piece in got.evidence] == ["I’ve felt hopeless on nine days"]
    for piece in got.evidence:
        assert reply[piece.start : piece.end] == piece.text


def test_evidence_names_its_source():
    got = read(2, "I've been low.", "Nine nights, I think.")
    assert {piece.source for piece in got.evidence} == {"reply", "followup"}


def test_ambiguity_grows_as_less_is_said():
    said = [
        "No.",
        "I've been anxious on nine days.",
        "I've been anxious, often.",
        "I've been anxious.",
        "Hm, the weather.",
    ]
    ambiguities = [read(6, reply).ambiguity for reply in said]
    assert ambiguities == sorted(ambiguities)
    assert len(set(ambiguities)) == len(ambiguities)


def test_confidence_falls_as_less_is_said():
    said = [
        "No.",
        "I've been anxious on nine days.",
        "I've been anxious, often.",
        "I've been anxious.",
        "Hm, the weather.",
    ]
    confidences = [read(6, reply).confidence for reply in said]
    assert confidences == sorted(confidences, reverse=True)


async def test_it_is_a_scorer():
    scorer: Scorer = RulesScorer()
    answer = Answer(item=6, reply="Every day.")
    assert scorer.name == "rules"
    assert await scorer.score(answer) == score(answer)


@pytest.mark.parametrize(
    ("item", "reply", "expected"),
    [
        (14, "good on 4 nights out of the 14", 3),
        (14, "slept well maybe 5 nights", 3),
        (14, "bad, slept ok 2 nights", 4),
        (2, "happy on like 5 of the days", 3),
        (2, "I was doing well on 12 days", 1),
        (14, "I was well on 12 days", 1),
        (14, "okay on 12 of the days", 1),
        (2, "great on about 12 days", 1),
        (2, "I was not doing well on 12 days", 4),
        (2, "I did as well on 12 days", 4),
        (14, "not good on 4 nights out of the 14", 2),
        (14, "my sleep was not good 4 nights", 2),
        (2, "about five days out of the fourteen were properly black", 2),
    ],
)
def test_days_that_went_well_are_counted_to_leave_the_others(item, reply, expected):
    for question in wording(item).questions:
        assert read(item, reply, question=question).score == expected


@pytest.mark.parametrize(
    ("item", "reply", "followup", "expected"),
    [
        (11, "every day", "nunca", 4),
        (11, "I had it as well on 12 days", None, 4),
        (11, "well on about 12 days", None, 4),
        (2, "well on 2 days I guess", None, 1),
        (2, "Every day. Actually 3 times", None, 4),
        (2, "most days. No, 3 times", None, 2),
        (2, "No, in those 14 days", None, 0),
        (11, "no, not at all over the 14 days", None, 0),
        (2, "no, I said so 3 times", None, 0),
    ],
)
def test_a_count_beside_other_words_is_not_taken_for_more_than_it_says(
    item: int, reply: str, followup: str | None, expected: int
) -> None:
    assert score(Answer(item=item, reply=reply, followup_reply=followup)).score == expected


@pytest.mark.parametrize("reply", ["the usual", "my usual", "same as usual", "as always"])
@pytest.mark.parametrize("item", [11, 14, 21, 23])
def test_as_much_as_ever_may_be_anything_and_is_asked_about(item: int, reply: str) -> None:
    for question in wording(item).questions:
        assert score(Answer(item=item, question=question, reply=reply)).needs_followup


@pytest.mark.parametrize("reply", ["no 1", "no one."])
def test_no_one_may_be_no_or_one_and_is_asked_about(reply: str) -> None:
    assert score(Answer(item=2, reply=reply)).missing == "endorsement"
    assert score(Answer(item=2, reply="yes", followup_reply=reply)).missing == "frequency"
