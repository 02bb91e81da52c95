"""Learn the weights of agents/risk/weights.toml from the project's own labelled examples.

`python -m benchmarks.training.risk_weights` reads the messages in data/risk, the replies to ordinary items in
data/replies (with_follow_up.txt, and 24 of the authors), and the messages built from data/risk/grammar.toml (which
count for less), and writes the weights. With `--without NAME` one set of messages is left out, so that it can be read
as if new.
"""

import argparse
import hashlib
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path
from typing import Any

from agents.domain.risk import Tier
from agents.risk.canon import canonical
from agents.risk.features import features
from agents.risk.lexicon import speller
from agents.risk.parts import Part, parts
from agents.risk.questions import topic
from benchmarks.training.datasets import RISK, messages, replies
from benchmarks.training.risk_grammar import built

WEIGHTS = Path("agents") / "risk" / "weights.toml"
_SCALE = 1000
_STRENGTH = 0.5
_OWN = 2.0
_BUILT = 0.3
_REPLY = 1.0
_UNASKED = 0.5
_PART = 1.0
_TOO_LIKELY = 0.2
_MOST_PARTS = 4
_FEWEST = 2
_LEAST = 60
_RISKY = frozenset({3, 11, 12, 16, 23})
_REPLIES = frozenset({"item_replies", "whole_interviews"})
_AUTHORS = (
    *("abroad", "chats", "guarded", "images", "long", "short", "turns", "worn"),
    *(f"logs_{author}" for author in "abcdefghiklm"),
    *(f"plain_{author}" for author in "abcd"),
)
_MARK = "# Learnt by"


@dataclass(frozen=True, slots=True)
class Example:
    """One labelled message: the features that it is weighed by, and its first acceptable tier."""

    features: frozenset[str]
    tier: Tier
    counts: float = _OWN
    parts: tuple[frozenset[str], ...] = ()
    """The features of each part of it (parts.py) when that part is read by itself."""


def example(text: str, context: str | None, item: int | None, tier: str, counts: float = _OWN) -> Example:
    """A labelled message as the rules would weigh it."""
    words, asked = tuple(canonical(text, speller()).words), topic(context, item)
    elsewhere = asked is None and bool(context or item)
    cut = parts(Part(words, 0, True)) if counts > _BUILT and tier != Tier.STOP else ()
    told = (frozenset(features(part.words, asked, elsewhere)) for part in cut)
    return Example(frozenset(features(words, asked, elsewhere)), Tier(tier), counts, tuple(told))


def examples(folder: Path = RISK, without: Sequence[str] = ()) -> list[Example]:
    """All of the project's own labelled messages, except those of the sets left out."""
    corpus = tomllib.loads((folder / "corpus.toml").read_text(encoding="utf-8"))
    found = [example(text, None, None, group["accept"][0]) for group in corpus["group"] for text in group["texts"]]
    found += [
        example(row[0], asked["context"], asked.get("item"), row[1])
        for asked in corpus["asked"]
        for row in asked["replies"]
    ]
    evidence = tomllib.loads((folder / "indirect.toml").read_text(encoding="utf-8"))
    for group in evidence["group"]:
        found += [example(row[0], row[1] if len(row) > 1 else None, None, group["tier"]) for row in group["texts"]]
    for path in messages(folder):
        counts = _REPLY if path.stem in _REPLIES else _OWN
        for row in told([path] if path.stem not in without else []):
            found.append(example(row["text"], row["context"], None, row["accept"][0], counts))
    found += [example(text, None, None, tier, _BUILT) for text, tier in built(folder / "grammar.toml")]
    return [*found, *ordinary(folder)]


def ordinary(folder: Path) -> list[Example]:
    """Replies to items that are not about risk, with and without their item: nothing in them indicates risk."""
    rows = (line.split(" | ") for line in _replies(folder).read_text(encoding="utf-8").splitlines() if line[0] != "#")
    told = [(int(row[0]), text, _OWN) for row in rows for text in row[2:]]
    told += [(int(item), text, _REPLY) for item, text in _authors(folder)]
    asked = [example(text, None, item, Tier.NONE, counts) for item, text, counts in told if item not in _RISKY]
    return asked + [example(text, None, None, Tier.NONE, _UNASKED) for item, text, _ in told if item not in _RISKY]


def _authors(folder: Path) -> Iterator[tuple[str, str]]:
    """The item and the reply of each line in the scorer's reply sets."""
    for author in _AUTHORS:
        for reply in replies(folder.parent / "replies" / "authors" / f"{author}.txt"):
            yield str(reply.item), reply.text


def _replies(folder: Path) -> Path:
    return folder.parent / "replies" / "with_follow_up.txt"


def told(paths: Iterable[Path]) -> list[dict[str, Any]]:
    """The rows of sets of examples."""
    return [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]


def digest(folder: Path = RISK) -> str:
    """Identifies the examples: weights learnt from any others are out of date."""
    files = (
        folder / "corpus.toml",
        folder / "indirect.toml",
        folder / "grammar.toml",
        *messages(folder),
        _replies(folder),
    )
    lines = "".join(f"{item} {text}\n" for item, text in _authors(folder))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files) + lines.encode()).hexdigest()[:16]


def learnt(known: Sequence[Example]) -> tuple[list[int], dict[str, list[int]]]:
    """The base and the weights against tier NONE in thousandths, by a logistic regression (L2, C 0.5)."""
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

    counts = Counter(name for each in known for name in each.features)
    names = sorted(name for name, count in counts.items() if count >= _FEWEST)
    place = {name: i for i, name in enumerate(names)}
    rows = [sorted(place[name] for name in each.features if name in place) for each in known]
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row))
    columns = [column for row in rows for column in row]
    matrix = csr_matrix(([1.0] * len(columns), columns, starts), shape=(len(known), len(names)))
    fitted = LogisticRegression(C=_STRENGTH, max_iter=2000).fit(
        matrix, [each.tier.rank for each in known], sample_weight=[each.counts for each in known]
    )
    against = fitted.coef_[1:] - fitted.coef_[0]
    base = [round(float(value) * _SCALE) for value in fitted.intercept_[1:] - fitted.intercept_[0]]
    weights = {name: [round(float(value) * _SCALE) for value in against[:, i]] for i, name in enumerate(names)}
    return base, {name: row for name, row in weights.items() if max(map(abs, row)) >= _LEAST}


def mistaken(known: Sequence[Example], base: Sequence[int], weights: dict[str, list[int]]) -> list[Example]:
    """The parts of messages that these weights rate higher than their whole message, the likeliest of each first; no
    part can be more urgent than its message."""
    found = []
    for each in known:
        more = {part: sum(_likely(part, base, weights)[each.tier.rank + 1 :]) for part in each.parts}
        most = sorted((part for part in more if more[part] > _TOO_LIKELY), key=lambda part: (-more[part], len(part)))
        found += [Example(part, each.tier, _PART) for part in most[:_MOST_PARTS]]
    return found


def _likely(told: frozenset[str], base: Sequence[int], weights: dict[str, list[int]]) -> list[float]:
    held = [weights[name] for name in told if name in weights]
    sums = [0, *(sum(column) for column in zip(base, *held, strict=True))]
    shares = [exp((total - max(sums)) / _SCALE) for total in sums]
    return [share / sum(shares) for share in shares]


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn and write the weights; the text above the mark in the file is kept."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training.risk_weights", description=__doc__)
    parser.add_argument("--without", nargs="*", default=[], metavar="NAME", help="sets of examples to leave out")
    options = parser.parse_args(arguments)
    known = examples(without=options.without)
    known += mistaken(known, *learnt(known))
    base, weights = learnt(known)
    kept = WEIGHTS.read_text(encoding="utf-8").split(_MARK)[0]
    lines = "\n".join("\t".join([name, *map(str, row)]) for name, row in weights.items())
    WEIGHTS.write_text(
        f"{kept}{_MARK} `python -m benchmarks.training.risk_weights` from {len(known)} examples; "
        "not to be edited by hand.\n"
        f"[learnt]\ndigest = \"{digest()}\"\nbase = {base}\nweights = '''\n{lines}\n'''\n",
        encoding="utf-8",
    )
    sys.stderr.write(f"{len(weights)} weights from {len(known)} examples\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
