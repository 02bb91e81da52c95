"""Profiles told in unusual words: hardly a phrase of a textbook, yet the scored items make a pattern. The patients'
words here are written for these tests."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.diagnostician.port import Impression, Mode
from agents.diagnostician.rules import diagnose
from tests.agents.diagnostician.test_rules import patient

Replies = Mapping[int, tuple[int, str]]

PLAINLY_TOLD: dict[str, Replies] = {
    "F32": {
        1: (4, "The allotment has gone to seed and I let it."),
        2: (4, "From the first cup to the last, all grey."),
        3: (0, "I lack the strength to be cross with anyone."),
        6: (0, "Nerves would take more fuel than is left in me."),
        14: (4, "Wide awake before the birds, day after day."),
        16: (2, "What a burden I've been to my brother."),
        20: (3, "They visit and it is all behind thick glass."),
    },
    "F31": {
        1: (0, "The opposite! I adore everything, the buses, the rain."),
        2: (0, "Never better, on fire, frankly."),
        3: (2, "People are too slow for me."),
        4: (4, "Two hours and up at dawn, singing."),
        5: (3, "I've bought a kiln and a van, and the third business starts Monday."),
        19: (0, "I was made for greatness."),
        21: (2, "Some long evenings with the investors."),
    },
    "F41.1": {
        6: (4, "Rent, the boiler, my daughter's cough, the exams, in turns and every day."),
        9: (3, "My jaw and neck are like stone."),
        14: (3, "I plan tomorrow in bed, then I plan it again."),
        16: (2, "What ifs about my son's bike."),
        17: (2, "I reread emails before they go, looking for a mistake."),
    },
    "F41.0": {
        6: (3, "Waiting for the next one."),
        7: (2, "Five of them; my heart gallops, my fingers tingle and I'm certain I'm dying."),
        8: (3, "No lifts, no tunnel, no supermarket queue."),
        10: (2, "Two ECGs, a paper bag and off home."),
        17: (2, "Two fingers on my pulse."),
        18: (2, "The street goes flat while it lasts, I cannot breathe."),
    },
    "F40.1": {
        6: (4, "Each morning before the team meeting."),
        8: (4, "I eat in the stairwell so no one starts small talk, and my camera stays off."),
        16: (3, "The handshake, and the silly thing I told the waiter."),
        17: (1, "I rehearse a phone call in front of the mirror."),
        20: (2, "Nice people, I leave before they notice me blushing."),
    },
    "F42": {
        6: (3, "On edge till it is done properly."),
        8: (3, "I use my elbow, the rails have other people's germs."),
        16: (4, "That I have contaminated my baby's bottle."),
        17: (4, "Scrub, rinse, and if I lose count I begin again."),
        3: (2, "When someone interrupts the sequence."),
    },
    "F43.1": {
        3: (3, "I roared at a lad over a slammed door."),
        6: (4, "Forever listening for the siren."),
        7: (2, "A car backfired and I was under the bench."),
        8: (4, "I walk round by the canal, never past that corner where he had the gun."),
        14: (4, "I wake up drenched from the nightmare."),
        16: (4, "The blood on the pavement, his scream."),
        18: (2, "Not in my own skin."),
        20: (3, "My wife's hand makes me flinch."),
    },
    "F43.2": {
        1: (2, "The accordion is still in one of the boxes from the move."),
        2: (2, "Since he moved out, on and off."),
        6: (2, "How I'll pay the lawyer on one wage."),
        14: (2, "Awake at four with the custody papers."),
        16: (2, "That last talk about the separation at our old house."),
        19: (3, "Twenty years a wife, and now?"),
    },
    "F20": {
        1: (2, "The radio talks in my songs, so I leave them."),
        6: (4, "The same van is parked outside, it follows me."),
        8: (3, "Too many cameras on the tram."),
        9: (2, "They use the fillings in my teeth for the signal."),
        12: (4, "A man and a girl, all day."),
        13: (3, "The neighbours repeat what goes through my head."),
        20: (2, "Can't say who has been swapped."),
    },
    "F1": {
        2: (2, "Sundays, hungover."),
        3: (3, "Till the first beer, yes."),
        14: (4, "I pass out, then I'm up at two with the shakes."),
        15: (2, "Blackouts, whole evenings gone."),
        16: (3, "The craving, most of the day."),
        20: (2, "I'd rather sit alone with a bottle."),
        21: (4, "Ten, easily, every night."),
        22: (4, "Two packs."),
        23: (2, "Percocet from a guy on the crew."),
    },
}


def first(replies: Replies, intro: str = "Sure, go ahead.") -> Impression | None:
    found = diagnose(patient(replies, intro=intro), Mode.DIAGNOSTIC).impressions
    return found[0] if found else None


def codes(replies: Replies) -> list[str]:
    return [one.icd10 or "" for one in diagnose(patient(replies), Mode.DIAGNOSTIC).impressions]


@pytest.mark.parametrize("code", PLAINLY_TOLD)
def test_a_picture_in_unusual_words_is_ranked_first(code: str) -> None:
    found = first(PLAINLY_TOLD[code])
    assert found is not None
    assert (found.icd10 or "").startswith(code)


@pytest.mark.parametrize("code", PLAINLY_TOLD)
def test_what_it_rests_on_is_quoted(code: str) -> None:
    found = first(PLAINLY_TOLD[code])
    assert found is not None
    assert found.evidence
    texts = [text for _, text in PLAINLY_TOLD[code].values()]
    assert all(any(quote.text in text for text in texts) for quote in found.evidence)


@pytest.mark.parametrize(
    ("days", "told"),
    [(1, "Once, at my cousin's wedding."), (2, "Both Fridays, with the team."), (1, "A few glasses at a party.")],
)
def test_a_day_or_two_with_drinks_is_no_disorder(days: int, told: str) -> None:
    assert codes({21: (days, told)}) == []
    worried = codes({**PLAINLY_TOLD["F41.1"], 21: (days, told)})
    assert worried[0] == "F41.1"
    assert not any(code.startswith("F1") for code in worried)


def test_unwanted_thoughts_alone_are_no_compulsion() -> None:
    assert not any(code.startswith("F42") for code in codes({16: (4, "Pictures I'd rather not have, daily.")}))
    assert not any(code.startswith("F42") for code in codes(PLAINLY_TOLD["F43.1"]))


def test_what_is_feared_tells_the_fears_apart() -> None:
    """The same scores, and only the answer to the avoided situations and its neighbours differ."""
    scores = {6: 3, 7: 2, 8: 3, 16: 3}

    def told(*texts: str) -> str | None:
        found = first({item: (score, text) for (item, score), text in zip(scores.items(), texts, strict=True)})
        return found.icd10 if found else None

    people = told(
        "Before each presentation.", "When they all stared.", "Parties, phone calls, the canteen.", "I blushed."
    )
    alarm = told(
        "My pulse.", "I can't breathe, my heart pounds, I'm dying.", "The metro, bridges, lifts.", "Collapsing."
    )
    assert (people, alarm) == ("F40.10", "F41.0")


def test_a_plain_single_picture_is_shown_and_everyday_trouble_is_not() -> None:
    low = first({1: (3, "Most days."), 2: (3, "Most days, yes."), 14: (3, "Badly."), 20: (2, "Distant.")})
    assert low is not None
    assert low.icd10 == "F32.9"
    assert (
        codes({2: (1, "One bad evening."), 3: (1, "At the printer."), 14: (1, "The heat."), 21: (1, "A wedding.")})
        == []
    )


def test_words_in_denials_say_little() -> None:
    denials = {
        6: (0, "No, no worries about money, bills, my job, the kids or their exams."),
        7: (0, "No, my heart doesn't pound, I'm not dizzy and I don't feel I'm choking."),
        8: (0, "No, I don't mind buses, lifts, tunnels, parties or meetings."),
        12: (0, "No voices, no signals, no cameras."),
        16: (0, "No germs, no knives, no flashbacks, no smell of smoke."),
    }
    assert codes(denials) == []


def test_items_that_belong_together_are_told_so() -> None:
    found = first(PLAINLY_TOLD["F20"])
    assert found is not None
    assert any("say more than one by one: 12" in step for step in found.steps)
    alone = first({**PLAINLY_TOLD["F20"], 13: (0, "No.")})
    assert alone is not None
    assert not any("say more than one by one" in step for step in alone.steps)
    assert alone.confidence <= found.confidence


def test_worry_on_nearly_every_day_is_told_as_such() -> None:
    daily = first(PLAINLY_TOLD["F41.1"])
    assert daily is not None
    assert any(step.startswith("Telling because it is so frequent: 6") for step in daily.steps)
    assert not any("one by one" in step for step in daily.steps)
    _, words = PLAINLY_TOLD["F41.1"][6]
    rarer = first({**PLAINLY_TOLD["F41.1"], 6: (3, words)})
    assert rarer is not None
    assert rarer.confidence <= daily.confidence


@settings(max_examples=30, deadline=None)
@given(
    code=st.sampled_from(sorted(PLAINLY_TOLD)),
    intro=st.sampled_from(["Okay.", "Fine, let's start.", "I am ready, doctor."]),
    loud=st.booleans(),
)
def test_case_and_greeting_change_nothing(code: str, intro: str, loud: bool) -> None:
    replies = {i: (score, text.upper() if loud else text) for i, (score, text) in PLAINLY_TOLD[code].items()}
    found = first(replies, intro=intro)
    assert found is not None
    assert (found.icd10 or "").startswith(code)
