"""The amount that one interview may spend on models, and has spent."""

from agents.llm.errors import BudgetSpent
from agents.llm.usage import Usage


class Budget:
    """A ledger that is handed to every call of one interview.

    `tokens` (input and output together) and `usd` are limits, None for no limit. A call is refused once a limit is
    reached, so calls under way at that moment may exceed it by their cost. `unpriced` counts the calls whose price is
    not known: only the token limit applies to these. `asked_again` counts the answers that took a second call.
    """

    def __init__(self, tokens: int | None = None, usd: float | None = None) -> None:
        self.tokens = tokens
        self.usd = usd
        self.spent_tokens = 0
        self.spent_usd = 0.0
        self.calls = 0
        self.unpriced = 0
        self.asked_again = 0

    def check(self) -> None:
        """Raises BudgetSpent when a limit is reached."""
        if self.tokens is not None and self.spent_tokens >= self.tokens:
            raise BudgetSpent(f"the budget of {self.tokens} tokens is used up")
        if self.usd is not None and self.spent_usd >= self.usd:
            raise BudgetSpent(f"the budget of {self.usd:.2f} USD is used up")

    def charge(self, usage: Usage, usd: float | None) -> None:
        """Record one answered call; `usd` is None when its price is not known."""
        self.calls += 1
        self.spent_tokens += usage.total
        if usd is None:
            self.unpriced += 1
        else:
            self.spent_usd += usd
