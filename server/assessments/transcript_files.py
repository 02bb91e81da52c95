"""Transcripts on disk: which files of a folder are some, whose they are, and what was cleaned out of them."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from agents.assessment.formats import daic
from agents.assessment.formats.reading import Format, decoded, of_json, recognised, utterances
from agents.assessment.formats.speakers import turns
from agents.assessment.formats.variants import Variant, chosen
from agents.domain.transcript import Role, Transcript
from agents.errors import CorrectInput
from server.json_lines import read

SUFFIXES: Final = frozenset({".csv", ".tsv", ".txt", ".json", ".vtt", ".srt"})
_TABLES: Final = frozenset({".csv", ".tsv"})
_OTHER: Final = ("_covarep", "_formant", "_clnf", "_features", "split", "labels", "manifest")
"""What stands in the names of other files of DAIC-WOZ: features by frame, splits, labels."""
_LARGEST: Final = 8_000_000


@dataclass(frozen=True, slots=True)
class Source:
    """One transcript: a file, or a line of a JSON Lines file. `name` is where it is, for people."""

    id: str
    path: Path
    name: str
    value: Any = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A transcript ready to be read. `facts` hold no word of it: how many lines, what was removed, what is unusual."""

    id: str
    transcript: Transcript
    facts: dict[str, Any] = field(default_factory=dict)


def sources(path: Path) -> list[Source]:
    """Every transcript of a folder (its sub-folders too), of one file, or of a JSON Lines file, in the order of their
    names. Raises CorrectInput where there is none, or two have the same id."""
    if not path.exists():
        raise CorrectInput(f"{path}: there is no such file or folder")
    found = list(_of_folder(path)) if path.is_dir() else list(_of_file(path, path.parent))
    if not found:
        wanted = ", ".join(sorted(SUFFIXES))
        raise CorrectInput(f"{path}: no transcript found; they are files ({wanted}) or lines of a .jsonl file")
    seen: dict[str, Source] = {}
    for one in found:
        if one.id in seen:
            raise CorrectInput(f"{one.name} and {seen[one.id].name} have the same id {one.id!r}: rename one")
        seen[one.id] = one
    return found


def _of_folder(folder: Path) -> Iterator[Source]:
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not hidden and path.suffix.lower() in SUFFIXES and not _is_other(path):
            yield from _of_file(path, folder)


def _is_other(path: Path) -> bool:
    name = path.stem.casefold()
    if any(part in name for part in _OTHER):
        return True
    return path.suffix.lower() in _TABLES and not daic.is_table(_beginning(path))


def _beginning(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(500).decode("utf-8-sig", errors="replace")


def _of_file(path: Path, folder: Path) -> Iterator[Source]:
    name = str(path.relative_to(folder))
    if path.suffix.lower() != ".jsonl":
        session = daic.session_of(path.name)
        yield Source(str(session) if session is not None else path.stem, path, name)
        return
    with path.open("rb") as file:
        for line in read(file):
            where = f"{name}, line {line.number}"
            try:
                value = line.value()
            except CorrectInput as wrong:
                raise CorrectInput(f"{where}: {wrong}") from None
            identity = value.get("id")
            if isinstance(identity, bool) or not isinstance(identity, str | int) or not str(identity).strip():
                raise CorrectInput(f"{where}: `id` is missing")
            yield Source(str(identity), path, where, value)


def prepared(source: Source, variant: Variant, participant: str | None = None) -> Prepared:
    """One transcript, cleaned and reduced to the variant. Raises CorrectInput that names no word of it."""
    facts: dict[str, Any] = {"id": source.id, "source": source.name}
    if source.value is not None:
        transcript = of_json(source.value, participant)
        facts |= {"format": Format.JSON.value}
    else:
        transcript, told = _read(source, participant)
        facts |= told
    kept = chosen(transcript, variant)
    return Prepared(source.id, kept, facts | _counts(transcript, kept))


def _read(source: Source, participant: str | None) -> tuple[Transcript, dict[str, Any]]:
    if source.path.stat().st_size > _LARGEST:
        raise CorrectInput(f"the file has more than {_LARGEST:,} bytes: it is no transcript")
    raw = source.path.read_bytes()
    text = decoded(raw)
    kind = recognised(text, source.path.name)
    told: dict[str, Any] = {"format": kind.value, "sha256": hashlib.sha256(raw).hexdigest()}
    if kind is not Format.TABLE:
        return turns(utterances(text, source.path.name), participant), told
    session = daic.session_of(source.path.name)
    cleaned = daic.clean(daic.rows(text), session)
    told |= {"session": session, "lines": cleaned.lines, "removed": cleaned.removed, "warnings": list(cleaned.warnings)}
    return turns(cleaned.utterances, participant), told


def _counts(transcript: Transcript, kept: Transcript) -> dict[str, Any]:
    by_participant = sum(turn.role is Role.PATIENT for turn in kept)
    return {
        "turns": len(kept),
        "participantTurns": by_participant,
        "interviewerTurns": len(kept) - by_participant,
        "leftOutByVariant": len(transcript) - len(kept),
        "participantWords": sum(len(turn.text.split()) for turn in kept if turn.role is Role.PATIENT),
    }
