"""Checks of a file before it is opened, and one for a file in which nothing was found."""

import re
import zlib
from pathlib import Path
from typing import Final

from agents.errors import CorrectInput
from rag.documents.values import Limits

_MB: Final = 1024**2
_HEAD: Final = 1024
"""A PDF's signature is within this many bytes of its start (ISO 32000-1, annex H, note 13)."""
_TAIL: Final = 4096
_STREAM: Final = re.compile(rb"stream\r?\n")
_BOMB_BYTES: Final = 64 * _MB
_BOMB_RATIO: Final = 200
"""In practice pages compress at most 100 times, as flat images; a stream that exceeds this ratio beyond 64 MB is an
attack."""
_DEEP: Final = 4


def check(path: Path, limits: Limits) -> None:
    """Raises CorrectInput for a file that is missing, empty, too large, not a PDF or cut off."""
    size = path.stat().st_size if path.is_file() else 0
    if size == 0:
        raise CorrectInput("The file is empty. Choose the PDF again.")
    if size > limits.size:
        raise CorrectInput(
            f"The file has {size // _MB} MB; at most {limits.size // _MB} MB are read. Save it with smaller images, or"
            " upload the volumes one by one."
        )
    with path.open("rb") as file:
        head = file.read(_HEAD)
        file.seek(max(0, size - _TAIL))
        tail = file.read()
    if b"%PDF-" not in head:
        raise CorrectInput("This is not a PDF file, whatever its name says. Choose the book's PDF.")
    if b"%%EOF" not in tail:
        raise CorrectInput(
            "The file is cut off: its end is missing. The download or copy was interrupted; fetch the PDF again."
        )


def is_bomb(path: Path) -> bool:
    """Whether a stream of the file unpacks to far more than any page needs. Read in pieces; nothing large is kept in
    memory."""
    raw = path.read_bytes()
    return any(_unpacked(raw, found.end()) for found in _STREAM.finditer(raw))


def _unpacked(raw: bytes, start: int) -> bool:
    """Unpacks one stream, layer by layer, until it ends or has grown too much."""
    view = memoryview(raw)[start:]
    for _ in range(_DEEP):
        unpacked, consumed, first = _inflated(view)
        if unpacked > max(_BOMB_BYTES, _BOMB_RATIO * consumed):
            return True
        if not first.startswith((b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")):
            return False
        view = memoryview(first)
    return False


def _inflated(view: memoryview) -> tuple[int, int, bytes]:
    """The bytes unpacked from a zlib stream, the bytes consumed, and the first megabyte; zeros if it is not one."""
    stream, total, place, first = zlib.decompressobj(), 0, 0, b""
    pending = b""
    try:
        while not stream.eof and (pending or place < len(view)) and total <= 16 * _BOMB_BYTES:
            if not pending:
                pending = bytes(view[place : place + _MB])
                place += len(pending)
            block = stream.decompress(pending, 4 * _MB)
            pending = stream.unconsumed_tail
            total += len(block)
            first = first or block[:_MB]
    except zlib.error:
        pass  # not a zlib stream, or one that ends here
    return total, max(1, place - len(pending) - len(stream.unused_data)), first
