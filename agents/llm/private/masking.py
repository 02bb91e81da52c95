"""Masking: names, places and numbers that could tell who somebody is are replaced before a request leaves, and put back
in the answer. By patterns and lists alone, so it misses some and takes others for names: it lowers what a provider
learns, it does not make a text anonymous.

What is never touched: how often, how many days, ages, drugs, and the words of our own prompts.
"""

import json
import re
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import aclosing
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from agents.llm.adapters.adapter import Adapter, Answer, Call
from agents.llm.port import Assistant, Message, System, ToolCall, ToolResult, User

_NAMES: Final = Path(__file__).with_name("names.txt")
_BLOCK: Final = re.compile(r"^```json data[ \t]*\n(.*?)\n```[ \t]*$", re.DOTALL | re.MULTILINE)
_EXAMPLES: Final = re.compile(r"(?<=<Reference Examples>).*?(?=</Reference Examples>)", re.DOTALL)
"""Passages of other interviews, which stand in a prompt as plain text (`agents/quantitative/examples.py`)."""
_LITERAL: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_PLACEHOLDER: Final = re.compile(r"\[?\b(NAME|PLACE|NUMBER|WORD)[ _]?(\d{1,3})\b\]?", re.IGNORECASE)
_MOST_HELD: Final = 16
_TITLE: Final = r"(?:Mr|Mrs|Ms|Miss|Dr|Prof|Doctor|Professor|Pastor|Father|Sister|Señora?|Sra?|Don|Doña)\.?"
_KIN: Final = (
    r"(?:brother|sister|mother|father|mum|mom|dad|son|daughter|wife|husband|partner|friend|boyfriend|girlfriend|boss"
    r"|cousin|aunt|uncle|ex|neighbou?r|therapist|named|called|name is|name's|I'm|I am|me llamo|se llama|hermano|hermana"
    r"|hijo|hija)"
)
_CAPITAL: Final = r"[A-ZÀ-ÖØ-Þ][\w'’-]*[a-zà-ÿ]"
_TITLED: Final = re.compile(rf"\b{_TITLE}\s+({_CAPITAL}(?:\s+{_CAPITAL})?)")
_INTRODUCED: Final = re.compile(
    rf"\b(?i:my name is|my name's|named|called|me llamo|se llama)\s+(?!{_TITLE}\s)({_CAPITAL}(?:\s+{_CAPITAL})?)"
)
_KIN_LOWER: Final = re.compile(rf"\b(?i:{_KIN}),?\s+([a-zà-ÿ]{{3,}})\b")
_NAME: Final = re.compile(rf"\b({_CAPITAL})((?:\s+{_CAPITAL})?)")
_PLACE: Final = re.compile(
    r"(?:\b(?:in|from|near|to|at|around|left for|en|de|cerca de)\s+)"
    rf"((?:St\.?\s+)?{_CAPITAL}(?:\s+(?:{_CAPITAL}|(?:Street|Avenue|Road|Lane|Hospital|University|School|City)))*)"
)
_STREET: Final = re.compile(
    rf"\b(\d{{1,5}}[a-z]?\s+(?:{_CAPITAL}\s+){{1,3}}(?:St|Street|Ave|Avenue|Rd|Road|Lane|Ln|Drive|Dr|Blvd|Court|Way)\b\.?)"
)
_NUMBERS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
        r"\bhttps?://\S+|\bwww\.\S+",
        r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b",
        r"\b\d{3}-\d{2}-\d{4}\b",
        r"(?<!\w)(?:\+?\d{1,3}[ .-]?)?(?:\(\d{2,5}\)[ .-]?)?\d{2,4}(?:[ .-]\d{2,8}){1,4}(?!\w)",
        r"(?<!\w)@\w{3,}",
        r"\b(?:\d{1,3}\.){3}\d{1,3}\b",
        r"\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b",
        r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun"
        r"|Jul|Aug|Sept?|Oct|Nov|Dec)\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}\b",
        r"\b\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:January|February|March|April|May|June|July|August|September|October|November"
        r"|December)\s+\d{4}\b",
        r"\b[A-Z]{0,3}\d{5,}\b",
    )
)
_FEWEST_DIGITS: Final = 7
_NO_PLACE: Final = frozenset(
    """
    January February March April May June July August September October November December Monday Tuesday Wednesday
    Thursday Friday Saturday Sunday Spring Summer Autumn Winter Christmas Easter God Jesus Heaven English Spanish
    Most Some All Every Bed The My His Her
    """.split()  # noqa: SIM905  # a list of words is read as words
)
"""Capitalised words after "in" or "at" that are no places."""


class Mask:
    """What to mask: the lists that come with the product, and the clinic's own words."""

    def __init__(self, own: Iterable[str] = ()) -> None:
        words = sorted({word.strip() for word in own if word.strip()}, key=len, reverse=True)
        self._own: Final = (
            re.compile(rf"(?<!\w)({'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE) if words else None
        )

    def over(self, adapter: Adapter) -> "MaskedAdapter":
        """The adapter, with everything masked that it sends."""
        return MaskedAdapter(adapter, self)

    def begun(self) -> "Masking":
        """The masking of one request."""
        return Masking(self._own)

    def neutral(self, text: str) -> str:
        """The text with neutral words in place of what is masked: for a search, whose answer holds none of it."""
        return _PLACEHOLDER.sub(lambda found: _NEUTRAL[found[1].upper()], self.begun().text(text))


_NEUTRAL: Final = {"NAME": "somebody", "PLACE": "somewhere", "NUMBER": "a number", "WORD": "something"}


class Masking:
    """One request: the same words get the same placeholder, and get it again in the next request that begins alike."""

    def __init__(self, own: re.Pattern[str] | None) -> None:
        self._own: Final = own
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
        """A text, masked."""
        if self._own is not None:
            text = self._own.sub(lambda found: self._as("WORD", found[1]), text)
        for pattern in _NUMBERS:
            text = pattern.sub(self._number, text)
        text = _STREET.sub(lambda found: self._as("PLACE", found[1]), text)
        text = _within(_TITLED, text, lambda name: self._as("NAME", name))
        text = _within(_INTRODUCED, text, lambda name: self._as("NAME", name))
        text = _NAME.sub(self._name, text)
        text = _within(_KIN_LOWER, text, lambda name: self._as("NAME", name) if name.capitalize() in _plain() else name)
        return _within(_PLACE, text, self._place)

    def _number(self, found: re.Match[str]) -> str:
        said = found[0]
        phone = sum(map(str.isdigit, said)) >= _FEWEST_DIGITS
        return self._as("NUMBER", said) if phone or not re.fullmatch(r"[\d .-]+", said) or said.isdigit() else said

    def _name(self, found: re.Match[str]) -> str:
        """A name of the list with the capitalised word after it; an everyday word is none at the start of a
        sentence."""
        first, rest, word = found[1], found[2], found[2].strip()
        begins = re.search(r"(?:\A|[.!?…\n\"“])\s*\Z", found.string[: found.start()]) is not None
        if first in _plain() or (first in _both() and not begins and (word in _plain() or first not in _NO_PLACE)):
            return self._as("NAME", first + rest) if word and word not in _NO_PLACE else self._as("NAME", first) + rest
        if word in _plain():
            return first + rest[: len(rest) - len(word)] + self._as("NAME", word)
        return found[0]

    def _place(self, said: str) -> str:
        return said if said.split()[0] in _NO_PLACE or _PLACEHOLDER.fullmatch(said) else self._as("PLACE", said)

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
        """See `Adapter`; reads the lists as well."""
        _plain(), _both()
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


def _within(pattern: re.Pattern[str], text: str, change: Callable[[str], str]) -> str:
    """The text with the pattern's first group changed."""

    def changed(found: re.Match[str]) -> str:
        start, end = found.start(1) - found.start(), found.end(1) - found.start()
        return found[0][:start] + change(found[1]) + found[0][end:]

    return pattern.sub(changed, text)


def _written(text: str) -> str:
    """A JSON literal on one line that closes no block of data."""
    return "".join(_character(one) for one in json.dumps(text, ensure_ascii=False))


def _character(one: str) -> str:
    if one == "`":
        return "\\u0060"
    return one if one.isprintable() else json.dumps(one)[1:-1]


@cache
def _plain() -> frozenset[str]:
    """Names that are nothing else."""
    return frozenset(name for name in _listed() if not name.endswith("+"))


@cache
def _both() -> frozenset[str]:
    """Names that are everyday words, months or places as well."""
    return frozenset(name[:-1] for name in _listed() if name.endswith("+"))


def _listed() -> Iterator[str]:
    for line in _NAMES.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line
