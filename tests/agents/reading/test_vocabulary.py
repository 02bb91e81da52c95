"""The data files: every phrase compiles, finds itself, and every list is used."""

import re
from pathlib import Path

import pytest

import agents.reading
import agents.scorer
from agents.reading.phrase import compiled, expanded, heads, may_start
from agents.reading.vocabulary import amount, scan_common, table

HOMES = [Path(room.__file__).parent for room in (agents.reading, agents.scorer)]


@pytest.mark.parametrize("name", sorted(table("amounts")["pattern"]))
def test_amount_patterns_compile(name):
    assert amount(name).pattern


def test_every_phrase_compiles_alone():
    for name, phrases in table("polarity").items():
        if name != "groups":
            for phrase in phrases:
                assert compiled([phrase]).groups == 0, phrase


def test_every_list_is_used():
    code = "".join(path.read_text("utf-8") for home in HOMES for path in home.glob("*.py"))
    grouped = {name for group in table("polarity")["groups"].values() for name in group}
    for name in (*table("polarity"), *table("amounts")["pattern"]):
        assert f'"{name}"' in code or name in grouped, name


def test_heads_hold_the_first_letters_of_every_match():
    assert heads("(?:quite |very )?often", 2) == {"qu", "ve", "of"}
    assert heads("frequent(?:ly)?", 2) == {"fr"}
    assert heads("a lot", 2) == {"a "}
    assert heads("\\d+ days", 2) == {digit + "*" for digit in "0123456789"}
    assert may_start("(?<! not )always", "al")
    assert not may_start("(?<! not )always", "no")


def test_plain_phrases_are_listed_out_and_others_are_not():
    assert expanded("(?:quite |very )?often") == ["quite often", "very often", "often"]
    assert expanded("irritat*") == ["irritat*"]
    assert expanded("(?:a|1) day(?:s)?") == ["a days", "a day", "1 days", "1 day"]
    assert expanded("too \\w+ to") is None
    assert expanded("(?<! not )always") is None
    assert expanded("(?:very )*often") is None


def test_scanning_finds_what_the_pattern_finds():
    text = " no , i have not had that , and i do not feel low at all . not once . "
    found = scan_common(text)
    for name in ("negator", "no", "sentence_end"):
        expected = [match.span() for match in compiled(table("polarity")[name]).finditer(text)]
        assert found[name] == expected


def test_no_pattern_nests_repeats():
    nested = re.compile(r"\([^()]*[*+][^()]*\)[*+]")
    for pattern in table("amounts")["pattern"].values():
        assert not nested.search(pattern.replace(r"\w+", "w").replace("(?:", "(")), pattern
