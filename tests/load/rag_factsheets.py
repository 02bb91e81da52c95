"""Are fact sheets found again? Twenty made ones, each in one of five layouts, and two questions for each.

A hit is a passage of the right sheet that holds words of the section that answers. `kept` is the share of the sheets'
own words that can be found at all. The last line is one JSON object.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from rag_bench import Bench, Silent, bench

from agents.diagnostician.port import Passage
from agents.errors import CorrectInput
from rag.bench.factsheets import Layout, Sheet, pdf, sheets
from rag.document_store import received
from rag.search.passages import Mode

LIMIT = 5


def told(sheet: Sheet, section: int, passage: Passage) -> bool:
    """Whether a passage of this sheet holds the beginning of the section's text."""
    words = sheet.sections[section][1].removeprefix("- ").split()[:6]
    return passage.source.startswith(f"{sheet.title}, ") and " ".join(words) in " ".join(passage.text.split())


async def _once(content: bytes) -> AsyncIterator[bytes]:
    yield content


async def stocked(in_one: Bench, shift: int) -> dict[str, Any]:
    """Read all sheets in, each in the layout after its neighbour's; what was refused and how much was kept."""
    layouts, refused, words, found = list(Layout), 0, 0, 0
    for number, sheet in enumerate(sheets()):
        content = pdf(sheet, layouts[(number + shift) % len(layouts)])
        async with received(_once(content), in_one.settings.data / "uploads") as file:
            document = await in_one.reference.document_store.add(file, f"{number}.pdf", book=sheet.title)
        try:
            edition = await in_one.reference.ingestion.run(document.id, Silent())
        except CorrectInput:
            refused += 1
            continue
        finally:
            words += sum(len(text.split()) for _, text in sheet.sections)
        async with in_one.database.pool.connection() as connection:
            rows = await connection.execute("select text from chunk where edition_id = %s", (edition.id,))
            stored = " ".join(" ".join(row[0] for row in await rows.fetchall()).split())
        found += sum(
            len(line.split()) for _, text in sheet.sections for line in text.splitlines() if line[2:] in stored
        )
    return {"sheets": len(sheets()), "refused": refused, "kept": round(found / words, 3)}


async def measured(in_one: Bench, mode: Mode) -> dict[str, Any]:
    """hit@1 and hit@5 over all questions."""
    ranks = []
    for sheet in sheets():
        for question, section in sheet.questions:
            passages = await in_one.library.find(question, LIMIT, mode)
            ranks.append(next((n for n, one in enumerate(passages, 1) if told(sheet, section, one)), None))
    return {
        "questions": len(ranks),
        "hit1": round(sum(rank == 1 for rank in ranks) / len(ranks), 3),
        "hit5": round(sum(rank is not None for rank in ranks) / len(ranks), 3),
    }


async def main() -> None:
    """Every sheet in every layout once."""
    runs = []
    for shift in range(len(Layout)):
        async with bench() as in_one:
            figures = await stocked(in_one, shift)
            for mode in Mode:
                figures[mode.value] = await measured(in_one, mode)
        print(figures)
        runs.append(figures)
    hits = {mode.value: round(sum(run[mode.value]["hit5"] for run in runs) / len(runs), 3) for mode in Mode}
    print(json.dumps({"runs": len(runs), "refused": sum(run["refused"] for run in runs), "hit5": hits, "each": runs}))


if __name__ == "__main__":
    asyncio.run(main())
