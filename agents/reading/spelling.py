"""Spelling: one written word read as the plain words it stands for (slang, leetspeak, repeats, slips, run-together)."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from agents.reading.vocabulary import table

_LEET = str.maketrans("013457!@$|+8", "oieastiasltb")
_LEET_L = str.maketrans("013457!@$|+8", "oleastlasltb")
_PART = re.compile(r"[^\W_]+")
_RUN = re.compile(r"([a-z])\1{2,}")
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_ENDINGS = (
    ("n't", "not"),
    ("'ll", "will"),
    ("'ve", "have"),
    ("'re", "are"),
    ("'m", "am"),
    ("'d", "would"),
    ("'s", "'s"),
)
_LONGEST = 40
_FEWEST = 2
_MOST_KEPT = 20_000
_WHOLE = ("himself", "herself", "itself", "themselves", "ourselves", "myself", "yourself", "cutoff")
_MASKED = ("kill", "die", "dying", "dead", "murder", "stab", "harm", "hang", "suicides")


def _near(word: str) -> Iterable[str]:
    """Every string one edit (or one swap of neighbours) from the word, keeping its first letter."""
    for i in range(1, len(word) + 1):
        head, tail = word[:i], word[i:]
        yield head + tail[1:]
        yield from (head + c + tail for c in _ALPHABET)
        yield from (head + c + tail[1:] for c in _ALPHABET if tail)
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]


_MARKS = {"\n": ".", ":": ";", "(": ";", ")": ";", "'": '"'}
_KEPT = frozenset('.,!?;"')
DOTS = ("..",)


class Speller:
    """Reads single words. A respelling counts only if it leads to a word that bears on risk (disguises.toml)."""

    def __init__(self) -> None:
        shape = table("disguises")
        self.known = known = frozenset((*shape["stems"], *shape["glued"], *_MASKED, *_WHOLE))
        short = table("words")["spelt"] | shape["short"]
        self._short = {word: tuple(plain.split()) for word, plain in short.items()}
        self._written = {word: tuple(plain.split()) for word, plain in shape["written"].items()}
        self._glued = frozenset(shape["glued"])
        self._after_will = frozenset(shape["will_verbs"])
        spared = frozenset(shape["spared"]) | known
        self._slips = {slip: stem for stem in shape["stems"] for slip in _near(stem) if slip not in spared}
        self._slips |= {"suicde": "suicide", "sucide": "suicide", "siucide": "suicide", "sucidal": "suicidal"}
        self._masked = (*shape["stems"], *_MASKED)
        self._read: Callable[[str], tuple[str, ...]] = lru_cache(maxsize=_MOST_KEPT)(self._written_plainly)

    def read(self, word: str, following: str) -> tuple[str, ...]:
        """The plain words for a folded one. `following` decides `ill` (sick, or `I'll`)."""
        if word == "ill":
            return ("i", "will") if following in self._after_will else ("ill",)
        return self._read(word)

    def hidden(self, word: str, words: tuple[str, ...]) -> bool:
        """Whether a folded word is read as other words than a contraction or slang stands for."""
        plain = word.replace("'", "")
        if words == (plain,) or (not word[0].isalnum() and not word[-1].isalnum()):
            return False
        return plain not in self._short and word not in self._written and "'" not in word and word != "ill"

    def joined(self, letters: str) -> tuple[str, ...]:
        """The words that letters written one by one make; empty where they make none that bears on risk."""
        plain = self.read(letters, "")
        read = plain != (letters,) or letters in self.known
        return plain if read and len("".join(plain)) > _FEWEST else self.split(letters)

    def _written_plainly(self, written: str) -> tuple[str, ...]:
        if written[-1].isalnum() or written[0].isalnum():
            return self._plain(written[:_LONGEST])
        if written.startswith((".", "…")) and written != ".":
            return DOTS
        return (_MARKS.get(written, written if written in _KEPT else ","),)

    def _plain(self, word: str) -> tuple[str, ...]:
        if word in self._written:
            return self._written[word]
        bare = word.replace("'", "")
        if bare in self._short and bare not in {"id"} - {word}:
            return self._short[bare]
        for ending, apart in _ENDINGS:
            if word.endswith(ending) and len(word) > len(ending):
                return (*self._plain(word[: -len(ending)]), apart)
        return self._respelt(bare)

    def _respelt(self, word: str) -> tuple[str, ...]:
        if word in self.known:
            return (word,)
        if word.endswith("in") and f"{word}g" in self.known:
            return (f"{word}g",)
        for guess in (self._unrepeated(word), self._unmasked(word), self._slips.get(word)):
            if guess:
                return self._short.get(guess, (guess,))
        if not word.isalnum():
            return tuple(plain for part in _PART.findall(word) for plain in self.read(part, "")) or (word,)
        return self.split(word) or (word,)

    def _unrepeated(self, word: str) -> str | None:
        if not _RUN.search(word):
            return None
        guesses = (_RUN.sub(r"\1\1", word), _RUN.sub(r"\1", word))
        known = [guess for guess in guesses if guess in self.known or guess in self._short]
        return known[0] if known else guesses[1]

    def _unmasked(self, word: str) -> str | None:
        if "*" in word or "#" in word:
            return self._unstarred(word.replace("#", "*"))
        if word.isalpha() or word.isdigit():
            return None
        for letters in (_LEET, _LEET_L):
            guess = word.translate(letters)
            if guess.isalpha() and (guess in self.known or guess in self._slips):
                return str(self._slips.get(guess, guess))
        return None

    def _unstarred(self, word: str) -> str | None:
        letters = sum(c.isalpha() for c in word)
        if letters < 2:
            return None
        shape = re.compile(
            re.sub(r"\*+", lambda stars: f"[a-z]{{0,{len(stars[0]) + 1}}}", re.sub(r"[^a-z*]", "", word))
        )
        return next((stem for stem in self._masked if shape.fullmatch(stem)), None)

    def split(self, word: str) -> tuple[str, ...]:
        """A run-together word (`killmyself`) as its parts; empty when it is none, or has no part with weight."""
        if not 6 <= len(word) <= _LONGEST:
            return ()
        best: list[tuple[str, ...] | None] = [()] + [None] * len(word)
        for end in range(1, len(word) + 1):
            for start in range(max(0, end - 9), end):
                before = best[start]
                if before is not None and word[start:end] in self._glued:
                    trial = (*before, word[start:end])
                    held = best[end]
                    if held is None or len(trial) < len(held):
                        best[end] = trial
        return best[len(word)] or ()
