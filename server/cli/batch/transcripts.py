"""A transcript as a line of a file holds it."""

from typing import Any

from server.json_lines import Record


class Interview(Record):
    """The transcript is text with one utterance a line (`Speaker: words`), or a list of {"speaker", "text"}."""

    transcript: str | list[dict[str, Any]]
