"""What is good and missing is the problem, not a denial of it, however an item is asked; what is good is none."""

import pytest

from agents.questions.bank import wording
from agents.scorer.port import Answer, Scoring
from agents.scorer.rules import score

MISSING = (
    (1, "nothing interests me"), (1, "I never feel like doing anything"), (2, "I haven't been happy"),
    (2, "nothing cheers me up"), (2, "there's no hope"), (3, "I have no patience with anyone"), (6, "no peace"),
    (7, "I never feel safe"), (7, "I couldn't breathe for fear"), (8, "I never go out"), (9, "never without pain"),
    (10, "my doctor never listens to me"), (10, "teachers never listen to me. never"),
    (10, "no one takes it seriously"), (11, "I never want to wake up"), (11, "no reason to live"),
    (14, "never sleep through"), (15, "I can't remember anything"), (15, "nothing stays in my head"),
    (16, "can't get it out of my head"), (16, "it never leaves my head"), (18, "nothing feels real"),
    (18, "I don't feel like myself"), (19, "no idea what I want from life"), (20, "never feel close to anyone"),
    (1, "not really into stuff lately"), (2, "zero hope"),
    (19, "have no goals"), (20, "i have no friends"), (23, "no drugs, just weed"), (3, "everybody annoys me"),
    (14, "insomnia as always"), (18, "numb"), (2, "yes/no"), (2, "No, go on. I was low most of the time."),
    (2, "no im never sad. i cry every night"), (2, "plenty"),
    (21, "got wasted at the weekend"), (23, "smoked weed with my brother"), (23, "took a gummy"),
)  # fmt: skip
THERE = (
    (1, "I enjoy everything"), (2, "I've been happy"), (2, "never been happier"), (2, "no, happy as ever"),
    (3, "I've been patient"), (6, "I've been relaxed"), (7, "I feel safe"), (7, "nothing scares me"),
    (8, "I didn't avoid anything"), (10, "my doctor listens to me"), (10, "nothing to take seriously, I'm not ill"),
    (11, "No, I want to live"), (14, "no trouble sleeping"), (14, "never slept better"), (15, "I remember everything"),
    (15, "no problem concentrating"), (16, "nothing bothers my mind"), (18, "never felt more connected"),
    (19, "I know who I am"), (20, "I trust my family"),
    (21, "I don't get drunk"), (23, "my brother smokes weed"), (23, "I used to smoke weed"), (23, "never smoked weed"),
)  # fmt: skip


def scored(item: int, said: str) -> list[Scoring]:
    return [score(Answer(item=item, question=asked, reply=said)) for asked in wording(item, "en").questions]


@pytest.mark.parametrize(("item", "said"), MISSING)
def test_what_is_missing_is_never_scored_as_none(item: int, said: str) -> None:
    assert all(one.score > 0 or one.needs_followup for one in scored(item, said))


@pytest.mark.parametrize(("item", "said"), THERE)
def test_what_is_there_is_never_scored_as_a_problem(item: int, said: str) -> None:
    assert all(one.score == 0 or one.needs_followup for one in scored(item, said))


YES = (
    "for sure", "I'm afraid so", "guilty", "totally", "naturally", "correct", "that's right", "that's me", "I'd say so",
    "I would say so", "mhm", "for real", "no doubt", "no question", "story of my life",
)  # fmt: skip
NO = (
    "not a single time", "not once", "not even once", "almost never", "nearly never", "I don't have that problem",
    "no problem with that",
)  # fmt: skip


@pytest.mark.parametrize("said", YES)
def test_a_yes_in_whichever_words_is_there_and_asked_how_often(said: str) -> None:
    for item in (2, 6, 9, 14, 20):
        assert all(one.score and one.needs_followup for one in scored(item, said)), item


@pytest.mark.parametrize("said", NO)
def test_hardly_and_never_are_low_in_every_item(said: str) -> None:
    for item in (2, 6, 9, 14, 20):
        assert {one.score for one in scored(item, said)} <= {0, 1}, item


@pytest.mark.parametrize("said", ["mornings are the worst", "It's been rough", "that's me, sadly", "no cap"])
def test_few_words_of_something_bad_are_never_silently_none(said: str) -> None:
    for item in (2, 6, 9, 14, 20):
        assert all(one.score or one.needs_followup for one in scored(item, said)), item


@pytest.mark.parametrize(
    ("item", "said"),
    [(14, "my sleep schedule is cooked"), (2, "my mood is cooked"), (20, "no cap i have zero friends")],
)
def test_the_matter_in_unknown_words_is_never_silently_none(item: int, said: str) -> None:
    assert all(one.needs_followup for one in scored(item, said))


def test_days_beside_an_exception_are_the_other_days_where_the_problem_is_the_rule() -> None:
    assert {one.score for one in scored(14, "Slept badly except for two nights.")} == {4}
    kept = "I've kept everyone at arm's length apart from three days when my brother came."
    assert {one.score for one in scored(20, kept)} == {3}
    assert {one.score for one in scored(14, "Slept well except for two nights.")} == {1}
    assert {one.score for one in scored(2, "I've been fine apart from three days when my brother came")} == {2}


def test_named_days_and_the_weekend_add_up() -> None:
    assert {one.score for one in scored(2, "The Tuesday, the Wednesday and then the weekend I was low.")} == {2}


@pytest.mark.parametrize(
    ("item", "said", "low", "high"),
    [
        (14, "slept well every night", 0, 0),
        (14, "I've slept well most nights", 1, 2),
        (3, "Not really, I've been pretty calm most of the time.", 0, 0),
        (1, "No, I've enjoyed things most days", 0, 0),
        (14, "sleep has been fine every night", 0, 0),
        (14, "slept well maybe twice", 3, 4),
        (14, "slept badly every night", 4, 4),
        (14, "haven't slept well most nights", 3, 4),
        (2, "I was happy every day", 0, 0),
        (2, "happy most days", 1, 2),
        (2, "had a good time most days", 1, 2),
        (1, "most days were fine", 1, 2),
        (3, "My wife would say every day lol, I'd say like half", 2, 3),
        (6, "calm on two days", 3, 4),
        (9, "felt fine every day", 0, 0),
        (2, "weekends mostly", 2, 2),
        (14, "slept well every night except Tuesday", 1, 1),
        (14, "slept well every night apart from two", 1, 1),
        (14, "apart from one night I slept well", 1, 1),
        (14, "slept well every night except when the dog barked", 1, 1),
    ],
)
def test_days_on_which_it_went_well_are_not_days_of_the_problem(item: int, said: str, low: int, high: int) -> None:
    assert {one.score for one in scored(item, said)} <= set(range(low, high + 1))


@pytest.mark.parametrize("said", ["always tired", "i only slept 5 hrs most nights but was exhausted"])
def test_what_speaks_against_an_item_is_asked_back(said: str) -> None:
    assert all(one.needs_followup for one in scored(4, said))


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("evry dya", "every day"), ("nver", "never"), ("mabye 3 tims", "maybe 3 times"), ("abot haf", "about half"),
        ("amost evry nigth", "almost every night"), ("twce", "twice"), ("thre days", "three days"),
    ],
)  # fmt: skip
def test_a_slip_of_the_finger_in_how_often_is_read_as_what_was_meant(slip: str, meant: str) -> None:
    for item in (2, 9):
        assert [one.score for one in scored(item, slip)] == [one.score for one in scored(item, meant)]
        assert not any(one.needs_followup for one in scored(item, slip))


NONE = (
    (20, "No. I see my friends twice a week."), (21, "No. I drink coffee every day."), (8, "no. I went out every day."),
    (17, "No. I wash my hands a few times a day."), (23, "No. I take vitamins every day."), (22, "not for years"),
    (16, "not in a long time"), (22, "not this time"), (20, "no trust issues"), (19, "no goals changed"),
    (14, "no sleep trouble"), (21, "one beer then bed, most nights"), (21, "every night but only one glass"),
    (2, "down to earth and fine"),
)  # fmt: skip


@pytest.mark.parametrize(("item", "said"), NONE)
def test_a_no_is_not_taken_back_nor_good_missed_by_what_is_about_something_else(item: int, said: str) -> None:
    assert {(one.score, one.needs_followup) for one in scored(item, said)} == {(0, False)}


SEEN = (
    (14, "slept well last night"), (14, "I slept well on Tuesday"), (2, "I was happy yesterday"),
    (6, "I was calm on Wednesday"), (3, "patient 2 days"), (2, "tested positive 3 days ago and been fine since"),
)  # fmt: skip


@pytest.mark.parametrize(("item", "said"), SEEN)
def test_a_good_day_says_nothing_of_the_others(item: int, said: str) -> None:
    assert all(one.score <= 1 or one.needs_followup for one in scored(item, said))


@pytest.mark.parametrize(
    ("item", "said"),
    [
        (4, "most days, never tired"), (4, "less sleep but not tired at all, most days"),
        (4, "nearly every day, slept 3 hours and wasn't tired"),
    ],
)  # fmt: skip
def test_who_is_not_tired_may_be_full_of_energy(item: int, said: str) -> None:
    assert all(one.score >= 3 and not one.needs_followup for one in scored(item, said))


ASKED = (
    (23, "my prescribed adderall every day"), (23, "i take my meds every day"), (22, "i use nicotine gum every day"),
    (5, "every day lol jk"), (14, "8 hours a night"), (20, "not very"),
    (20, "very close to my kids, see them every day"), (1, "I'm back to gardening every day, feeling great"),
    (15, "don't recall any day like that"),
)  # fmt: skip


@pytest.mark.parametrize(("item", "said"), ASKED)
def test_what_may_be_none_is_asked_back(item: int, said: str) -> None:
    assert all(one.needs_followup for one in scored(item, said))
