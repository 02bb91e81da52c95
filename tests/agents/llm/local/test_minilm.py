"""The bundled sentence model: unit vectors, in order, alone as among others; a clear word when it is missing."""

import math
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from agents.llm.errors import NotConfigured
from agents.llm.local import minilm
from agents.llm.local.minilm import DIMENSIONS, MiniLM

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="torch is not installed")  # looked for, not imported

TEXTS = [
    "I sleep four hours at most.",
    "",
    "My nights are short; I lie awake until three.",
    "The bus was late again, so I walked the whole way home along the river in the rain. " * 40,
    "Seven apples.",
]


@pytest.fixture(scope="module")
def model() -> MiniLM:
    return MiniLM()


def dot(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def test_vectors_have_length_one_and_keep_their_order(model: MiniLM) -> None:
    vectors = model.embed(TEXTS)
    assert [len(vector) for vector in vectors] == [DIMENSIONS] * len(TEXTS)
    assert all(math.isclose(dot(vector, vector), 1, abs_tol=1e-5) for vector in vectors)
    for text, vector in zip(TEXTS, vectors, strict=True):
        assert dot(model.embed([text])[0], vector) > 0.99999
    assert dot(vectors[0], vectors[2]) > dot(vectors[0], vectors[4]) + 0.2


def test_many_texts_and_none(model: MiniLM) -> None:
    assert model.embed([]) == []
    many = [f"Text number {number}" for number in range(150)]
    vectors = model.embed(many)
    assert dot(vectors[149], model.embed([many[149]])[0]) > 0.99999
    assert dot(vectors[0], vectors[149]) < 0.99


def test_the_digest_follows_the_files_not_their_place(model: MiniLM, tmp_path: Path) -> None:
    for name in ("config.json", "model.safetensors", "tokenizer.json"):
        (tmp_path / name).write_bytes(name.encode())
    first = MiniLM(tmp_path).digest
    moved = tmp_path.rename(tmp_path.with_name("moved"))
    assert MiniLM(moved).digest == first
    (moved / "config.json").write_bytes(b"other")
    assert MiniLM(moved).digest != first
    assert len(model.digest) == 64


def test_without_torch_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(NotConfigured, match="torch is not installed: install"):
        MiniLM().embed(["a"])
    monkeypatch.setattr(minilm, "_WHEEL", "no_such_wheel")
    with pytest.raises(NotConfigured, match="sentence model is not installed"):
        minilm.folder()
