"""The encoder: six small transformer layers with heads, in eight-bit whole numbers, run by onnxruntime."""

from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Row = NDArray[np.float32]
TOKENS: Final = 160
"""Tokens of question and reply together; the longer of the two is cut."""
ASKED: Final = 45
"""Words of the question that are read: its end, where the asking is."""


def pair(question: str, reply: str) -> tuple[str, str]:
    """What the encoder is given, folded before: the end of the question, and the reply."""
    return " ".join(question.split()[-ASKED:]), reply


def tokenizer(path: Path) -> Any:
    """The tokenizer of a file, with the encoder's length."""
    from tokenizers import Tokenizer

    made = Tokenizer.from_file(str(path))
    made.enable_truncation(max_length=TOKENS, strategy="longest_first")
    return made


class Encoder:
    """Reads one pair at a time, so that a reading never depends on what is read beside it."""

    def __init__(self, folder: Path) -> None:
        """Raises ImportError where onnxruntime or tokenizers are not installed."""
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._tokenizer = tokenizer(folder / "tokenizer.json")
        self._session = onnxruntime.InferenceSession(
            str(folder / "encoder.onnx"), options, providers=["CPUExecutionProvider"]
        )

    def logits(self, question: str, reply: str) -> Row:
        """The row of labels.WIDTH numbers for a folded question and reply."""
        told = self._tokenizer.encode(*pair(question, reply))
        given = {"ids": [told.ids], "kinds": [told.type_ids]}
        found = self._session.run(None, {name: np.array(row, dtype=np.int64) for name, row in given.items()})
        row: Row = found[0][0]
        return row
