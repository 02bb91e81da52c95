"""The jobs that arq runs: thin, passed ids only, safe to run twice."""

from typing import Any
from uuid import UUID

from server.interviews import Interviews
from server.rooms import Rooms

WRITE_REPORT = "write_report"


async def write_report(context: dict[str, Any], interview_id: str) -> None:
    """Write the report of an interview whose last question is answered."""
    rooms: Rooms = context["rooms"]
    interviews: Interviews = context["interviews"]
    interview = UUID(interview_id)
    await rooms.room(interview).write_report(await interviews.label_of(interview))
