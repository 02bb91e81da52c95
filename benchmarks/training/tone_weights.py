"""Learn the weights of agents/scorer/tone.toml from the project's own labelled replies.

`python -m benchmarks.training.tone_weights` reads voices.txt and authors/*.txt in benchmarks/training/data/replies and
writes the weights. The rules were written with the first set and without seeing the others, so the others count double.
"""

import hashlib
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from agents.scorer.opinion import traits
from agents.scorer.reading import read
from agents.scorer.tone import SCALE, features
from agents.scorer.verdict import judge
from benchmarks.training.datasets import REPLIES, authors, replies

WEIGHTS = Path("agents") / "scorer" / "tone.toml"
_OWN = "voices"
_MARKS = re.compile(r"[.,;:!?]+(?!\d)")
_OWN_WEIGHT = 0.5
_STRENGTH = 0.3
_FEWEST = 2
_MOST = 12000


class Known(NamedTuple):
    """A labelled reply: its author, the features that it is weighed by, its outcome (twice the likeliest score, plus 1
    where the frequency is still to be asked)."""

    author: str
    names: set[str]
    outcome: int


def told(folder: Path = REPLIES) -> Iterator[Known]:
    """Every labelled reply, both without its punctuation marks and as it is."""
    for file in authors(folder):
        for reply in replies(file):
            for text in dict.fromkeys((_unmarked(reply.text), reply.text)):
                reading = read(text, reply.item, question=None, followup=False)
                names = features(reading.item, reading.clauses).union(traits(reading, judge(reading)))
                yield Known(file.stem, names, 2 * likeliest(reply.score) + (reply.asks == "a"))


def _unmarked(text: str) -> str:
    """The reply as typed on a phone, without its punctuation marks."""
    return _MARKS.sub("", text)


def likeliest(told: str) -> int:
    """The likeliest score of a score or range: the one in brackets ("0-2 (1)"), else the middle, rounded up."""
    span, _, best = told.partition(" (")
    low, _, high = span.partition("-")
    return int(best[0]) if best else (int(low) + int(high or low) + 1) // 2


def digest(folder: Path = REPLIES) -> str:
    """Identifies the labelled replies: weights learnt from any others are out of date."""
    return hashlib.sha256(b"".join(file.read_bytes() for file in authors(folder))).hexdigest()[:16]


def learnt(known: Sequence[Known]) -> tuple[list[int], dict[str, list[int]]]:
    """The base and the weights of each outcome in thousandths, by a logistic regression (L2, C 0.3).

    Of all features that occur at least twice, the 12,000 with the largest product of their greatest weight for any
    outcome and the square root of their frequency are kept."""
    from sklearn.feature_extraction import DictVectorizer  # type: ignore[import-untyped]
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

    counts = Counter(name for one in known for name in one.names)
    rows = [{name: 1.0 for name in sorted(one.names) if counts[name] >= _FEWEST} for one in known]
    places = DictVectorizer()
    worth = [_OWN_WEIGHT if one.author == _OWN else 1.0 for one in known]
    cells = places.fit_transform(rows)
    cells.indices, cells.indptr = cells.indices.astype("int32"), cells.indptr.astype("int32")
    fitted = LogisticRegression(C=_STRENGTH, max_iter=3000)
    fitted.fit(cells, [one.outcome for one in known], sample_weight=worth)
    weights = {name: [round(float(row[i]) * SCALE) for row in fitted.coef_] for name, i in places.vocabulary_.items()}
    kept = sorted(weights, key=lambda name: (-max(map(abs, weights[name])) * counts[name] ** 0.5, name))[:_MOST]
    return [round(float(value) * SCALE) for value in fitted.intercept_], {name: weights[name] for name in sorted(kept)}


def main() -> int:
    """Learn and write the weights."""
    known = list(told())
    base, weights = learnt(known)
    lines = "\n".join("\t".join([name, *map(str, row)]) for name, row in weights.items())
    WEIGHTS.write_text(
        f"# Learnt by `python -m benchmarks.training.tone_weights` from {len(known)} replies; "
        "not to be edited by hand.\n"
        f"digest = \"{digest()}\"\nbase = {base}\nweights = '''\n{lines}\n'''\n",
        encoding="utf-8",
    )
    sys.stderr.write(f"{len(weights)} weights from {len(known)} replies\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
