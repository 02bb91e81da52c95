"""A check for sentences that a language model may not write to the therapist: advice, claims, comfort, orders.

The patient's own words may say anything: text between double quotation marks that is in the transcript is not checked;
such text that is not in the transcript is itself an error.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from agents.diagnostician.knowledge import knowledge
from agents.diagnostician.quoting import Quoted, Words
from agents.domain.level1 import HARM_ITEM
from agents.domain.profile import PatientProfile

ADVICE: Final = "advice"
CLAIM: Final = "claim"
RULE_OUT: Final = "rule_out"
STEERING: Final = "steering"
PLAYS_DOWN: Final = "plays_down"
JUDGES_RISK: Final = "judges_risk"
NOTHING_OVER: Final = "nothing_over"
DISORDER: Final = "disorder"
ADDRESS: Final = "address"
MARKUP: Final = "markup"
INVENTED: Final = "invented"

SAID: Final[Mapping[str, str]] = {
    ADVICE: "advice",
    CLAIM: "a claim of a diagnosis",
    RULE_OUT: "a rule-out",
    STEERING: "an order",
    PLAYS_DOWN: "words that play down a risk",
    JUDGES_RISK: "a judgement that a risk is low or absent, or that somebody is safe",
    NOTHING_OVER: "a claim that nothing is over threshold",
    DISORDER: "a disorder's name where none may stand",
    ADDRESS: "talk to the reader",
    MARKUP: "something that is no prose",
    INVENTED: "a quote that nobody said",
}
"""The name of each kind of finding in a note."""

_SENTENCE = re.compile(r"(?<=[.!?])[”)\]]*\s+(?=[(\[]?[A-Z0-9\ue000-\uf8ff])|\n+")
_MASK = " … "
_NO_CLAIM: Final = "no_claim"


@dataclass(frozen=True, slots=True)
class Wording:
    """One interview's check. `forbidden` are kinds of findings; `allowed` are names of disorders that may be mentioned
    (the impressions' own)."""

    words: Words
    forbidden: tuple[str, ...]
    allowed: tuple[str, ...] = ()

    def problems(self, text: str) -> tuple[str, ...]:
        """The kinds of problems in a text; empty when there are none."""
        quoted = Quoted(text, self.words)
        return self.wrong(quoted.bare, quoted)

    def clean(self, text: str) -> tuple[str, tuple[str, ...]]:
        """The acceptable sentences, with quotes restored to the patient's own characters, and the kinds of the rejected
        ones, one for each."""
        checked = list(self.checked(text))
        return " ".join(one for one, kind in checked if kind is None), tuple(kind for _, kind in checked if kind)

    def checked(self, text: str) -> Iterator[tuple[str, str | None]]:
        """Each sentence with its quotes restored, and the kind of what is wrong with it."""
        quoted = Quoted(text, self.words)
        for sentence in sentences(quoted.bare):
            wrong = self.wrong(sentence, quoted)
            yield quoted.restored(sentence), wrong[0] if wrong else None

    def wrong(self, bare: str, quoted: Quoted) -> tuple[str, ...]:
        """The kinds of problems in a part of a text whose quotes were taken out."""
        plain = bare
        for name in sorted(self.allowed, key=len, reverse=True):
            plain = re.sub(re.escape(name), _MASK, plain, flags=re.IGNORECASE)
        plain = plain.lower().replace("’", "'")
        claimed = _pattern(_NO_CLAIM).sub(" ", plain)
        wrong = tuple(k for k in self.forbidden if _pattern(k).search(claimed if k == CLAIM else plain))
        return (*wrong, INVENTED) if quoted.invented(bare) else wrong


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, without white space around them."""
    return tuple(filter(None, map(str.strip, _SENTENCE.split(text))))


def forbidden(profile: PatientProfile) -> tuple[str, ...]:
    """The kinds of findings that prose about this profile may never contain, the gravest first."""
    risky = (PLAYS_DOWN,) if at_risk(profile) else ()
    always = (*risky, STEERING, JUDGES_RISK, ADVICE, CLAIM, RULE_OUT, MARKUP)
    return (*always, NOTHING_OVER) if profile.over else always


def at_risk(profile: PatientProfile) -> bool:
    """Whether anything in the interview indicates risk, or item 11 is not known."""
    flags = profile.risk_flags
    if flags.suicidality_mentioned or flags.self_harm_ideation or flags.violence_risk:
        return True
    answer = next((one for one in profile.item_responses if one.item_id == HARM_ITEM), None)
    return answer is None or not answer.known or answer.score > 0


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    patterns = list(_table()[kind])
    if kind == DISORDER:
        known = knowledge()
        names = {d.name for d in known.disorders} | {v.name for d in known.disorders for v in d.variants}
        patterns += [rf"\b{re.escape(name.lower())}\b" for name in sorted(names)]
    return re.compile("|".join(patterns))


@cache
def _table() -> Mapping[str, tuple[str, ...]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
