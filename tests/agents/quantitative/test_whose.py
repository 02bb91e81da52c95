"""Whom and what a quote of a model speaks of: a score rests on the participant's own trouble with its item."""

import json

import pytest

from agents.assessment.formats.plain import read
from agents.domain.transcript import Role, Transcript
from agents.llm.clock import SystemClock
from agents.llm.model import Model
from agents.llm.policy import Policy
from agents.llm.retries import Retries
from agents.quantitative.lexicon import ITEMS
from agents.quantitative.llm import LlmQuantifier
from agents.quantitative.port import Reason
from agents.quantitative.whose import Whose
from agents.quotes.participant import ParticipantQuotes
from agents.scripted.model import ScriptedAdapter
from benchmarks.training.datasets import TRANSCRIPTS, lines

HOME = """\
Interviewer: how are things at home
Participant: he's the depressed one, every day. my wife cries most mornings
Interviewer: how do you sleep
Participant: my son wakes up every night, and then I'm up too. he has nightmares
Interviewer: and your energy
Participant: I'm worn out nearly every day
Interviewer: and do you feel down
Participant: yes
Interviewer: how often
Participant: half of the days
"""


def talk(*told: str) -> Transcript:
    said = (f"{'Participant' if place % 2 else 'Interviewer'}: {text}" for place, text in enumerate(told))
    return read("\n".join(said))


def against(transcript: Transcript, item: str, *quotes: str) -> Reason | None:
    found, dropped = ParticipantQuotes(transcript).quotes(quotes)
    assert not dropped
    return Whose(transcript).against(item, found)


@pytest.mark.parametrize(
    ("item", "quotes", "why"),
    [
        ("Depressed", ("he's the depressed one",), Reason.OTHER_PERSON),
        ("Depressed", ("he's the depressed one", "every day"), Reason.OTHER_PERSON),
        ("Depressed", ("my wife cries most mornings",), Reason.OTHER_PERSON),
        ("Sleep", ("he has nightmares",), Reason.OTHER_PERSON),
        ("Concentrating", ("I'm worn out nearly every day",), Reason.OTHER_ITEM),
        ("Appetite", ("I'm worn out", "nearly every day"), Reason.OTHER_ITEM),
        ("Sleep", ("my son wakes up every night, and then I'm up too",), None),
        ("Tired", ("I'm worn out", "nearly every day"), None),
        ("Depressed", ("yes", "half of the days"), None),
        ("Depressed", ("half of the days", "he's the depressed one"), None),
        ("Depressed", ("I'm worn out nearly every day",), None),
        ("Depressed", (), None),
    ],
)
def test_whom_and_what_quotes_speak_of(item: str, quotes: tuple[str, ...], why: Reason | None) -> None:
    assert against(read(HOME), item, *quotes) is why


def test_no_right_quote_is_refused() -> None:
    """All exchanges of the labelled data whose problem is there; words about an item that is far from another are told
    from it in four of five."""
    refused, right, told, wrong = [], 0, 0, 0
    for line in lines(TRANSCRIPTS / "phq8_exchanges.txt"):
        item, score, *said = line.split("|")
        if score not in "123" or item not in ITEMS:
            continue
        transcript = talk(*said)
        whose, right = Whose(transcript), right + 1
        quotes = ParticipantQuotes(transcript).quotes(one.text for one in transcript if one.role is Role.PATIENT)[0]
        if whose.against(item, quotes):
            refused.append(line)
        others = [whose.against(other, quotes) for other in ("Appetite", "Concentrating") if other != item]
        told, wrong = told + sum(one is not None for one in others), wrong + len(others)
    assert right > 300
    assert refused == []
    assert told > 0.8 * wrong


WRITTEN = (
    ("Tired", "I can't stay awake past seven, most evenings"),
    ("Depressed", "since my wife died I'm a wreck, every day"),
    ("Depressed", "people say I look sad all the time"),
    ("Failure", "my dad would be ashamed of me"),
    ("Sleep", "the baby has me up every night"),
    ("NoInterest", "I just want to stay in bed most days"),
    ("Concentrating", "my boss noticed I make mistakes every day"),
    ("Appetite", "I eat everything in sight when I'm low, most nights"),
)


@pytest.mark.parametrize(("item", "quote"), WRITTEN)
def test_what_may_speak_of_several_items_is_left_to_the_model(item: str, quote: str) -> None:
    assert against(talk("so how have things been", quote), item, quote) is None


async def test_a_score_on_other_words_is_asked_about_once_and_then_is_none() -> None:
    def scored(item: str, score: int | None, *quotes: str) -> dict[str, object]:
        return {"item": item, "quotes": quotes, "reason": "judged" if score else "no_mention", "score": score}

    given = {
        "items": [
            *(scored(item, None) for item in ITEMS if item not in ("Depressed", "Tired", "Appetite")),
            scored("Depressed", 3, "he's the depressed one, every day"),
            scored("Appetite", 3, "I'm worn out nearly every day"),
            scored("Tired", 3, "I'm worn out nearly every day"),
        ]
    }
    adapter = ScriptedAdapter(lambda _: json.dumps(given))
    model = Model("stub/rules", adapter, Retries("stub", Policy(), SystemClock()))
    scores = await LlmQuantifier(model).score(read(HOME), ())
    assert len(adapter.calls) == 2
    asked = adapter.calls[1].messages[-1].text
    assert "Depressed: its quotes (“he's the depressed one, every day”) speak of somebody else" in asked
    assert "Appetite: its quotes (“I'm worn out nearly every day”) speak of another item" in asked
    assert "Tired" not in asked
    found = {one.item: (one.score, one.reason) for one in scores.items}
    assert found["Depressed"] == (None, Reason.OTHER_PERSON)
    assert found["Appetite"] == (None, Reason.OTHER_ITEM)
    assert found["Tired"] == (3, Reason.JUDGED)
    assert scores.note
