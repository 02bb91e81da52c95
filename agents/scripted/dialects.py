"""The common parts of the scripted provider's two dialects: a parsed request, and an answer to be written."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol

from agents.llm.port import JsonObject
from agents.llm.usage import Usage
from agents.scripted.faults import FaultName
from agents.scripted.provider import Asked, Said

_PIECE: Final = re.compile(r"\S+\s*|\s+")
_WORDS: Final = 3
_BLOCK: Final = 512
_LEAST_BLOCKS: Final = 8


@dataclass(frozen=True, slots=True)
class Parsed:
    """A parsed request. `prompt` is everything that counts as input; `answer_tool` names the tool that the answer must
    be wrapped in, None for plain content; `window` is the size of context that was asked for, where it was; `kept`
    is how many characters of the prompt's beginning the provider would look up in its cache, None for all."""

    asked: Asked
    model: str
    stream: bool
    prompt: str
    answer_tool: str | None = None
    window: int | None = None
    kept: int | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer to be written. `id` is unique."""

    id: str
    parsed: Parsed
    said: Said
    usage: Usage
    fault: FaultName | None

    @property
    def refused(self) -> bool:
        """Whether the provider's own form of refusal is to be used."""
        return self.fault is FaultName.REFUSAL

    @property
    def call(self) -> str | None:
        """The tool to call, if any. An answer that is not a JSON object can't go through the answer tool and stays
        plain text."""
        if self.said.tool or self.refused or isinstance(self.said.content, str):
            return self.said.tool
        return self.parsed.answer_tool


class Dialect(Protocol):
    """The format of one vendor."""

    def parse(self, body: JsonObject) -> Parsed:
        """Read a request. Raises CorrectInput."""
        ...

    def whole(self, answered: Answered) -> JsonObject:
        """The answer in one piece."""
        ...

    def events(self, answered: Answered) -> Iterator[bytes]:
        """The answer as server-sent events."""
        ...

    def error(self, status: int, message: str) -> JsonObject:
        """An error's body."""
        ...


def pieces(text: str) -> Iterator[str]:
    """The text a few words at a time."""
    found = _PIECE.findall(text)
    for start in range(0, len(found), _WORDS):
        yield "".join(found[start : start + _WORDS])


def tokens(text: str) -> int:
    """The approximate number of tokens in a text: a quarter of its characters."""
    return (len(text) + 3) // 4


def written(parts: Iterable[Any]) -> str:
    """All parts of a prompt as one text, in the order in which a provider's cache sees them."""
    return "\n".join(json.dumps(part, ensure_ascii=False, sort_keys=True) for part in parts)


class PromptCache:
    """A provider's prompt cache: beginnings seen before, in steps of 128 tokens, from 1,024 tokens on."""

    def __init__(self) -> None:
        self._seen: set[bytes] = set()

    def usage(self, prompt: str, answer: str, kept: int | None = None) -> Usage:
        """The usage of this call; its beginnings, up to so many characters, are in the cache from now on."""
        marks = list(_marks(prompt[:kept]))
        known = next((i for i, mark in enumerate(marks) if mark not in self._seen), len(marks))
        self._seen.update(marks)
        cached = known * _BLOCK // 4 if known >= _LEAST_BLOCKS else 0
        return Usage(input_tokens=max(cached, tokens(prompt)), output_tokens=tokens(answer), cached_tokens=cached)


def _marks(prompt: str) -> Iterator[bytes]:
    running = hashlib.blake2b(digest_size=16)
    for start in range(0, len(prompt) - _BLOCK + 1, _BLOCK):
        running.update(prompt[start : start + _BLOCK].encode(errors="replace"))
        yield running.digest()
