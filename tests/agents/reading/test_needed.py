"""Words that a phrase can't do without: they may save a look, never lose a match."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents import quantitative, reading
from agents.reading.phrase import compiled, expanded, needed, seconds
from agents.reading.words import read
from benchmarks.training.datasets import TRANSCRIPTS

PIECES = TRANSCRIPTS / "phq8_exchanges.txt"


def phrases() -> Iterator[str]:
    """The phrases that need a pattern of two large word lists."""
    for package, name in ((quantitative, "language"), (reading, "english/frequency")):
        table = tomllib.loads((Path(package.__path__[0]) / f"{name}.toml").read_text("utf-8"))
        groups = table.get("wording") or table.values()
        for group in groups:
            for listed in group.values():
                yield from (one for one in (listed if isinstance(listed, list) else ()) if expanded(one) is None)


def test_every_match_holds_a_needed_word_and_a_second_one() -> None:
    rows = PIECES.read_text("utf-8").splitlines()[::2]
    text = " ".join(read(row.rpartition("|")[2]).text for row in rows)
    found = 0
    for phrase in sorted(set(phrases())):
        for match in compiled([phrase]).finditer(text):
            words = text[match.start() : match.end() + 40].split()
            found += 1
            assert (must := needed(phrase)) is None or not must.isdisjoint(words), (phrase, match[0])
            assert (second := seconds(phrase)) is None or words[1] in second, (phrase, match[0])
    assert found > 200


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("(?:lost|no) (?:\\w+ )?(?:interest|pleasures?)", {"interest", "pleasure", "pleasures"}),
        ("(?!every |each )\\w+ (?:day|night)", {"day", "night"}),
        ("pain (?:of|in)(?: the| my)?(?= back)", {"of", "in"}),
        ("(?:get|got)(?: very)? old", {"old"}),
        ("\\w+ \\w+", None),
        ("tear* (?:\\w+ )?", None),
    ],
)
def test_needed_words(phrase: str, expected: set[str] | None) -> None:
    assert needed(phrase) == expected
