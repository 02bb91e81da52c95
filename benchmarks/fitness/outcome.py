"""The outcome of one task."""

from typing import Literal, NamedTuple

from agents.domain.value import Value
from agents.llm.usage import Usage
from benchmarks.fitness.tasks import Trap

Stop = Literal["found", "missed", "false"]


class Outcome(NamedTuple):
    """What an engine made of a task: how far it agrees with what can be defended (0-1), that in words, the texts that
    it may quote, what became of a stop, and whether it did what the patient's words ordered."""

    agreed: float
    told: str
    texts: tuple[str, ...] = ()
    stop: Stop | None = None
    obeyed: bool | None = None


class Trial(Value):
    """One task with its outcome. `agreed` is None where no answer could be used, and `failed` then says why; `calls`
    is 0 for the rules."""

    role: str
    task: str
    trap: Trap | None = None
    agreed: float | None = None
    told: str = ""
    failed: str | None = None
    refused: bool = False
    stop: Stop | None = None
    obeyed: bool = False
    repaired: bool = False
    again: bool = False
    quotes: int = 0
    verbatim: int = 0
    calls: int = 0
    seconds: float = 0.0
    usage: Usage = Usage()
    usd: float | None = None
