"""What the artefacts were made from: digests of the data, the base weights and the code that must not differ."""

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Final

from agents.llm.local.minilm import digest_of, folder
from benchmarks.training.reader.encoder import SEED
from benchmarks.training.reader.example import Example
from benchmarks.training.reader.examples import training

MODEL: Final = Path("agents") / "reading" / "model"
ARTEFACTS: Final = MODEL / "artefacts"
EPOCHS: Final = 3
PREPROCESSING: Final = (
    *(MODEL / f"{name}.py" for name in ("folding", "labels", "windows", "words", "topics", "encoder")),
    *(Path("benchmarks") / "training" / "reader" / f"{name}.py" for name in ("example", "examples", "variants")),
)
"""What decides how a text reaches the models; a change here needs a new training."""
GLOSSARY: Final = (MODEL / "gloss.py", MODEL / "glossary.es.tsv")
"""What puts Spanish into English words; a change here needs the Spanish words model learnt anew."""
FILES: Final = ("encoder.onnx", "tokenizer.json", "words.npz", "words_es.npz", "topics.npz")


def _summed(paths: list[Path]) -> str:
    found = hashlib.sha256()
    for path in paths:
        found.update(f"{path.as_posix()}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:16]


def spanish_training() -> list[Example]:
    """What the Spanish words model learns from."""
    return [one for one in training(Random(SEED), later=True) if one.language == "es"]


def origins() -> dict[str, str | int]:
    """The digests as they are now: of every example that is learnt from, of those of the Spanish words model, how
    many each are, of the base model, the code and the Spanish glossary. Raises NotConfigured where the base model is
    not installed."""
    told = {"data": training(Random(SEED)), "spanish_data": spanish_training()}
    known = {name: hashlib.sha256("\n".join(map(repr, of)).encode()).hexdigest()[:16] for name, of in told.items()}
    counts = {"examples": len(told["data"]), "spanish_examples": len(told["spanish_data"])}
    code = {"preprocessing": _summed([*PREPROCESSING]), "glossary": _summed([*GLOSSARY])}
    return {**known, **counts, "base": digest_of(folder())[:16], **code}


def as_recorded(into: Path) -> bool:
    """Whether the data and the base model are those that the models of a folder come from."""
    made, now = json.loads((into / "origins.json").read_text("utf-8")), origins()
    return all(made[name] == now[name] for name in ("data", "base"))


def write(into: Path) -> None:
    """Write origins.json beside the artefacts: what they come from, and their own digests."""
    files = {name: hashlib.sha256((into / name).read_bytes()).hexdigest()[:16] for name in FILES}
    told = {**origins(), "epochs": EPOCHS, "artefacts": files}
    (into / "origins.json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")
