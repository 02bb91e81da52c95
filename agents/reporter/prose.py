"""Extracts plain prose from a model's text, and checks whether it may appear above the rule engine's facts."""

import re
from typing import Final

from agents.diagnostician.quoting import Quoted, Words
from agents.diagnostician.wording import ADDRESS, DISORDER, SAID, Wording, forbidden
from agents.llm.errors import Malformed
from agents.reporter.claims import Claims
from agents.reporter.markdown import escape, patient_words
from agents.reporter.overview import Overview

MOST_WORDS: Final = 120
"""The most words that the model is asked for; up to half as many again are tolerated."""
_LONGEST: Final = MOST_WORDS * 3 // 2
_BLOCK: Final = re.compile(r"\n\s*\n")
_HEADING: Final = re.compile(r"#{1,6}\s|\*\*[^*]+\*\*:?$|__[^_]+__:?$|(?:executive )?summary:?$", re.IGNORECASE)
_LISTED: Final = re.compile(r"(?:[-*+•]|\d{1,2}[.)])\s|[|>]|-{3,}$")
_FENCE: Final = re.compile(r"```|~~~|^\s*[\[{]")
_TAG: Final = re.compile(r"</?(?:sym|med|quote)>")
_STRONG: Final = re.compile(r"\*\*|__")
_UNFINISHED: Final = re.compile(r"(?<=[.!?])[”\"')]*\s+\S[^.!?]*$")


class Unfit(Malformed):
    """The summary may not be shown; the message says why, without its words."""


def paragraphs(text: str) -> tuple[str, ...]:
    """The prose of a text, paragraph by paragraph: headings, lists and tables are left out (the rule engine's follow
    below it anyway), and so is an unfinished last sentence. Raises Unfit for code or JSON."""
    if _FENCE.search(text):
        raise Unfit("its summary is no prose")
    blocks = (_prose(block) for block in _BLOCK.split(text))
    return tuple(block for block in blocks if block)


def _prose(block: str) -> str:
    lines = [line.strip() for line in block.splitlines()]
    if any(_LISTED.match(line) for line in lines):
        return ""
    kept = " ".join(line for line in lines if line and not _HEADING.match(line))
    plain = _STRONG.sub("", _TAG.sub("", kept))
    if plain and plain.rstrip("”\"')")[-1:] not in ".!?":
        plain = cut if (cut := _UNFINISHED.sub("", plain)) != plain else ""
    return plain


def checked(text: str, seen: Overview) -> str:
    """The prose as safe Markdown, with the patient's words as they were typed. Raises Unfit."""
    words = Words(seen.brief.profile.transcript)
    plain = paragraphs(text)
    if len(" ".join(plain).split()) > _LONGEST:
        raise Unfit(f"its summary is longer than {_LONGEST} words")
    quoted = [Quoted(one, words) for one in plain]
    _check(" ".join(one.bare for one in quoted), plain, seen, words)
    return "\n\n".join(_markdown(one) for one in quoted)


def _check(bare: str, plain: tuple[str, ...], seen: Overview, words: Words) -> None:
    if not bare:
        raise Unfit("its summary holds no prose")
    names = tuple(one.name for one in seen.brief.diagnosis.impressions)
    banned = (*forbidden(seen.brief.profile), DISORDER, ADDRESS)
    wording = Wording(words, banned, allowed=names)
    for one in plain:
        if wrong := wording.problems(one):
            raise Unfit(f"its summary holds {SAID[wrong[0]]}")
    claims = Claims(seen)
    if not claims.about(bare):
        raise Unfit("its summary says nothing of the interview")
    if wrong_claim := claims.wrong(bare):
        raise Unfit(f"its summary disagrees with the profile: {wrong_claim}")


def _markdown(quoted: Quoted) -> str:
    """The prose escaped; up to here quotes are private-use characters, which need no escape."""
    return quoted.filled(escape(quoted.bare), lambda found: " … ".join(patient_words(one.text) for one in found))
