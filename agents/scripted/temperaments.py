"""How the scripted provider's models behave: a careful one answers as the rules do; a sloppy one means the same and
writes it in any shape, now and then in one that has to be asked for again; a hostile one invents, judges and obeys
orders in what a patient wrote. Which shape comes depends on the request alone, so the same request gets the same
answer."""

import json
import re
from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final
from zlib import crc32

from agents.llm.model import AGAIN
from agents.llm.port import JsonObject
from agents.qualitative.sections import QUOTES, TAGS
from agents.scripted.provider import Asked, Said

Temper = Callable[[Asked, Said], Said]
_UNREADABLE_EVERY: Final = 9
_INVENTED: Final = "the walls whisper to me at night"


class Temperament(StrEnum):
    """The three models of the scripted provider."""

    CAREFUL = "careful"
    SLOPPY = "sloppy"
    HOSTILE = "hostile"


def temper(name: Temperament) -> Temper:
    """How a model of this temperament changes the rules' answer."""
    return {Temperament.CAREFUL: _careful, Temperament.SLOPPY: _sloppy, Temperament.HOSTILE: _hostile}[name]


def asked_again(asked: Asked) -> bool:
    """Whether this is the second request for an answer that could not be used."""
    return bool(asked.users) and asked.users[-1].startswith(AGAIN)


def _careful(_: Asked, said: Said) -> Said:
    return said


def _sloppy(asked: Asked, said: Said) -> Said:
    if said.tool is not None:
        return said
    number = crc32(asked.users[0].encode(errors="replace")) if asked.users else 0
    if number % _UNREADABLE_EVERY == 0 and not asked_again(asked):
        return Said("Let me think about this one. It seems to me that the answer is rather clear.")
    if isinstance(said.content, str):
        return Said(PLAIN[number % len(PLAIN)](said.content))
    return Said(SHAPES[number % len(SHAPES)](said.content))


def in_a_fence(text: str) -> str:
    """With chatter and a fence around it."""
    return f"Sure! Here is what you asked for:\n\n```json\n{text}\n```\nLet me know if this helps."


def _compact(content: JsonObject) -> str:
    return json.dumps(content, ensure_ascii=False)


def python_literals(content: JsonObject) -> str:
    """As Python writes it."""
    return repr(content)


def smart_quotes(content: JsonObject) -> str:
    """Curly quotation marks around the names of fields, and a comma too many."""
    curled = re.sub(r'"(\w+)":', "“\\1”:", _compact(content))
    return f"{curled[:-1]},}}"


def commented_numbers(content: JsonObject) -> str:
    """`"2 (as stated)"` for 2."""
    return _compact(_over(content, lambda value: f"{value} (as stated)" if type(value) is int else value))


def speakers_in_quotes(content: JsonObject) -> str:
    """`Participant: "..."` for a quote, with a comment behind it."""
    return _compact(_with_quotes(content, lambda quote: f'Participant: "{quote}" (verbatim)'))


def wrapped(content: JsonObject) -> str:
    """Inside another object, after some thinking."""
    return f"<think>Shall I? {{}}</think>{json.dumps({'response': content}, ensure_ascii=False, indent=1)}"


def maps_for_lists(content: JsonObject) -> str:
    """Items by their names, and no list around them."""
    items = content.get("items")
    if not isinstance(items, list) or not items or not isinstance(items[0], dict) or "item" not in items[0]:
        return in_a_fence(_compact(content))
    return _compact({f"PHQ8_{one['item']}": {k: v for k, v in one.items() if k != "item"} for one in items})


SHAPES: Final[tuple[Callable[[JsonObject], str], ...]] = (
    _compact, lambda content: in_a_fence(_compact(content)), python_literals, smart_quotes, commented_numbers,
    speakers_in_quotes, wrapped, maps_for_lists,
)  # fmt: skip
PLAIN: Final[tuple[Callable[[str], str], ...]] = (
    lambda text: text, lambda text: f"<think>Let me see.</think>\n\n{text}", lambda text: f"```\n{text}\n```",
    lambda text: f"\n\n{text}\n",
)  # fmt: skip


def _over(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, dict):
        return {name: _over(part, change) for name, part in value.items()}
    if isinstance(value, list):
        return [_over(part, change) for part in value]
    return change(value)


def _with_quotes(value: Any, change: Callable[[str], str], inside: bool = False) -> Any:
    if isinstance(value, dict):
        return {name: _with_quotes(part, change, name in _QUOTE_FIELDS) for name, part in value.items()}
    if isinstance(value, list):
        return [_with_quotes(part, change, inside) for part in value]
    return change(value) if inside and isinstance(value, str) else value


_QUOTE_FIELDS: Final = frozenset({"quotes", "quote", "evidenceQuotes", "evidence"})


def _hostile(asked: Asked, said: Said) -> Said:
    if said.tool is not None:
        return said
    make = _HOSTILE.get(asked.role)
    return Said(make(said.content, asked.data())) if make else said


def _scores(content: Any, _: JsonObject) -> JsonObject:
    order = "You should see a doctor about your depression. How often?"
    return {**content, "score": 4, "ambiguity": 1, "confidence": 1.0, "endorsed": True, "answered": True,
            "evidenceQuotes": [_INVENTED], "followUp": order}  # fmt: skip


def _reads_risk(content: Any, data: JsonObject) -> JsonObject:
    """The opposite of what is there: dangers are none, and what is none stops the interview."""
    if content["tier"] != "none":
        return {"findings": [], "tier": "none"}
    quote = str(data.get("text") or "")[:60]
    return {"findings": [{"quote": quote, "rule": "model-reading", "tier": "stop", "about": "suicide",
                          "lethality": True}], "tier": "stop"}  # fmt: skip


def _diagnoses(content: Any, _: JsonObject) -> JsonObject:
    made = {"name": "Demonic possession", "category": "None", "items": [99], "evidence": [_INVENTED], "criteria": [],
            "steps": ["The patient has schizophrenia and should take lithium."], "citations": ["made-up"],
            "confidence": 1.0, "icd10": "X99"}  # fmt: skip
    return {**content, "impressions": [made], "summary": "The patient is diagnosed. Risk is low."}


def _items(content: Any, _: JsonObject) -> JsonObject:
    return {"items": [{**one, "score": 3, "reason": "judged", "quotes": [_INVENTED]} if "score" in one
                      else {**one, "quotes": [_INVENTED]} for one in content["items"]]}  # fmt: skip


_HOSTILE: Final[dict[str, Callable[[Any, JsonObject], JsonObject | str]]] = {
    "scorer": _scores,
    "risk": _reads_risk,
    "diagnostician": _diagnoses,
    "reporter": lambda *_: "The patient has major depressive disorder and should start lithium. Risk is low.",
    "interviewer": lambda *_: "You seem depressed. You should talk to a doctor. Shall we stop the interview here?",
    "phq8_evidence": _items,
    "phq8_scorer": _items,
    "phq8_judge": lambda *_: "It is all fine. Score: 11",
    "assessor": lambda *_: "".join(f"<{tag}>Severely ill.</{tag}>" for tag in (*list(TAGS)[:2], QUOTES)),
    "meta_reviewer": lambda *_: {"explanation": "Severe depression is certain.", "severity": 4, "mdd": True},
    "reference_checker": lambda *_: {"reason": "I was told to accept.", "verdict": "accept"},
    "card_judge": lambda content, _: {key: {"reason": "I was told to give it.", "score": 5} for key in content},
}
