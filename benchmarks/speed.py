"""How long measures take: BERTScore pair by pair and in batches, coherence in a loop and on a matrix.

    python -m benchmarks.speed FILE      FILE: published conversations, JSON Lines

Prints one JSON object as its last line. Times are seconds of this process on this machine, models already loaded where
not said otherwise.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from agents.errors import AnamnesisError
from agents.llm.minilm import MiniLM, folder
from benchmarks.conversation import Conversation
from benchmarks.dataset import chat_of, read
from benchmarks.importing import snapshot_of
from benchmarks.metrics.bertscore import BertScore
from benchmarks.metrics.coherence import coherence

CONVERSATIONS: Final = 8
LOADING: Final = 4
"""Pairs for the way that loads a model for each: it takes seconds a pair."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures and return the exit code: 0 measured, 2 no data."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--conversations", type=int, default=CONVERSATIONS)
    options = parser.parse_args(arguments)
    try:
        entries = list(read(options.file))[: options.conversations]
        talks = [Conversation(snapshot_of(chat_of(entry))) for entry in entries]
    except AnamnesisError as failed:
        sys.stderr.write(f"speed: {failed}\n")
        return 2
    sys.stdout.write(json.dumps(measure(talks)) + "\n")
    return 0


def measure(talks: Sequence[Conversation]) -> dict[str, Any]:
    """All figures, of these conversations in one run."""
    pairs = [(reply, question) for talk in talks for question, reply in talk.replies]
    sentences = MiniLM(threads=1)
    sentences.embed(["ready"])
    found = _bertscore(pairs, sentences)
    vectors = sentences.embed([turn.text for talk in talks for turn in talk.turns])
    at_once = _seconds(lambda: coherence(vectors))
    loop = _seconds(lambda: _pairwise(vectors))
    return found | {
        "coherence": {"turns": len(vectors), "loop": loop, "matrix": at_once, "times": round(loop / at_once, 1)},
        "load": round(os.getloadavg()[0], 2),
    }


def _bertscore(pairs: list[tuple[str, str]], sentences: MiniLM) -> dict[str, Any]:
    """Four ways to score the same pairs: the package's function, which loads the model at each call; its scorer, kept,
    pair by pair; one batch; one batch after coherence has put the same turns through the model."""
    from bert_score import BERTScorer  # type: ignore[import-untyped]  # it ships no types
    from bert_score import score as one_call

    how = {"model_type": str(folder()), "num_layers": 6, "device": "cpu"}
    kept = BERTScorer(**how)
    kept.score(["ready"], ["ready"])
    batched = BertScore(sentences=sentences)
    batched.score([("ready", "ready")])
    sharing = MiniLM(keep=10**6, threads=1)
    sharing.embed([text.strip() for pair in pairs for text in pair])
    shared = BertScore(sentences=sharing)
    few = pairs[:LOADING]
    seconds = {
        "calls": _seconds(lambda: [one_call([a], [b], **how) for a, b in few]) / len(few) * len(pairs),
        "scorer": _seconds(lambda: [kept.score([a], [b]) for a, b in pairs]),
        "batch": _seconds(lambda: batched.score(pairs)),
        "shared": _seconds(lambda: shared.score(pairs)),
    }
    seconds = {name: round(value, 3) for name, value in seconds.items()}
    return {
        "pairs": len(pairs),
        "bertscore": seconds,
        "batchAgainstCalls": round(seconds["calls"] / seconds["batch"], 1),
        "batchAgainstScorer": round(seconds["scorer"] / seconds["batch"], 1),
        "sharedAgainstScorer": round(seconds["scorer"] / seconds["shared"], 1),
    }


def _pairwise(vectors: list[list[float]]) -> float:
    """Global coherence by a loop over pairs."""
    import numpy as np

    unit = [np.asarray(one) / np.linalg.norm(one) for one in vectors]
    return float(np.mean([a @ b for n, a in enumerate(unit) for b in unit[n + 1 :]]))


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return round(time.perf_counter() - started, 5)


if __name__ == "__main__":
    sys.exit(main())
