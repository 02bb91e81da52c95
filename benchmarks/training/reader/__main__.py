"""Train the learnt reader and write its artefacts and card (`make train`).

`python -m benchmarks.training.reader` reads the labelled data without the held-out sets, trains the encoder, the words
model and the model of topics, writes agents/reading/model/artefacts, measures them on the held-out sets and writes the
card. With `--few N` only N examples are learnt from, into the folder given: to see that the same data gives the same
bytes.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from agents.reading.model.folding import folded
from benchmarks.training.reader import encoder, topics, words
from benchmarks.training.reader.example import Example
from benchmarks.training.reader.examples import training
from benchmarks.training.reader.export import export
from benchmarks.training.reader.origins import ARTEFACTS, EPOCHS, write


def learn(known: Sequence[Example], folder: Path, epochs: int = EPOCHS) -> None:
    """Train the models from the examples and write them."""
    folder.mkdir(parents=True, exist_ok=True)
    told = {
        language: [folded(text) for one in known if one.language == language for text in (one.question, one.reply)]
        for language in ("en", "es")
    }
    names = encoder.vocabulary(told["en"], told["es"])
    encoder.write_tokenizer(names, folder / "tokenizer.json")
    export(encoder.train(known, names, folder / "tokenizer.json", epochs), folder / "encoder.onnx")
    words.train(known, folder / "words.npz", encoder.SEED)
    topics.train(known, folder / "topics.npz")


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, write, measure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training.reader", description=__doc__)
    parser.add_argument("--into", type=Path, default=ARTEFACTS, help="the folder of the artefacts")
    parser.add_argument("--few", type=int, help="learn from so many examples only, once")
    options = parser.parse_args(arguments)
    known = training(Random(encoder.SEED))
    if options.few:
        Random(encoder.SEED).shuffle(known)
        learn(known[: options.few], options.into, epochs=1)
        return 0
    learn(known, options.into)
    write(options.into, len(known))
    if options.into == ARTEFACTS:
        from benchmarks.training.reader.card import write_card

        write_card(options.into)
    sys.stderr.write(f"learnt from {len(known)} examples\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
