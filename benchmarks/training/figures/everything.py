"""All figures of the rule engines on labelled data."""

import os
from collections.abc import Mapping

from agents.domain.value import Value
from benchmarks.training.figures import interviews, messages, replies, speed
from benchmarks.training.figures.beside import beside, ordinary
from benchmarks.training.figures.interviews import Profiles, Replayed
from benchmarks.training.figures.labelled import Labelled
from benchmarks.training.figures.messages import Risk
from benchmarks.training.figures.replies import Replies
from benchmarks.training.figures.speed import Speed


class Figures(Value):
    """Everything measured, None where the data has nothing of that kind; `risk` by file, `risk_beside` the same with an
    ordinary sentence from the item replies beside each message, `load` the machine's load average at the end."""

    item_replies: Replies | None
    personas: Replayed | None
    risk: Mapping[str, Risk]
    risk_beside: Mapping[str, Risk]
    published: Profiles | None
    speed: Speed | None
    load: float


def measure(labelled: Labelled, timed: bool = True) -> Figures:
    """All figures of the data; without `timed` no speed."""
    sentences = ordinary(labelled.replies)
    return Figures(
        item_replies=replies.measure(labelled.replies) if labelled.replies else None,
        personas=interviews.measure_personas(labelled.personas) if labelled.personas else None,
        risk={name: messages.measure(each) for name, each in labelled.messages.items()},
        risk_beside={name: messages.measure(beside(each, sentences)) for name, each in labelled.messages.items()}
        if sentences
        else {},
        published=interviews.measure_published(labelled.published) if labelled.published else None,
        speed=speed.measure(labelled) if timed else None,
        load=round(os.getloadavg()[0], 2),
    )
