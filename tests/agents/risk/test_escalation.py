"""What weighs more together: a second question about lethality in one interview."""

from agents.domain.risk import Finding, Tier
from agents.risk.port import Message
from agents.risk.rules import read


def rules(text: str, context: str | None = None, prior: tuple[Finding, ...] = ()) -> tuple[Tier, set[str]]:
    reading = read(Message(text=text, context=context, prior=prior))
    return reading.tier, {finding.rule for finding in reading.findings}


def test_a_second_message_on_lethality_stops_a_first_one_and_other_alerts_do_not() -> None:
    asked, sure = "How many tablets would it take?", "Is a fall from the third floor enough to die?"
    first = read(Message(text=asked))
    other = read(Message(text="I think about killing myself."))
    assert first.findings[0].lethality
    assert rules(sure)[0] is Tier.URGENT
    assert rules(sure, prior=other.findings)[0] is Tier.URGENT
    stopped, named = rules(sure, prior=first.findings)
    assert (stopped, "second-lethality" in named) == (Tier.STOP, True)
    mild = tuple(finding.model_copy(update={"tier": Tier.FLAG}) for finding in first.findings)
    assert rules(sure, prior=mild)[0] is Tier.URGENT


def test_a_second_message_on_lethality_leaves_what_else_it_tells_as_it_is() -> None:
    first = read(Message(text="How many tablets would it take?"))
    text = "Is a fall from the third floor enough to die? I wish I wouldn't wake up. I think about killing myself."
    tiers = {f.rule: f.tier for f in read(Message(text=text, prior=first.findings)).findings}
    assert tiers["second-lethality"] is Tier.STOP
    assert tiers["active-ideation"] is Tier.URGENT
