"""Labelled interviews on disk: transcripts with their known scores, and which of them to use."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.assessment.formats.variants import Variant, as_text
from agents.domain.transcript import Transcript
from agents.errors import CorrectInput
from benchmarks.phq8.labels import Gold, ids_of_csv, of_csv, of_value
from benchmarks.phq8.splits import assigned
from server.assessments.transcript_files import Source, prepared, sources


@dataclass(frozen=True, slots=True)
class Selection:
    """What to read: transcripts, CSV files with labels, a file of participants or a split, whose lines to keep."""

    data: Path
    labels: tuple[Path, ...] = ()
    ids: Path | None = None
    split: str | None = None
    seed: int = 42
    variant: Variant = Variant.BOTH
    participant: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled interview."""

    id: str
    transcript: Transcript
    gold: Gold


@dataclass(frozen=True, slots=True)
class Chosen:
    """The sources that are meant, with their labels; `left_out` counts those without a label, `missing` names
    participants that were asked for and have no transcript or no label."""

    sources: tuple[tuple[Source, Gold], ...]
    left_out: int
    missing: tuple[str, ...]


def chosen(what: Selection) -> Chosen:
    """The interviews to use; no transcript is read yet. Raises CorrectInput if there is none."""
    found = sources(what.data)
    labels = _labels(what, found)
    wanted = _wanted(what, labels)
    kept = tuple((one, labels[one.id]) for one in found if one.id in labels and (wanted is None or one.id in wanted))
    if not kept:
        raise CorrectInput(
            f"{what.data}: no labelled interview is left; labels come as `gold` in each line or by --labels FILE.csv, "
            "whose Participant_ID must be the transcripts' ids"
        )
    have = {one.id for one, _ in kept}
    missing = tuple(sorted((wanted or set()) - have))
    return Chosen(kept, sum(one.id not in labels for one in found), missing)


def case(source: Source, gold: Gold, what: Selection) -> Case:
    """One interview, read. Raises CorrectInput."""
    return Case(source.id, prepared(source, what.variant, what.participant).transcript, gold)


def digest(cases: Sequence[Case]) -> str:
    """SHA-256 of interviews and labels together, in their order: what a run was made with."""
    summed = hashlib.sha256()
    for one in cases:
        told = [one.id, as_text(one.transcript), sorted(one.gold.items())]
        summed.update(json.dumps(told).encode() + b"\n")
    return summed.hexdigest()


def _labels(what: Selection, found: Sequence[Source]) -> dict[str, Gold]:
    labels = {one.id: gold for one in found if isinstance(one.value, dict) and (gold := of_value(one.value))}
    for path in what.labels:
        for name, gold in of_csv(_text(path)).items():
            labels[name] = {**labels.get(name, {}), **gold}
    return {name: gold for name, gold in labels.items() if gold}


def _wanted(what: Selection, labels: dict[str, Gold]) -> set[str] | None:
    """None: everybody who has labels."""
    wanted = None if what.ids is None else set(ids_of_csv(_text(what.ids)))
    if what.split is None:
        return wanted
    split = {name for name, of in assigned(labels, what.seed).items() if of == what.split}
    return split if wanted is None else split & wanted


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as wrong:
        raise CorrectInput(f"{path}: {wrong}") from None
