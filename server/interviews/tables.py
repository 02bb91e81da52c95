"""The tables of interviews, their event logs and their patients' links. Tokens are kept as SHA-256 digests only."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    UniqueConstraint,
    Uuid,
    desc,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from agents.domain.phase import Phase
from server.columns import count, flag, moment, owned_by, string, token_digest
from server.interviews.invented import is_scripted

OPENING: Final = 3
"""The entries with which a log begins: that it was started, the introduction, and the questions to come."""
SCREENS: Final = {"c-ssrs": "C-SSRS", "asq": "ASQ", "other": "Another suicide screen"}
"""The suicide screens that a note can name, by their keys."""


class Client(SQLModel, table=True):
    """Somebody with whom interviews are held: a code that only their therapist can place, and perhaps a year of birth.
    There is no name, and no other field. One that is `invented` is there for trying the product out."""

    __tablename__ = "client"
    __table_args__ = (
        UniqueConstraint("owner_id", "code", name="client_code"),
        CheckConstraint("birth_year between 1900 and 2100", name="client_birth_year"),
    )

    id: UUID = Field(primary_key=True)
    owner_id: UUID = Field(sa_column=Column(Uuid, ForeignKey("account.id"), nullable=False))
    code: str = string()
    birth_year: int | None = Field(default=None, sa_type=Integer, nullable=True)
    invented: bool = flag()
    created_at: datetime = moment(now=True)


class Interview(SQLModel, table=True):
    """One interview: whose it is, and the state that lists and locks need. The conversation itself is in `event`.

    `quick_answers` says whether the patient's page offers the five answers as buttons beside free text.
    `reference` is the name that a record system has for it.
    `persona_id` names who was invented for it; it counts in no figure then.
    `alert_level` is the rank of the alert that stands or stood last (`AlertLevel.rank`), 0 where there was none.
    `erased_at`: what the patient said was erased then, on their wish.
    `deleted_at`: it is out of sight since then, and goes for good some time later (lists/removal.py)."""

    __tablename__ = "interview"
    __table_args__ = (
        Index("interview_owner", "owner_id", desc("created_at")),
        Index("interview_phase", "phase"),
        Index("interview_client", "client_id"),
        Index("interview_created", desc("created_at")),
        Index("interview_deleted", "deleted_at", postgresql_where=text("deleted_at is not null")),
        Index("interview_reference", "reference", postgresql_where=text("reference is not null")),
    )

    id: UUID = Field(primary_key=True)
    owner_id: UUID = Field(sa_column=Column(Uuid, ForeignKey("account.id"), nullable=False))
    label: str = string(default="")
    mode: str = string()
    locale: str = string()
    persona_id: str | None = string(null=True)
    driver: str = string(default="rules")
    quick_answers: bool = flag(on=True)
    phase: str = string()
    status: str = string(default="active")
    paused: bool = flag()
    answered: int = count()
    last_seq: int = count(BigInteger)
    tier: str = string(default="none")
    alert_level: int = count()
    alerted_at: datetime | None = moment(null=True)
    acknowledged_at: datetime | None = moment(null=True)
    created_at: datetime = moment(now=True)
    updated_at: datetime = moment(now=True)
    completed_at: datetime | None = moment(null=True)
    erased_at: datetime | None = moment(null=True)
    client_id: UUID | None = Field(
        default=None, sa_column=Column(Uuid, ForeignKey("client.id", ondelete="SET NULL"), nullable=True)
    )
    archived_at: datetime | None = moment(null=True)
    deleted_at: datetime | None = moment(null=True)
    reference: str | None = string(null=True)

    @property
    def begun(self) -> bool:
        """Whether the patient has written anything, or somebody has begun in person."""
        return self.phase != Phase.INTRO or self.last_seq > OPENING

    @property
    def invented(self) -> bool:
        """Whether nobody was interviewed: a persona, a script or whoever tries the product out gave the answers."""
        return self.persona_id is not None

    @property
    def scripted(self) -> bool:
        """Whether one of this product's own scripts gives the answers."""
        return is_scripted(self.persona_id)


class InterviewNote(SQLModel, table=True):
    """What a member of staff wrote down about an interview; never changed. `author` is their e-mail address. `screen`
    is the suicide screen that was given, a key of `SCREENS`, and `result` what came of it; `takes_back` the note whose
    screen was not given after all. One with either may have an empty `body`."""

    __tablename__ = "interview_note"
    __table_args__ = (Index("interview_note_interview", "interview_id", "at"),)

    id: UUID = Field(primary_key=True)
    interview_id: UUID = owned_by("interview.id")
    author: str = string()
    name: str = string(default="")
    body: str = string()
    screen: str | None = string(null=True)
    result: str = string(default="")
    takes_back: UUID | None = Field(
        default=None, sa_column=Column(Uuid, ForeignKey("interview_note.id"), nullable=True)
    )
    at: datetime = moment(now=True)

    @property
    def tells(self) -> bool:
        """Whether it says anything but which screen was given or taken back."""
        return bool(self.body) and self.takes_back is None

    @property
    def written(self) -> str:
        """What was written, with the suicide screen where one was given, in lines."""
        given = f"Suicide screen given. {SCREENS[self.screen]}: {self.result}" if self.screen else ""
        return "\n".join(filter(None, (self.body, given)))


class Outcome(SQLModel, table=True):
    """What lists and trends show of a completed interview, as its log stood at `seq`: the scores that count, by item,
    the machine's where it is another (None where it gave none), the answers still to be confirmed (`Doubt`), and when
    the report was signed off, None where it is not."""

    __tablename__ = "interview_outcome"

    interview_id: UUID = Field(sa_column=Column(Uuid, ForeignKey("interview.id", ondelete="CASCADE"), primary_key=True))
    seq: int = Field(sa_column=Column(BigInteger, nullable=False))
    scores: dict[str, int] = Field(sa_column=Column(JSONB, nullable=False))
    machine: dict[str, int | None] = Field(sa_column=Column(JSONB, nullable=False, server_default=text("'{}'")))
    doubts: list[dict[str, Any]] = Field(sa_column=Column(JSONB, nullable=False))
    doubt_count: int = Field(sa_column=Column(Integer, nullable=False))
    signed_at: datetime | None = moment(null=True)

    @property
    def numbered(self) -> dict[int, int]:
        """The scores by the items' numbers, which JSON keeps as text."""
        return {int(item): score for item, score in self.scores.items()}

    @property
    def by_machine(self) -> dict[int, int]:
        """The scores as the machine alone gave them."""
        every = {**self.numbered, **{int(item): score for item, score in self.machine.items()}}
        return {item: score for item, score in every.items() if score is not None}


class Event(SQLModel, table=True):
    """One entry of an interview's log; append-only. `client_id` is the sender's own name for the frame it came in."""

    __tablename__ = "event"
    __table_args__ = (
        UniqueConstraint("interview_id", "client_id", name="event_client"),
        Index("event_alert", "interview_id", "seq", postgresql_where=text("kind = 'alert'")),
        Index("event_ended", "interview_id", "seq", postgresql_where=text("kind = 'ended'")),
        Index(
            "event_silence",
            "at",
            postgresql_where=text("kind = 'notice' and body->>'role' in ('scorer', 'risk')"),
        ),
    )

    interview_id: UUID = Field(sa_column=Column(Uuid, ForeignKey("interview.id", ondelete="CASCADE"), primary_key=True))
    seq: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    kind: str = string()
    body: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    client_id: str | None = string(null=True)
    at: datetime = moment(now=True)


class PatientLink(SQLModel, table=True):
    """A link that lets a patient into one interview, until it expires or is revoked."""

    __tablename__ = "patient_link"
    __table_args__ = (Index("patient_link_interview", "interview_id"),)

    token_hash: bytes = token_digest()
    interview_id: UUID = owned_by("interview.id")
    created_at: datetime = moment(now=True)
    expires_at: datetime = moment()
    revoked_at: datetime | None = moment(null=True)


class PatientSession(SQLModel, table=True):
    """A browser in which the patient of one interview came in by the link."""

    __tablename__ = "patient_session"
    __table_args__ = (Index("patient_session_interview", "interview_id"),)

    token_hash: bytes = token_digest()
    interview_id: UUID = owned_by("interview.id")
    expires_at: datetime = moment()
