"""The rule engine of the judge: counts the mistakes that need no judgement, and gives the resulting mark."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from agents.domain.mark import Mark, Metric, score_for
from agents.domain.transcript import Transcript
from agents.qualitative.port import Qualitative
from agents.quantitative.item_names import NAMES, names_item
from agents.quantitative.lexicon import ITEMS
from agents.quantitative.port import ItemScore, Reason
from agents.quantitative.scoring import score
from agents.quotes.grounding import locate

_SECTIONS: Final = {
    "overall": "the overall assessment",
    "phq8_symptoms": "the PHQ-8 symptoms",
    "social_factors": "the social factors",
    "biological_factors": "the biological factors",
    "risk_factors": "the risk factors",
}
_SHORTEST: Final = 3
"""The fewest words of a section that says anything."""
_VAGUE: Final = re.compile(
    r"\b(?:some (?:issues|problems|difficulties|symptoms)|various|etc|and so on|seems? to have"
    r"|certain (?:issues|problems)|may or may not|possibly some|a number of)\b",
    re.IGNORECASE,
)
_FREQUENT: Final = re.compile(
    r"\b(?:days?|nights?|daily|nightly|every|week|weekly|times|often|always|never|rarely|constant\w*|most|not told"
    r"|not mentioned|not discussed|no (?:evidence|mention|information)|n/a|denie[sd]|unclear|not reported|0|1|2|3)\b",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(r'["“]([^"“”\n]*\w\s[^"“”\n]*)["”]')
"""A quote of two words or more; a single one may be the writer's own."""
_SENTENCE: Final = re.compile(r"[.!?;]+(?:\s+|$)|\n")
_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_BEGINNING: Final = 5
"""Words that begin with the same five letters count as the same: `sleeps`, `sleeping`."""
_COMMON: Final = re.compile(
    r"participants?|patients?|clients?|persons?|interview\w*|report\w*|says?|said|describe\w*|mention\w*|told|feels?|felt"
    r"|having|been|with|from|that|this|which|their|they|them|about|there|were|does|also|more|most|very|some|last|past|over|when"
    r"|where|while|days?|nights?|weeks?|months?|times?|every|words?|point|risks?"
    r"|factors?|quoted"
)
_DENIED: Final = re.compile(r"\b(?:no|not|denie[sd]|without|absent|never|none)\b", re.IGNORECASE)


class RulesJudge:
    """The rule engine behind the judge's contract."""

    name: Final = "rules"

    async def judge(self, transcript: Transcript, version: Qualitative, metric: Metric) -> Mark:
        """See `Judge.judge`."""
        return judge(transcript, version, metric)


def judge(transcript: Transcript, version: Qualitative, metric: Metric) -> Mark:
    """The mark for a metric, from the mistakes that rules can count. Pure and deterministic."""
    mistakes = tuple(_CHECKS[metric](transcript, version))
    return Mark(
        metric=metric,
        score=score_for(len(mistakes)),
        explanation="Counted by rules: " + ("; ".join(mistakes) or "no mistake found") + ".",
        mistakes=mistakes,
    )


def _coherence(transcript: Transcript, version: Qualitative) -> Iterator[str]:
    """Sentences that occur twice, and symptoms that one line claims and another denies."""
    seen: set[str] = set()
    for line in _lines(version):
        if len(line.split()) > _SHORTEST and line.casefold() in seen:
            yield f"said twice: {line[:60]}"
        seen.add(line.casefold())
    for item in ITEMS:
        lines = [line for line in version.phq8_symptoms.splitlines() if names_item(item, line.split(":")[0])]
        claims = {bool(_DENIED.search(line)) for line in lines if ":" in line}
        if len(lines) > 1 and len(claims) > 1:
            yield f"{NAMES[item]} is both claimed and denied"


def _completeness(transcript: Transcript, version: Qualitative) -> Iterator[str]:
    """Sections that say nothing, and problems from the interview that the symptoms leave out."""
    for field, name in _SECTIONS.items():
        if len(getattr(version, field).split()) < _SHORTEST:
            yield f"{name} are missing" if name.endswith("s") else f"{name} is missing"
    for one in _found(transcript):
        if not names_item(one.item, version.phq8_symptoms):
            yield f"{NAMES[one.item]} is left out"


def _specificity(transcript: Transcript, version: Qualitative) -> Iterator[str]:
    """Empty phrases, and symptoms without any word about how often."""
    for line in _lines(version):
        if found := _VAGUE.search(line):
            yield f'vague: "{found[0]}"'
    for one in _found(transcript):
        lines = [line for line in version.phq8_symptoms.splitlines() if names_item(one.item, line)]
        if lines and not any(_FREQUENT.search(line) for line in lines):
            yield f"how often is not said for {NAMES[one.item]}"


def _accuracy(transcript: Transcript, version: Qualitative) -> Iterator[str]:
    """Quotes that nobody said, and sentences of which no telling word was said and no problem was found."""
    for number in range(version.dropped):
        yield f"quote {number + 1} of {version.dropped} that the participant did not say"
    text = "\n".join(getattr(version, field) for field in _SECTIONS)
    for quote in version.quotes:
        text = text.replace(f'"{quote.text}"', " ")
    turns = [turn.text for turn in transcript]
    for quoted in _QUOTED.findall(text):
        if not locate(quoted, turns):
            yield f'nobody said: "{quoted[:60]}"'
    said, found = _telling(" ".join(turns)), [one.item for one in _found(transcript)]
    for sentence in dict.fromkeys(map(str.strip, _SENTENCE.split(_QUOTED.sub("", text)))):
        told = _telling(sentence)
        denied = _DENIED.search(sentence) or "nothing" in sentence
        if (
            len(told) > 1
            and not denied
            and said.isdisjoint(told)
            and not any(names_item(one, sentence) for one in found)
        ):
            yield f"nothing of it was said: {sentence[:60]}"


def _telling(text: str) -> frozenset[str]:
    """The beginnings of a text's words, without those that any report has."""
    words = (word for word in _WORD.findall(text.casefold()) if not _COMMON.fullmatch(word))
    return frozenset(word[:_BEGINNING] for word in words)


def _lines(version: Qualitative) -> Iterator[str]:
    for field in _SECTIONS:
        yield from (line.strip() for line in getattr(version, field).splitlines() if line.strip())


def _found(transcript: Transcript) -> Iterator[ItemScore]:
    """The problems that the rules find in the interview."""
    for one in score(transcript):
        if one.score or one.reason is Reason.NOT_ENOUGH_FREQUENCY:
            yield one


_CHECKS: Final[Mapping[Metric, Callable[[Transcript, Qualitative], Iterator[str]]]] = {
    Metric.COHERENCE: _coherence,
    Metric.COMPLETENESS: _completeness,
    Metric.SPECIFICITY: _specificity,
    Metric.ACCURACY: _accuracy,
}
