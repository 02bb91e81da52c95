"""Sentences whose truth is known because they are built: item wording x frequency or denial -> score."""

from collections.abc import Iterator
from dataclasses import dataclass

PROBLEMS = {
    1: ("I've had no interest in anything", "I haven't enjoyed a thing", "I couldn't be bothered with my hobbies"),
    2: ("I've felt down", "I've been feeling really low", "I was in tears"),
    3: ("I've been irritable", "I snapped at people", "I lost my temper"),
    4: ("I've slept three hours and felt full of energy",),
    5: ("I've been taking silly risks", "I started new projects"),
    6: ("I've been anxious", "I felt on edge", "I was worried sick"),
    7: ("I had a panic attack", "I've been frightened"),
    8: ("I avoided going out", "I made excuses and stayed home"),
    9: ("I've had headaches nobody can explain", "my back has been aching"),
    10: ("I've felt dismissed by my doctor", "I felt nobody believes my illness"),
    11: ("I've had thoughts of hurting myself",),
    12: ("I've heard voices", "I heard someone whispering"),
    13: ("I felt people could hear my thoughts",),
    14: ("I've slept badly", "I was lying there awake", "I couldn't sleep"),
    15: ("I've been forgetting things", "my mind went blank"),
    16: ("I've had horrible intrusive thoughts", "an awful image kept coming back"),
    17: ("I had to check the locks over and over", "I washed my hands again and again"),
    18: ("I've felt detached from my body", "things seemed unreal"),
    19: ("I've felt lost about who I am", "I wondered who I really am"),
    20: ("I've felt distant from everyone", "I didn't feel close to anyone"),
    21: ("I drank five or six beers", "I got drunk"),
    22: ("I smoked", "I had a cigarette"),
    23: ("I smoked weed", "I took pills that weren't prescribed to me"),
}
FREQUENCIES = {
    0: (),
    1: (
        "once",
        "twice",
        "on one day",
        "on two days",
        "one night",
        "just the once",
        "on a couple of days",
        "only on Tuesday",
        "on Monday and on Thursday",
        "once or twice",
        "rarely",
        "once a week",
        "on one or two days",
        "a couple of times",
    ),
    2: (
        "on three days",
        "on four of the fourteen days",
        "every other day",
        "on five or six days",
        "several days",
        "on maybe 4 or 5 days",
        "about half the time",
        "three times a week",
        "on both weekends",
        "twice a week",
        "on seven days",
        "every third day",
        "a handful of days",
        "on Mondays, Wednesdays and Fridays",
        "half a dozen times",
        "on 3-4 days",
        "on three, no, four days",
        "all of last week",
        "from Monday to Thursday last week",
        "on Fridays and Saturdays",
        "every few days",
        "every second night",
        "on six days in all",
    ),
    3: (
        "most days",
        "more than half the days",
        "on nine days",
        "on ten of the fourteen days",
        "most of the time",
        "more days than not",
        "every weekday",
        "on weekdays, both weeks",
        "on eight or nine days",
        "five days a week",
        "well over half the time",
        "on 11 days",
        "most nights",
        "Monday to Friday",
        "on eleven days, I think",
        "the majority of days",
        "two days out of three",
        "on 10 out of 14 days",
        "four or five times a week",
    ),
    4: (
        "every day",
        "every single day",
        "nearly every day",
        "all the time",
        "constantly",
        "on all fourteen days",
        "daily",
        "day in, day out",
        "every day except Sunday",
        "almost every night",
        "without fail, every day",
        "on twelve days",
        "on thirteen of the fourteen days",
        "each and every day",
        "the whole two weeks",
        "24/7",
        "every day bar one",
        "on all but two days",
        "pretty much every day",
        "around the clock",
        "six or seven days a week",
        "every morning",
    ),
}
DENIALS = (
    "No.",
    "No, not at all.",
    "Nope.",
    "Never.",
    "No, nothing like that.",
    "Not really, no.",
    "No, I haven't.",
    "Not once.",
    "Absolutely not.",
    "No, not on any day.",
    "None of that.",
    "Nah.",
    "No, never.",
    "Not in the last two weeks.",
    "God, no.",
    "I can't say I have.",
    "Not at any point.",
    "No, that doesn't apply to me.",
    "That hasn't happened.",
    "Zero days.",
    "Not in the slightest.",
    "No, it hasn't come up.",
    "Not a single day.",
    "Well, no.",
    "Honestly, no.",
    "No, thank goodness.",
)
NEGATED = {
    2: ("I haven't felt down at all.", "I'm not down, just tired.", "I've not been sad on any day."),
    3: ("I haven't been irritable.", "I'm not angry, I'm only tired."),
    4: ("I sleep less but I'm exhausted.", "Less sleep, and no energy either.", "I've been sleeping as usual."),
    5: ("I haven't started anything new.", "I haven't taken any risks."),
    6: ("I haven't been anxious or worried.", "I'm not nervous, I'm excited."),
    7: ("I haven't panicked.", "There was no panic."),
    8: ("I haven't avoided anything.", "I don't avoid places."),
    9: ("I haven't had any aches or pains.", "No pains to speak of."),
    11: ("I have never thought of hurting myself.", "I don't have thoughts like that."),
    12: ("I don't hear voices.", "I haven't heard anything like that."),
    14: ("I sleep fine.", "My sleep is good.", "I've been sleeping like a log."),
    15: ("My memory is fine.", "I haven't forgotten anything."),
    16: ("I don't get intrusive thoughts.", "No unpleasant thoughts at all."),
    17: ("I don't check things.", "I have no rituals."),
    18: ("I haven't felt detached.", "I don't feel unreal."),
    19: ("I know who I am.", "I know exactly what I want."),
    20: ("I feel close to my family.", "I get on well with everyone."),
    21: ("I don't drink.", "I never drink that much.", "I had one glass of wine on Saturday.", "Two beers at most."),
    22: ("I don't smoke.", "I've never smoked.", "I quit years ago."),
    23: ("I only take what my doctor prescribed.", "I take my pills as prescribed."),
}


@dataclass(frozen=True)
class Case:
    """A built reply; `followup` when the frequency comes in the reply to "how often?"."""

    item: int
    score: int
    reply: str
    followup: str | None = None


def endorsed() -> Iterator[Case]:
    """Problem and frequency in one sentence, with and without a yes before it."""
    for item, problems in PROBLEMS.items():
        for problem in problems:
            for score, expressions in FREQUENCIES.items():
                for i, expression in enumerate(expressions):
                    yield Case(item, score, f"{'Yes, ' if i % 2 else ''}{problem} {expression}.")


def asked_back() -> Iterator[Case]:
    """The problem first, the frequency only when asked."""
    for item, problems in PROBLEMS.items():
        for score, expressions in FREQUENCIES.items():
            for expression in expressions:
                for form in ("{}, I'd say.", "I think {}, yes."):
                    yield Case(item, score, f"Yes, {problems[0]}.", form.format(expression).capitalize())


def denied() -> Iterator[Case]:
    """Denials of every item."""
    for item in PROBLEMS:
        for denial in DENIALS:
            yield Case(item, 0, denial)
            yield Case(item, 0, "It's hard to put into words.", denial)
    for item, replies in NEGATED.items():
        for reply in replies:
            yield Case(item, 0, reply)
            yield Case(item, 0, f"No, {reply[0].lower() if not reply.startswith('I') else reply[0]}{reply[1:]}")
