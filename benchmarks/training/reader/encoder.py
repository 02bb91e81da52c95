"""Fine-tuning of the encoder: all layers of all-MiniLM-L6-v2 with a smaller vocabulary, and one layer of heads."""

import json
import math
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from agents.llm.local.minilm import folder as base_folder
from agents.reading.model import labels
from agents.reading.model.encoder import pair, tokenizer
from agents.reading.model.folding import folded
from benchmarks.training.reader.example import Example
from benchmarks.training.reader.examples import varied

SEED: Final = 20261124
_SPECIAL: Final = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_WORDS: Final = 8000
"""Entries of the smaller vocabulary."""
_SHORT: Final = 2
"""Letters of the pieces that are kept whatever the data holds, so that words of other languages can be put together."""
_BATCH: Final = 32
_RATE: Final = 2e-4
_WARM: Final = 0.06
_CHUNK: Final = 40
"""Batches whose examples are sorted by length together, so that little is padded."""


def vocabulary(texts: Iterable[str], rarer: Iterable[str] = ()) -> list[str]:
    """The entries that are kept: special ones, short pieces, what the `rarer` texts use (those of a language of which
    there are few), what the others use, then the base's own most frequent."""
    from tokenizers import Tokenizer

    base = Tokenizer.from_file(str(base_folder() / "tokenizer.json"))
    base.no_truncation()
    known: dict[str, int] = base.get_vocab()

    def used(among: Iterable[str]) -> Counter[str]:
        told = base.encode_batch(list(among), add_special_tokens=False)
        return Counter(token for one in told for token in one.tokens)

    order = sorted(known, key=known.__getitem__)
    plain = [name for name in order if name.removeprefix("##").isascii() or len(name.removeprefix("##")) == 1]
    short = [name for name in plain if len(name.removeprefix("##")) <= _SHORT and name.removeprefix("##").isalnum()]
    marks = [name for name in plain if len(name) == 1]
    latin = [name for name in (*short, *marks) if ord(name[-1]) < 0x250 or 0x2000 <= ord(name[-1]) < 0x2100]
    needed = [name for name, count in used(rarer).most_common() if count > 1]
    most = [name for name, count in used(texts).most_common() if count > 1]
    rest = [name for name in order if name.removeprefix("##").isascii() and not name.startswith("[unused")]
    kept = dict.fromkeys((*_SPECIAL, *latin, *needed, *most, *rest))
    return list(kept)[:_WORDS]


def write_tokenizer(names: Sequence[str], path: Path) -> None:
    """A tokenizer of the base's kind with the smaller vocabulary."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    known = {name: place for place, name in enumerate(names)}
    made: Any = Tokenizer(models.WordPiece(known, unk_token="[UNK]", max_input_chars_per_word=40))  # noqa: S106  # no secret
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", known["[CLS]"]), ("[SEP]", known["[SEP]"])],
    )
    path.write_text(made.to_str(), "utf-8")


def model(names: Sequence[str]) -> Any:
    """The base model with the embeddings of the kept entries alone, and the heads, untrained."""
    import torch
    from tokenizers import Tokenizer
    from transformers import BertConfig, BertModel

    torch.manual_seed(SEED)
    places = Tokenizer.from_file(str(base_folder() / "tokenizer.json")).get_vocab()
    bert = BertModel.from_pretrained(str(base_folder()), attn_implementation="eager", add_pooling_layer=False)
    words = bert.embeddings.word_embeddings.weight.data[[places[name] for name in names]].clone()
    config = BertConfig.from_pretrained(str(base_folder()))
    embedding: Any = torch.nn.Embedding
    bert.embeddings.word_embeddings = embedding.from_pretrained(words, freeze=False, padding_idx=0)

    class Reader(torch.nn.Module):
        """Token places and segments in, one row of logits out."""

        def __init__(self) -> None:
            super().__init__()
            self.bert = bert
            self.drop = torch.nn.Dropout(0.1)
            self.heads = torch.nn.Linear(2 * config.hidden_size, labels.WIDTH)

        def forward(self, ids: Any, kinds: Any) -> Any:
            mask = (ids != 0).long()
            states = self.bert(input_ids=ids, token_type_ids=kinds, attention_mask=mask).last_hidden_state
            share = mask.unsqueeze(-1).to(states.dtype)
            mean = (states * share).sum(1) / share.sum(1)
            return self.heads(self.drop(torch.cat([states[:, 0], mean], dim=-1)))

    return Reader()


class _Targets:
    """What a batch of examples should give, as tensors; a weight of 0 where nobody says."""

    def __init__(self, batch: Sequence[Example]) -> None:
        import torch

        self.tier = torch.tensor([one.tier or (0.0,) * 4 for one in batch])
        self.act = torch.tensor([one.act if one.act is not None else 0 for one in batch])
        self.scores = torch.tensor([one.scores or (0.0,) * 5 for one in batch])
        self.asks = torch.tensor([float(bool(one.asks)) for one in batch])
        weight = torch.tensor([one.weight for one in batch])
        self.of_tier = weight * torch.tensor([float(one.tier is not None) for one in batch])
        self.of_act = weight * torch.tensor([float(one.act is not None) for one in batch])
        self.of_scores = torch.tensor([float(one.scores is not None) for one in batch])
        self.of_asks = torch.tensor([float(one.asks is not None) for one in batch])

    def loss(self, logits: Any) -> Any:
        """The mean loss of all heads, each by its own weight."""
        from torch.nn import functional

        soft = functional.log_softmax
        tier = -(self.tier * soft(logits[:, labels.TIER], -1)).sum(-1) * self.of_tier
        act = functional.cross_entropy(logits[:, labels.ACT], self.act, reduction="none") * self.of_act
        scores = -(self.scores * soft(logits[:, labels.SCORE], -1)).sum(-1) * self.of_scores
        binary = functional.binary_cross_entropy_with_logits
        there = binary(logits[:, labels.PRESENT], 1 - self.scores[:, 0], reduction="none") * self.of_scores
        asks = binary(logits[:, labels.ASKS], self.asks, reduction="none") * self.of_asks
        return (tier + act + 0.7 * scores + 0.5 * there + 0.4 * asks).mean()


def tokens(known: Sequence[Example], path: Path) -> list[tuple[list[int], list[int]]]:
    """Token places and segments of each example."""
    made = tokenizer(path)
    told = made.encode_batch([pair(folded(one.question), folded(one.reply)) for one in known])
    return [(one.ids, one.type_ids) for one in told]


def _batches(known: Sequence[Example], path: Path, random: Random) -> Iterator[tuple[list[Example], Any, Any]]:
    import torch

    told = tokens(known, path)
    order = list(range(len(known)))
    random.shuffle(order)
    size = _BATCH * _CHUNK
    batches = []
    for first in range(0, len(order), size):
        chunk = sorted(order[first : first + size], key=lambda place: len(told[place][0]))
        batches += [chunk[i : i + _BATCH] for i in range(0, len(chunk), _BATCH)]
    random.shuffle(batches)
    for batch in batches:
        longest = max(len(told[place][0]) for place in batch)
        ids = torch.zeros((len(batch), longest), dtype=torch.long)
        kinds = torch.zeros((len(batch), longest), dtype=torch.long)
        for row, place in enumerate(batch):
            ids[row, : len(told[place][0])] = torch.tensor(told[place][0])
            kinds[row, : len(told[place][1])] = torch.tensor(told[place][1])
        yield [known[place] for place in batch], ids, kinds


def train(known: Sequence[Example], names: Sequence[str], path: Path, epochs: int = 2, threads: int = 2) -> Any:
    """The trained model. The same examples, base and number of threads give the same weights on one machine."""
    import torch

    torch.set_num_threads(threads)
    torch.use_deterministic_algorithms(True)
    learner = model(names)
    learner.train()
    random = Random(SEED)
    total = epochs * math.ceil(len(known) / _BATCH)
    bare = [value for name, value in learner.named_parameters() if name.endswith("bias") or "LayerNorm" in name]
    rest = [value for name, value in learner.named_parameters() if not (name.endswith("bias") or "LayerNorm" in name)]
    groups = [{"params": rest, "weight_decay": 0.01}, {"params": bare, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=_RATE)
    warm = max(1, round(_WARM * total))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / warm, max(0.0, (total - step) / (total - warm)))
    )
    step, begun, losses = 0, time.monotonic(), 0.0
    for _ in range(epochs):
        for batch, ids, kinds in _batches(varied(known, random), path, random):
            optimiser.zero_grad()
            loss = _Targets(batch).loss(learner(ids, kinds))
            loss.backward()
            torch.nn.utils.clip_grad_norm_(learner.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            step, losses = step + 1, losses + float(loss.detach())
            if step % 100 == 0:
                told = {"step": step, "of": total, "loss": round(losses / 100, 3)}
                sys.stderr.write(json.dumps({**told, "seconds": round(time.monotonic() - begun)}) + "\n")
                losses = 0.0
    learner.eval()
    return learner
