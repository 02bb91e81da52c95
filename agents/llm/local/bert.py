"""BERT's encoder (Devlin et al., 2019) in torch's own layers: importing transformers takes ten seconds of processor
time.

Reads a model's folder in Hugging Face's layout: `config.json`, `model.safetensors`, `tokenizer.json`.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

AT_ONCE: Final = 512
"""Tokens in one pass, padding included: fewer leave the processor idle, more no longer fit its cache."""
Ids = tuple[int, ...]
_PARTS: Final = {
    "self_attn.out_proj": "attention.output.dense",
    "norm1": "attention.output.LayerNorm",
    "linear1": "intermediate.dense",
    "linear2": "output.dense",
    "norm2": "output.LayerNorm",
}
"""The names of a layer's parts in torch and in the model's file."""


class Bert:
    """A model in memory. It is deterministic and learns nothing; it may be shared between threads."""

    def __init__(self, folder: Path) -> None:
        """Raises ImportError where torch, tokenizers or safetensors is missing."""
        import torch
        from safetensors.torch import load_file
        from tokenizers import Tokenizer

        about = json.loads((folder / "config.json").read_text("utf-8"))
        self._torch: Final[Any] = torch
        self._tokenizer: Final = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        weights = load_file(folder / "model.safetensors")
        self._words, self._places, self._kinds = (
            weights[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position", "token_type")
        )
        self._encoder: Final = _encoder(torch, about, weights)
        self._norm: Final = torch.nn.LayerNorm(about["hidden_size"], about["layer_norm_eps"])
        self._norm.load_state_dict({name: weights[f"embeddings.LayerNorm.{name}"] for name in ("weight", "bias")})

    def ids(self, texts: Sequence[str], most: int) -> list[Ids]:
        """The tokens of each text, its beginning and end marked; longer texts are cut to `most` tokens, keeping the end
        mark."""
        every = (tuple(one.ids) for one in self._tokenizer.encode_batch_fast(list(texts)))
        return [ids if len(ids) <= most else (*ids[: most - 1], ids[-1]) for ids in every]

    def vectors(self, many: Sequence[Ids]) -> dict[Ids, Any]:
        """For each text's tokens, a tensor with the last layer's vector of each token."""
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
        given = self._norm(self._words[padded] + self._places[:width] + self._kinds[0])
        last = self._encoder(given, src_key_padding_mask=beyond)
        return [vectors[: len(ids)].clone() for vectors, ids in zip(last, batch, strict=True)]


def _encoder(torch: Any, about: dict[str, Any], weights: dict[str, Any]) -> Any:
    layer = torch.nn.TransformerEncoderLayer(
        about["hidden_size"],
        about["num_attention_heads"],
        about["intermediate_size"],
        dropout=0.0,
        activation="gelu",
        layer_norm_eps=about["layer_norm_eps"],
        batch_first=True,
    )
    encoder = torch.nn.TransformerEncoder(layer, about["num_hidden_layers"], enable_nested_tensor=False)
    encoder.load_state_dict(dict(_named(torch, about["num_hidden_layers"], weights)))
    return encoder.eval()


def _named(torch: Any, layers: int, weights: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The file's weights under torch's names; torch keeps queries, keys and values in one matrix."""
    for number in range(layers):
        at = f"encoder.layer.{number}"
        for kind in ("weight", "bias"):
            asks = [weights[f"{at}.attention.self.{name}.{kind}"] for name in ("query", "key", "value")]
            yield f"layers.{number}.self_attn.in_proj_{kind}", torch.cat(asks)
            for part, name in _PARTS.items():
                yield f"layers.{number}.{part}.{kind}", weights[f"{at}.{name}.{kind}"]


def _batches(many: dict[Ids, None]) -> Iterator[list[Ids]]:
    """The batches for the model, short texts first: a batch is as slow as its longest text."""
    batch: list[Ids] = []
    for ids in sorted(many, key=len):
        if batch and len(ids) * (len(batch) + 1) > AT_ONCE:
            yield batch
            batch = []
        batch.append(ids)
    if batch:
        yield batch
