"""The judge's loop: which marks are missing, and whether another version is worth its cost."""

import asyncio
from typing import Final

from agents.assessment.result import STAGE_FAILURES, Version
from agents.assessment.team import Options
from agents.domain.mark import Mark, Metric
from agents.domain.transcript import Transcript
from agents.judge.port import Judge

PATIENCE: Final = 2
"""Consecutive rounds without improvement after which the loop ends."""


def unjudged(version: Version) -> tuple[Metric, ...]:
    """The metrics without a score, in their order."""
    judged = {mark.metric for mark in version.marks if mark.score is not None}
    return tuple(metric for metric in Metric if metric not in judged)


async def judged(judge: Judge, transcript: Transcript, version: Version) -> Version:
    """The version with its missing marks, all requested at once; if one fails, the others are kept."""

    async def one(metric: Metric) -> Mark:
        try:
            return await judge.judge(transcript, version.qualitative, metric)
        except STAGE_FAILURES as failed:
            return Mark(metric=metric, score=None, reason=str(failed))

    asked = unjudged(version)
    marks = {mark.metric: mark for mark in version.marks} | {
        mark.metric: mark for mark in await asyncio.gather(*(one(metric) for metric in asked))
    }
    return version.model_copy(update={"marks": tuple(marks[metric] for metric in Metric)})


def worth_refining(versions: tuple[Version, ...], options: Options) -> Version | None:
    """The version to refine, None when the loop is over: refinement is off, no mark of the best version is at or below
    the threshold, the rounds are used up, or the last `PATIENCE` rounds brought no improvement."""
    best = max(versions, key=lambda version: version.rank)
    rounds = versions[-1].round
    if (
        not options.refine
        or not any(map(options.asks_again, best.marks))
        or rounds >= options.rounds
        or rounds - best.round >= PATIENCE
    ):
        return None
    return best
