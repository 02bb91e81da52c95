"""What may be shown of a text that a model is still writing."""

from collections.abc import Callable

from agents.domain.value import Value


class Draft(Value):
    """The part of a text that has passed its checks so far; the next one of the same `key` takes its place, and what
    has been written and checked as a whole takes the place of all. `key` is that of the report's section."""

    key: str
    markdown: str


Drafts = Callable[[Draft], None]
"""Takes a draft; quick, and never raises."""

EVERY_SECONDS = 0.25
"""The least time between two drafts of a text."""
