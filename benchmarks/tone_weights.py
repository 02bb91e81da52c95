"""Learn the weights of agents/scorer/tone.toml from the project's own labelled replies.

`python -m benchmarks.tone_weights` reads replies.txt, voices.txt and told/*.txt in tests/agents/scorer and writes the
weights. The rules were made with the first two before them and had not met the others, so those weigh double.
"""

import hashlib
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from agents.scorer.opinion import traits
from agents.scorer.reading import read
from agents.scorer.tone import SCALE, features
from agents.scorer.verdict import judge

TOLD = Path("tests") / "agents" / "scorer"
WEIGHTS = Path("agents") / "scorer" / "tone.toml"
_OWN = {"replies.txt": 2, "voices.txt": 3}
_COLUMN = 3
_OWN_WEIGHT = 0.5
_STRENGTH = 0.4
_FEWEST = 2
_MOST = 7000


class Known(NamedTuple):
    """A labelled reply: by whom, what it is weighed by, whether its speaker has the problem."""

    author: str
    names: set[str]
    there: bool


def files(folder: Path = TOLD) -> list[Path]:
    """Where the labelled replies are."""
    return [*(folder / name for name in _OWN), *sorted((folder / "told").glob("*.txt"))]


def told(folder: Path = TOLD) -> Iterator[Known]:
    """Every labelled reply that says whether the problem is there."""
    for file in files(folder):
        for line in file.read_text(encoding="utf-8").splitlines():
            parts = [part.strip() for part in line.split("|")]
            if line and not line.startswith("#") and (there := _there(parts[1])) is not None:
                reading = read(parts[_OWN.get(file.name, _COLUMN)], int(parts[0]), question=None, followup=False)
                names = features(reading.item, reading.clauses).union(traits(reading, judge(reading)))
                yield Known(file.stem, names, there)


def _there(told: str) -> bool | None:
    """By a score or range with its likeliest ("0-2 (1)"); a range that begins with 0 leaves it open by itself."""
    span, _, likeliest = told.partition(" (")
    if span.startswith("0-"):
        return likeliest[0] != "0" if likeliest else None
    return span != "0"


def digest(folder: Path = TOLD) -> str:
    """What the labelled replies are known by: weights learnt from others than these are out of date."""
    return hashlib.sha256(b"".join(file.read_bytes() for file in files(folder))).hexdigest()[:16]


def learnt(known: Sequence[Known]) -> tuple[int, dict[str, int]]:
    """The base and the weights in thousandths, by a logistic regression (L2, C 0.4, both answers weighing alike).

    Of all names met twice the 7,000 are kept that weigh most, times the root of how often they were met.
    """
    from sklearn.feature_extraction import DictVectorizer  # type: ignore[import-untyped]
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

    counts = Counter(name for one in known for name in one.names)
    rows = [{name: 1.0 for name in sorted(one.names) if counts[name] >= _FEWEST} for one in known]
    places = DictVectorizer()
    fitted = LogisticRegression(C=_STRENGTH, solver="liblinear", max_iter=3000, class_weight="balanced", random_state=0)
    worth = [_OWN_WEIGHT if f"{one.author}.txt" in _OWN else 1.0 for one in known]
    cells = places.fit_transform(rows)
    cells.indices, cells.indptr = cells.indices.astype("int32"), cells.indptr.astype("int32")
    fitted.fit(cells, [one.there for one in known], sample_weight=worth)
    weights = {name: float(fitted.coef_[0][i]) for name, i in places.vocabulary_.items()}
    kept = sorted(weights, key=lambda name: (-abs(weights[name]) * counts[name] ** 0.5, name))[:_MOST]
    return round(float(fitted.intercept_[0]) * SCALE), {name: round(weights[name] * SCALE) for name in sorted(kept)}


def main() -> int:
    """Learn and write the weights."""
    known = list(told())
    base, weights = learnt(known)
    lines = "\n".join(f"{name}\t{weight}" for name, weight in weights.items())
    WEIGHTS.write_text(
        f"# Learnt by `python -m benchmarks.tone_weights` from {len(known)} replies; not to be edited by hand.\n"
        f"digest = \"{digest()}\"\nbase = {base}\nweights = '''\n{lines}\n'''\n",
        encoding="utf-8",
    )
    sys.stderr.write(f"{len(weights)} weights from {len(known)} replies\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
