"""Learn the weights of agents/scorer/tone.toml from the project's own labelled replies.

`python -m benchmarks.training.tone_weights` reads voices.txt and authors/*.txt in benchmarks/training/data/replies and
writes the weights. The rules were made with the first before them and had not met the others, so those weigh double.
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
    """A labelled reply: by whom, what it is weighed by, its outcome (twice the likeliest score, 1 more where how often
    is still to be asked)."""

    author: str
    names: set[str]
    outcome: int


def told(folder: Path = REPLIES) -> Iterator[Known]:
    """Every labelled reply, without its marks and as it stands."""
    for file in authors(folder):
        for reply in replies(file):
            for text in dict.fromkeys((_unmarked(reply.text), reply.text)):
                reading = read(text, reply.item, question=None, followup=False)
                names = features(reading.item, reading.clauses).union(traits(reading, judge(reading)))
                yield Known(file.stem, names, 2 * likeliest(reply.score) + (reply.asks == "a"))


def _unmarked(text: str) -> str:
    """The reply as it is typed on a phone, without its marks."""
    return _MARKS.sub("", text)


def likeliest(told: str) -> int:
    """The likeliest score of a score or range: the one in brackets ("0-2 (1)"), else the middle, rounded up."""
    span, _, best = told.partition(" (")
    low, _, high = span.partition("-")
    return int(best[0]) if best else (int(low) + int(high or low) + 1) // 2


def digest(folder: Path = REPLIES) -> str:
    """What the labelled replies are known by: weights learnt from others than these are out of date."""
    return hashlib.sha256(b"".join(file.read_bytes() for file in authors(folder))).hexdigest()[:16]


def learnt(known: Sequence[Known]) -> tuple[list[int], dict[str, list[int]]]:
    """The base and the weights of each outcome in thousandths, by a logistic regression (L2, C 0.3).

    Of all names met twice the 12,000 are kept that weigh most for any outcome, times the root of how often they were
    met."""
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
