"""What weighs more together: things put in order beside talk of suicide, and a second question about lethality."""

import pytest

from agents.domain.risk import Finding, Tier
from agents.risk.port import Message
from agents.risk.rules import read

ABOUT_SUICIDE = "Have you been having any thoughts about ending your life?"
ABOUT_SLEEP = "How often did you sleep badly in the last two weeks?"


def rules(text: str, context: str | None = None, prior: tuple[Finding, ...] = ()) -> tuple[Tier, set[str]]:
    reading = read(Message(text=text, context=context, prior=prior))
    return reading.tier, {finding.rule for finding in reading.findings}


@pytest.mark.parametrize(
    "text", ["I've given away my guitar.", "I've given away all my things.", "I have put my affairs in order."]
)
def test_putting_things_in_order_alerts_and_stops_only_beside_suicide(text: str) -> None:
    assert rules(text) == rules(text, ABOUT_SLEEP) == (Tier.URGENT, {"preparation-affairs"})
    assert rules(text, ABOUT_SUICIDE)[0] is Tier.STOP
    assert "preparation" in rules(text, ABOUT_SUICIDE)[1]
    told = rules(f"{text} I think about killing myself.")
    assert told[0] is Tier.STOP
    assert {"preparation", "active-ideation"} <= told[1]
    assert "preparation-affairs" not in told[1]


def test_two_things_put_in_order_stop_and_a_fight_beside_one_does_not() -> None:
    assert rules("I've given away my guitar. I have put my affairs in order.") == (Tier.STOP, {"preparation"})
    beside = rules("I've given away my guitar. I want to punch my boss.")
    assert (beside[0], "preparation-affairs" in beside[1]) == (Tier.URGENT, True)


def test_a_second_message_on_lethality_stops_a_first_one_and_other_alerts_do_not() -> None:
    asked, sure = "How many tablets would it take?", "Is a fall from the third floor enough to die?"
    first = read(Message(text=asked))
    other = read(Message(text="I think about killing myself."))
    assert first.findings[0].lethality
    assert rules(sure)[0] is Tier.URGENT
    assert rules(sure, prior=other.findings)[0] is Tier.URGENT
    assert rules(sure, prior=first.findings) == (Tier.STOP, {"second-lethality"})
    mild = tuple(finding.model_copy(update={"tier": Tier.FLAG}) for finding in first.findings)
    assert rules(sure, prior=mild)[0] is Tier.URGENT


def test_a_second_message_on_lethality_leaves_what_else_it_tells_as_it_is() -> None:
    first = read(Message(text="How many tablets would it take?"))
    text = "Is a fall from the third floor enough to die? I wish I wouldn't wake up. I think about killing myself."
    tiers = {f.rule: f.tier for f in read(Message(text=text, prior=first.findings)).findings}
    assert tiers["second-lethality"] is Tier.STOP
    assert (tiers["passive-wish"], tiers["active-ideation"]) == (Tier.FLAG, Tier.URGENT)
