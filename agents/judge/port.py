"""The judge's contract: one metric of one written assessment at a time, so that all four can be asked at once."""

from typing import Protocol

from agents.domain.mark import Mark, Metric
from agents.domain.transcript import Transcript
from agents.qualitative.port import Qualitative


class Judge(Protocol):
    """Any engine that judges."""

    @property
    def name(self) -> str:
        """`rules` or `provider/model`."""
        ...

    async def judge(self, transcript: Transcript, version: Qualitative, metric: Metric) -> Mark:
        """The mark for one metric. A mark without a score says that the metric could not be judged. Raises ModelFailed
        or TryAgain when the engine can't answer at all."""
        ...
