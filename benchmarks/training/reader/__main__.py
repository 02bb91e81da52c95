"""Train the learnt reader and write its artefacts and card (`make train`).

`python -m benchmarks.training.reader` reads the labelled data without the held-out sets, trains the encoder, the words
models and the model of topics, writes agents/reading/model/artefacts, measures them on the held-out sets and writes the
card. With `--spanish` only the Spanish words model is learnt, in a minute. With `--few N` only N examples are learnt
from, into the folder given: to see that the same data gives the same bytes.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from agents.reading.model.folding import folded
from agents.reading.model.words import BITS, SPANISH_BITS
from benchmarks.training.reader import encoder, topics, words
from benchmarks.training.reader.example import Example
from benchmarks.training.reader.examples import training
from benchmarks.training.reader.export import export
from benchmarks.training.reader.origins import ARTEFACTS, EPOCHS, as_recorded, spanish_training, write


def learn_encoder(known: Sequence[Example], folder: Path, epochs: int = EPOCHS) -> None:
    """Train the encoder from the examples and write it with its tokenizer."""
    told = {
        language: [folded(text) for one in known if one.language == language for text in (one.question, one.reply)]
        for language in ("en", "es")
    }
    names = encoder.vocabulary(told["en"], told["es"])
    encoder.write_tokenizer(names, folder / "tokenizer.json")
    export(encoder.train(known, names, folder / "tokenizer.json", epochs), folder / "encoder.onnx")


def learn_words(known: Sequence[Example], folder: Path) -> None:
    """Train the words model and the topics from the examples and write them."""
    words.train(known, folder / "words.npz", encoder.SEED, BITS)
    topics.train(known, folder / "topics.npz")


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, write, measure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training.reader", description=__doc__)
    parser.add_argument("--into", type=Path, default=ARTEFACTS, help="the folder of the artefacts")
    parser.add_argument("--few", type=int, help="learn from so many examples only, once")
    parser.add_argument("--spanish", action="store_true", help="learn the Spanish words model alone")
    options = parser.parse_args(arguments)
    known, spanish = training(Random(encoder.SEED)), spanish_training()
    if options.few:
        Random(encoder.SEED).shuffle(known)
        known, spanish = known[: options.few], spanish[:: len(spanish) // options.few]
    options.into.mkdir(parents=True, exist_ok=True)
    if options.spanish and not as_recorded(options.into):
        parser.error("the other models have learnt from other data than there is now: learn all of them (make train)")
    if not options.spanish:
        learn_encoder(known, options.into, 1 if options.few else EPOCHS)
        learn_words(known, options.into)
    words.train(words.both_ways(spanish), options.into / "words_es.npz", encoder.SEED, SPANISH_BITS)
    sys.stderr.write(f"learnt from {len(known)} examples, the Spanish words model from {len(spanish)}\n")
    if not options.few:
        write(options.into)
    if options.into == ARTEFACTS and not options.few:
        from benchmarks.training.reader.card import write_card

        write_card(options.into)
    return 0


if __name__ == "__main__":
    sys.exit(main())
