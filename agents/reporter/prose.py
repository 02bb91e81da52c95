"""Extracts plain prose from a model's text, and checks whether it may appear above the rule engine's facts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from agents.diagnostician.quoting import Quoted, Words
from agents.diagnostician.wording import ADDRESS, DISORDER, SAID, Wording, forbidden, sentences
from agents.llm.errors import Malformed
from agents.reporter.apart import apart
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
_NO_RISK: Final = "the summary does not say that a risk is on record; say so first, in one sober sentence"
_HOW: Final = {
    _MORE_OF_RISK: "say of a risk only that it is on record and listed below, in a sentence of its own",
    "its summary disagrees with the profile": "name domains and items as the data do, each with its own score",
}
"""What would mend it, for the model."""
ON_RECORD: Final = "A risk is on record and listed below."
"""What a summary begins with that does not say it itself."""
_LONGEST_PLACE: Final = 60


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
    nothing; why other sentences of it are left out, wholly or in part; and whether it had to be added that a risk is on
    record. `faults` is what the model is told of all this when it is asked again."""

    markdown: str
    lost: tuple[str, ...]
    added: bool = False
    faults: tuple[str, ...] = ()


def checked(text: str, seen: Overview, whole: bool = True) -> Prose:
    """The sentences that agree with the profile and may be said. A sentence that leans on one left out goes with it.
    Of a `whole` summary that is silent about a risk on record, that comes first."""
    words = Words(seen.brief.profile.transcript)
    try:
        plain = paragraphs(_WHOLE_FENCE.sub(r"\1", text))
    except Unfit as wrong:
        return _nothing((str(wrong),))
    check = _Check(seen, words)
    quoted = [Quoted(one, words) for one in plain]
    shown = [(one, bare) for one in quoted if (bare := check.fit(one))]
    kept = " ".join(bare for _, bare in shown)
    if not plain:
        return _nothing(("its summary holds no prose",))
    if not check.claims.about(kept):
        return _nothing((*check.lost, "its summary says nothing of the interview"), check.faults)
    if len(kept.split()) > _LONGEST:
        return _nothing((*check.lost, f"its summary is longer than {_LONGEST} words"), check.faults)
    added = whole and check.silent_of_risk
    markdown = "\n\n".join(_markdown(*one) for one in shown)
    faults = (*check.faults, *((_NO_RISK,) if added else ()))
    return Prose(f"{ON_RECORD} {markdown}" if added else markdown, tuple(check.lost), added, faults)


def _nothing(lost: tuple[str, ...], faults: Sequence[str] = ()) -> Prose:
    return Prose("", lost, faults=(*faults, *lost[len(faults) :]))


class _Check:
    """The check of one summary, sentence by sentence; `lost` are the reasons for which sentences were left out."""

    def __init__(self, seen: Overview, words: Words) -> None:
        names = tuple(name for one in seen.brief.diagnosis.impressions for name in _ways(one.name))
        banned = (*forbidden(seen.brief.profile), DISORDER, ADDRESS)
        self._wording: Final = Wording(words, banned, allowed=names)
        self._of_risk: Final = OfRisk(seen)
        self.claims: Final = Claims(seen)
        self.lost: Final[list[str]] = []
        self.faults: Final[list[str]] = []
        self._said_of_risk = False

    @property
    def silent_of_risk(self) -> bool:
        """Whether a risk is on record and no sentence that is kept says so."""
        return self._of_risk.there and not self._said_of_risk

    def fit(self, quoted: Quoted) -> str:
        """The sentences of a paragraph that may be shown, its quotes taken out; of one that may not, what stands by
        itself."""
        kept: list[str] = []
        after_lost = after_risk = False
        for sentence in sentences(quoted.bare):
            leaning = bool(_LEANING.match(sentence))
            of_risk = self._of_risk.speaks(sentence, quoted) or (after_risk and leaning)
            wrong = self._wrong(sentence, quoted) or (_MORE_OF_RISK if of_risk and not sober(sentence) else None)
            lost = bool(wrong) or (leaning and after_lost)
            if wrong:
                self._lose(sentence, wrong, quoted)
            if not lost:
                kept.append(sentence)
                self._said_of_risk |= of_risk
            elif wrong and not leaning:
                kept.append(self._apart(sentence, quoted))
            after_lost, after_risk = lost, of_risk
        return " ".join(filter(None, kept))

    def _lose(self, sentence: str, why: str, quoted: Quoted) -> None:
        self.lost.append(why)
        how = _HOW.get(why.partition(":")[0])
        place = " ".join(quoted.restored(sentence).split())
        begins = place if len(place) <= _LONGEST_PLACE else f"{place[:_LONGEST_PLACE]}..."
        self.faults.append(f"“{begins}”: {why}{f' ({how})' if how else ''}")

    def _apart(self, sentence: str, quoted: Quoted) -> str:
        """What a sentence says beside a part that may not be said. Nothing where it disagrees with the profile: then it
        is not known which part is wrong."""
        if self.claims.wrong(sentence):
            return ""

        def bad(part: str) -> bool:
            return self._of_risk.speaks(part, quoted) or bool(self._wording.wrong(part, quoted))

        def tells(part: str) -> bool:
            return self.claims.names(part) or bool(quoted.of(part))

        rest = apart(sentence, bad, tells, partial(self.claims.names, at_once=True))
        return "" if self._wrong(rest, quoted) else rest

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
