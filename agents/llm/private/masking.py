"""Masking: names, places and numbers that could tell who somebody is are replaced before a request leaves, and put back
in the answer. By patterns and lists alone (`recognisers.py`, `names.py`), so it misses some and takes others for
names: it lowers what a provider learns, it does not make a text anonymous.

What is never touched: how often, how many days, ages, drugs, and the words of our own prompts.
"""

import json
import re
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from dataclasses import replace
from typing import Final

from agents.llm.adapters.adapter import Adapter, Answer, Call
from agents.llm.port import Assistant, Message, System, ToolCall, ToolResult, User
from agents.llm.private.names import names
from agents.llm.private.recognisers import Finder, numbers, words

_BLOCK: Final = re.compile(r"^```json data[ \t]*\n(.*?)\n```[ \t]*$", re.DOTALL | re.MULTILINE)
_EXAMPLES: Final = re.compile(r"(?<=<Reference Examples>).*?(?=</Reference Examples>)", re.DOTALL)
"""Passages of other interviews, which stand in a prompt as plain text (`agents/quantitative/examples.py`)."""
_LITERAL: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_PLACEHOLDER: Final = re.compile(r"\[?\b(NAME|PLACE|NUMBER|WORD)[ _]?(\d{1,3})\b\]?", re.IGNORECASE)
_MOST_HELD: Final = 16


class Mask:
    """What to mask: the lists that come with the product, and the clinic's own words."""

    def __init__(self, own: Iterable[str] = ()) -> None:
        """Raises NotConfigured where Presidio is not installed: nothing may leave unmasked then."""
        self._finders: Final = (*words(own), *numbers(), *names())

    def over(self, adapter: Adapter) -> "MaskedAdapter":
        """The adapter, with everything masked that it sends."""
        return MaskedAdapter(adapter, self)

    def begun(self) -> "Masking":
        """The masking of one request."""
        return Masking(self._finders)

    def neutral(self, text: str) -> str:
        """The text with neutral words in place of what is masked: for a search, whose answer holds none of it."""
        return _PLACEHOLDER.sub(lambda found: _NEUTRAL[found[1].upper()], self.begun().text(text))


_NEUTRAL: Final = {"NAME": "somebody", "PLACE": "somewhere", "NUMBER": "a number", "WORD": "something"}


class Masking:
    """One request: the same words get the same placeholder, and get it again in the next request that begins alike."""

    def __init__(self, finders: tuple[Finder, ...]) -> None:
        self._finders: Final = finders
        self._known: Final[dict[tuple[str, str], str]] = {}
        self._back: Final[dict[str, str]] = {}

    def messages(self, given: tuple[Message, ...]) -> tuple[Message, ...]:
        """The messages, masked; our own instructions stay as they are. What is said to an answer may repeat words of it
        and is masked whole."""
        answered = [place for place, one in enumerate(given) if isinstance(one, Assistant)]
        first = answered[0] if answered else len(given)
        return tuple(self._message(one, place > first) for place, one in enumerate(given))

    def _message(self, one: Message, answers: bool) -> Message:
        match one:
            case System():
                return one
            case User() if answers:
                return User(text=self.text(one.text))
            case User():
                with_data = _BLOCK.sub(lambda found: f"```json data\n{self._json(found[1])}\n```", one.text)
                return User(text=_EXAMPLES.sub(lambda found: self.text(found[0]), with_data))
            case Assistant():
                return Assistant(text=self.text(one.text), tool_calls=tuple(map(self._call, one.tool_calls)))
            case ToolResult():
                return ToolResult(call_id=one.call_id, text=self._json(one.text))

    def _call(self, call: ToolCall) -> ToolCall:
        return call.model_copy(update={"arguments": self._json(call.arguments)})

    def _json(self, text: str) -> str:
        return _LITERAL.sub(lambda found: self._literal(found[0]), text)

    def _literal(self, literal: str) -> str:
        try:
            plain = str(json.loads(literal))
        except ValueError:
            return literal
        masked = self.text(plain)
        return literal if masked == plain else _written(masked)

    def text(self, text: str) -> str:
        """A text, masked. Each finder sees what those before it left."""
        for kind, find in self._finders:
            pieces, at = [], 0
            for start, end in sorted(find(text), key=lambda span: (span[0], -span[1])):
                if start >= at:
                    pieces += [text[at:start], self._as(kind, text[start:end])]
                    at = end
            text = "".join([*pieces, text[at:]])
        return text

    def _as(self, kind: str, said: str) -> str:
        if _PLACEHOLDER.search(said):
            return said
        if (kind, said) not in self._known:
            token = f"[{kind}_{1 + sum(known == kind for known, _ in self._known)}]"
            self._known[kind, said] = token
            self._back[token] = said
        return self._known[kind, said]

    def restored(self, text: str, inside_json: bool = False) -> str:
        """A text of the provider's with the words put back."""

        def back(found: re.Match[str]) -> str:
            said = self._back.get(f"[{found[1].upper()}_{int(found[2])}]")
            if said is None:
                return found[0]
            return _written(said)[1:-1] if inside_json else said

        return _PLACEHOLDER.sub(back, text) if self._back else text


class MaskedAdapter:
    """Satisfies `Adapter`: masks what is sent, and puts the words back into what comes."""

    def __init__(self, adapter: Adapter, mask: Mask) -> None:
        self._adapter: Final = adapter
        self._mask: Final = mask

    async def prepare(self) -> None:
        """See `Adapter`."""
        await self._adapter.prepare()

    async def send(self, call: Call) -> Answer:
        """See `Adapter`."""
        masking = self._mask.begun()
        masked = replace(call, messages=masking.messages(call.messages))
        return _restored(await self._adapter.send(masked), masking, call)

    async def stream(self, call: Call) -> AsyncGenerator[str | Answer, None]:
        """See `Adapter`. A placeholder that is not complete is held back."""
        masking, held = self._mask.begun(), ""
        masked = replace(call, messages=masking.messages(call.messages))
        async with aclosing(self._adapter.stream(masked)) as pieces:
            async for piece in pieces:
                if isinstance(piece, Answer):
                    if held:
                        yield masking.restored(held)
                    yield _restored(piece, masking, call)
                    return
                held += piece
                cut = _complete(held)
                if cut:
                    yield masking.restored(held[:cut], call.schema is not None)
                    held = held[cut:]

    async def close(self) -> None:
        """See `Adapter`."""
        await self._adapter.close()


def _restored(answer: Answer, masking: Masking, call: Call) -> Answer:
    calls = tuple(
        ToolCall(id=one.id, name=one.name, arguments=masking.restored(one.arguments, inside_json=True))
        for one in answer.tool_calls
    )
    text = masking.restored(answer.text, inside_json=call.schema is not None)
    return replace(answer, text=text, tool_calls=calls)


def _complete(text: str) -> int:
    """How much of a text can hold no beginning of a placeholder that goes on."""
    opened = text.rfind("[")
    return len(text) if opened < 0 or "]" in text[opened:] or len(text) - opened > _MOST_HELD else opened


def _written(text: str) -> str:
    """A JSON literal on one line that closes no block of data."""
    return "".join(_character(one) for one in json.dumps(text, ensure_ascii=False))


def _character(one: str) -> str:
    if one == "`":
        return "\\u0060"
    return one if one.isprintable() else json.dumps(one)[1:-1]
