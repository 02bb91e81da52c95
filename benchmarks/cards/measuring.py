"""The parts of a card that are computed, not judged: from the snapshot to figures with what they rest on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol, Self

from agents.domain.transcript import Role
from agents.llm.minilm import MiniLM
from benchmarks.cards.card import Curve, Figure, Made, Pairs, Unavailable, unavailable
from benchmarks.cards.conversation import Conversation
from benchmarks.cards.explainability import explainability
from benchmarks.cards.fidelity import item_pairs
from benchmarks.cards.integrity import integrity
from benchmarks.cards.snapshot import Snapshot
from benchmarks.metrics.bertscore import MINILM, Alike, BertScore
from benchmarks.metrics.coherence import Coherence, coherence
from benchmarks.metrics.readability import LANGUAGES, counts
from benchmarks.metrics.wording import distinct, words

MEASURED: Final = "measured"
KEPT: Final = 40_000
"""Tokens whose vectors are remembered, about 60 MiB: those of a dozen conversations."""


class Vectors(Protocol):
    """What makes vectors of texts. `digest` names the very model; `embed` raises NotConfigured."""

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str: ...

    def embed(self, texts: list[str]) -> list[list[float]]: ...


@dataclass(frozen=True, slots=True)
class Meters:
    """The local models that measures need; loaded when first used. One for a process is enough."""

    vectors: Vectors
    bertscore: BertScore

    @classmethod
    def local(cls, bertscore: str = MINILM) -> Self:
        """The models of this machine. They share what they compute, and one thread: on a busy machine several wait for
        each other, and workers share the processors anyway. Raises CorrectInput for another model of BERTScore."""
        sentences = MiniLM(keep=KEPT, threads=1)
        return cls(vectors=sentences, bertscore=BertScore(bertscore, sentences))


def measure(key: str, snapshot: Snapshot, meters: Meters) -> Made:
    """The part of that key. Takes up to seconds of processor time: not for an event loop. Raises NotConfigured where a
    local model is missing."""
    return _MAKERS[key](Conversation(snapshot), meters)


def _coherence(talk: Conversation, meters: Meters) -> Made:
    texts = [turn.text for turn in talk.turns]
    found = coherence(meters.vectors.embed(texts)) if len(texts) > 1 else None
    if found is None:
        return _nothing("coherence", "there are fewer than two turns")
    return Made(
        engine=MEASURED,
        figures=_cosines(found, len(texts)),
        detail=Curve(
            adjacent=_short(found.adjacent),
            windows=_short(found.windows),
            model=meters.vectors.name,
            digest=meters.vectors.digest,
        ),
    )


def _cosines(found: Coherence, turns: int) -> tuple[Figure, ...]:
    neighbours, windows = len(found.adjacent), len(found.windows)
    return (
        Figure(
            key="coherence.global", value=found.overall, of=f"all pairs of {turns} turns", n=turns * (turns - 1) // 2
        ),
        Figure(
            key="coherence.adjacent", value=found.mean_adjacent, of=f"{neighbours} pairs of neighbours", n=neighbours
        ),
        _figure(
            "coherence.window", found.mean_window, f"{windows} windows", windows, "there are fewer than three turns"
        ),
    )


def _bertscore(talk: Conversation, meters: Meters) -> Made:
    """Replies and items go into one batch: candidates are the replies, and the questions against the form."""
    replies, items = [(reply, question) for question, reply in talk.replies], item_pairs(talk)
    scored = meters.bertscore.score([*replies, *items])
    said, kept = scored[: len(replies)], scored[len(replies) :]
    none = "no question of an item is followed by a reply"
    of, n = f"{len(said)} replies to questions of items", len(said)
    return Made(
        engine=MEASURED,
        figures=(
            _figure("bertscore.f1", _mean(said, "f1"), of, n, none),
            _figure("bertscore.precision", _mean(said, "precision"), of, n, none),
            _figure("bertscore.recall", _mean(said, "recall"), of, n, none),
            _figure("bertscore.items", _mean(kept, "f1"), f"{len(kept)} questions of items", len(kept), none),
        ),
        detail=Pairs(
            f1=_short(tuple(one.f1 for one in said)),
            model=meters.bertscore.name,
            digest=meters.bertscore.digest,
            layers=meters.bertscore.layers,
        ),
    )


def _mean(scored: list[Alike], name: str) -> float | None:
    return sum(getattr(one, name) for one in scored) / len(scored) if scored else None


def _readability(talk: Conversation, _: Meters) -> Made:
    language = talk.snapshot.locale.split("-")[0]
    if language not in LANGUAGES:
        return _nothing(
            "readability", f"the formulas are for English, and this conversation is in {talk.snapshot.locale}"
        )
    found = counts(talk.interviewer)
    if found is None:
        return _nothing("readability", "the interviewer said nothing")
    of = f"{found.words} words in {found.sentences} sentences of the interviewer, {found.syllables} syllables"
    return Made(
        engine=MEASURED,
        figures=(
            Figure(key="readability.grade", value=found.grade, of=of, n=found.words),
            Figure(key="readability.fog", value=found.fog, of=f"{of}, {found.complex} complex words", n=found.words),
            Figure(key="readability.ease", value=found.ease, of=of, n=found.words),
        ),
    )


def _wording(talk: Conversation, _: Meters) -> Made:
    said = {role: sum(len(words(turn.text)) for turn in talk.turns if turn.role is role) for role in Role}
    known = bool(talk.snapshot.spoken)
    why = "it is not known which turns ask for which item"
    asked, further = (len(talk.questions), len(talk.follow_ups)) if known else (None, None)
    turns = len(talk.interviewer)
    return Made(
        engine=MEASURED,
        figures=(
            _distinct("wording.distinct1", talk.interviewer, 1),
            _distinct("wording.distinct2", talk.interviewer, 2),
            _figure("wording.questions", asked, f"{turns} turns of the interviewer", turns, why),
            _figure("wording.followups", further, f"{turns} turns of the interviewer", turns, why),
            Figure(key="wording.turns", value=len(talk.turns), of="the transcript", n=len(talk.turns)),
            Figure(key="wording.interviewer", value=said[Role.INTERVIEWER], of=f"{turns} turns", n=turns),
            Figure(
                key="wording.patient", value=said[Role.PATIENT], of=f"{len(talk.patient)} turns", n=len(talk.patient)
            ),
        ),
    )


def _distinct(key: str, texts: tuple[str, ...], length: int) -> Figure:
    found = distinct(texts, length)
    share, runs = found or (None, 0)
    kind = "words" if length == 1 else "pairs of words"
    return _figure(key, share, f"{runs} {kind} of the interviewer", runs, "the interviewer said too little")


def _figure(key: str, value: float | None, of: str, n: int, without: str) -> Figure:
    return Figure(key=key, value=Unavailable(reason=without) if value is None else value, of=of, n=n)


def _nothing(key: str, reason: str) -> Made:
    """There is nothing to measure: that is no error, and running it again would not help."""
    return unavailable(key, MEASURED, reason).model_copy(update={"error": None})


def _short(values: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, 4) for value in values)


_MAKERS: Final[Mapping[str, Callable[[Conversation, Meters], Made]]] = {
    "coherence": _coherence,
    "bertscore": _bertscore,
    "readability": _readability,
    "wording": _wording,
    "explainability": lambda talk, _: explainability(talk.snapshot),
    "integrity": lambda talk, _: integrity(talk.snapshot),
}
