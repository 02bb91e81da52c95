"""A transcript as a line of a file holds it."""

from typing import Any

from agents.assessment.formats.reading import of_json
from agents.domain.transcript import Transcript
from server.json_lines import Record


class Interview(Record):
    """The transcript is text with one utterance a line (`Speaker: words`), or a list of {"speaker", "text"};
    `participant` is the participant's name where the names of the speakers don't show who that is."""

    transcript: str | list[dict[str, Any]]
    participant: str | None = None


def turns_of(given: Interview) -> Transcript:
    """Who said what. Raises CorrectInput."""
    return of_json(given.transcript, given.participant or None)
