"""Denials and words of denial that affirm, 300 of them, through all four engines.

`python -m benchmarks.training.reader.negations` reads each sentence as scorer, risk reader, PHQ-8 scorer and
diagnostician do, as far as its subject is theirs, and prints the shares that are right as one JSON object on the last
line, those that are wrong before it. A sentence is right where every engine that it concerns is. Nothing is learnt from
these sentences.
"""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from agents.diagnostician.mentions import heard, told
from agents.domain.risk import Tier
from agents.domain.transcript import Role, Turn
from agents.quantitative.port import Reason
from agents.quantitative.scoring import score as phq8
from agents.risk.port import Message
from agents.risk.rules import read
from agents.scorer.port import Answer
from agents.scorer.rules import score
from benchmarks.training.reader.held_out import wilson

DENYING: Final = (
    "I'm not {0}.",
    "I haven't been {0}.",
    "I wasn't {0} once.",
    "I've never been {0} these two weeks.",
    "No, not {0} at all.",
    "I don't feel {0}.",
    "I can't say that I've been {0}.",
    "I wouldn't say I'm {0}.",
    "At no point was I {0}.",
    "{1}? No.",
    "{1}, no, that's not me.",
    "it isn't that im {0} im just busy",
    "I have not felt {0} on any day.",
)
"""Sentences that deny what stands in them."""
AFFIRMING: Final = (
    "Nobody knows how {0} I am.",
    "I can't stop feeling {0}.",
    "I'm never not {0}.",
    "There's not a day I'm not {0}.",
    "I don't know why I'm so {0}.",
    "I won't pretend I'm not {0}.",
    "I haven't been this {0} in years.",
    "No one believes how {0} I've been.",
    "I've never been so {0}.",
    "I can't deny I'm {0}.",
    "Nothing helps, I'm {0} anyway.",
    "It isn't that I'm busy, I'm {0}.",
)
"""Sentences that hold words of denial and affirm."""


_ASKED: Final = {
    "depressed": "Have you been feeling down, depressed or hopeless over the past two weeks?",
    "tired": "Have you been feeling tired over the past two weeks?",
}


@dataclass(frozen=True, slots=True)
class Subject:
    """A word for a state, the item that asks about it, the PHQ-8 item, the diagnostician's feature (None: not
    theirs)."""

    word: str
    item: int
    phq8: str | None = None
    feature: str | None = None
    risk: bool = False


SUBJECTS: Final = (
    Subject("hopeless", 2, "depressed", "low_mood"),
    Subject("depressed", 2, "depressed", "low_mood"),
    Subject("miserable", 2, "depressed", "low_mood"),
    Subject("down", 2, "depressed", "low_mood"),
    Subject("irritable", 3),
    Subject("anxious", 6),
    Subject("worried", 6),
    Subject("nervous", 6),
    Subject("panicky", 7),
    Subject("forgetful", 15),
    Subject("suicidal", 11, risk=True),
    Subject("exhausted", 14, "tired", "fatigue"),
)


def sentences() -> Iterator[tuple[Subject, str, bool]]:
    """Every sentence with its subject and whether it affirms."""
    for subject in SUBJECTS:
        for forms, there in ((DENYING, False), (AFFIRMING, True)):
            yield from ((subject, form.format(subject.word, subject.word.capitalize()), there) for form in forms)


def by_scorer(subject: Subject, text: str) -> bool:
    """Whether the scorer finds the problem there."""
    told_ = score(Answer(item=subject.item, reply=text))
    return told_.score > 0 or bool(told_.endorsed)


def by_risk(subject: Subject, text: str) -> bool:
    """Whether the risk reader finds anything."""
    return read(Message(text=text)).tier is not Tier.NONE


def by_phq8(subject: Subject, text: str) -> bool:
    """Whether the PHQ-8 scorer takes the item as not denied."""
    turns = (
        Turn(index=0, role=Role.INTERVIEWER, text=_ASKED[subject.phq8 or ""]),
        Turn(index=1, role=Role.PATIENT, text=text),
    )
    one = next(one for one in phq8(turns) if subject.phq8 and subject.phq8 in str(one.item).lower())
    return one.reason is not Reason.DENIED and one.score != 0


def by_diagnostician(subject: Subject, text: str) -> bool:
    """Whether the diagnostician takes the feature as affirmed."""
    turns = (Turn(index=0, role=Role.PATIENT, text=text, item_id=subject.item),)
    said = heard(told(turns)).get(subject.feature or "")
    return bool(said and said.mentions)


ENGINES: Final[dict[str, tuple[Callable[[Subject, str], bool], Callable[[Subject], bool]]]] = {
    "scorer": (by_scorer, lambda one: not one.risk),
    "risk": (by_risk, lambda one: one.risk),
    "phq8": (by_phq8, lambda one: one.phq8 is not None),
    "diagnostician": (by_diagnostician, lambda one: one.feature is not None),
}


def main() -> int:
    """Print what is read wrongly, and the shares."""
    right: dict[str, list[bool]] = {name: [] for name in (*ENGINES, "all")}
    for subject, text, there in sentences():
        given = {name: find(subject, text) for name, (find, concerns) in ENGINES.items() if concerns(subject)}
        for name, found in given.items():
            right[name].append(found == there)
            if found != there:
                sys.stdout.write(f"{name}: {text}\n")
        right["all"].append(all(found == there for found in given.values()))
    figures = {name: {"of": len(hits), "right": wilson(sum(hits), len(hits))} for name, hits in right.items()}
    sys.stdout.write(json.dumps(figures) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
