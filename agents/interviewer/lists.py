"""The lists by which messages are heard in a language (`hearing.LANGUAGE.toml`), as patterns."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from agents.language import Language, texts

_MARKS: Final = " .,!?;:()\"'-"


class Lists:
    """The lists of a `language`."""

    def __init__(self, language: Language, told: Mapping[str, Mapping[str, object]]) -> None:
        self.language: Final = language
        self._told = told
        self._whole: dict[str, re.Pattern[str]] = {}
        self._within: dict[str, re.Pattern[str]] = {}

    def whole(self, name: str, sentence: str) -> bool:
        """Whether a folded sentence is nothing but a move, with what may stand around it."""
        if name not in self._whole:
            around = self._told["around"]
            pattern = f"{around['before']}(?:{self._either('whole', name)}){around['behind']}{around['why']}"
            self._whole[name] = re.compile(pattern)
        return self._whole[name].fullmatch(sentence.strip(_MARKS)) is not None

    def within(self, name: str, text: str) -> re.Match[str] | None:
        """The first place in a folded text where a list is found."""
        if name not in self._within:
            self._within[name] = re.compile(rf"(?<![^\W_])(?:{self._either('within', name)})(?![^\W_])")
        return self._within[name].search(text)

    def _either(self, table: str, name: str) -> str:
        found = "|".join(f"(?:{one})" for one in self._told[table][name])  # type: ignore[attr-defined]  # a list of str
        for part, pattern in self._told["parts"].items():
            found = found.replace(f"<{part}>", str(pattern))
        return found


@cache
def lists(language: Language) -> Lists:
    """The lists of a language, read once."""
    return Lists(language, texts(Path(__file__).with_name("hearing.py"), language))
