"""How varied words are: distinct-n (Li et al., 2016); how much was asked and how long it took."""

import re
from collections.abc import Sequence
from typing import Final

from agents.domain.transcript import Role
from benchmarks.metrics.metric import EVERYTHING, Explained, Figure, Measured, Metric, Talk, figure
from benchmarks.metrics.models import Meters

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def words(text: str) -> list[str]:
    """The words in lower case; an apostrophe within a word belongs to it."""
    return [word.replace("’", "'") for word in _WORD.findall(text.lower())]


def distinct(texts: Sequence[str], length: int) -> tuple[float, int] | None:
    """Different runs of `length` words by all of them, and how many that is; no run crosses from text to text.
    None where there is none."""
    runs = [
        tuple(said[start : start + length]) for said in map(words, texts) for start in range(len(said) - length + 1)
    ]
    return (len(set(runs)) / len(runs), len(runs)) if runs else None


def _measure(talk: Talk, _: Meters) -> Measured:
    said = {role: sum(len(words(turn.text)) for turn in talk.turns if turn.role is role) for role in Role}
    why = "it is not known which turns ask for which item"
    asked, further = (len(talk.questions), len(talk.follow_ups)) if talk.asked else (None, None)
    turns, replies = len(talk.interviewer), len(talk.patient)
    return Measured(
        figures=(
            _distinct("wording.distinct1", talk.interviewer, 1),
            _distinct("wording.distinct2", talk.interviewer, 2),
            figure("wording.questions", asked, f"{turns} turns of the interviewer", turns, why),
            figure("wording.followups", further, f"{turns} turns of the interviewer", turns, why),
            figure("wording.turns", len(talk.turns), "the transcript", len(talk.turns)),
            figure("wording.interviewer", said[Role.INTERVIEWER], f"{turns} turns", turns),
            figure("wording.patient", said[Role.PATIENT], f"{replies} turns", replies),
        )
    )


def _distinct(key: str, texts: tuple[str, ...], length: int) -> Figure:
    found = distinct(texts, length)
    share, runs = found or (None, 0)
    kind = "words" if length == 1 else "pairs of words"
    return figure(key, share, f"{runs} {kind} of the interviewer", runs, "the interviewer said too little")


METRIC = Metric(
    key="wording",
    title="Wording and length",
    plain="How varied the interviewer's words are, how much was asked and how long it took.",
    what="distinct-1 and -2, questions, follow-ups, length",
    reads=EVERYTHING,
    by="counts",
    figures=(
        Explained(
            key="wording.distinct1",
            title="Distinct-1",
            low=0.0,
            high=1.0,
            plain=(
                "The share of different words among all words of the interviewer. It falls as a "
                "conversation gets longer."
            ),
            formula="different words / words",
            source="Li et al. 2016 (distinct-n)",
        ),
        Explained(
            key="wording.distinct2",
            title="Distinct-2",
            low=0.0,
            high=1.0,
            plain="The same for pairs of neighbouring words within a turn.",
            formula="different pairs / pairs",
            source="Li et al. 2016 (distinct-n)",
        ),
        Explained(
            key="wording.questions",
            title="Questions asked",
            digits=0,
            plain="Turns of the interviewer that ask for an item for the first time.",
            formula="count",
            source="the log of the interview; for published conversations the alignment with the form",
        ),
        Explained(
            key="wording.followups",
            title="Follow-ups",
            digits=0,
            plain="Turns that ask further about an item already asked for.",
            formula="count",
            source="the log of the interview; for published conversations the alignment with the form",
        ),
        Explained(
            key="wording.turns",
            title="Turns",
            digits=0,
            plain="Turns of both sides.",
            formula="count",
            source="the transcript",
        ),
        Explained(
            key="wording.interviewer",
            title="Words of the interviewer",
            digits=0,
            plain="Words that the interviewer said.",
            formula="count",
            source="the transcript",
        ),
        Explained(
            key="wording.patient",
            title="Words of the patient",
            digits=0,
            plain="Words that the patient said.",
            formula="count",
            source="the transcript",
        ),
    ),
    measure=_measure,
    place=40,
)
