"""Messages of 20,000 characters made to slow a reader down: repeats, nesting, marks, near-misses."""

from collections.abc import Mapping
from typing import Final

LONGEST: Final = 20_000
_SEEDS: Final = {
    "one letter": "a",
    "one word": "kill ",
    "one phrase": "I want to ",
    "nested brackets": "(",
    "brackets around words": "((no) ",
    "right-to-left marks": "\u202ei\u200f wa\u202bnt \u202e",
    "zero-width letters": "d\u200bi\u200be\u200b ",
    "spaced letters": "s u i c i d e ",
    "blanks": " ",
    "line breaks": "\n",
    "full stops": ".",
    "commas": "no, ",
    "apostrophes": "don't't'",
    "hyphens": "s-",
    "digits": "14 ",
    "number words": "twenty ",
    "days": "three of fourteen days ",
    "negations": "never not no ",
    "near-misses": "I wouldn't want to kil my sel ",
    "clauses": "I thought that he said that I would, but ",
    "combining marks": "e\u0301\u0301\u0301\u0301",
    "emoji": "😀👍",
    "leetspeak": "k1ll my53lf ",
    "capitals": "SUICIDE",
}

HOSTILE: Final[Mapping[str, str]] = {
    name: (seed * (LONGEST // len(seed) + 1))[:LONGEST] for name, seed in _SEEDS.items()
} | {"deep nesting": "(" * (LONGEST // 2) + ")" * (LONGEST // 2)}
"""Every message, by the name of its pattern."""
