"""The local models that metrics need: sentence vectors, and BERTScore (Zhang et al., 2020) by the package bert-score.

BERTScore uses the bundled MiniLM or, by setting, roberta-large.

For MiniLM the package matches vectors of the model that other measures use, so that a turn goes through it once a card.
"""

import logging
import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Protocol, Self

from agents.errors import CorrectInput
from agents.llm.errors import NotConfigured
from agents.llm.local.minilm import HOW, NAME, MiniLM, digest_of, folder

MINILM: Final = "minilm"
ROBERTA: Final = "roberta-large"
MODELS: Final = (MINILM, ROBERTA)
KEPT: Final = 40_000
"""Tokens whose vectors are remembered, about 60 MiB: those of a dozen conversations."""
AT_ONCE: Final = 16
"""Pairs in one pass. More are padded to their longest and slower on a processor."""
MOST_TOKENS: Final = 512
"""What bert-score reads of a text (`model_max_length` of the model's tokenizer)."""
MARKS: Final = 2
"""Tokens of a text without words: those that mark beginning and end."""
_LAYERS: Final = {MINILM: 6, ROBERTA: 17}
"""MiniLM has six; 17 is the layer that bert-score's authors chose for roberta-large."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Precision, recall and F1 of one pair, candidate against reference."""

    precision: float
    recall: float
    f1: float


class Vectors(Protocol):
    """What makes vectors of texts. `digest` names the very model; `embed` raises NotConfigured."""

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str: ...

    def embed(self, texts: list[str]) -> list[list[float]]: ...


class BertScore:
    """Loads its model at the first pair and keeps it. May be shared between threads."""

    def __init__(self, model: str = MINILM, sentences: MiniLM | None = None) -> None:
        """`model` is `minilm` or `roberta-large`. `sentences` is the MiniLM that other measures use: what it keeps of a
        text is not computed again. Raises CorrectInput for another model."""
        if model not in MODELS:
            raise CorrectInput(f"BERTScore's model {model!r} is not known: one of {', '.join(MODELS)}")
        self._model: Final = model
        self._sentences: Final = sentences or MiniLM()
        self._lock: Final = threading.Lock()

    @property
    def name(self) -> str:
        """What the model is called."""
        return NAME if self._model == MINILM else self._model

    @property
    def layers(self) -> int:
        """The layer whose vectors are compared."""
        return _LAYERS[self._model]

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the model's files. Raises NotConfigured."""
        return digest_of(self._folder)

    @cached_property
    def _folder(self) -> Path:
        if self._model == MINILM:
            return folder()
        return _downloaded(self._model)

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[Alike]:
        """Each pair of candidate and reference, all in one batch. Raises NotConfigured."""
        if not pairs:
            return []
        scored = self._by_tokens(pairs) if self._model == MINILM else self._by_scorer(pairs)
        return [Alike(*parts) for parts in scored]

    def _by_scorer(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
        candidates, references = zip(*pairs, strict=True)
        with self._lock:
            scored = self._scorer.score(list(candidates), list(references), batch_size=AT_ONCE)
        return list(zip(*(part.tolist() for part in scored), strict=True))

    def _by_tokens(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
        """bert-score's own matching, over the vectors of MiniLM's last layer. A text without words scores 0."""
        matching = _matching()
        vectors = self._sentences.tokens([text.strip() for pair in pairs for text in pair], MOST_TOKENS)
        sizes = [(len(vectors[2 * n]), len(vectors[2 * n + 1])) for n in range(len(pairs))]
        order = sorted((n for n, (a, b) in enumerate(sizes) if min(a, b) > MARKS), key=lambda n: max(sizes[n]))
        found: list[tuple[float, float, float]] = [(0.0, 0.0, 0.0)] * len(pairs)
        for start in range(0, len(order), AT_ONCE):
            places = order[start : start + AT_ONCE]
            references = _padded([vectors[2 * n + 1] for n in places])
            candidates = _padded([vectors[2 * n] for n in places])
            parts = (part.tolist() for part in matching(*references, *candidates))
            for place, scored in zip(places, zip(*parts, strict=True), strict=True):
                found[place] = scored
        return found

    @cached_property
    def _scorer(self) -> Any:
        where = self._folder
        os.environ.setdefault("HF_HUB_OFFLINE", "1")  # read when transformers is imported
        try:
            from bert_score import BERTScorer  # type: ignore[import-untyped]  # it ships no types
        except ImportError as missing:
            raise NotConfigured(f"{missing.name or 'bert-score'} is not installed: {HOW}") from missing
        logging.getLogger("transformers").setLevel(logging.ERROR)  # it warns of the pooler, which is not used
        return BERTScorer(model_type=str(where), num_layers=self.layers, device="cpu", rescale_with_baseline=False)


@dataclass(frozen=True, slots=True)
class Meters:
    """The local models, loaded when first used. One for a process is enough."""

    vectors: Vectors
    bertscore: BertScore

    @classmethod
    def local(cls, bertscore: str = MINILM) -> Self:
        """The models of this machine. They share what they compute, and one thread: on a busy machine several wait for
        each other, and workers share the processors anyway. Raises CorrectInput for another model of BERTScore."""
        sentences = MiniLM(keep=KEPT, threads=1)
        return cls(vectors=sentences, bertscore=BertScore(bertscore, sentences))


def _matching() -> Any:
    try:
        from bert_score.utils import greedy_cos_idf  # type: ignore[import-untyped]  # it ships no types
    except ImportError as missing:
        raise NotConfigured(f"{missing.name or 'bert-score'} is not installed: {HOW}") from missing
    return greedy_cos_idf


def _padded(vectors: list[Any]) -> tuple[Any, Any, Any]:
    """Vectors, mask and weights as the matching takes them. The marks of beginning and end weigh nothing."""
    import torch

    lengths = torch.tensor([len(one) for one in vectors]).unsqueeze(1)
    places = torch.arange(int(lengths.max())).unsqueeze(0)
    weights = ((places > 0) & (places < lengths - 1)).float()
    padded = torch.nn.utils.rnn.pad_sequence(vectors, batch_first=True, padding_value=2.0)
    return padded, places < lengths, weights


def _downloaded(model: str) -> Path:
    """Where a model lies that was fetched before. Nothing is fetched here: a report card goes to no network."""
    try:
        from huggingface_hub import snapshot_download
        from huggingface_hub.errors import LocalEntryNotFoundError
    except ImportError as missing:
        raise NotConfigured(f"{missing.name} is not installed: {HOW}") from missing
    try:
        return Path(snapshot_download(model, local_files_only=True))
    except (LocalEntryNotFoundError, OSError) as absent:
        raise NotConfigured(f"{model} has not been fetched to this machine: `hf download {model}` does") from absent
