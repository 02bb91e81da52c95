"""BERT's encoder (Devlin et al., 2019) on torch alone: to import transformers takes ten seconds of processor time.

Reads a model's folder as Hugging Face lays it out: `config.json`, `model.safetensors`, `tokenizer.json`.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

AT_ONCE: Final = 512
"""Tokens in one pass, padding included: fewer leave a processor idle, more no longer fit its cache."""
Ids = tuple[int, ...]


class _Pair(NamedTuple):
    """Weight and bias, of a linear map or of a layer's norm."""

    weight: Any
    bias: Any


class _Layer(NamedTuple):
    """One layer; `asks` are queries, keys and values in one map."""

    asks: _Pair
    out: _Pair
    out_norm: _Pair
    up: _Pair
    down: _Pair
    down_norm: _Pair


class Bert:
    """A model in memory. Nothing is drawn by chance and nothing is learned; may be shared between threads."""

    def __init__(self, folder: Path) -> None:
        """Raises ImportError where torch, tokenizers or safetensors is missing."""
        import torch
        from safetensors.torch import load_file
        from tokenizers import Tokenizer  # type: ignore[import-untyped]  # it ships no types

        about = json.loads((folder / "config.json").read_text("utf-8"))
        self._torch: Final[Any] = torch
        self._heads: Final[int] = about["num_attention_heads"]
        self._eps: Final[float] = about["layer_norm_eps"]
        self._tokenizer: Final = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        weights = load_file(folder / "model.safetensors")
        self._words, self._places, self._kinds = (
            weights[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position", "token_type")
        )
        self._first_norm = _pair(weights, "embeddings.LayerNorm")
        self._layers = [_layer(torch, weights, number) for number in range(about["num_hidden_layers"])]

    def ids(self, texts: Sequence[str], most: int) -> list[Ids]:
        """The tokens of each text, its beginning and end marked; what goes beyond `most` is cut off before the end."""
        every = (tuple(one.ids) for one in self._tokenizer.encode_batch_fast(list(texts)))
        return [ids if len(ids) <= most else (*ids[: most - 1], ids[-1]) for ids in every]

    def vectors(self, many: Sequence[Ids]) -> dict[Ids, Any]:
        """For each text's tokens a tensor with one vector of the last layer each."""
        found: dict[Ids, Any] = {}
        for batch in _batches(dict.fromkeys(many)):
            with self._torch.inference_mode():
                found.update(zip(batch, self._forward(batch), strict=True))
        return found

    def _forward(self, batch: list[Ids]) -> list[Any]:
        torch = self._torch
        lengths = torch.tensor([len(ids) for ids in batch])
        padded = torch.nn.utils.rnn.pad_sequence([torch.tensor(ids) for ids in batch], batch_first=True)
        width = padded.shape[1]
        beyond = torch.arange(width) >= lengths.unsqueeze(1)
        hidden = torch.zeros(beyond.shape).masked_fill(beyond, -torch.inf)[:, None, None, :]
        given = self._words[padded] + self._places[:width] + self._kinds[0]
        x = self._normed(given, self._first_norm)
        for layer in self._layers:
            x = self._through(x, layer, hidden)
        return [vectors[: len(ids)].clone() for vectors, ids in zip(x, batch, strict=True)]

    def _through(self, x: Any, layer: _Layer, hidden: Any) -> Any:
        """One layer. Attention is written out: for heads of 32 numbers torch's own takes several times as long."""
        linear, functional = self._torch.nn.functional.linear, self._torch.nn.functional
        texts, tokens, width = x.shape
        asked = linear(x, *layer.asks).view(texts, tokens, 3, self._heads, -1).permute(2, 0, 3, 1, 4)
        scale = (width // self._heads) ** -0.5
        weights = (asked[0] @ asked[1].transpose(-1, -2)).mul_(scale).add_(hidden).softmax(-1)
        told = (weights @ asked[2]).transpose(1, 2).reshape(x.shape)
        x = self._normed(linear(told, *layer.out).add_(x), layer.out_norm)
        told = linear(functional.gelu(linear(x, *layer.up)), *layer.down)
        return self._normed(told.add_(x), layer.down_norm)

    def _normed(self, x: Any, norm: _Pair) -> Any:
        return self._torch.nn.functional.layer_norm(x, x.shape[-1:], *norm, self._eps)


def _pair(weights: dict[str, Any], name: str) -> _Pair:
    return _Pair(weights[f"{name}.weight"], weights[f"{name}.bias"])


def _layer(torch: Any, weights: dict[str, Any], number: int) -> _Layer:
    at = f"encoder.layer.{number}"
    asks = [_pair(weights, f"{at}.attention.self.{name}") for name in ("query", "key", "value")]
    return _Layer(
        asks=_Pair(torch.cat([one.weight for one in asks]), torch.cat([one.bias for one in asks])),
        out=_pair(weights, f"{at}.attention.output.dense"),
        out_norm=_pair(weights, f"{at}.attention.output.LayerNorm"),
        up=_pair(weights, f"{at}.intermediate.dense"),
        down=_pair(weights, f"{at}.output.dense"),
        down_norm=_pair(weights, f"{at}.output.LayerNorm"),
    )


def _batches(many: dict[Ids, None]) -> Iterator[list[Ids]]:
    """What goes through the model together, short texts first: a batch is as slow as its longest."""
    batch: list[Ids] = []
    for ids in sorted(many, key=len):
        if batch and len(ids) * (len(batch) + 1) > AT_ONCE:
            yield batch
            batch = []
        batch.append(ids)
    if batch:
        yield batch
