"""How long to wait for a provider and how often to retry: one policy for all of them."""

import random

from pydantic import Field

from agents.domain.value import Value
from agents.llm.errors import RateLimited


class Policy(Value):
    """Times in seconds. A call is tried up to `attempts` times within its own deadline. Between tries it waits a random
    half to whole of a pause, which is `first_pause` at first and doubles up to `longest_pause` (or as long as the
    provider asks). `silence` is the longest wait for the next byte. `lines` limits the concurrent requests to one
    provider. After `failures` requests within a minute, and where no more were answered, a
    provider is left alone for `rest`, then tried with one call."""

    attempts: int = Field(3, ge=1)
    connect: float = Field(3.0, gt=0)
    silence: float = Field(20.0, gt=0)
    first_pause: float = Field(0.25, ge=0)
    longest_pause: float = Field(4.0, ge=0)
    lines: int = Field(64, ge=1)
    failures: int = Field(5, ge=1)
    rest: float = Field(5.0, ge=0)

    def pause(self, tried: int, failed: Exception) -> float:
        """How long to wait after the failure of try number `tried` (from 1)."""
        if isinstance(failed, RateLimited) and failed.retry_after is not None:
            return failed.retry_after
        whole = min(self.longest_pause, self.first_pause * 2.0 ** (tried - 1))
        return whole * random.uniform(0.5, 1.0)  # noqa: S311  # spreads load, guards nothing
