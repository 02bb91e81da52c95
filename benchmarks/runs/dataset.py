"""Datasets in their common formats: JSON Lines, a JSON file, or a folder of both; snapshots, profiles, personas,
conversations."""

import json
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

from agents.diagnostician.port import Mode
from agents.domain.profile import PatientProfile
from agents.domain.value import Value
from agents.errors import CorrectInput
from agents.llm.structured import complaint
from benchmarks.cards.snapshot import Snapshot
from benchmarks.cards.versions import libraries
from benchmarks.personas.patient import Held
from benchmarks.runs.importing import Chat, chat

SUFFIXES: Final = (".json", ".jsonl")
PLAYED: Final = "profile"


class Kind(StrEnum):
    """The kind of an entry."""

    SNAPSHOT = "snapshot"
    PROFILE = "profile"
    PERSONA = "persona"
    CHAT = "chat"


class Entry(Value):
    """One record of a dataset, not yet interpreted. `value` None: it is not a JSON object, and `broken` says why."""

    id: str
    value: dict[str, Any] | None
    broken: str | None = None

    @property
    def kind(self) -> Kind:
        """The entry's kind, recognised by its fields. Raises CorrectInput for an entry of no known kind."""
        value = self.value
        if value is None:
            raise CorrectInput(self.broken or "not a JSON object")
        if "conversation" in value:
            return Kind.CHAT
        given = value.get("snapshot", value)
        if isinstance(given, dict) and isinstance(given.get("driver"), str):
            return Kind.SNAPSHOT
        if isinstance(value.get("profile"), dict) or "sessionStatus" in value:
            return Kind.PROFILE  # before personas: `replay --profile` writes the items' scores, too
        if "items" in value:
            return Kind.PERSONA
        raise CorrectInput("neither a snapshot, a profile, a persona (`items`) nor a `conversation`")

    @property
    def label(self) -> str | None:
        """The profile that the patient played, where the record says so."""
        value = self.value or {}
        about = value.get("metadata")
        told = (
            value.get(PLAYED),
            value.get("label"),
            about.get("patient_profile") if isinstance(about, dict) else None,
        )
        return next((one for one in told if isinstance(one, str) and one), None)


class _Persona(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    items: dict[str, Any]
    intro: str | None = None


def read(path: Path) -> Iterator[Entry]:
    """Every record in a stable order; in a folder, files without records (status files and the like) are skipped.

    Raises CorrectInput when there is nothing to read."""
    files = sorted(one for one in path.rglob("*") if one.suffix in SUFFIXES) if path.is_dir() else [path]
    if not files or not all(file.is_file() for file in files):
        raise CorrectInput(f"{path}: no dataset here; give a .jsonl or .json file, or a folder of them")
    for file in files:
        name = file.relative_to(path).with_suffix("").as_posix() if path.is_dir() else file.stem
        yield from _lines(file, name) if file.suffix == ".jsonl" else _whole(file, name, path.is_dir())


def _lines(file: Path, name: str) -> Iterator[Entry]:
    with file.open("rb") as source:
        for number, line in enumerate(source, 1):
            if line.strip():
                yield _entry(line, f"{name}:{number}")


def _whole(file: Path, name: str, of_many: bool) -> Iterator[Entry]:
    """The records of a JSON file, which is one record or a list of them."""
    raw = file.read_bytes()
    entry = _entry(raw, name)
    if entry.value is not None and of_many and _is_status(entry.value):
        return
    try:
        listed = json.loads(raw) if raw.lstrip()[:1] == b"[" else None
    except ValueError:
        listed = None
    if isinstance(listed, list):
        yield from (_entry(json.dumps(one).encode(), f"{name}:{n}") for n, one in enumerate(listed, 1))
        return
    yield entry


def _is_status(value: dict[str, Any]) -> bool:
    return not {"conversation", "items", "profile", "snapshot", "sessionStatus", "driver"} & set(value)


def _entry(raw: bytes, name: str) -> Entry:
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError) as failed:
        return Entry(id=name, value=None, broken=f"not JSON that can be read: {failed}")
    if not isinstance(value, dict):
        return Entry(id=name, value=None, broken="not a JSON object")
    given = value.get("id")
    return Entry(id=str(given) if isinstance(given, str | int) and given != "" else name, value=value)


def chat_of(entry: Entry) -> Chat:
    """The published conversation of an entry. Raises CorrectInput."""
    return chat(entry.id, entry.value or {})


def held_of(entry: Entry) -> Held:
    """The replies of a persona. Raises CorrectInput."""
    try:
        persona = _Persona.model_validate(entry.value)
        return Held.model_validate({"items": persona.items, "intro": persona.intro})
    except ValidationError as failed:
        raise CorrectInput(f"no persona: {complaint(failed)}") from None


def snapshot_of(entry: Entry) -> Snapshot:
    """The snapshot of an entry, or one made of a profile alone. Raises CorrectInput."""
    value = entry.value or {}
    try:
        if entry.kind is Kind.SNAPSHOT:
            return Snapshot.model_validate(value.get("snapshot", value))
        given = value["profile"] if isinstance(value.get("profile"), dict) else value
        profile = PatientProfile.model_validate({name: part for name, part in given.items() if name != "id"})
    except ValidationError as failed:
        raise CorrectInput(f"it does not read: {complaint(failed)}") from None
    return Snapshot(
        interview=profile.session_meta.id,
        mode=Mode.DIAGNOSTIC,
        driver=profile.session_meta.model,
        profile=profile,
        libraries=libraries(),
    )
