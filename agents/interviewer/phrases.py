"""The patterns of `phrases.toml`, compiled when first used (compiling all of them takes most of a second)."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

_FEW: Final = 10
_MARKS: Final = ".,!?:)("
_REMEMBERED: Final = 20_000
_LONGEST: Final = 60
_KEY = re.compile(r"\b[a-z'][a-z']{0,3}")
_PART = re.compile(r"<([a-z_]+)>")


@cache
def _data() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def _filled(text: str) -> str:
    """The text with every `<name>` of a part replaced by that part, recursively; other angle brackets stay."""
    parts = _data()["parts"]
    return _PART.sub(lambda match: _filled(parts[match[1]]) if match[1] in parts else match[0], text)


def _either(alternatives: list[str]) -> str:
    return f"(?:{'|'.join(map(_filled, alternatives))})"


@cache
def move(name: str) -> re.Pattern[str]:
    """A move as a whole sentence, with filler before it, courtesy after it and the reason in the group `why`."""
    parts = _data()["parts"]
    core = _either(_data()["moves"][name])
    return re.compile(rf"{parts['filler']}{core}{parts['courtesy']}{parts['why']}\s*[.,!?:)(-]*")


@cache
def words(name: str) -> re.Pattern[str]:
    """A list of words or phrases to look for anywhere in a lower-case text, whole words only."""
    return re.compile(rf"\b{_either(_data()['words'][name])}\b")


@cache
def pattern(name: str) -> re.Pattern[str]:
    """A pattern that is matched as it is on a lower-case text."""
    return re.compile(_either(_data()["patterns"][name]))


class _Chunks(dict[str, bool]):
    """Whether any word in a chunk (the text between two spaces) begins with one of the stems; cached, as chunks
    recur."""

    def __init__(self, stems: list[str]) -> None:
        super().__init__()
        self._keys = frozenset(stem[:4].split()[0] for stem in stems)

    def __missing__(self, chunk: str) -> bool:
        apart = chunk.replace("'", " ")  # so that "you'd" matches like "you" too
        begins = not self._keys.isdisjoint(_KEY.findall(f"{chunk} {apart}"))
        if len(self) < _REMEMBERED and len(chunk) <= _LONGEST:
            self[chunk] = begins
        return begins


@cache
def _stems(name: str) -> tuple[_Chunks, re.Pattern[str]]:
    stems = _data()["stems"][name]
    either = "|".join(re.escape(stem).replace(r"\*", r"\w*") for stem in stems)
    return _Chunks(stems), re.compile(rf"\b(?:{either})\b")


@cache
def _starts() -> tuple[frozenset[str], Mapping[str, frozenset[str]], frozenset[str]]:
    starts = _data()["starts"]
    after = {word: frozenset(following.split()) for word, following in starts["after"].items()}
    return frozenset(starts["words"].split()), after, frozenset(starts["filler"].split())


def may_be_move(sentence: str) -> bool:
    """Whether a lower-case sentence begins, after filler, as some move does."""
    words, after, filler = _starts()
    said = sentence.split(maxsplit=_FEW)
    for place, raw in enumerate(said[:_FEW]):
        word = raw.strip(_MARKS)
        if not word or word in words:
            return True
        following = after.get(word)
        if following and place + 1 < len(said) and said[place + 1].strip(_MARKS) in following:
            return True
        if word not in filler:
            return False
    return True


def mention(name: str, text: str) -> re.Match[str] | None:
    """The first of a list of stems in a lower-case text. Word beginnings are compared first, because most texts contain
    none."""
    chunks, either = _stems(name)
    return either.search(text) if any(map(chunks.__getitem__, text.split())) else None


@cache
def group(name: str) -> Mapping[str, re.Pattern[str]]:
    """A table of patterns by name (`topics`), in the file's order."""
    return {key: re.compile(_filled(text)) for key, text in _data()[name].items()}
