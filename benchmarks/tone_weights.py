"""Learn the weights of agents/scorer/tone.toml from the project's own labelled replies.

`python -m benchmarks.tone_weights` reads replies.txt and voices.txt in tests/agents/scorer and writes the weights.
"""

import hashlib
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from agents.scorer.clauses import split
from agents.scorer.tone import SCALE, features
from agents.scorer.words import read

TOLD = Path("tests") / "agents" / "scorer"
WEIGHTS = Path("agents") / "scorer" / "tone.toml"
_FILES = (("replies.txt", 2), ("voices.txt", 3))
_STRENGTH = 0.2
_FEWEST = 2
_LEAST = 40


def told(folder: Path = TOLD) -> Iterator[tuple[set[str], bool]]:
    """What every labelled reply is weighed by, and whether its speaker has the problem."""
    for name, column in _FILES:
        for line in (folder / name).read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                parts = [part.strip() for part in line.split("|")]
                yield features(split(read(parts[column]).text)), not parts[1].startswith("0")


def digest(folder: Path = TOLD) -> str:
    """What the labelled replies are known by: weights learnt from others than these are out of date."""
    return hashlib.sha256(b"".join((folder / name).read_bytes() for name, _ in _FILES)).hexdigest()[:16]


def learnt(known: Sequence[tuple[set[str], bool]]) -> tuple[int, dict[str, int]]:
    """The base and the weights in thousandths, by a logistic regression (L2, C 0.2, both answers weighing alike)."""
    from sklearn.feature_extraction import DictVectorizer  # type: ignore[import-untyped]
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

    counts = Counter(name for found, _ in known for name in found)
    rows = [{name: 1.0 for name in sorted(found) if counts[name] >= _FEWEST} for found, _ in known]
    places = DictVectorizer()
    fitted = LogisticRegression(C=_STRENGTH, max_iter=2000, class_weight="balanced")
    fitted.fit(places.fit_transform(rows), [there for _, there in known])
    weights = {name: round(float(fitted.coef_[0][i]) * SCALE) for name, i in sorted(places.vocabulary_.items())}
    return round(float(fitted.intercept_[0]) * SCALE), {name: w for name, w in weights.items() if abs(w) >= _LEAST}


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
