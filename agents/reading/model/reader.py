"""One reading of a reply by both models: how urgent, what it does, which score, and which words carry that.

The shares are weighted means of the encoder's and the words model's; Spanish is read in English words as well. Where
onnxruntime or tokenizers are not installed, the words model reads alone. The same text always gives the same reading
on one machine. Never raises on any text.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from typing import Final

import numpy as np

from agents.reading.model import labels
from agents.reading.model.encoder import Encoder
from agents.reading.model.folding import folded
from agents.reading.model.gloss import asked, glossed
from agents.reading.model.windows import windows
from agents.reading.model.words import Row, WordsModel, all_spanish, softmax, spanish

ARTEFACTS: Final = Path(__file__).parent / "artefacts"
_ENCODER: Final = {"tier": 0.6, "act": 0.7, "score": 0.6, "asks": 0.6}
"""What the encoder's share weighs; the rest is the words model's."""
_GLOSSED: Final = 0.8
"""What Spanish in English words weighs; chosen on `later`."""
_LONGEST: Final = 20_000
"""Characters of a text that are read, half from its beginning and half from its end."""
_KEPT: Final = 2048
_CLAUSE: Final = re.compile(r"[^.!?;,\n—]+[.!?;,\n—]*")
_MOST_BORNE: Final = 40
_SAYS: Final = 0.5
_LONG: Final = 160
"""Characters of a clause at most; a longer one is cut between words."""
_MOST_CLAUSES: Final = 5
"""Clauses that are read by themselves and left out in turn to find the one that carries a reading."""
_LONE: Final = re.compile("[\ud800-\udfff]")
"""Halves of a character, which no encoding can write."""
_PICTURES: Final = re.compile("[\u2190-\u2bff\u3000-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff\U000e0000-\U000e007f]")
_FACES: Final = re.compile(r"[:;=]['’]?-?[()\[\]/\\|*]++(?!\S)|(?<!\S)[:;=]['’]?-?[DPpoO](?!\S)|(?<!\S)<+/?3+(?!\S)")
_KISSES: Final = re.compile(r"(?<=\w)[\s.,!]++x++\s*+$", re.IGNORECASE)
_LAUGHS: Final = re.compile("[\U0001f602\U0001f605\U0001f606\U0001f923\U0001f480]+")
_NEVER_NOT: Final = re.compile(r"\bnever(?: ever)? not\b(?! once)", re.IGNORECASE)
"""Two denials that are none: the models take them for a never."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """How likely each tier is (labels.TIERS), each act (labels.ACTS), each score 0-4, that the problem was there, and
    that how often is still to be asked. Shares are 0-1; those of tiers, acts and scores each add up to 1."""

    tiers: tuple[float, ...]
    acts: tuple[float, ...]
    scores: tuple[float, ...]
    asks: float
    span: tuple[int, int]
    """The window (code points) in which the likeliest danger stands; the whole text of a short one."""
    behind: float
    """How likely urgent or a stop is by the encoder alone, in the whole text behind its question."""

    @property
    def danger(self) -> float:
        """How likely a stop is."""
        return self.tiers[3]

    @property
    def alarm(self) -> float:
        """How likely urgent or a stop is."""
        return self.tiers[2] + self.tiers[3]

    @property
    def astray(self) -> float:
        """How likely it is that nothing is answered, neither this item nor another."""
        return 1 - self.acts[labels.ACTS.index("answers")] - self.acts[labels.ACTS.index("other")]


class LearntReader:
    """Both models of a folder of artefacts. May be shared between threads."""

    def __init__(self, folder: Path = ARTEFACTS) -> None:
        self._words, self._spanish = (WordsModel(folder / f"{name}.npz") for name in ("words", "words_es"))
        encoder = _encoder(folder)
        self._row = lru_cache(maxsize=_KEPT)(encoder.logits) if encoder else None
        self._shares: Callable[[str, str, str, int | None], Row] = lru_cache(maxsize=_KEPT)(self._of_words)
        self._lock = Lock()
        self._read: Callable[[str, str, int | None], tuple[Row, Row, Row, float, float]] = lru_cache(maxsize=_KEPT)(
            self._one
        )

    @property
    def whole(self) -> bool:
        """Whether the encoder reads as well, not the words model alone."""
        return self._row is not None

    def read(self, question: str | None, reply: str, item: int | None = None) -> Learnt:
        """The reading of a reply to a question (None: nothing was asked) about an item."""
        text = reply if len(reply) <= _LONGEST else reply[: _LONGEST // 2] + reply[-_LONGEST // 2 :]
        asked = _sound(question or "")
        tiers, acts, outcome, asks, behind = self._read(asked, _sound(text), item)
        span = (0, len(reply))
        places = windows(text)
        if len(places) > 1:
            told = [(self._read("", _sound(text[a:b]), None)[0], (a, b)) for a, b in places]
            worst, where = max(told, key=lambda one: (one[0][3] + one[0][2], one[0][3]))
            if worst[3] + worst[2] > tiers[3] + tiers[2]:
                tiers, span = worst, where if text is reply else span
        return Learnt(_plain(tiers), _plain(acts), _plain(outcome), float(asks), span, behind)

    def most(self, head: str, question: str | None, reply: str, item: int | None = None) -> tuple[float, ...]:
        """The most that each share of a head (`tier`, `act`) can be in the reading of a reply, by its words alone,
        whatever the encoder says of it; 1 for all tiers of a long text. A tenth of a reading's time."""
        if head == "tier" and len(windows(reply)) > 1:
            return (1.0,) * len(labels.TIERS)
        shares = self._shares(head, _sound(question or ""), _sound(reply), item)
        return _plain(shares if self._row is None else _ENCODER[head] + (1 - _ENCODER[head]) * shares)

    def carrying(
        self, question: str | None, reply: str, within: tuple[int, int], item: int | None = None, *, alarm: bool = True
    ) -> tuple[int, int]:
        """The clause that carries an alarm, or any risk (code points of the reply): the one that says it most by itself
        and without which it is said least, so that a denial beside it is not taken for it. `item` is the item answered
        where the risk is its own matter: then it counts as well that the clause says more than never."""
        start, end = within
        found = _clauses(reply, start, end)
        if len(found) < 2:
            return _trimmed(reply, start, end)
        asked, least = _sound(question or ""), labels.TIERS.index("urgent" if alarm else "flag")
        told = [_sound(reply[a:b]) for a, b in found]
        words = [self._shares("tier", "", one, None) for one in told]
        order = sorted(range(len(found)), key=lambda place: float(words[place][0]))[:_MOST_CLAUSES]

        def says(place: int) -> float:
            a, b = found[place]
            tiers, _, scores, *_ = self._read(asked, told[place], item)
            left = self._read(asked, _sound(f"{reply[start:a]} {reply[b:end]}"), item)[0]
            there = 0.0 if item is None else 1 - scores[0]
            return float(words[place][least:].sum() + tiers[least:].sum() - left[least:].sum() + there)

        return _trimmed(reply, *found[max(order, key=says)])

    def bearing(
        self, question: str, reply: str, item: int, often: tuple[int, int] | None, *, there: bool
    ) -> tuple[int, int]:
        """The clause that says most that an item's problem was there, or was not, by its words alone (code points of
        the reply); that with how `often` it was where that says it as well."""
        found = _clauses(reply, 0, len(reply))
        if len(found) < 2:
            return _trimmed(reply, 0, len(reply))
        asked = _sound(question)

        def says(place: tuple[int, int]) -> float:
            shares = self._shares("outcome", asked, _sound(reply[slice(*place)]), item)
            absent = float(shares[:2].sum())
            return 1 - absent if there else absent

        def more(place: tuple[int, int]) -> bool:
            return len(reply[slice(*place)].split()) > len(reply[slice(*(often or place))].split()) + 1

        with_often = [place for place in found if often and place[0] <= often[0] < place[1] and more(place)]
        told = [place for place in with_often if says(place) >= _SAYS]
        long = [
            place for place in found[:_MOST_BORNE] if place not in with_often and len(reply[slice(*place)].split()) > 2
        ]
        return _trimmed(reply, *(told[0] if told else max(long or found[:_MOST_BORNE], key=says)))

    def _of_words(self, head: str, question: str, reply: str, item: int | None) -> Row:
        common = self._words.shares(head, question, reply, item)
        if not spanish(question, reply) or head == "outcome":
            return common
        ways = [pair for pair, _ in _ways(question, reply)]
        if head == "act":
            return _mean([self._words.shares(head, *pair, item) for pair in ways])
        own = _mean([self._spanish.shares(head, *pair, item) for pair in ways])
        return own if all_spanish(reply) else max(own, common, key=_gravity)

    def _one(self, question: str, reply: str, item: int | None) -> tuple[Row, Row, Row, float, float]:
        tiers = self._shares("tier", question, reply, item)
        acts = self._shares("act", question, reply, item)
        outcome = self._shares("outcome", question, reply, item).reshape(labels.SCORES, 2)
        scores, asks = outcome.sum(axis=1), float(outcome[:, 1].sum())
        if self._row is None:
            return tiers, acts, scores, asks, float(tiers[2] + tiers[3])
        with self._lock:
            rows = [(self._row(*pair), weight) for pair, weight in _ways(question, reply)]
        mixed = [
            _ENCODER[name] * sum(weight * softmax(row[where]) for row, weight in rows) + (1 - _ENCODER[name]) * other
            for name, where, other in (
                ("tier", labels.TIER, tiers),
                ("act", labels.ACT, acts),
                ("score", labels.SCORE, scores),
            )
        ]
        asking = sum(weight / (1 + float(np.exp(-row[labels.ASKS]))) for row, weight in rows)
        alarm = sum(weight * float(softmax(row[labels.TIER])[2:].sum()) for row, weight in rows)
        return mixed[0], mixed[1], mixed[2], _ENCODER["asks"] * asking + (1 - _ENCODER["asks"]) * asks, alarm


def _ways(question: str, reply: str) -> list[tuple[tuple[str, str], float]]:
    """The ways in which question and reply are read, and what each weighs: as they are written and, where the reply is
    Spanish, in English words."""
    pair = (question, reply)
    if not spanish(question, reply):
        return [(pair, 1.0)]
    english = (asked(question) if spanish("", question) else question, glossed(reply))
    return [(pair, 1 - _GLOSSED), (english, _GLOSSED)]


def _mean(rows: Sequence[Row]) -> Row:
    mean: Row = np.mean(rows, axis=0, dtype=np.float32)
    return mean


def _sound(text: str) -> str:
    said = _undrawn(text)
    plain = said if any(map(str.isalnum, said)) else text
    return folded(_NEVER_NOT.sub("always", _LONE.sub("\ufffd", plain)))


def _undrawn(text: str) -> str:
    """The text without pictures, faces made of marks, and kisses at its end. The encoder has no pieces for them: to it
    they are one unknown word, in whose company a danger is none. Those that laugh are written out."""
    said = text if text.isascii() else _PICTURES.sub(" ", _LAUGHS.sub(" lol ", text))
    if any(mark in said for mark in ":;=<"):
        said = _FACES.sub(" ", said)
    return _KISSES.sub("", said) if said.rstrip()[-1:] in ("x", "X") else said


def _encoder(folder: Path) -> Encoder | None:
    try:
        return Encoder(folder)
    except ImportError:
        return None


def _clauses(text: str, start: int, end: int) -> list[tuple[int, int]]:
    found = []
    for match in _CLAUSE.finditer(text, start, end):
        first, last = match.span()
        while last - first > _LONG and (cut := text.rfind(" ", first + 1, first + _LONG)) > first:
            found.append((first, cut))
            first = cut
        found.append((first, last))
    return [(a, b) for a, b in found if any(letter.isalnum() for letter in text[a:b])]


def _plain(row: Row) -> tuple[float, ...]:
    return tuple(round(float(share), 6) for share in row)


def _gravity(tiers: Row) -> float:
    """How likely urgent or a stop is."""
    return float(tiers[2] + tiers[3])


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ".,;:!—"):
        end -= 1
    return start, end


@cache
def reader() -> LearntReader:
    """The reader of this product, loaded once a process."""
    return LearntReader()
