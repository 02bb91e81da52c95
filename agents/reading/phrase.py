"""One phrase of a word list: plain words, `*` after a letter for any ending, and some regular-expression syntax."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

_NEVER: Final = re.compile(r"(?!)")
_ENDING: Final = re.compile(r"(?<=[a-z])(?<!\\[a-z])\*")
_PLAIN: Final = re.compile(r"[^()\[\\.+{|^$?]+(?!\?)")
"""Characters that stand for themselves and are not optional."""
_MOST: Final = 600
"""A phrase with more choices than these stays a pattern."""
HEAD: Final = 4
"""Characters by which phrases that need a pattern are told apart."""
ANY: Final = "*"
"""Stands in a head for any character."""


def compiled(phrases: Iterable[str]) -> re.Pattern[str]:
    """One pattern for all phrases; longer phrases are tried first."""
    ordered = sorted(phrases, key=len, reverse=True)
    if not ordered:
        return _NEVER
    body = "|".join(_ENDING.sub(r"\\w*", phrase) for phrase in ordered)
    return re.compile(rf" (?:{body})(?= )")


def expanded(phrase: str) -> list[str] | None:
    """All that a phrase can stand for, a last `*` kept; None when that can't be listed."""
    found = _listed(phrase)
    return None if found is None or any("*" in words[:-1] or not words.strip("* ") for words in found) else found


def _listed(phrase: str) -> list[str] | None:
    found, position = [""], 0
    while position < len(phrase):
        if run := _PLAIN.match(phrase, position):
            found, position = [words + run[0] for words in found], run.end()
            continue
        char = phrase[position]
        choices: list[str] | None = [char]
        if phrase.startswith("(?:", position):
            end = position + _closing(phrase[position:])
            parts = [_listed(part) for part in _alternatives(phrase[position + 3 : end])]
            choices = None if None in parts else [words for part in parts for words in part or ()]
            position = end
        elif char == "[" and not set("\\^-") & set(phrase[position : phrase.index("]", position)]):
            position, choices = phrase.index("]", position), list(phrase[position + 1 : phrase.index("]", position)])
        elif char in "([\\.+{|^$":
            return None
        after = phrase[position + 1 : position + 2]
        if choices is None or (after in ("*", "+", "{") and char in ")("):
            return None
        if after == "?":
            choices, position = [*choices, ""], position + 1
        found = [words + choice for words in found for choice in choices]
        if len(found) > _MOST:
            return None
        position += 1
    return found


_COUNT: Final = re.compile(r"(?:[?*+]|\{\d,\d\})\??")
"""How a group that may be missing, or come again, ends."""
_COMMON: Final = frozenset(
    {"i", "it", "is", "not", "the", "a", "of", "to", "and", "my", "that", "was", "have", "in", "do"}
)
_MUCH: Final = 50
_WIDTHLESS: Final = ("(?<!", "(?<=", "(?!")


def seconds(phrase: str, first: str = ANY) -> frozenset[str] | None:
    """The words of which one stands second wherever the phrase matches, or looks ahead, from the word `first` on.

    None when that can't be said; empty when the phrase can't begin with that word."""
    found = _openings(phrase)
    if found is not None and first != ANY:
        found = frozenset(pair for pair in found if _fits_word(pair[0], first))
    return None if found is None or any(ANY in second for _, second in found) else frozenset(word for _, word in found)


@cache
def _openings(phrase: str) -> frozenset[tuple[str, str]] | None:
    """The first two words of whatever a phrase matches or looks ahead to, `ANY` for any letters; None if not told."""
    while phrase.startswith(_WIDTHLESS):
        phrase = phrase[_closing(phrase) + 1 :]
    plain = phrase.replace("(?=", "(?:").replace(")*", ")?").replace(")+", ")").replace("\\w", ANY).replace("*+", ANY)
    for end in _cuts(plain):
        listed = _listed(plain[:end])
        if listed is None:
            break
        told = [words.split() for words in listed]
        if all(len(words) > 1 for words in told):
            return frozenset((words[0], words[1]) for words in told)
    return None


def _fits_word(known: str, word: str) -> bool:
    stem, any_letters, _ = known.partition(ANY)
    return word.startswith(stem) if any_letters else word == known


@cache
def needed(phrase: str) -> frozenset[str] | None:
    """Words of which one stands in whatever the phrase matches; None when that can't be said."""
    told: list[frozenset[str]] = []
    for piece in _pieces(phrase):
        listed = _listed(_bare(piece))
        longest = [max(_whole(words), key=len, default="") for words in listed or ()]
        if longest and all(longest):
            told.append(frozenset(longest))
    return min(told[1:] or told, key=_commonness, default=None)


def _commonness(words: frozenset[str]) -> int:
    """How often one of the words is met, roughly: as often as so many words that are not common."""
    return sum(_MUCH if word in _COMMON else 1 for word in words)


def _whole(words: str) -> list[str]:
    return [word for word in words.split() if "*" not in word]


def _pieces(phrase: str) -> Iterable[str]:
    """What stands between the blanks outside of brackets."""
    start = 0
    for end in _cuts(phrase):
        if end > start and phrase[end : end + 1] != "?":
            yield phrase[start:end].strip()
            start = end


def _bare(piece: str) -> str:
    """A piece without what looks around, and without groups of whole words that may be missing or can't be listed."""
    position, kept = 0, ""
    while position < len(piece):
        if not piece.startswith("(?", position):
            kept, position = kept + piece[position], position + 1
            continue
        end = position + _closing(piece[position:]) + 1
        if piece.startswith("(?:", position):
            parts = _alternatives(piece[position + 3 : end - 1])
            count = _COUNT.match(piece, end)
            apart = all(part.endswith(" ") for part in parts) or all(part.startswith(" ") for part in parts)
            if not apart or (count is None and _listed(piece[position:end]) is not None):
                kept, position = kept + piece[position:end], end
                continue
            end = count.end() if count else end
        position = end
    return kept


def _cuts(phrase: str) -> Iterable[int]:
    """Places outside brackets where a phrase may be cut: before its blanks, and at its end."""
    depth = 0
    for i, char in enumerate(phrase):
        depth += (char == "(") - (char == ")")
        if char == " " and not depth and i:
            yield i + 1
    yield len(phrase)


def may_start(phrase: str, head: str) -> bool:
    """Whether a match of a phrase can begin with these characters, at most `HEAD`."""
    known, open_ones = _told(phrase, len(head))
    return head in known or any(all(map(_fits, one, head)) for one in open_ones)


@cache
def _told(phrase: str, length: int) -> tuple[frozenset[str], tuple[str, ...]]:
    """The heads of a phrase that are told in full, at that length, and those that are not."""
    found = {one[:length] for one in heads(phrase, HEAD)}
    open_ones = tuple(one for one in found if ANY in one or len(one) < length)
    return frozenset(found.difference(open_ones)), open_ones


def _fits(known: str, char: str) -> bool:
    return known in (ANY, char)


@cache
def heads(phrase: str, length: int) -> frozenset[str]:
    """The first characters that a match of a phrase can have, as many as `length`; `ANY` stands for any one."""
    if not phrase or not length:
        return frozenset({""})
    if phrase.startswith("(?"):
        end = _closing(phrase)
        if not phrase.startswith("(?:"):
            return heads(phrase[end + 1 :], length)
        optional = phrase[end + 1 : end + 2] in ("?", "*")
        rest = phrase[end + 1 + optional :]
        inside = [heads(part + rest, length) for part in _alternatives(phrase[3:end])]
        return frozenset[str]().union(*inside, heads(rest, length) if optional else ())
    if phrase[0] == "[":
        end = phrase.index("]")
        return _followed(phrase[1:end], phrase[end + 1 :], length)
    if phrase[0] == "\\":
        return _followed("0123456789", phrase[2:], length) if phrase[1] == "d" else frozenset({ANY * length})
    if phrase[1:2] == "*":
        return frozenset({phrase[0] + ANY * (length - 1)})
    return _followed(phrase[0], phrase[1:], length)


def _followed(characters: str, rest: str, length: int) -> frozenset[str]:
    if rest[:1] == "?":
        return _followed(characters, rest[1:], length) | heads(rest[1:], length)
    if rest[:1] in ("+", "{"):
        return frozenset(char + ANY * (length - 1) for char in characters)
    return frozenset(char + tail for char in characters for tail in heads(rest, length - 1))


def _closing(phrase: str) -> int:
    depth = 0
    for i, char in enumerate(phrase):
        depth += (char == "(") - (char == ")")
        if not depth:
            return i
    raise ValueError(f"unbalanced phrase: {phrase}")


def _alternatives(body: str) -> list[str]:
    parts, depth = [""], 0
    for char in body:
        depth += (char == "(") - (char == ")")
        if char == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += char
    return parts
