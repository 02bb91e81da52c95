"""The prices of tokens, from the table beside this module."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from agents.domain.value import Value
from agents.llm.usage import Usage

MILLION: Final = 1_000_000
_DATE: Final = re.compile(r"-(\d{4}-\d{2}-\d{2}|\d{8})$")


class Price(Value):
    """USD per million tokens. `cached` is for input read from the prompt cache, `written` for input put into it; None
    means the same price as input."""

    input: float
    output: float = 0.0
    cached: float | None = None
    written: float | None = None

    def of(self, usage: Usage) -> float:
        """USD for this usage."""
        cached = self.input if self.cached is None else self.cached
        written = self.input if self.written is None else self.written
        fresh = usage.input_tokens - usage.cached_tokens - usage.written_tokens
        sums = fresh * self.input + usage.cached_tokens * cached + usage.written_tokens * written
        return (sums + usage.output_tokens * self.output) / MILLION


class PriceList(Value):
    """Prices by `provider/model`. `as_of` is the day (ISO 8601) on which they were read, `source` where."""

    as_of: str
    source: str
    models: Mapping[str, Price]

    def price(self, name: str) -> Price | None:
        """The price of `provider/model`; a dated snapshot costs the same as its model. None when not known."""
        return self.models.get(name) or self.models.get(_DATE.sub("", name))


@cache
def price_list() -> PriceList:
    """The table, read once."""
    read = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    models = {
        f"{provider}/{model}": price for provider in read["models"] for model, price in read["models"][provider].items()
    }
    return PriceList.model_validate({**read, "models": models})
