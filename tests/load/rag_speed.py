"""How fast the library is searched, from 1,000 to 100,000 passages, and how much of the exact answer its index finds.

The passages are made (`rag_made.py`); questions are made in the same way. The question's own vector is not timed. On a
busy machine the figures are the machine's. Writes a plot as SVG; the last line is one JSON object.
"""

import argparse
import asyncio
import hashlib
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

import uvloop
from rag_bench import Bench, bench
from rag_made import Made, embedded, fill, sentences

from rag.document_store import Received
from rag.search.passages import Mode
from rag.search.retrieval import Retrieval
from rag.vectors import literal, local_embedding, padded, width

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
QUESTIONS = 400
WARM = 50
EXACT = 100
"""Questions whose nearest ten are also looked for without the index."""
MOST_P50, MOST_P99, LEAST_RECALL = 8.0, 30.0, 0.98


async def measured(
    in_one: Bench, size: int, said: Sequence[tuple[str, str]], vectors: Sequence[Sequence[float]]
) -> dict[str, Any]:
    """Build one edition, ask it, take it away."""
    editions, made = in_one.library.editions, Made(said, vectors, size)
    edition, spent = await built(in_one, made, size)
    live, (told, asked) = await editions.live(), made.some(QUESTIONS)
    questions = [(text, padded(vector)) for (_, text), vector in zip(told, asked.tolist(), strict=True)]
    for text, vector in questions[:WARM]:
        await in_one.library.ranked(live, text, vector, 8)
    took: list[float] = []
    for text, vector in questions:
        started = time.perf_counter()
        await in_one.library.ranked(live, text, vector, 8, Mode.HYBRID)
        took.append((time.perf_counter() - started) * 1000)
    recall = await recalled(in_one, edition, [vector for _, vector in questions[:EXACT]])
    await editions.discard(edition)
    took.sort()
    return {
        "passages": size,
        "p50": round(took[len(took) // 2], 2),
        "p99": round(took[int(len(took) * 0.99)], 2),
        "recall10": recall,
        **spent,
    }


async def built(in_one: Bench, made: Made, size: int) -> tuple[UUID, dict[str, float]]:
    """An edition of so many passages, published; how long copying and indexing took, in seconds."""
    editions, path = in_one.library.editions, in_one.settings.data / "made.pdf"
    await asyncio.to_thread(path.write_bytes, b"%PDF-")
    file = Received(path=path, sha256=hashlib.sha256(str(size).encode()).digest(), bytes=5)
    document = await in_one.reference.document_store.add(file, "made.pdf", book="Made")
    embedding = in_one.library.embedding
    assert embedding is not None
    edition = await editions.begin(document.id, "Made", str(size), embedding.name)
    started = time.perf_counter()
    async with in_one.database.pool.connection() as connection:
        await fill(connection, edition.id, made, size)
    copied = time.perf_counter()
    await editions.index(edition.id)
    indexed = time.perf_counter()
    await editions.publish(edition.id)
    return edition.id, {"fillSeconds": round(copied - started, 1), "indexSeconds": round(indexed - copied, 1)}


async def recalled(in_one: Bench, edition: UUID, vectors: Sequence[Sequence[float]]) -> float:
    """Share of the exact nearest ten, by the whole vectors in full precision, that the index finds."""
    embedding = in_one.library.embedding
    assert embedding is not None
    wide = width(embedding.name)
    retrieval, found = Retrieval(in_one.database.pool), 0
    async with in_one.database.pool.connection() as connection:
        # The rest of a vector is zeros, which no cosine sees; unpacking them for every question would take minutes.
        await connection.execute(
            f"create temporary table exact as select chunk_id, subvector(embedding, 1, {wide})::vector({wide}) e "
            "from chunk where edition_id = %s",  # type: ignore[arg-type]  # a number in the query
            (edition,),
        )
        for vector in vectors:
            near = {hit.chunk_id for hit in await retrieval.nearest([edition], vector, wide, 10)}
            exact = await connection.execute(
                "select chunk_id from exact order by e <=> %s::vector limit 10", (literal(vector[:wide]),)
            )
            found += len(near & {row[0] for row in await exact.fetchall()})
        await connection.execute("drop table exact")
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
        vectors = await embedded(said, embedding)
        print(
            "{:>9}{:>9}{:>9}{:>11}{:>9}{:>9}".format("passages", "p50 ms", "p99 ms", "recall@10", "fill s", "index s")
        )
        for size in sizes:
            row = await measured(in_one, size, said, vectors)
            rows.append(row)
            print(
                "{passages:>9}{p50:>9}{p99:>9}{recall10:>11}{fillSeconds:>9}{indexSeconds:>9}".format(**row), flush=True
            )
    if out is not None:
        await asyncio.to_thread(out.write_text, plot(rows))
    last = rows[-1]
    met = last["p50"] < MOST_P50 and last["p99"] < MOST_P99 and min(row["recall10"] for row in rows) >= LEAST_RECALL
    print(json.dumps({"sizes": rows, "sentences": len(said), "withinLimits": met}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="*", type=int, default=list(SIZES))
    parser.add_argument("--plot", type=Path)
    given = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # the server's
        runner.run(main(given.sizes, given.plot))
