import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.diagnostician.features import limited
from agents.diagnostician.mentions import heard, told
from agents.domain.transcript import Role, Turn
from agents.reading.document import parts


def said(text: str, item: int | None = None) -> set[str]:
    """The features that one patient turn affirms."""
    found = heard(told((Turn(index=0, role=Role.PATIENT, text=text, item_id=item),)))
    return {key for key, value in found.items() if value.mentions}


def test_a_phrase_may_hold_in_some_answers_alone() -> None:
    assert limited("8,16: the tunnel") == (frozenset({8, 16}), "the tunnel")
    assert limited("the tunnel") == (frozenset(), "the tunnel")


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("I have flashbacks", False),
        ("I don't have flashbacks", True),
        ("I don’t have any flashbacks", True),
        ("No flashbacks at all", True),
        ("I never get flashbacks", True),
        ("I don't sleep, but I have flashbacks", False),
        ("It is not only flashbacks", False),
        ("I can't stop the flashbacks", False),
        ("I don't know why I have flashbacks", False),
        ("I used to have flashbacks", True),
        ("My brother has flashbacks", True),
        ("My brother says I have flashbacks", False),
        ("Flashbacks?", True),
        ("Flashbacks, no", True),
        ("Without flashbacks I would sleep", True),
        ("Not a day goes by without flashbacks", False),
        ("Nothing like flashbacks", True),
        ("For no clear reason I get flashbacks", False),
        ("I have no idea where the flashbacks come from", False),
        ("I don't talk about the flashbacks", False),
        ("My boss gives me flashbacks", False),
        ("Nobody here has flashbacks", True),
        ("I no longer have flashbacks", True),
    ],
)
def test_negated_past_and_borrowed_words_give_no_support(text: str, gone: bool) -> None:
    (part,) = parts(text)
    at = part.document.text.index(" flashbacks ")
    assert part.document.unsupported(at) is gone


def test_a_denial_is_kept_apart_from_silence() -> None:
    turn = Turn(index=3, role=Role.PATIENT, text="No. I don't hear voices.", item_id=12)
    found = heard(told((turn,)))["voices"]
    assert not found.mentions
    assert found.denials == 1


def test_a_volunteered_mention_weighs_more_than_an_answer() -> None:
    text = "I hear voices at night."
    asked = heard(told((Turn(index=0, role=Role.PATIENT, text=text, item_id=12),)))["voices"]
    volunteered = heard(told((Turn(index=0, role=Role.PATIENT, text=text, item_id=14),)))["voices"]
    assert volunteered.strength > asked.strength


def test_the_interviewers_words_are_never_evidence() -> None:
    assert not heard(
        told((Turn(index=0, role=Role.INTERVIEWER, text="Do you hear voices? Flashbacks, panic attacks."),))
    )


@given(
    st.lists(
        st.sampled_from(["I hear voices", ", no", "I don't sleep", "…", "\n", "İstanbul’s", "worry", "–"]), max_size=12
    )
)
def test_quotes_are_exact_substrings(words: list[str]) -> None:
    text = " ".join(words)
    for said_ in heard(told((Turn(index=0, role=Role.PATIENT, text=text),))).values():
        for mention in said_.mentions:
            assert text[mention.quote.start : mention.quote.end] == mention.quote.text


@given(st.text(max_size=3000))
def test_no_text_is_too_odd(text: str) -> None:
    for said_ in heard(told((Turn(index=0, role=Role.PATIENT, text=text),))).values():
        for mention in said_.mentions:
            assert text[mention.quote.start : mention.quote.end] == mention.quote.text


def test_what_stands_at_the_end_of_a_long_turn_is_heard_and_quoted() -> None:
    text = "We talked about the garden and the weather. " * 200 + "At night I hear voices."
    mention = heard(told((Turn(index=0, role=Role.PATIENT, text=text),)))["voices"].mentions[0]
    assert text[mention.quote.start :] == mention.quote.text + "."


@pytest.mark.parametrize(
    "text",
    [
        "worry " * 3400,
        "not " * 5000,
        "((((" * 5000,
        "I worry about everything, " * 800,
        "\u202eabc " * 4000,
        "a" * 20000,
    ],
)
def test_a_hostile_message_takes_no_longer_than_a_long_one(text: str) -> None:
    said("warm up")
    start = time.process_time()
    said(text[:20000])
    assert time.process_time() - start < 0.5


def test_features_limited_to_items_are_heard_there_alone() -> None:
    text = "A few beers to relax, it's not a big deal."
    assert "use_played_down" in said(text, 21)
    assert "use_played_down" not in said(text, 3)


def test_features_of_elsewhere_are_not_heard_in_the_answer_that_asks() -> None:
    text = "I was drunk."
    assert "substance_elsewhere" in said(text, 14)
    assert "substance_elsewhere" not in said(text, 21)


SIGNS = [
    ("calm", 8, "I stay in because I'm too tired to dress, it isn't fear."),
    ("fatigue", 5, "Brushing my teeth takes all the strength I own."),
    ("bed", 1, "Most afternoons I'm under the duvet with the blinds down."),
    ("worthlessness", 16, "That I've wasted everybody's time."),
    ("worst_case", 16, "If she's late I have already imagined the ambulance."),
    ("worst_case", 14, "I lie there with my lists for the office."),
    ("worry_everything", 6, "When one worry is dealt with the next is on the mat."),
    ("tension", 9, "My teeth are worn flat, I grind my teeth all night."),
    ("panic_attacks", 7, "I had four attacks, each over in ten minutes."),
    ("panic_anticipation", 6, "All I do is wait for the next one."),
    ("panic_anticipation", 8, "I stay out of cinemas in case it happens there."),
    ("heart_watched", 17, "I take my pulse in the lift, at my desk, at red lights."),
    ("agoraphobia", 8, "I don't drive through the tunnel any more."),
    ("judged", 6, "They'll notice how red I get."),
    ("social_situations", 8, "I eat alone on the back stairs."),
    ("social_everywhere", 17, "I rehearse what to tell the barber."),
    ("contamination_harm", 16, "An image of pushing a stranger off the platform, and it sickens me."),
    ("contamination_harm", 8, "I won't touch the lift buttons."),
    ("rituals", 17, "If I lose count I begin again from the start."),
    ("rituals", 17, "Seven times for every plug."),
    ("trauma_event", 2, "It began after the robbery at our till."),
    ("reexperiencing", 14, "I wake up shouting, drenched."),
    ("life_event", 2, "Since the divorce I eat standing up."),
    ("life_event", 6, "I'm sixty and nobody is hiring."),
    ("life_event", 2, "It's since the plant closed."),
    ("episodes", 16, "In June I was unstoppable, I ran up the bills I pay now."),
    ("episodes", 23, "I stopped the lithium on my own."),
    ("high_energy", 4, "Two hours are plenty, I jump up singing."),
    ("spree", 5, "I signed a lease for a studio and bought a kayak."),
    ("voices", 12, "Two men discuss what I'm wearing."),
    ("thoughts_open", 13, "The newsreader repeats my words."),
    ("watched", 6, "They have put something into the building, microphones I think."),
    ("use_grip", 15, "There are whole evenings I can't remember."),
    ("use_grip", 7, "When I ran out I shook like a leaf."),
    ("substance_elsewhere", 14, "I can't drop off without a drink."),
    ("judged", 16, "How stupid I sounded at the till."),
    ("bed", 1, "There are days on which I don't leave my bed."),
    ("trauma_event", 2, "Two men broke into our flat and held a knife to me."),
    ("life_event", 19, "I used to be a foreman, now I'm unemployed."),
    ("watched", 16, "Somebody puts something in my soup, they are all in on it."),
    ("use_grip", 6, "I tremble if I don't drink."),
    ("substance_elsewhere", 14, "I can't sleep unless I've had a few drinks."),
    ("own_medicine", 23, "The label says two and I take eight tramadol."),
]
"""What is told in words of their own: feature, item and words."""


def test_signs_are_heard_in_other_words() -> None:
    missed = [one for one in SIGNS if one[0] not in said(one[2], one[1])]
    assert len(SIGNS) - len(missed) >= 34, missed


@pytest.mark.parametrize(
    ("feature", "item", "text"),
    [
        ("trauma_event", 10, "They shot some film about the hospital."),
        ("trauma_event", 12, "It has been quiet since the break."),
        ("reexperiencing", 3, "In the mornings I'm a nightmare to be with."),
        ("rituals", 5, "I barely finish the washing up."),
        ("voices", 2, "I hear the neighbours laughing through the wall."),
        ("voices", 12, "It's not like I hear voices."),
        ("thoughts_open", 13, "My husband would be glad if he could read my mind."),
        ("watched", 8, "I kept the camera switched off in the meeting."),
        ("stress", 23, "Only a pill for my blood pressure."),
        ("crying", 14, "I hear the baby crying next door."),
        ("use_grip", 3, "Being angry takes more than I have."),
        ("agoraphobia", 16, "I see a school bus in a ditch."),
        ("judged", 11, "I could just disappear."),
        ("high_energy", 17, "The letter has to be perfect."),
        ("panic_attacks", 10, "My uncle had a heart attack."),
        ("episodes", 16, "The swing was taken away from the park."),
        ("episodes", 2, "When the letter came, in March, I was quite low."),
        ("spree", 5, "I started a scarf."),
    ],
)
def test_loose_talk_is_no_sign(feature: str, item: int, text: str) -> None:
    assert feature not in said(text, item)
