"""How often and whether, told over several turns: totals, follow-up questions, parts of days, others' words."""

import pytest

from tests.agents.quantitative.test_spoken import scored

ASKED = "do you have trouble sleeping"
AWAKE = "yes, i lie awake"


@pytest.mark.parametrize(
    ("talk", "expected"),
    [
        ([ASKED, AWAKE, "how many nights", "tuesday was one, then the weekend, then three more after. so six"], 1),
        ([ASKED, AWAKE, "how often", "depends on the shift", "so about nine nights", "nine, yeah"], 2),
        ([ASKED, AWAKE, "so just the three nights", "yes"], 1),
        ([ASKED, AWAKE, "how often", "the nights i was on call, five nights, and three of those i lay awake"], 1),
        ([ASKED, AWAKE, "how often", "in fourteen nights i slept through two"], 3),
        ([ASKED, "i lie awake on weekdays. saturday and sunday i have the boat and it's peace"], 2),
        (
            [
                "how do you sleep",
                "i'm up till four",
                "how many nights",
                "most. i look at the clock eight times an hour",
            ],
            2,
        ),
    ],
)
def test_days_are_summed_up_cut_down_and_set_aside(talk: list[str], expected: int) -> None:
    assert scored("Sleep", talk) == expected


@pytest.mark.parametrize(
    ("item", "talk", "expected"),
    [
        (
            "Concentrating",
            ["can you follow a film", "i ask my son who died", "how often is that", "well. i'd say most days"],
            2,
        ),
        ("Sleep", ["do you ever sleep through", "no"], 3),
        ("Tired", ["do you feel rested", "nope", "is that each morning", "each and every one"], 3),
        ("Appetite", ["how's your appetite", "don't have any", "since when", "it's every day now"], 3),
    ],
)
def test_a_follow_up_is_read_with_what_it_follows(item: str, talk: list[str], expected: int | None) -> None:
    assert scored(item, talk) == expected


@pytest.mark.parametrize(
    ("item", "talk", "expected"),
    [
        ("Depressed", ["are you sad", "a man i visit told me john, i am in despair every day of the week"], None),
        ("Concentrating", ["is it hard to concentrate", "no. you drift off on that saw, you lose a thumb"], 0),
        ("Moving", ["have people noticed you slowed down", "they say so", "how often", "she said it the once"], None),
        ("Moving", ["have you slowed down", "i was slow always"], None),
        ("Sleep", [ASKED, AWAKE, "how many days do you work", "i drive five days"], None),
        (
            "Tired",
            ["are you tired", "not once, i'm in great shape", "how is work", "i'm wiped of the whole business"],
            0,
        ),
        ("NoInterest", ["how are you", "i haven't painted, nothing appeals to me, it's every day"], 3),
    ],
)
def test_what_is_another_s_anyone_s_or_denied(item: str, talk: list[str], expected: int | None) -> None:
    assert scored(item, talk) == expected


@pytest.mark.parametrize(
    ("item", "talk", "expected"),
    [
        ("Sleep", ["how do you sleep", "i can't remember the last time i slept through"], 3),
        ("Depressed", ["have you been crying", "i couldn't tell you when i last cried"], 0),
        ("Tired", ["do you get tired", "the weekdays i do, every one of them. sundays i'm a new man"], 2),
        ("Appetite", ["how do you eat", "i'm just not hungry. that's monday to friday, weekends i eat like a king"], 2),
        ("Depressed", ["do you feel low", "the day before the funeral and the day after, yes. other than that no"], 1),
        ("Sleep", ["how's your sleep", "good except for the four nights the roof leaked, then i lay awake"], 1),
        (
            "Failure",
            ["how do you see yourself", "okay. in reviews i hate myself, that's once a week, otherwise fine"],
            1,
        ),
        ("Tired", ["do you have energy", "i haven't had any energy since the move, not once"], 3),
        ("Concentrating", ["how is work", "my lad can't concentrate, the school calls every day"], None),
        ("Appetite", ["are you eating well", "always have and still do, like a horse"], 0),
    ],
)
def test_exceptions_last_times_and_kinds_of_days(item: str, talk: list[str], expected: int | None) -> None:
    assert scored(item, talk) == expected


@pytest.mark.parametrize(
    ("talk", "expected"),
    [
        (["how are you sleeping", "badly", "how many good nights did you have", "two"], 3),
        (["how are you sleeping", "badly", "how many bad nights did you have", "two"], 1),
        (["were there any nights you didn't lie awake", "not one"], 3),
        (["were there any nights you lay awake", "not one"], 0),
        (["on how many nights could you sleep", "six. i was up till dawn on the rest"], 2),
        (["so you're not having trouble sleeping", "no"], 0),
        (["so you're not sleeping", "no, every night it's the same"], 3),
    ],
)
def test_good_days_and_bad_ones_asked_for(talk: list[str], expected: int) -> None:
    assert scored("Sleep", talk) == expected
