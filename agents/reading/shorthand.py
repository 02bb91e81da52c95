"""Phone spelling: what means one thing beside some neighbours and another beside others (sat, sun, then, 2, 4), and
slips of the finger in words of how often: a letter left out, doubled, or swapped with the next ("evry", "nver").

Only letters behind the first one slip, and what is a word by itself ("time" for "times") is none."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from agents.reading.vocabulary import table

SHIFTING: Final = frozenset({"sat", "sun", "then", "2", "4", "seem"})
"""Plain words that `settle` may put another in place of, or leave out ("can't seem to rest")."""
_DAYS: Final = frozenset(
    f"{day}day" for day in ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun", "to", "yester")
)
_DAY_BEFORE: Final = frozenset(
    {"on", "last", "this", "every", "each", "both", "since", "till", "until", "past", "only"}
)
_DAY_AFTER: Final = frozenset(
    {"night", "nights", "morning", "mornings", "evening", "evenings", "afternoon", "afternoons", "just", "only", "gone"}
)
_SEATED: Final = frozenset(
    {"down", "there", "up", "in", "at", "by", "with", "next", "beside", "still", "around", "through"}
)
_STOPS: Final = frozenset({"", ",", ".", "!", "?"})
_SITTERS: Final = frozenset({"i", "we", "he", "she", "they", "just", "and", "have", "was", "been", "never", "not"})
_LINKS: Final = frozenset({"and", "or", "to", ",", "the", "plus", "then", "+", "", "again"})
_COMPARED: Final = frozenset(
    {"more", "less", "better", "worse", "rather", "other", "longer", "fewer", "bigger", "oftener", "often", "quicker"}
)
_TO_BEFORE: Final = frozenset({"want", "wanted", "going", "trying", "used", "time", "able", "supposed", "tend", "need"})
_FOR_AFTER: Final = frozenset({"me", "real", "now", "ages", "sure", "ever", "him", "her", "them", "us"})
LETTERS: Final[Mapping[str, str]] = {"n": "no", "s": "yes"}
"""What a letter means that is the whole message: "n" stands for "and" elsewhere, and "s" for a Spanish yes."""
_FEWEST: Final = 3
"""Letters of a slip."""
_WORD: Final = re.compile(r"[^\W\d_]{3,}")


def settle(plain: list[str]) -> None:
    """Puts the word that is meant in place of each shifting one, looking at what stands next to it."""
    for i, word in enumerate(plain):
        if word in SHIFTING:
            plain[i] = _meant(word, plain, i)


def _meant(word: str, plain: list[str], i: int) -> str:
    before = plain[i - 1] if i else ""
    after = plain[i + 1] if i + 1 < len(plain) else ""
    if word == "seem":
        return _left_out(plain, i) if before.endswith("not") and after == "to" else word
    match word:
        case "sat" | "sun":
            return {"sat": "saturday", "sun": "sunday"}[word] if _is_day(plain, i, before, after) else word
        case "then":
            return "than" if before in _COMPARED or (after == "not" and "more" in plain[max(0, i - 2) : i]) else word
        case "2":
            return "to" if before in _TO_BEFORE and after.isalpha() and not after.endswith("s") else word
        case _:
            return "for" if after in _FOR_AFTER and before not in {"at", "than"} else word


def _left_out(plain: list[str], i: int) -> str:
    """Nothing, and nothing for the word behind, where "can" is in front of the "not"."""
    if not " ".join(plain[max(0, i - 2) : i]).endswith(("can not", "could not")):
        return plain[i]
    plain[i + 1] = ""
    return ""


def _is_day(plain: list[str], i: int, before: str, after: str) -> bool:
    """Whether a weekday, or what goes with one, is next to the word or across an "and"."""
    if after in _SEATED:
        return False
    if before in _DAY_BEFORE or after in _DAY_AFTER:
        return True
    if plain[i] == "sat" and after in _STOPS and before not in _SITTERS:
        return True
    earlier = plain[i - 2] if i > 1 and before in _LINKS else before
    later = plain[i + 2] if i + 2 < len(plain) and after in _LINKS else after
    return not {earlier, later, plain[i - 3] if i > 2 and before == "the" else ""}.isdisjoint(_DAYS | {"sat", "sun"})


@cache
def slips() -> Mapping[str, str]:
    """The word that each slip stands for."""
    listed = table("words")
    often, spared = listed["often"].split(), frozenset(listed["spared"].split())
    found = {slip: word for word in often for slip in _of(word) if len(slip) >= _FEWEST}
    return {slip: word for slip, word in found.items() if slip not in spared and slip not in often}


def _of(word: str) -> Iterator[str]:
    for place in range(1, len(word)):
        head, letter, rest = word[:place], word[place], word[place + 1 :]
        yield head + rest
        yield head + letter + letter + rest
        if rest:
            yield head + rest[0] + letter + rest[1:]


def mended(text: str) -> str:
    """The text without these slips; for readers that need no places in it."""
    return _WORD.sub(lambda match: slips().get(match[0].lower(), match[0]), text)
