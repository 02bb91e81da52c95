"""Pauses: the marks that a reply typed without any would have had."""

from typing import Final

_MARKS: Final = frozenset(".,;:!?—")
_FEWEST: Final = 5
"""Words of a reply that is looked at."""
_LEADS: Final = frozenset({"hmm", "um", "uh", "er", "well", "oh", "actually", "honestly", "so", "ok", "okay"})
"""Words before the answer."""
_ANSWERS: Final = frozenset(
    {"no", "nope", "nah", "yes", "yeah", "yep", "definitely", "absolutely", "never", "sometimes"}
)
_TWO: Final = frozenset({("not", "really"), ("not", "exactly"), ("of", "course")})
"""Answers of two words."""
_SUBJECTS: Final = frozenset(
    {"i", "it", "my", "that", "there", "mostly", "just", "the"} | {"sleep", "nothing", "not", "we", "this", "sometimes"}
)
"""What begins the sentence behind an answer."""


def pause(plain: list[str]) -> None:
    """Puts a full stop behind the opening answer of a reply without marks ("no i have not noticed")."""
    if len(plain) < _FEWEST or not _MARKS.isdisjoint(plain):
        return
    at = next((i for i, word in enumerate(plain) if word not in _LEADS), 0)
    if tuple(plain[at : at + 2]) in _TWO:
        at += 1
    elif plain[at] not in _ANSWERS:
        return
    if plain[at + 1 :] and plain[at + 1].split(" ")[0] in _SUBJECTS:
        plain[at] += " ."
