"""Evidence: weak signs add up across kinds, alone they do not stop, and ordinary explanations speak against them."""

import time
import tomllib

import pytest

from agents.domain.risk import Reading, Tier
from agents.risk.catalogue import catalogue
from agents.risk.evidence import dampers, signs, themes
from agents.risk.port import Message
from agents.risk.rules import read
from benchmarks.training.datasets import RISK

_TOLD = tomllib.loads((RISK / "indirect.toml").read_text(encoding="utf-8"))["group"]


def _read(text: str, context: str | None = None) -> Reading:
    return read(Message(text=text, context=context))


@pytest.mark.parametrize(("tier", "row"), [(group["tier"], row) for group in _TOLD for row in group["texts"]])
def test_each_voice_gets_its_tier(tier: str, row: list[str]) -> None:
    assert _read(*row).tier == tier


@pytest.mark.parametrize(
    ("alone", "together"),
    [
        ("We cleaned the shotgun.", "We cleaned the shotgun. It's just for me."),
        ("I paid off the car.", "I paid off the car and wrote to my sister. Tomorrow you won't see me again."),
        ("He got home late.", "When he gets home tonight he won't walk out again. The hammer is by the door."),
    ],
)
def test_a_sign_alone_does_not_stop_and_several_do(alone: str, together: str) -> None:
    assert _read(alone).tier is not Tier.STOP
    assert _read(together).tier is Tier.STOP


def test_an_ordinary_explanation_speaks_against_the_signs() -> None:
    told = "After Saturday none of this will matter, I've sorted the insurance"
    assert _read(told).tier is Tier.STOP
    assert _read(told + " and I'm flying to Rome to start the new job").tier is not Tier.STOP


def test_the_last_question_adds_weight() -> None:
    assert _read("nobody will answer").tier is not Tier.STOP
    assert _read("nobody will answer", "Can I ring you on Monday?").tier is Tier.STOP


def test_every_sign_of_a_finding_is_shown() -> None:
    found = _read("I've hidden a rope in the loft. It's for me.").findings
    assert {"sign-means", "sign-aim"} <= {finding.rule for finding in found}
    assert all(finding.tier is Tier.STOP for finding in found if finding.rule.startswith("sign-"))


def test_every_sign_is_explained_and_weighed() -> None:
    for sign in signs():
        assert sign.id in catalogue()
        assert all(any(t.name == name and sign.kind in t.most for t in themes()) for name in sign.themes)
    assert dampers()


def test_many_signs_are_read_in_bounded_time() -> None:
    text = " ".join(f"I will not be here on day {i}, goodbye, rope tonight." for i in range(400))
    read(Message(text="warm"))
    begun = time.process_time()
    assert _read(text).tier is Tier.STOP
    assert time.process_time() - begun < 2
