"""A report without the names of the engines behind it, for a judge who must not know whose work it is, and without
those of the clinicians who confirmed answers."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Final

from agents.domain.transcript import Role, Turn
from agents.reporter.markdown import escape
from benchmarks.cards.snapshot import Snapshot

ENGINE: Final = "[an engine]"
VERSION: Final = "[a version]"
CLINICIAN: Final = "[a clinician]"
RULES: Final = "rules"
UNKNOWN: Final = "unknown"
_MADE_BY_RULES: Final = (
    r"(?<=\| )rules(?= \|)|(?<=\binterview )rules\b|(?<=\bitems )rules\b|(?<=, )rules(?=, impressions)|"
    r"(?<=\bimpressions )rules\b|(?<=\bwritten by )rules\b|\brules(?= did\.| could not answer)|\b(?:the )?rule engine\b"
)
_FAMILIES: Final = (
    r"\b(?:openai|anthropic|chatgpt|deepseek|mistral ?ai|cohere|groq|ollama|litellm|hugging ?face|command-r)\b|"
    r"\b(?:gpt|claude|gemini|gemma|llama|mistral|mixtral|qwen|qwq|phi|grok)"
    r"(?:[- ]?\d[\w.:-]*\b|[- ](?:sonnet|opus|haiku|large|medium|small|saba|pro|flash|nemo)\b(?:[- ][\d.]+\b)?)"
)
"""Makers and models that a published report may name of itself; a first name or a plain word alone is none."""
_QUOTED: Final = re.compile(r"(<quote>.*?</quote>)", re.DOTALL)


class Blinder:
    """Takes names out of what belongs to one snapshot. The patient's words, and quotes of them, stay as they are."""

    def __init__(self, snapshot: Snapshot) -> None:
        versions = (snapshot.profile.session_meta.prompt_version, *(one.version for one in snapshot.prompts))
        pieces = (piece for version in versions for piece in (version, *version.split("+")))
        self._names: Final = _any_of(chain.from_iterable(map(_written, _engines(snapshot))), _MADE_BY_RULES, _FAMILIES)
        self._clinicians: Final = _any_of(
            one for rating in snapshot.profile.ratings for one in (rating.by, rating.name) if one
        )
        self._versions: Final = _any_of(piece for piece in pieces if len(piece) >= 8)

    def text(self, words: str) -> str:
        """A section of the report, or a line that an engine wrote."""
        return "".join(part if _QUOTED.fullmatch(part) else self._masked(part) for part in _QUOTED.split(words))

    def turn(self, turn: Turn) -> str:
        """What was said in a turn."""
        return turn.text if turn.role is Role.PATIENT else self._masked(turn.text)

    def value(self, given: Any) -> Any:
        """Plain data, with every text in it."""
        match given:
            case str():
                return self.text(given)
            case dict():
                return {name: self.value(part) for name, part in given.items()}
            case list():
                return [self.value(part) for part in given]
            case _:
                return given

    def _masked(self, words: str) -> str:
        without = self._clinicians.sub(CLINICIAN, words)
        return self._versions.sub(VERSION, self._names.sub(ENGINE, without))


def _engines(snapshot: Snapshot) -> Iterator[str]:
    """Every model that took part: `provider/model`, or what a published log calls the one that held it."""
    profile, diagnosis = snapshot.profile, snapshot.diagnosis
    found = {one.engine for one in snapshot.models} | {one.engine for one in profile.item_responses}
    found |= {diagnosis.engine} if diagnosis else set()
    yield from (name for name in found if "/" in name)
    yield from {snapshot.driver, profile.session_meta.model} - {"", RULES, UNKNOWN}


def _written(engine: str) -> Iterator[str]:
    """How a name may be written: whole, and each part of it by itself, the model's and the provider's."""
    yield engine
    yield from (part for part in engine.split("/") if len(part) > 2)


def _any_of(names: Iterable[str], *more: str) -> re.Pattern[str]:
    """Any of the names as whole words, as they are or as the report escapes them; the longest first."""
    each = {form for name in names for form in (name, escape(name))}
    plain = (rf"(?<!\w){re.escape(form)}(?!\w)" for form in sorted(each, key=len, reverse=True))
    return re.compile("|".join([*plain, *more]) or r"(?!)", re.IGNORECASE)
