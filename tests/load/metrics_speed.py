"""How long measures take: BERTScore pair by pair and in batches, coherence in a loop and on a matrix.

    python tests/load/metrics_speed.py FILE      FILE: published conversations, JSON Lines

Prints one JSON object as its last line: milliseconds a pair, by the clock (`wall`) and of processor time (`processor`,
which other work on the machine spoils less; with `--threads 2` it counts both), and how many times faster the batch is.
Models are loaded before, where not said otherwise.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from agents.errors import AnamnesisError
from agents.llm.local.minilm import MiniLM, folder
from benchmarks.cards.conversation import Conversation
from benchmarks.metrics.coherence import coherence
from benchmarks.metrics.models import BertScore
from benchmarks.runs.dataset import chat_of, read
from benchmarks.runs.importing import snapshot_of

CONVERSATIONS: Final = 16
ALONE: Final = 120
"""Pairs for the way that scores them one by one, spread over all."""
LOADING: Final = 4
"""Pairs for the way that loads a model for each: it takes seconds a pair."""
One = TypeVar("One")
Pair = tuple[str, str]
Times = dict[str, float]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures and return the exit code: 0 measured, 2 no data."""
    parser = argparse.ArgumentParser(prog="python tests/load/metrics_speed.py", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--conversations", type=int, default=CONVERSATIONS, help="taken evenly from the file")
    parser.add_argument("--threads", type=int, default=1, help="torch's, the same for all ways (default 1)")
    options = parser.parse_args(arguments)
    try:
        entries = _spread(list(read(options.file)), options.conversations)
        talks = [Conversation(snapshot_of(chat_of(entry))) for entry in entries]
    except AnamnesisError as failed:
        sys.stderr.write(f"speed: {failed}\n")
        return 2
    sys.stdout.write(json.dumps(measure(talks, options.threads)) + "\n")
    return 0


def measure(talks: Sequence[Conversation], threads: int = 1) -> dict[str, Any]:
    """All figures, of these conversations in one run."""
    pairs = [(reply, question) for talk in talks for question, reply in talk.replies]
    sentences = MiniLM(threads=threads)
    sentences.embed(["ready"])
    found = _bertscore(pairs, sentences, threads)
    vectors = sentences.embed([turn.text for talk in talks for turn in talk.turns])
    at_once, loop = _seconds(lambda: coherence(vectors)), _seconds(lambda: _pairwise(vectors))
    times = round(loop["processor"] / at_once["processor"], 1)
    return {"conversations": len(talks), "threads": threads, **found} | {
        "coherence": {"turns": len(vectors), "loop": loop, "matrix": at_once, "times": times},
        "load": round(os.getloadavg()[0], 2),
    }


def _bertscore(pairs: list[Pair], sentences: MiniLM, threads: int) -> dict[str, Any]:
    """Four ways to score pairs: the package's function, which loads the model at each call; its scorer, kept, pair by
    pair; one batch; one batch after coherence has put the same turns through the model, as in a card."""
    from bert_score import BERTScorer  # type: ignore[import-untyped]  # it ships no types
    from bert_score import score as one_call

    how = {"model_type": str(folder()), "num_layers": 6, "device": "cpu"}
    kept, batched = BERTScorer(**how), BertScore(sentences=sentences)
    sharing = MiniLM(keep=10**7, threads=threads)
    sharing.embed([text.strip() for pair in pairs for text in pair])
    shared = BertScore(sentences=sharing)
    for ready in (lambda: kept.score(["a b"], ["c d"]), lambda: batched.score([("a b", "c d")])):
        ready()
    few, some = _spread(pairs, LOADING), _spread(pairs, ALONE)
    each = {
        "calls": _each(few, lambda: [one_call([a], [b], **how) for a, b in few]),
        "scorer": _each(some, lambda: [kept.score([a], [b]) for a, b in some]),
        "batch": _each(pairs, lambda: batched.score(pairs)),
        "shared": _each(pairs, lambda: shared.score(pairs)),
    }
    return {
        "pairs": len(pairs),
        "texts": len({text.strip() for pair in pairs for text in pair}),
        "msPerPair": each,
        "batchAgainstCalls": _times(each["calls"], each["batch"]),
        "batchAgainstScorer": _times(each["scorer"], each["batch"]),
        "sharedAgainstScorer": _times(each["scorer"], each["shared"]),
    }


def _spread(many: Sequence[One], most: int) -> list[One]:
    """At most so many of them, at even distances."""
    return [many[place * len(many) // most] for place in range(most)] if len(many) > most else list(many)


def _pairwise(vectors: list[list[float]]) -> float:
    """Global coherence by a loop over pairs."""
    import numpy as np

    unit = [np.asarray(one) / np.linalg.norm(one) for one in vectors]
    return float(np.mean([a @ b for n, a in enumerate(unit) for b in unit[n + 1 :]]))


def _each(pairs: Sequence[Pair], work: Callable[[], object]) -> Times:
    """Milliseconds a pair."""
    return {clock: round(1000 * spent / len(pairs), 3) for clock, spent in _seconds(work).items()}


def _seconds(work: Callable[[], object]) -> Times:
    wall, processor = time.perf_counter(), time.process_time()
    work()
    return {
        "wall": round(time.perf_counter() - wall, 5),
        "processor": round(time.process_time() - processor, 5),
    }


def _times(slow: Times, fast: Times) -> Times:
    return {clock: round(slow[clock] / fast[clock], 1) for clock in slow}


if __name__ == "__main__":
    sys.exit(main())
