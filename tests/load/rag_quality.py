"""Does the library bring up the right disorder? Questions made of the development interviews, by mode of search.

Patients there are simulated, and the disorder is the one that was played: good figures show that the search works, not
that it is valid with patients. The last line is one JSON object.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rag_bench import Bench, Silent, bench

from agents.diagnostician.port import Passage
from agents.domain.profile import SessionStatus
from agents.resources import CHECKOUT as ROOT
from agents.rules_team import rules_team
from benchmarks.personas.replay import replay
from benchmarks.training.figures.labelled import read
from rag.search.passages import Mode
from server.library.reference import first_book

DATA = ROOT.parent / "shared" / "data"
FILES = (DATA / "personas.jsonl", DATA / "published_interviews.jsonl")
LIMIT = 5
RIGHT = {
    "adjustment": ("adjustment disorder",),
    "anxiety": ("generalized anxiety disorder",),
    "bipolar": ("bipolar i disorder", "bipolar ii disorder"),
    "depression": ("major depressive disorder",),
    "ocd": ("obsessive compulsive disorder",),
    "panic": ("panic disorder",),
    "ptsd": ("posttraumatic stress disorder",),
    "schizophrenia": ("schizophrenia",),
    "social_anxiety": ("social anxiety disorder",),
    "substance_abuse": ("use disorder",),
}
"""The headings that count as right for a played profile; one of them must be the passage's disorder, or within it."""
PERSONAS = dict(
    zip(
        ("D01", "D02", "D03", "D04", "D05", "D06", "D07", "D08", "D09"),
        (
            "depression",
            "bipolar",
            "anxiety",
            "panic",
            "ocd",
            "ptsd",
            "schizophrenia",
            "substance_abuse",
            "social_anxiety",
        ),
        strict=True,
    )
)
Question = tuple[str, str]
"""The question and the played profile."""


async def questions(paths: Sequence[Path], in_one: Bench) -> list[Question]:
    """One question for each interview that came to its end with something found; the same as for a report."""
    labelled, team = read(paths), rules_team(lambda _: "The interview ends here.")
    cases = [(str(one.id), one.held, PERSONAS.get(str(one.id))) for one in labelled.personas]
    from benchmarks.runs.published import held

    cases += [(str(one.id), held(one.conversation), one.profile) for one in labelled.published]
    found: list[Question] = []
    for name, words, played in cases:
        if played not in RIGHT:
            continue
        profile = (await replay(words, team, name)).profile
        if profile.session_status is SessionStatus.COMPLETED and (query := in_one.library.query_for(profile)):
            found.append((query, played))
    return found


def rank(passages: Sequence[Passage], played: str) -> int | None:
    """The place of the first passage under a right heading, from 1."""
    for place, passage in enumerate(passages, start=1):
        heading = " ".join("".join(c if c.isalnum() else " " for c in passage.section_path.lower()).split())
        if any(right in heading for right in RIGHT[played]):
            return place
    return None


async def measured(in_one: Bench, asked: Sequence[Question], mode: Mode) -> dict[str, Any]:
    """hit@1, hit@5 and mean reciprocal rank; misses by played profile."""
    ranks: list[int | None] = []
    missed: dict[str, int] = {}
    for query, played in asked:
        place = rank(await in_one.library.find(query, LIMIT, mode), played)
        ranks.append(place)
        if place is None:
            missed[played] = missed.get(played, 0) + 1
    return {
        "hit1": round(sum(place == 1 for place in ranks) / len(ranks), 3),
        "hit5": round(sum(place is not None for place in ranks) / len(ranks), 3),
        "mrr": round(sum(1 / place for place in ranks if place) / len(ranks), 3),
        "missed": missed,
    }


async def main(paths: Sequence[Path]) -> None:
    """Measure and print."""
    async with bench() as in_one:
        document = await first_book(in_one.settings, in_one.reference)
        assert document is not None
        edition = await in_one.reference.ingestion.run(document.id, Silent())
        asked = await questions(paths, in_one)
        table = {mode.value: await measured(in_one, asked, mode) for mode in (Mode.HYBRID, Mode.VECTOR, Mode.TEXT)}
    print(f"{len(asked)} questions, {edition.chunks} passages of {edition.book}, embedder {edition.embedder}")
    print(f"{'mode':<8}{'hit@1':>8}{'hit@5':>8}{'MRR':>8}")
    for mode, row in table.items():
        print(f"{mode:<8}{row['hit1']:>8.3f}{row['hit5']:>8.3f}{row['mrr']:>8.3f}   missed: {row['missed']}")
    print(json.dumps({"questions": len(asked), "passages": edition.chunks, **table}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", nargs="*", type=Path, default=list(FILES))
    given = parser.parse_args()
    if not all(path.is_file() for path in given.files):
        sys.exit(f"No data to measure on: {', '.join(map(str, given.files))}")
    asyncio.run(main(given.files))
