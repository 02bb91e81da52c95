"""Recognises the same interview in two transcripts, whatever their names, by a digest of the participant's words."""

import hashlib
import re
from typing import Final

from agents.domain.transcript import Role, Transcript

_WORD: Final = re.compile(r"\w+")


def digest(transcript: Transcript) -> bytes:
    """SHA-256 of the participant's words in lower case; speakers' names, layout and punctuation don't matter."""
    words = (_WORD.findall(turn.text.casefold()) for turn in transcript if turn.role is Role.PATIENT)
    return hashlib.sha256(" ".join(word for line in words for word in line).encode(errors="replace")).digest()
