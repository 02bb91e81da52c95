"""`anamnesis benchmark card`: one snapshot, all parts, JSON on stdout."""

import asyncio
import sys
from pathlib import Path

from agents.errors import CorrectInput
from benchmarks.cards.card import Card
from benchmarks.cards.running import Bench, run
from benchmarks.cards.snapshot import Snapshot
from benchmarks.runs.dataset import read, snapshot_of
from server.cli.batch.lines import ANSWERED, SOME_BAD
from server.engines.benchmarks import EngineShop
from server.engines.roles import LOCKS


def card(path: Path, engines: tuple[str, ...], parts: tuple[str, ...]) -> int:
    """Print the card: 0, or 1 when a part could not be made. Raises CorrectInput, NotNow."""
    entries = list(read(path))
    if len(entries) != 1:
        raise CorrectInput(f"{path} holds {len(entries)} records; a card is made of one snapshot")
    made = asyncio.run(_made(snapshot_of(entries[0]), engines, parts))
    sys.stdout.write(made.model_dump_json() + "\n")
    return SOME_BAD if made.failed else ANSWERED


async def _made(snapshot: Snapshot, engines: tuple[str, ...], parts: tuple[str, ...]) -> Card:
    shop = EngineShop()
    candidates = tuple(shop.candidate(name) for name in engines)
    try:
        return await run(snapshot, Bench(shop.meters, shop.models.model(LOCKS["judge"]), candidates), parts or None)
    finally:
        await shop.models.close()
