"""Yes and no about one item: a contradiction is nobody's 0, a correction counts and says that it is one."""

import pytest

from agents.questions.bank import wording
from agents.scorer.hearing import CORRECTED
from agents.scorer.port import CONTRADICTED, Answer, Scoring
from agents.scorer.rules import score

FLAT = [
    ("yes, a lot of days", "no never"),
    ("yes", "no"),
    ("yes", "none"),
    ("yes", "0 days"),
    ("most days", "never"),
    ("every day", "No. Never."),
    ("sometimes", "no"),
    ("no", "yes, nine days"),
    ("no never", "every day"),
]
IN_ONE = [
    "yes, a lot of days. no never",
    "yes a lot of days no never",
    "yes every day. no, never.",
    "every day. never",
    "no. yes every day",
    "no never. yes, every day",
    "no yes",
]
TAKEN_BACK = [
    ("yes", "no wait, I meant no"),
    ("yes", "sorry, I misread, never"),
    ("most days", "I misread that. Not at all."),
    ("yes", "no, not these two weeks"),
    ("yes", "that was last year, not lately"),
]


def read(item: int, reply: str, followup: str | None = None) -> Scoring:
    return score(Answer(item=item, reply=reply, followup_reply=followup))


@pytest.mark.parametrize("item", [2, 6, 7, 11, 16])
@pytest.mark.parametrize(("reply", "followup"), FLAT)
def test_a_flat_reversal_is_unclear_and_both_sides_are_quoted(item: int, reply: str, followup: str) -> None:
    got = read(item, reply, followup)
    assert (got.answered, got.score, got.ambiguity, got.note) == (False, 0, 10, CONTRADICTED)
    assert {piece.source for piece in got.evidence} == {"reply", "followup"}


@pytest.mark.parametrize("item", [2, 6, 11])
@pytest.mark.parametrize("reply", IN_ONE)
def test_yes_and_no_in_one_message_is_unclear_and_asked(item: int, reply: str) -> None:
    got = read(item, reply)
    assert (got.answered, got.score, got.ambiguity, got.missing) == (False, 0, 10, "endorsement")
    assert got.evidence


@pytest.mark.parametrize("item", [2, 6, 11])
@pytest.mark.parametrize(("reply", "followup"), TAKEN_BACK)
def test_what_is_taken_back_with_a_word_of_why_counts(item: int, reply: str, followup: str) -> None:
    got = read(item, reply, followup)
    assert (got.answered, got.score, got.note) == (True, 0, CORRECTED)
    assert got.ambiguity >= (7 if item == 11 else 4)


def test_what_follows_a_contradiction_counts_but_is_not_clear() -> None:
    denied = read(11, "yes, a lot of days. no never", "no")
    assert (denied.answered, denied.score, denied.note) == (True, 0, CONTRADICTED)
    assert denied.ambiguity >= 7
    told = read(6, "yes. no.", "four days")
    assert (told.score, told.note) == (2, CONTRADICTED)
    assert told.ambiguity >= 4


def test_a_correction_in_one_message_counts() -> None:
    assert read(6, "Yes, no wait, I meant no").score == 0
    assert read(6, "no, actually yes, most days").score == 3
    assert read(11, "no, actually yes, most days").score == 3
    assert read(11, "No. Well, yes, most days.").score == 3
    assert read(11, "yes. sorry, I misread, never").ambiguity >= 7


@pytest.mark.parametrize("item", [1, 5, 11, 14, 20])
@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("every day, well more like once a week", 1),
        ("most days, actually no, twice", 1),
        ("hmm 3? no 4 times", 2),
        ("2 days? no 9 days", 3),
        ("every day, no wait, only twice", 1),
        ("Most days. Sorry, no, just twice.", 1),
        ("Nearly every day. No, once.", 1),
        ("every day I mean twice", 1),
        ("every day, or rather just the once", 1),
        ("daily, no, 3 times", 2),
        ("no, 4 times", 2),
    ],
)
def test_how_often_counts_as_it_was_put_right(item: int, reply: str, expected: int) -> None:
    for question in wording(item).questions:
        got = score(Answer(item=item, reply=reply, question=question))
        assert (got.answered, got.score, got.needs_followup) == (True, expected, False)


def test_what_goes_on_after_every_day_takes_nothing_back() -> None:
    assert read(2, "I was down every day, no energy, and I cried twice.").score == 4
    assert read(14, "Badly, every single night. I mean it. Twice I gave up and read.").score == 4
    assert read(2, "every day, no more than twice").score == 4


@pytest.mark.parametrize(
    ("item", "reply", "expected"),
    [
        (3, "Three, no, four days.", 2),
        (6, "No. Twice.", 1),
        (6, "a week solid, then nothing", 2),
        (5, "Projects, yes. Risks, no.", 2),
        (6, "yeah, no", 0),
        (14, "I never sleep. Never.", 4),
    ],
)
def test_what_only_looks_like_a_contradiction_is_read_as_before(item: int, reply: str, expected: int) -> None:
    got = read(item, reply)
    assert (got.answered, got.score) == (True, expected)


@pytest.mark.parametrize("first", ["yes", "most days", "I have thoughts of dying", "sometimes I want to be dead"])
@pytest.mark.parametrize("last", ["no", "never", "no never", "none", "0", "not really", "sorry, I misread, never"])
def test_thoughts_of_self_harm_taken_back_are_never_a_clear_no(first: str, last: str) -> None:
    for got in (read(11, first, last), read(11, f"{first}. {last}")):
        assert got.score > 0 or got.ambiguity >= 7, got


@pytest.mark.parametrize("item", [2, 9, 11, 14])
@pytest.mark.parametrize(
    "reply", ["No, except on Tuesday.", "Never, apart from the weekend.", "No, other than last night"]
)
def test_a_no_with_an_exception_is_no_plain_no(item: int, reply: str) -> None:
    got = read(item, reply)
    assert got.score or (got.ambiguity >= 7 and got.missing == "endorsement")


def test_an_exception_explains_the_yes_behind_a_no() -> None:
    assert (told := read(2, "Never. Except Sundays. Yes, both Sundays.")).score == 1
    assert told.note != CONTRADICTED


@pytest.mark.parametrize(
    ("reply", "score_", "missing"),
    [
        ("No, none of those thoughts. I just feel low and tired sometimes.", 0, None),
        ("No, I don't want that. I get so angry every day though.", 0, None),
        ("No. Why would I?", 0, None),
        ("Not really. I hit my head against the wall most nights.", 3, None),
        ("Not really. I have thought about it, on two nights. I'd never do it.", 1, None),
        ("No, never. I've thought of it, but I would not act on it.", 2, "frequency"),
    ],
)
def test_what_follows_a_no_to_thoughts_of_self_harm_counts_where_it_tells_of_them(
    reply: str, score_: int, missing: str | None
) -> None:
    told = score(Answer(item=11, reply=reply, question=wording(11).questions[0]))
    assert (told.score, told.missing) == (score_, missing)
