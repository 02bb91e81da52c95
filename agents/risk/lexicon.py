"""The lexicon: the word classes and phrases of the rules, loaded from the lists of this folder."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from agents.risk.phrases.compiler import Compiler, Lexicon
from agents.risk.phrases.patterns import Bank
from agents.risk.plain.spelling import Speller

FOLDER: Final = Path(__file__).parent / "lists"
"""The lists that the rules read: one TOML file a matter."""
_FILES: Final = (
    "lexicon.toml",
    "rules.toml",
    "violence.toml",
    "passive.toml",
    "acts.toml",
    "timing.toml",
    "settings.toml",
    "questions.toml",
    "answers.toml",
)
_WORD = re.compile(r"[a-z0-9']+")


@cache
def table(name: str) -> dict[str, Any]:
    """A data file's content. The files' shapes are fixed by the modules that read them and checked by the tests."""
    with (FOLDER / name).open("rb") as file:
        return tomllib.load(file)


@cache
def classes() -> Lexicon:
    """Every word class by name."""
    merged: dict[str, list[str]] = {}
    for name in _FILES:
        merged |= table(name).get("classes", {})
    return merged


@cache
def compiler() -> Compiler:
    """The one compiler, so that each word class is compiled once."""
    return Compiler(classes(), **table("lexicon.toml")["frequency"])


@cache
def bank(name: str, key: str) -> Bank:
    """A top-level list of phrases of a data file, or a word class when `name` is `classes`."""
    return compiler().bank(classes()[key] if name == "classes" else table(name)[key])


def warm() -> None:
    """Compile every list of phrases and words now, so that no message has to wait for it."""
    speller()
    for name in ("settings.toml", "answers.toml", "questions.toml", "timing.toml", "polarity.toml"):
        for key, value in table(name).items():
            if key != "order" and isinstance(value, list):
                bank(name, key)
    for key in ("near", "near_hard", "benign_end", "generic", "risky", "looks_back"):
        bank("classes", key)


@cache
def speller() -> Speller:
    """The speller that knows every word which the rules use."""
    known: set[str] = set()
    for name in _FILES:
        known |= _words(table(name))
    return Speller(frozenset(known))


def _words(node: Any) -> set[str]:
    if isinstance(node, str):
        return set(_WORD.findall(re.sub(r"\{[a-z_0-9]*\}|~\d|_", " ", node)))
    children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return set().union(*(_words(child) for child in children)) if children else set()
