"""The five sections: parsed from a model's text, in tags of any kind, and formatted for prompts."""

import re
from typing import Any, Final

from agents.domain.value import Value
from agents.llm.errors import Malformed
from agents.llm.thinking import spoken
from agents.qualitative.port import Qualitative

TAGS: Final = {
    "assessment": "overall",
    "phq8_symptoms": "phq8_symptoms",
    "social_factors": "social_factors",
    "biological_factors": "biological_factors",
    "risk_factors": "risk_factors",
}
"""The required tags, and the field that each fills."""
QUOTES: Final = "exact_quotes"
MOST_CHARACTERS: Final = 200_000
_TAG: Final = re.compile(r"</?\s*[A-Za-z][\w-]*(?:\s[^<>]*)?/?>")
_FENCE: Final = re.compile(r"^\s*```[\w-]*\s*$", re.MULTILINE)
_EDGES: Final = " \t-–•*\"'“”‘’`"
_NUMBER: Final = re.compile(r"^\s*(?:\d{1,3}[.)]\s+|[-–•*]\s+)?")


class Sections(Value):
    """The text, section by section; `quotes` as the model gave them, not yet looked up."""

    overall: str
    phq8_symptoms: str
    social_factors: str
    biological_factors: str
    risk_factors: str
    quotes: tuple[str, ...] = ()


def read(text: str) -> Sections:
    """The sections. Raises Malformed, naming every part that is missing or empty, and no other error."""
    if len(text) > MOST_CHARACTERS:
        raise Malformed(f"the answer is longer than {MOST_CHARACTERS} characters")
    bare = _FENCE.sub("", spoken(text.replace("\0", "")))
    found = {field: _plain(_own(_inside(bare, tag), tag)) for tag, field in TAGS.items()}
    lacking = [tag for tag, field in TAGS.items() if not found[field]]
    if lacking:
        raise Malformed("missing or empty: " + ", ".join(f"<{tag}>" for tag in lacking))
    return Sections(**found, quotes=_quotes(bare))


def _inside(text: str, tag: str) -> str:
    """The tag's content: its last complete occurrence, or the text from an opening tag that is never closed to the next
    required tag."""
    name = tag.replace("_", "[_ -]?").replace("phq8", "phq-?8")
    opening, closing = rf"<\s*{name}(?:\s[^<>]*)?>", rf"</\s*{name}\s*>"
    whole = re.findall(rf"{opening}(.*?){closing}", text, re.DOTALL | re.IGNORECASE)
    if filled := [one for one in whole if one.strip()]:
        return str(filled[-1])
    begun = list(re.finditer(opening, text, re.IGNORECASE))
    if not begun or whole:
        return ""
    rest = text[begun[-1].end() :]
    others = "|".join(name for name in (*TAGS, QUOTES) if name != tag)
    return re.split(rf"<\s*/?\s*(?:{others})\b", rest, maxsplit=1, flags=re.IGNORECASE)[0]


def _own(text: str, tag: str) -> str:
    """A part without the other required parts that stand inside it."""
    others = "|".join(name for name in (*TAGS, QUOTES) if name != tag)
    return re.sub(rf"<\s*({others})\b[^<>]*>.*?(</\s*\1\s*>|\Z)", "", text, flags=re.DOTALL | re.IGNORECASE)


def _plain(text: str) -> str:
    """The words without inner tags; each inner tag begins a new line."""
    lines = (line.strip() for line in _TAG.sub("\n", text).splitlines())
    return "\n".join(line for line in lines if line)


def _quotes(text: str) -> tuple[str, ...]:
    listed = (_NUMBER.sub("", line).strip(_EDGES) for line in _plain(_inside(text, QUOTES)).splitlines())
    return tuple(line for line in listed if line)


def prompt_sections(version: Qualitative) -> dict[str, Any]:
    """A version as prompts show it."""
    sections = {field: getattr(version, field) for field in TAGS.values()}
    return {**sections, "quotes": [quote.text for quote in version.quotes]}
