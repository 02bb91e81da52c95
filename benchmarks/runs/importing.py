"""Turns published conversations into snapshots, unchanged.

Two layouts are read: the chat logs of DSM5AgentFlow (arXiv 2508.11398; `conversation` of `assistant` and `patient` with
`content`, `diagnosis`, `metadata`), and the plain one (`conversation` of `interviewer` and `patient` with `text`). A
model's thinking, and a diagnosis repeated as a turn at the end, were not spoken and are not part of the conversation. A
turn that is a provider's error makes the chat a failed one.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from agents.diagnostician.port import Mode
from agents.domain.level1 import ITEM_COUNT
from agents.domain.profile import PatientProfile, QuestionState, SessionMeta, SessionStatus
from agents.domain.transcript import Role, Turn
from agents.domain.value import Value
from agents.errors import CorrectInput
from agents.interviewer.port import Purpose
from agents.llm.thinking import spoken
from agents.reporter.port import Section
from benchmarks.cards.snapshot import Snapshot, Spoken
from benchmarks.cards.versions import libraries
from benchmarks.runs.alignment import Place, align
from benchmarks.runs.closing import without_diagnosis
from benchmarks.runs.provider_error import failed_turn, provider_error
from benchmarks.runs.published import Utterance, exchanges_of

LEAST_ITEMS: Final = 18
"""Items of 23 that a conversation must have reached; one that breaks off earlier is truncated."""


class _Said(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    role: str
    text: str = Field(validation_alias=AliasChoices("text", "content"))

    @property
    def utterance(self) -> Utterance | None:
        """The turn; None for a role that takes no part (system, tool)."""
        side: Literal["interviewer", "patient"] | None = {
            "assistant": "interviewer",
            "interviewer": "interviewer",
            "therapist": "interviewer",
            "doctor": "interviewer",
            "patient": "patient",
            "user": "patient",
            "client": "patient",
        }.get(self.role.lower())  # type: ignore[assignment]  # the values are these two words
        return Utterance(role=side, text=self.text) if side else None  # fmt: skip


class _About(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", protected_namespaces=())

    assistant_model: str | None = None
    patient_profile: str | None = None


class _Log(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    conversation: tuple[_Said, ...]
    diagnosis: str | None = None
    metadata: _About = _About()
    generator: str | None = None
    profile: str | None = None


class Chat(Value):
    """One published conversation. `model` held it, `profile` is the one its patient played (the label), `diagnosis` the
    report in free text, as claimed by the log; `truncated` says why it counts as broken off, None for a complete one.
    `failed` names a turn that is a provider's error, `undiagnosed` such an error in place of the diagnosis."""

    id: str
    model: str
    profile: str | None
    turns: tuple[Turn, ...]
    spoken: tuple[Spoken, ...]
    diagnosis: str | None
    truncated: str | None = None
    failed: str | None = None
    undiagnosed: str | None = None

    @property
    def utterances(self) -> tuple[Utterance, ...]:
        """The conversation, for a replay with the patient's part."""
        return tuple(Utterance(role=turn.role.value, text=turn.text) for turn in self.turns)


def chat(identity: str, value: dict[str, Any]) -> Chat:
    """Read one. Raises CorrectInput for a value that is not a conversation."""
    try:
        log = _Log.model_validate(value)
    except ValidationError as failed:
        wrong = failed.errors(include_url=False, include_input=False)[0]
        raise CorrectInput(f"no conversation: {'.'.join(map(str, wrong['loc']))}: {wrong['msg']}") from None
    said = [utterance for one in log.conversation if (utterance := one.utterance) and utterance.text]
    told, undiagnosed = _diagnosis(log.diagnosis)
    talk, diagnosis = without_diagnosis(said, told)
    places = tuple(_places(talk))
    return Chat(
        id=identity,
        model=log.generator or log.metadata.assistant_model or "unknown",
        profile=log.profile or log.metadata.patient_profile,
        turns=tuple(
            Turn(index=n, role=Role(one.role), text=one.text, item_id=place.item if place else None)
            for n, (one, place) in enumerate(zip(talk, places, strict=True))
        ),
        spoken=_purposes(talk, places),
        diagnosis=None if undiagnosed else diagnosis,
        truncated=_truncated(talk, places),
        failed=failed_turn(talk),
        undiagnosed=undiagnosed,
    )


def _diagnosis(given: str | None) -> tuple[str | None, str | None]:
    """The diagnosis as stated, and the problem where an error takes its place."""
    told = spoken(given or "")
    error = provider_error(told)
    return told or None, f"the diagnosis is {error}, not words" if error else None


def _places(said: Sequence[Utterance]) -> Iterator[Place | None]:
    """The place of every turn, which is that of its exchange."""
    exchanges = tuple(exchanges_of(said))
    if not exchanges:
        return
    for exchange, place in zip(exchanges, align(exchanges), strict=True):
        if exchange.question:
            yield place if exchange.reply or exchange is not exchanges[-1] else None  # nobody answers a farewell
        if exchange.reply:
            yield place


def _purposes(said: Sequence[Utterance], places: Sequence[Place | None]) -> tuple[Spoken, ...]:
    asked: set[int] = set()
    found: list[Spoken] = []
    for n, (one, place) in enumerate(zip(said, places, strict=True)):
        if one.role != "interviewer" or place is None or place.item is None:
            continue
        first = place.item not in asked
        asked.add(place.item)
        found.append(Spoken(turn=n, purpose=Purpose.QUESTION if first else Purpose.FOLLOW_UP))
    return tuple(found)


def _truncated(said: Sequence[Utterance], places: Sequence[Place | None]) -> str | None:
    if not any(one.role == "patient" for one in said):
        return "the patient says nothing"
    pairs = zip(said, places, strict=True)
    reached = len({place.item for one, place in pairs if one.role == "patient" and place and place.item is not None})
    return None if reached >= LEAST_ITEMS else f"breaks off after {reached} of {ITEM_COUNT} items"


def snapshot_of(given: Chat) -> Snapshot:
    """The published conversation and its report, as a snapshot without item responses."""
    return Snapshot(
        origin="published",
        interview=given.id,
        mode=Mode.DIAGNOSTIC,
        locale="en-US",
        driver=given.model,
        profile=PatientProfile(
            session_status=SessionStatus.COMPLETED,
            transcript=given.turns,
            question_state=QuestionState(pending=()),
            session_meta=SessionMeta(id=given.id, model=given.model, prompt_version="published"),
        ),
        spoken=given.spoken,
        report=(Section(key="diagnosis", markdown=given.diagnosis),) if given.diagnosis else (),
        libraries=libraries(),
    )
