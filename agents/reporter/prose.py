"""Extracts plain prose from a model's text, and checks whether it may appear above the rule engine's facts."""

import re
from dataclasses import dataclass
from typing import Final

from agents.diagnostician.quoting import Quoted, Words
from agents.diagnostician.wording import ADDRESS, DISORDER, SAID, Wording, forbidden, sentences
from agents.llm.errors import Malformed
from agents.reporter.claims import Claims
from agents.reporter.markdown import escape, patient_words
from agents.reporter.of_risk import OfRisk, sober
from agents.reporter.overview import Overview

MOST_WORDS: Final = 120
"""The most words that the model is asked for; up to half as many again are tolerated."""
_LONGEST: Final = MOST_WORDS * 3 // 2
_BLOCK: Final = re.compile(r"\n\s*\n")
_HEADING: Final = re.compile(r"#{1,6}\s|\*\*[^*]+\*\*:?$|__[^_]+__:?$|(?:executive )?summary:?$", re.IGNORECASE)
_LISTED: Final = re.compile(r"(?:[-*+•]|\d{1,2}[.)])\s|[|>]|-{3,}$")
_FENCE: Final = re.compile(r"```|~~~|^\s*[\[{]")
_WHOLE_FENCE: Final = re.compile(r"\A\s*(?:```|~~~)\w*\n(.*?)\n(?:```|~~~)\s*\Z", re.DOTALL)
_TAG: Final = re.compile(r"</?(?:sym|med|quote)>")
_STRONG: Final = re.compile(r"\*\*|__")
_LEANING: Final = re.compile(
    r"(?:this|that|these|those|it|its|they|their|both|neither|either|however|but|so|also|still|yet|there|here"
    r"|the (?:former|latter|same))\b",
    re.IGNORECASE,
)
"""How a sentence begins that means little without the one before it."""
_UNFINISHED: Final = re.compile(r"(?<=[.!?])[”\"')]*\s+\S[^.!?]*$")


_MORE_OF_RISK: Final = "its summary says more of a risk than that it is there and listed below"


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


@dataclass(frozen=True, slots=True)
class Prose:
    """What may be shown of a summary, as safe Markdown with the patient's words as they were typed, empty where that is
    nothing; and why other sentences of it are left out."""

    markdown: str
    lost: tuple[str, ...]


def checked(text: str, seen: Overview) -> Prose:
    """The sentences that agree with the profile and may be said. A sentence that leans on one left out goes with it."""
    words = Words(seen.brief.profile.transcript)
    try:
        plain = paragraphs(_WHOLE_FENCE.sub(r"\1", text))
    except Unfit as wrong:
        return Prose("", (str(wrong),))
    check = _Check(seen, words)
    quoted = [Quoted(one, words) for one in plain]
    shown = [(one, bare) for one in quoted if (bare := check.fit(one))]
    kept = " ".join(bare for _, bare in shown)
    if not plain:
        check.lost.append("its summary holds no prose")
    elif not check.claims.about(kept):
        check.lost.append("its summary says nothing of the interview")
    elif len(kept.split()) > _LONGEST:
        check.lost.append(f"its summary is longer than {_LONGEST} words")
    else:
        return Prose("\n\n".join(_markdown(*one) for one in shown), tuple(check.lost))
    return Prose("", tuple(check.lost))


class _Check:
    """The check of one summary, sentence by sentence; `lost` are the reasons for which sentences were left out."""

    def __init__(self, seen: Overview, words: Words) -> None:
        names = tuple(name for one in seen.brief.diagnosis.impressions for name in _ways(one.name))
        banned = (*forbidden(seen.brief.profile), DISORDER, ADDRESS)
        self._wording: Final = Wording(words, banned, allowed=names)
        self._of_risk: Final = OfRisk(seen)
        self.claims: Final = Claims(seen)
        self.lost: Final[list[str]] = []

    def fit(self, quoted: Quoted) -> str:
        """The sentences of a paragraph that may be shown, its quotes taken out."""
        kept: list[str] = []
        after_lost = after_risk = False
        for sentence in sentences(quoted.bare):
            leaning = bool(_LEANING.match(sentence))
            of_risk = self._of_risk.speaks(sentence, quoted) or (after_risk and leaning)
            wrong = self._wrong(sentence, quoted) or (_MORE_OF_RISK if of_risk and not sober(sentence) else None)
            leans = after_lost and leaning
            after_lost, after_risk = bool(wrong or leans), of_risk
            if wrong:
                self.lost.append(wrong)
            if not after_lost:
                kept.append(sentence)
        return " ".join(kept)

    def _wrong(self, sentence: str, quoted: Quoted) -> str | None:
        if wrong := self._wording.wrong(sentence, quoted):
            return f"its summary holds {SAID[wrong[0]]}"
        if claim := self.claims.wrong(sentence):
            return f"its summary disagrees with the profile: {claim}"
        return None


def _ways(name: str) -> tuple[str, ...]:
    """A name as it stands in a list, and as people write it: without what stands in brackets or behind a comma."""
    plain = re.sub(r"\s*\([^)]*\)", "", name)
    return tuple(dict.fromkeys((name, plain, plain.split(",")[0])))


def _markdown(quoted: Quoted, bare: str) -> str:
    """The prose escaped; up to here quotes are private-use characters, which need no escape."""
    return quoted.filled(escape(bare), lambda found: " … ".join(patient_words(one.text) for one in found))
