"""How fast the library is searched, from 1,000 to 100,000 passages, and how much of the exact answer its index finds.

The passages are made: sentences of the open reference put together at random, each with the mean of its sentences'
MiniLM vectors and some noise. The question's own vector is not timed. Writes a plot as SVG; the last line is one JSON
object.
"""

import argparse
import asyncio
import hashlib
import json
import random
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rag_bench import Bench, bench

from rag.editions import Row
from rag.passages import Mode
from rag.retrieval import Retrieval
from rag.shelf import Received
from rag.vectors import literal, local_embedding, padded

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
QUESTIONS = 400
EXACT = 100
"""Questions whose nearest ten are also looked for without the index."""
BATCH = 500
NOISE = 0.35
"""Length of the noise beside a vector of length 1: neighbours are as near as in MiniLM's vectors of real chunks."""


class Made:
    """Passages and questions without end, the same ones each time."""

    def __init__(self, sentences: Sequence[str], vectors: Sequence[Sequence[float]], seed: int) -> None:
        import numpy

        self._sentences, self._vectors = sentences, numpy.array(vectors)
        self._random, self._noise = random.Random(seed), numpy.random.default_rng(seed)

    def one(self) -> tuple[str, list[float]]:
        """A text of two to five sentences, and its vector."""
        import numpy

        places = self._random.sample(range(len(self._sentences)), self._random.randint(2, 5))
        mean = self._vectors[places].mean(0)
        noise = self._noise.normal(size=mean.shape)
        vector = mean / numpy.linalg.norm(mean) + NOISE * noise / numpy.linalg.norm(noise)
        return " ".join(self._sentences[place] for place in places), (vector / numpy.linalg.norm(vector)).tolist()

    def rows(self, count: int) -> Iterator[tuple[Row, str]]:
        """Rows with their vectors as PostgreSQL reads them."""
        for place in range(count):
            text, vector = self.one()
            path = f"Chapter {place % 20} > Disorder {place % 400} > Criteria"
            row = Row(
                chunk_id=hashlib.sha256(f"{place}{text}".encode()).hexdigest()[:24],
                place=place,
                text=text,
                book="Made",
                disorder=f"Disorder {place % 400}",
                section_path=path,
                page_start=place // 4 + 1,
                page_end=place // 4 + 1,
                label_start=str(place // 4 + 1),
                label_end=str(place // 4 + 1),
            )
            yield row, literal(padded(vector))


async def sentences(in_one: Bench) -> list[str]:
    """Every sentence of the open reference."""
    from rag.documents.chunking import chunks_of
    from rag.documents.reading import read_document
    from rag.documents.scope import Scope
    from rag.open_reference.book import pdf

    path = in_one.settings.data / "open.pdf"
    await asyncio.to_thread(path.write_bytes, pdf())
    chunks = chunks_of(await asyncio.to_thread(read_document, path), Scope())
    found = (part for chunk in chunks for part in re.split(r"(?<=[.;])\s+|\n", chunk.text))
    return list(dict.fromkeys(part.strip() for part in found if len(part) > 30))


async def measured(in_one: Bench, size: int, said: Sequence[str], vectors: Sequence[Sequence[float]]) -> dict[str, Any]:
    """Build one edition, ask it, take it away."""
    editions, made = in_one.library.editions, Made(said, vectors, size)
    digest = hashlib.sha256(str(size).encode()).digest()
    path = in_one.settings.data / "made.pdf"
    await asyncio.to_thread(path.write_bytes, b"%PDF-")
    document = await in_one.reference.shelf.add(Received(path=path, sha256=digest, bytes=5), "made.pdf", "Made")
    embedding = in_one.library.embedding
    assert embedding is not None
    edition = await editions.begin(document.id, "Made", str(size), embedding.name)
    batch: list[tuple[Row, str]] = []
    for row in made.rows(size):
        batch.append(row)
        if len(batch) == BATCH or row[0].place == size - 1:
            await editions.add(edition.id, [one for one, _ in batch], [vector for _, vector in batch])
            batch = []
    started = time.perf_counter()
    await editions.index(edition.id)
    indexed = time.perf_counter() - started
    await editions.publish(edition.id)
    live, asked = await editions.live(), [made.one() for _ in range(QUESTIONS)]
    for text, vector in asked[:20]:
        await in_one.library.ranked(live, text, padded(vector), 8)
    spent: list[float] = []
    for text, vector in asked:
        started = time.perf_counter()
        await in_one.library.ranked(live, text, padded(vector), 8, Mode.HYBRID)
        spent.append((time.perf_counter() - started) * 1000)
    recall = await recalled(in_one, live[0].id, [padded(vector) for _, vector in asked[:EXACT]])
    await editions.discard(edition.id)
    spent.sort()
    return {
        "passages": size,
        "p50": round(spent[len(spent) // 2], 2),
        "p99": round(spent[int(len(spent) * 0.99)], 2),
        "recall10": recall,
        "indexSeconds": round(indexed, 1),
    }


async def recalled(in_one: Bench, edition: Any, vectors: Sequence[Sequence[float]]) -> float:
    """Share of the exact nearest ten that the index finds."""
    retrieval, found = Retrieval(in_one.database.pool), 0
    for vector in vectors:
        near = {hit.chunk_id for hit in await retrieval.nearest([edition], vector, 10)}
        async with in_one.database.pool.connection() as connection, connection.transaction():
            await connection.execute("set local enable_indexscan = off")
            exact = await connection.execute(
                "select chunk_id from chunk where edition_id = %s order by embedding <=> %s::vector limit 10",
                (edition, literal(vector)),
            )
            found += len(near & {row[0] for row in await exact.fetchall()})
    return round(found / (10 * len(vectors)), 4)


def plot(rows: Sequence[dict[str, Any]]) -> str:
    """p50 and p99 in milliseconds over the number of passages, both axes logarithmic."""
    from math import log10

    def place(row: dict[str, Any], key: str) -> tuple[float, float]:
        return 70 + (log10(row["passages"]) - 3) * 250, 290 - log10(max(1, row[key])) * 140

    lines, marks = [], []
    for key, colour in (("p50", "#1d5c58"), ("p99", "#c06a3e")):
        points = [place(row, key) for row in rows]
        lines.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="2" '
            f'points="{" ".join(f"{x:.0f},{y:.0f}" for x, y in points)}"/>'
        )
        marks += [
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="3.5" fill="{colour}"/><text x="{x:.0f}" y="{y - 8:.0f}" '
            f'text-anchor="middle" fill="{colour}">{row[key]:g}</text>'
            for row, (x, y) in zip(rows, points, strict=True)
        ]
    axes = [
        f'<text x="{70 + step * 250}" y="312" text-anchor="middle">{name}</text>'
        for step, name in enumerate(("1,000", "10,000", "100,000"))
    ]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 340" font-family="sans-serif" font-size="12">'
        '<rect width="640" height="340" fill="#ffffff"/>'
        '<path d="M60 20V295H600" fill="none" stroke="#8c8272"/>'
        + "".join(lines + marks + axes)
        + '<text x="330" y="332" '
        'text-anchor="middle">passages</text>'
        '<text x="66" y="16">milliseconds a search: p50 (green), p99 (clay)</text></svg>\n'
    )


async def main(sizes: Sequence[int], out: Path | None) -> None:
    """Measure and print."""
    embedding, rows = local_embedding(), []
    assert embedding is not None
    async with bench() as in_one:
        said = await sentences(in_one)
        vectors = [list(vector)[:384] for vector in await embedding.embed(said)]
        print(f"{'passages':>9}{'p50 ms':>9}{'p99 ms':>9}{'recall@10':>11}{'index s':>9}", flush=True)
        for size in sizes:
            row = await measured(in_one, size, said, vectors)
            rows.append(row)
            print("{passages:>9}{p50:>9}{p99:>9}{recall10:>11}{indexSeconds:>9}".format(**row), flush=True)
    if out is not None:
        await asyncio.to_thread(out.write_text, plot(rows))
    print(json.dumps({"sizes": rows, "sentences": len(said)}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="*", type=int, default=list(SIZES))
    parser.add_argument("--plot", type=Path)
    given = parser.parse_args()
    asyncio.run(main(given.sizes, given.plot))
