"""What the fields of the clinic's page are called, there and wherever a text in one of them is refused."""

from typing import Final, NamedTuple


class Fact(NamedTuple):
    """A fact's field: its name, and how its text goes on."""

    name: str
    hint: str


FACTS: Final = {
    "readers": Fact("Who else can read it", "Goes on from “… can read it, and so can”: the clinicians on duty."),
    "record": Fact("What goes into the record", "In one sentence: A summary goes into your record."),
    "kept": Fact("For how long it is kept", "Goes on from “It's kept”: for ten years."),
    "place": Fact("Where it is kept", "Goes on from “It's kept”: on a server in this clinic."),
    "limits": Fact("When you must tell somebody else", "In one sentence."),
    "model": Fact("Whether it trains an AI", "In one sentence: It is not used to train an AI."),
    "after_note": Fact("What you do after an alert", "In one sentence: We call the same day."),
}
_TOPICS: Final = {
    "unheard": "Not understood",
    "tiresome": "Tired of the questions",
    "rude": "Rude words",
    "others": "Help for others",
    "message": "A message to be passed on",
    "family": "Family or partner reading it",
    "unsaid": "Would rather not have said it",
    "there_now": "What a yes to “right now” brings",
    "common": "Whether others have this too",
    "told": "Who is told",
    "number": "Where the numbers are",
    "change": "Changing an answer",
    "readers": "Who reads it",
    "kept": "How long it is kept",
    "must": "Having to answer",
    "right": "Right or wrong answers",
    "next": "What comes next",
    "counts_drugs": "Whether a drug counts",
    "counts_medicine": "Whether a medicine counts",
    "counts_tobacco": "Whether tobacco or vaping counts",
    "counts_drinks": "Whether a drink counts",
    "counts_weeks": "Which two weeks count",
    "counts_days": "Which days count",
    "counts_several": "How many days “several” are",
    "counts_cause": "Whether the cause counts",
    "counts_nicotine": "Whether nicotine gum counts",
    "counts_coffee": "Whether coffee counts",
    "present": "Whether somebody is still there",
    "how_are_you": "“How are you?”",
    "kind": "Kind words",
    "shown": "Seeing all answers",
    "waits": "Needing time",
    "later": "Answering later",
    "sorry": "An apology",
    "onward": "Going on",
    "chat": "Small talk",
    "one_answer": "Taking out one message",
    "overwhelmed": "Too much at once",
    "trust": "Not trusting this",
    "if_yes": "What a yes brings",
    "record": "Whether it goes into a record",
    "police": "Whether the police come",
    "machine": "Whether a person writes",
    "private": "Whether it is private",
    "length": "How long it takes",
    "purpose": "What the questions are for",
    "stop": "Stopping",
    "stays": "What stays after deletion",
    "name": "What the questionnaire is called",
    "order": "Something else than the questions",
    "question": "Wanting to ask something",
    "short": "Short answers",
}


def topic(key: str) -> str:
    """The name of the field for the clinic's own answer to a topic of the catalogue."""
    return _TOPICS.get(key) or key.replace("_", " ").capitalize()
