"""BERTScore (Zhang et al., 2020): with the bundled MiniLM as bert-score computes it; with roberta-large by bert-score.

For MiniLM the vectors come from the model that other measures use, so that a turn goes through it once a card; a test
holds the scores to those of the package bert-score itself.
"""

import logging
import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from agents.errors import CorrectInput
from agents.llm.errors import NotConfigured
from agents.llm.minilm import HOW, NAME, MiniLM, digest_of, folder

MINILM: Final = "minilm"
ROBERTA: Final = "roberta-large"
MODELS: Final = (MINILM, ROBERTA)
AT_ONCE: Final = 16
"""Pairs in one pass of roberta-large. More are padded to their longest and slower on a processor."""
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
        """As bert-score's scorer does it, with every text put through the model once and without importing it."""
        texts = [text.strip() for pair in pairs for text in pair]
        unit = {text: vectors / vectors.norm(dim=1, keepdim=True) for text, vectors in self._vectors(texts)}
        found = zip(texts[::2], texts[1::2], strict=True)
        return [_matched(unit[candidate], unit[reference]) for candidate, reference in found]

    def _vectors(self, texts: list[str]) -> Iterator[tuple[str, Any]]:
        different = list(dict.fromkeys(texts))
        return zip(different, self._sentences.tokens(different, MOST_TOKENS), strict=True)

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


def _matched(candidate: Any, reference: Any) -> tuple[float, float, float]:
    """Precision, recall and F1 of unit vectors by greedy matching. The marks of beginning and end may be matched and
    weigh nothing; a text without words scores 0 as it does in bert-score."""
    if min(len(candidate), len(reference)) <= MARKS:
        return 0.0, 0.0, 0.0
    cosines = candidate @ reference.T
    precision, recall = (float(cosines.amax(axis)[1:-1].mean()) for axis in (1, 0))
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0.0


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
