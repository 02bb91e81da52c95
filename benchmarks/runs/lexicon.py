"""Reads diagnoses in free text, as published systems write them, as ICD-10-CM codes, by the documented
`lexicon.toml`."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from agents.domain.value import Value

_HEADING: Final = re.compile(
    r"(?:^|\n)[\s#*_>\-]*(?:\d{1,2}[.)]\s*)?\**\s*(?:(?:provisional|primary|principal|potential|likely|possible|final|"
    r"preliminary|suggested|tentative|clinical|dsm-5) )*diagnos[ei]s\b[^:\n]{0,40}(?::|\n)",
    re.IGNORECASE,
)
_NEXT: Final = re.compile(
    r"\n[\s#*_>\-]*(?:\d{1,2}[.)]\s*)?\**\s*(?:reasoning|rationale|justification|explanation|recommend|next steps|"
    r"treatment|supporting|evidence|summary|conclusion)",
    re.IGNORECASE,
)
_TAGGED: Final = re.compile(r"<med>(.*?)</med>", re.DOTALL)
_MARKUP: Final = re.compile(r"</?\w+>|[*_#`]+")
_CODE: Final = re.compile(r"\bF\d\d(?:\.\d{1,3})?\b")
_STATEMENT: Final = re.compile(r"[.;\n]|\bbut\b|\bhowever\b")


class Mapped(Value):
    """One recognised diagnosis: its code, the words it was read from, and whether they state it or leave it open."""

    code: str
    words: str
    stated: bool


class _Entry(NamedTuple):
    code: str
    pattern: re.Pattern[str]


class _Lexicon(NamedTuple):
    entries: tuple[_Entry, ...]
    doubt: re.Pattern[str]
    denial: re.Pattern[str]


class _Hit(NamedTuple):
    start: int
    end: int
    code: str


def diagnosed(report: str) -> tuple[Mapped, ...]:
    """The diagnoses of a report, most important first; empty where none can be read.

    The text under the heading "Diagnosis" is read; without one, the words that the report tags as medical terms;
    without any, the whole report. Codes that are spelt out count as they are."""
    text = _passage(report)
    plain = _MARKUP.sub(" ", text).lower()
    found = [(hit, _stands(plain, hit.start)) for hit in _hits(plain)]
    kept = [(hit, stated) for hit, stated in found if stated is not None]
    ranked = sorted(kept, key=lambda pair: not pair[1])
    first: dict[str, Mapped] = {}
    for hit, stated in ranked:
        words = " ".join(plain[hit.start : hit.end].split())
        first.setdefault(hit.code, Mapped(code=hit.code, words=words, stated=bool(stated)))
    return tuple(first.values())


def headed(text: str) -> bool:
    """Whether a text has the heading of a diagnosis."""
    return bool(_HEADING.search(text))


def _passage(report: str) -> str:
    """The part of a report that contains its diagnosis."""
    for heading in _HEADING.finditer(report):
        rest = report[heading.end() :]
        part = _NEXT.split(rest)[0].strip()
        paragraph = re.split(r"\n\s*\n", part)[0]
        for candidate in (paragraph, part):
            if any(True for _ in _hits(_MARKUP.sub(" ", candidate).lower())):
                return candidate
    tagged = _TAGGED.findall(report)
    return "\n".join(tagged) or report


def _hits(plain: str) -> list[_Hit]:
    """Names and codes in the order of the text; where two overlap, the longer one, each place once."""
    every = [
        _Hit(m.start(), m.end(), entry.code) for entry in _lexicon().entries for m in entry.pattern.finditer(plain)
    ]
    written = [_Hit(m.start(), m.end(), m[0].upper()) for m in _CODE.finditer(plain.upper())]
    kept: list[_Hit] = []
    for hit in sorted(every, key=lambda hit: (hit.start - hit.end, hit.start)):
        if all(hit.end <= other.start or hit.start >= other.end for other in kept):
            kept.append(hit)
    named = {hit.code[:3] for hit in kept}
    return sorted([*kept, *(hit for hit in written if hit.code[:3] not in named)])


def _stands(plain: str, start: int) -> bool | None:
    """Whether the words before a name state it (True), leave it open (False) or deny it (None)."""
    begin = max((m.end() for m in _STATEMENT.finditer(plain, 0, start)), default=0)
    before = plain[begin:start]
    if _lexicon().denial.search(before):
        return None
    return not _lexicon().doubt.search(before)


@cache
def _lexicon() -> _Lexicon:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    entries = [_Entry(one["code"], re.compile(pattern)) for one in table["names"] for pattern in one["patterns"]]
    doubt, denial = (re.compile(rf"\b(?:{'|'.join(table[name])})") for name in ("doubt", "denial"))
    return _Lexicon(tuple(entries), doubt, denial)
