"""Ordinary words that resemble a word of danger are read as they are written."""

import pytest

from agents.domain.risk import Tier
from agents.language import Language
from agents.risk.port import Message
from agents.risk.rules import read

AVOIDED = "In the last two weeks, were there days when you skipped something because of nerves? About how many?"
HARMED = "Over the past two weeks, did you have any thoughts of hurting yourself? On about how many days?"


@pytest.mark.parametrize(
    "text",
    [
        "I count the tables in the canteen until the crowd is gone, then I go in alone on Fridays.",
        "She knows all her times tables. I drive the long way round for the petrol, until I'm alone at the weekend.",
        "I decoded the letter, hid it, and waited for the hour when nobody was at the bridge club.",
    ],
)
def test_tables_are_no_tablets(text: str) -> None:
    assert read(Message(text=text, context=AVOIDED, item=8)).tier is not Tier.STOP


@pytest.mark.parametrize("hours", ["small hours", "wee hours", "early hours"])
def test_thoughts_that_come_in_the_small_hours_are_no_plan_for_them(hours: str) -> None:
    text = f"One has bleak thoughts in the {hours}. I shouldn't like to put it more strongly than that."
    assert read(Message(text=text, context=HARMED, item=11)).tier is Tier.FLAG


@pytest.mark.parametrize("text", ["Yes, in a few hours.", "Tonight, in the small hours, I'll do it."])
def test_an_hour_that_is_named_for_it_still_stops(text: str) -> None:
    assert read(Message(text=text, context=HARMED, item=11)).tier is Tier.STOP


def test_a_long_answer_about_ordinary_matters_adds_up_to_no_plan() -> None:
    text = (
        "The clinic is across the river from my son's nursery. I walk round by the old bridge, which takes twenty "
        "minutes more, and he knows every duck by name. At the weekend I do the same for the market, my husband thinks "
        "it's for the bread. I haven't been through that underpass alone since April, whichever day it was."
    )
    assert read(Message(text=text, context=AVOIDED, item=8)).tier is not Tier.STOP


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I want to join a choir, my friend who passed away loved singing", "en"),
        ("I want to be with my kids after my mum died", "en"),
        ("I want to visit my dad's grave", "en"),
        ("quiero estar con mi familia, murió mi abuela", "es"),
        ("quiero estar con mi mamá en el hospital", "es"),
        ("I beat my son at chess", "en"),
        ("I burnt my daughter's toast", "en"),
        ("I shook my son's hand", "en"),
        ("I wanted to push him to study more", "en"),
        ("le pegué a la pelota con mi hijo", "es"),
    ],
)
def test_grief_and_family_life_are_no_wish_to_follow_and_no_blow(text: str, language: Language) -> None:
    assert read(Message(text=text, language=language)).tier is Tier.NONE
