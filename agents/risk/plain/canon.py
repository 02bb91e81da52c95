"""The canonical text: a message as plain words and marks, each tied to where it was written."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain, islice

from agents.risk.phrases.elements import Text
from agents.risk.plain.chunks import TOKEN
from agents.risk.plain.folding import Folded, fold
from agents.risk.plain.spelling import DOTS, Speller

_APART = r"[ .\-_*]{1,2}"
_SPACED = re.compile(
    rf"(?<![^\W_])(?:[^\W_](?:{_APART}[^\W_]){{3,40}}|d{_APART}i{_APART}e|k{_APART}[my]{_APART}s)(?![^\W_])"
)
_ENDS = frozenset({".", "!", "?", ".."})
_WINDOW = 60
_AFTER_IS = frozenset(
    (
        *(
            "made",
            "going",
            "dead",
            "ready",
            "written",
            "done",
            "over",
            "on",
            "in",
            "not",
            "a",
            "the",
            "my",
            "been",
            "gone",
        ),
        *(
            "set",
            "all",
            "already",
            "just",
            "suicidal",
            "finished",
            "sealed",
            "here",
            "out",
            "up",
            "tied",
            "loaded",
            "too",
        ),
        *("waiting", "coming", "so", "no", "under", "beside", "trying", "dying", "killing", "asleep", "left", "always"),
        *("never", "still"),
    )
)
_SHORT = 8
_FEWEST_LETTERS = 2
_DASHES = "-_/"
_FILLERS = re.compile(
    r"\s*(?:(?:um+|uh+|erm*|hm+|ok so|so yeah)\b[\s,.…]*"
    r"|(?:well|honestly|i mean|to be honest|tbh|right|hi|hello|hey|look)\s*[,.…]+\s+)+(?=\w+\W+\w)",
    re.IGNORECASE,
)
"""Words that open a message and say nothing, where more than one word follows."""
_MOST_SPELT = 100
_SINGLE = frozenset("bcdefghjklmnopqrstuvwxyz")
_ILL = "ill"
_Spelt = tuple[int, int, tuple[str, ...]]
"""A stretch of the folded text (end exclusive) and the plain words that it is; none where it is not spelt out."""


class Sentence(Text):
    """One sentence of a message: its words and marks, and where in the message the first of them stands."""

    __slots__ = ("first",)

    def __init__(self, words: tuple[str, ...], first: int) -> None:
        super().__init__(words)
        self.first = first


class Canon:
    """A message in canonical form. Places in the original are worked out only when a finding asks for one."""

    def __init__(self, text: str, speller: Speller) -> None:
        self._text = text
        self._speller = speller
        self._folded = fold(text)
        self._chunks = self._folded.text.split(" ")
        kept, renewals = speller.chunks, speller.chunks.renewals
        self._told = list(map(kept.__getitem__, self._chunks))
        odd = self._chunks if kept.renewals != renewals else kept.odd.intersection(self._chunks)
        self._within: dict[int, tuple[list[tuple[int, int]], Iterator[tuple[int, int]]]] = {}
        self._spelt: list[_Spelt] = []
        self._special = _special(self._folded.text, odd) and self._beside()
        words = self._anew() if self._special else list(chain.from_iterable(self._told))
        if "'s" in words:
            words = [_copula(words, i) for i in range(len(words))]
        self.words = words
        self.sentences = sentences(words)

    def _beside(self) -> bool:
        """Whether words that hang on their neighbours are really there, now that it is worth a look."""
        text = self._folded.text
        self._spelt = _unspaced(self._folded, self._speller)
        return bool(self._spelt) or "ill" in text or ".." in text or "…" in text or _edged(text)

    def _anew(self) -> list[str]:
        """The words where they may hang on their neighbours; where each was written is left for later, if it can be."""
        text = self._folded.text
        if ".." in text or "…" in text:
            return list(chain.from_iterable(plain for plain, _, _ in self._read))
        words: list[str] = []
        for start, end, given in _pieces(text, self._spelt):
            words += given or self._plain(TOKEN.findall(text, start, end))
        return words

    def _plain(self, tokens: list[str]) -> Iterable[str]:
        """The plain words of tokens that follow each other."""
        read = {token: self._speller.read(token, "") for token in dict.fromkeys(tokens)}
        if _ILL not in read:
            return chain.from_iterable(map(read.__getitem__, tokens))
        pairs = zip(tokens, [*tokens[1:], ""], strict=True)
        return chain.from_iterable(
            self._speller.read(token, following) if token == _ILL else read[token] for token, following in pairs
        )

    def original(self, first: int, last: int) -> tuple[int, int]:
        """The original span (end exclusive) of the words from `first` to `last` (inclusive)."""
        if not self._special:
            start, end = self._written(first)
            return self._folded.span(start, end if first == last else self._written(last)[1])
        chosen = [self._folded.span(start, end) for start, end in self._placed[first : last + 1]]
        return min(span[0] for span in chosen), max(span[1] for span in chosen)

    def _written(self, word: int) -> tuple[int, int]:
        """The folded span of one word."""
        at = bisect_right(self._ends, word)
        place = word - self._ends[at] + len(self._told[at])
        if at not in self._within:
            self._within[at] = [], self._speller.chunks.spans(self._chunks[at])
        spans, further = self._within[at]  # a long chunk is gone through only as far as it is asked for
        spans += islice(further, max(0, place + 1 - len(spans)))
        start, end = spans[place]
        before = self._begins[at]
        return before + start, before + end

    @cached_property
    def _begins(self) -> list[int]:
        """Where in the folded text each chunk begins."""
        return list(accumulate((len(chunk) + 1 for chunk in self._chunks), initial=0))

    @cached_property
    def _ends(self) -> list[int]:
        """How many words there are up to the end of each chunk."""
        return list(accumulate(map(len, self._told)))

    @cached_property
    def _placed(self) -> list[tuple[int, int]]:
        """The folded span of every canonical word (several words may share one)."""
        return [(start, end) for plain, start, end in self._read for _ in plain]

    @cached_property
    def _read(self) -> list[tuple[tuple[str, ...], int, int]]:
        """The canonical words of every token, with its folded span."""
        read: list[tuple[tuple[str, ...], int, int]] = []
        for start, end, given in _pieces(self._folded.text, self._spelt):
            read += [(given, start, end)] if given else self._tokens(start, end)
        return read

    def _tokens(self, begin: int, stop: int) -> Iterable[tuple[tuple[str, ...], int, int]]:
        """The canonical words of every token of a stretch, with its folded span; no dots within a sentence."""
        found = [(match[0], *match.span()) for match in TOKEN.finditer(self._folded.text, begin, stop)]
        after = [token for token, _, _ in found[1:]]
        for (token, start, end), following in zip(found, [*after, ""], strict=False):
            plain = self._speller.read(token, following)
            if plain != DOTS or _begins_anew(self._text, self._folded.span(start, end)[1]):
                yield plain, start, end


def _copula(words: list[str], i: int) -> str:
    """`'s` as `is` where no possessed noun follows."""
    return "is" if words[i] == "'s" and i + 1 < len(words) and words[i + 1] in _AFTER_IS else words[i]


def _special(text: str, odd: Collection[str]) -> bool:
    """Whether the words may depend on their neighbours: spelt-out letters, dots, `ill`, a dash at the edge. `odd`: the
    chunks that hold `ill` or a single letter, if not more."""
    return ".." in text or "…" in text or _edged(text) or (bool(odd) and _odd(TOKEN.findall(" ".join(set(odd)))))


def _edged(text: str) -> bool:
    """Whether the text begins or ends with a dash that stands apart, which is no pause there."""
    begun, ended = text.lstrip(_DASHES), text.rstrip(_DASHES)
    return (begun != text and not begun[:1].strip()) or (ended != text and not ended[-1:].strip())


def _odd(tokens: list[str]) -> bool:
    return _ILL in tokens or len(_SINGLE.intersection(tokens)) >= _FEWEST_LETTERS


def _unspaced(folded: Folded, speller: Speller) -> list[_Spelt]:
    """Spelt-out words (`s u i c i d e`), the first of a message that is full of them."""
    found: list[_Spelt] = []
    read: dict[str, tuple[str, ...]] = {}
    for match in islice(_SPACED.finditer(folded.text), _MOST_SPELT):
        letters = re.sub(r"[^a-z0-9]", "", match[0])
        if letters not in read:
            read[letters] = _spelt(letters, speller)
        if read[letters]:
            found.append((match.start(), match.end(), read[letters]))
    return found


def _spelt(letters: str, speller: Speller) -> tuple[str, ...]:
    plain = speller.read(letters, "")
    read = plain != (letters,) or letters in speller.known
    known = plain if read and len("".join(plain)) > _FEWEST_LETTERS else ()
    return known or speller.split(letters)


def _pieces(text: str, spelt: list[_Spelt]) -> Iterable[_Spelt]:
    """The folded text in order: spelt-out words, and the stretches between them, which have no words yet."""
    begun = 0
    for start, end, words in spelt:
        yield begun, start, ()
        yield start, end, words
        last = TOKEN.match(text, end - 1)
        begun = last.end() if last else end
    yield begun, len(text), ()


def _begins_anew(text: str, end: int) -> bool:
    rest = text[end : end + 4].lstrip()
    return not rest or (rest[0].isupper() and not rest.startswith(("I ", "I'", "I’")))


def sentences(words: Sequence[str], first: int = 0) -> list[Sentence]:
    """The sentences of words of which the first stands at `first` in a message."""
    found: list[Sentence] = []
    if not words:
        return found
    begun = 0
    ends = [place for place, word in enumerate(words) if word in _ENDS]
    for end in [*ends, len(words) - 1]:
        leads_on = words[end] == "?" and end < _SHORT and begun == 0 and end < len(words) - 1
        if end < begun or leads_on:
            continue
        if end == begun and words[end] in _ENDS:
            begun += 1
            continue
        for begin in range(begun, end + 1, _WINDOW):
            last = min(begin + _WINDOW, end + 1)
            found.append(Sentence(tuple(words[begin:last]), first + begin))
        begun = end + 1
    return found


def canonical(text: str, speller: Speller) -> Canon:
    """The canonical form of any text, without the fillers it opens with; places stay those of the text."""
    opening = _FILLERS.match(text)
    return Canon(" " * opening.end() + text[opening.end() :] if opening else text, speller)
