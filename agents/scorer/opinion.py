"""A second opinion: tone weighs the whole reply, and what the rules made of it, against the rules' verdict.

It doubts what the rules read from likeness ("something good, so no"; "a word for the problem, so yes") and decides
where they found neither a word for the problem nor an answer. What was said outright it never touches: a plain no, days
that were counted, a bare number given to the scale; nor does it take thoughts of self-harm away. The more plainly a
reply begins with yes or no, or an item's condition is unmet, the surer tone has to be of the opposite.
Factors: chosen on replies by five authors that neither rules nor weights had met (docs/rule-engine.md).
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from agents.scorer.reading import Reading
from agents.scorer.signs import Signs
from agents.scorer.stance import Lead, Polarity
from agents.scorer.tally import Frequency
from agents.scorer.tone import Tone, telling, weigh
from agents.scorer.unread import elsewhere
from agents.scorer.verdict import Missing, Verdict
from agents.scorer.vocabulary import Span

_PLAIN: Final = 8.0
"""How many times likelier the opposite has to be where a reply begins with yes or no."""
_UNMET: Final = 6.0
"""The same where an item's condition is unmet ("Only two drinks"): the words of the problem are there."""
_READ: Final = 2.0
"""The same for any other yes."""
_BRIEF: Final = 8
"""Blanks in a no so short that nothing can speak against it ("I can't say I have.")."""
_OTHER_DAYS: Final = 6.0
"""How many times likelier another score above 0 has to be, where the rules found the problem and did not just guess."""
_ASK: Final = 0.55
"""Above this chance of having to ask a reply that seemed told is asked back."""
_STILL_ASK: Final = 0.12
"""Above this one what seemed untold is asked: once more costs little, a wrong score that nobody questions does."""
_SETTLED: Final = 0.6
"""Below this chance of the score it stays asked as well."""
_OF_ONESELF: Final = re.compile(
    r"(?:^| [,.;]|and|but|honestly|yes|yeah)(?: yes| yeah| well| honestly)? (?:i (?:am|feel|felt|have(?: been| felt)?"
    r"|have been feeling|was)|my (?:whole )?\w+ (?:is|are|feels?|has been|have been))"
    r"(?: (?:very|really|quite|rather|pretty|so|a bit|a little|still|just|always|too|extremely|terribly|more|often))?$"
).search
"""What stands right before a word for the problem that is said of oneself."""
_SELF_HARM: Final = 11
_CERTAIN: Final = 0.8
"""From this chance on a yes stands, and only how often is asked."""
_LEAST: Final = 0.25
_MOST_SURE: Final = 0.9
"""Bounds of the confidence in what tone decided."""
_UNTOLD: Final = 0.45
"""The most of it where something is still to be asked."""
_MOST: Final = 3
_LENGTH: Final = 6
_EVERY: Final = frozenset({"all", "always"})
_DENYING: Final = ("past", "outright", "ordinary", "bounded", "scarce", "negator")
"""Marks of which one stands in a denial that the rules could not read."""
_SIGNS: Final = ("present", "absent", "past", "fine", "missed", "everyday")


def traits(reading: Reading, verdict: Verdict) -> list[str]:
    """What the rules made of a reply, as names that tone weighs beside the words; each is told once."""
    stance, signs, frequency = reading.stance, reading.signs, reading.frequency
    polarity, lead = stance.polarity.value, stance.lead.value
    view = f"{polarity} begins {lead}"
    found = [
        f"=is {polarity}",
        f"=begins {lead}",
        f"=is {view}",
        f"=asks {verdict.missing}",
        f"=scores {verdict.score}",
        f"=verdict {verdict.score} {verdict.ambiguity} {verdict.missing} {view}",
        f"=words {min(_LENGTH, reading.clauses.text.count(' ') // _LENGTH)}",
        f"=sentences {min(_LENGTH, len(reading.clauses.sentences))}",
        *_signs(signs),
    ]
    if frequency is None:
        return [*found, "=no frequency"]
    found.append(f"=often {frequency.mentions[0].kind} {frequency.firm}")
    found.append(f"=days {frequency.days > 0} {frequency.firm}")
    found.append(f"=mentions {min(_MOST, len(frequency.mentions))}")
    return found


def _signs(signs: Signs) -> Iterator[str]:
    for name in _SIGNS:
        spans = getattr(signs, name)
        if spans:
            yield f"={name}"
            if len(spans) > 1:
                yield f"={name} again"
    if signs.present and signs.absent:
        yield "=last present" if signs.present[-1] > signs.absent[-1] else "=last absent"


def weighed(reading: Reading, verdict: Verdict) -> Verdict:
    """The verdict, decided, turned or left as it is."""
    if _outright(reading, verdict):
        return verdict
    tone = weigh(reading.item, reading.clauses, traits(reading, verdict))
    if not verdict.answered:
        return _without_answer(reading, verdict, tone)
    score = _score(reading, verdict, tone)
    asks = _asks(reading, verdict, tone, score)
    if score != verdict.score:
        return _turned(reading, verdict, tone, score, asks)
    if asks == (verdict.missing is not None):
        return verdict
    if not asks:
        return replace(verdict, missing=None, endorsed=score > 0, ambiguity=4, confidence=_sure(tone, score))
    missing: Missing = "frequency" if score else "endorsement"
    return replace(verdict, missing=missing, ambiguity=6, confidence=min(_UNTOLD, _sure(tone, score)))


def _without_answer(reading: Reading, verdict: Verdict, tone: Tone) -> Verdict:
    """Where the rules found no answer, tone may tell what was meant by days that were named, and find a denial in
    words that deny; it never finds a problem in anything else."""
    score, often = _score(reading, verdict, tone), reading.frequency
    if _asks(reading, verdict, tone, score):
        return verdict
    if score and often is not None and often.days and not elsewhere(reading):
        return Verdict(score, 4, _sure(tone, score), True, None, tuple((m.start, m.end) for m in often.mentions[:3]))
    if not score and any(reading.clauses.marks[name] for name in _DENYING):
        return Verdict(0, 4, _sure(tone, 0), False, None)
    return verdict


def _outright(reading: Reading, verdict: Verdict) -> bool:
    """Whether the verdict is what was said: a number on the scale, a plain no, days that were counted."""
    if reading.followup or reading.anchor is not None:
        return True
    if verdict.missing is not None:
        return False
    if _counted(reading, verdict) or verdict.score:
        return _counted(reading, verdict)
    return reading.stance.lead is Lead.NO or reading.clauses.text.count(" ") <= _BRIEF


def _counted(reading: Reading, verdict: Verdict) -> bool:
    """Whether the score is that of the days that were told; not of days in a no, nor a "never" that is only strong."""
    often = reading.frequency
    if often is None or not often.firm:
        return False
    if verdict.score == 0:
        unmet = reading.condition is not None and reading.condition.met is False
        return often.days == 0 or unmet or _free(reading, often)
    return reading.stance.polarity is not Polarity.NO or often.mentions[0].kind not in _EVERY


def _free(reading: Reading, often: Frequency) -> bool:
    """Whether the days that were told are those without the problem: "no attack in nineteen days"."""
    start, end = reading.clauses.around(often.mentions[0].start + 1)
    return any(start <= a < end for a, _ in reading.signs.absent)


def _score(reading: Reading, verdict: Verdict, tone: Tone) -> int:
    """The rules' score, or the likeliest one where it is so much likelier."""
    none = tone.scores[0]
    there, ahead = 1 - none, _ahead(reading, verdict)
    if verdict.score == 0:
        return 0 if none * ahead >= there else _likeliest(tone)
    if none > there * ahead and reading.item != _SELF_HARM:
        return 0
    other = _likeliest(tone)
    factor = 1.0 if reading.stance.polarity is Polarity.UNKNOWN else _OTHER_DAYS
    return other if tone.scores[other] > factor * tone.scores[verdict.score] else verdict.score


def _ahead(reading: Reading, verdict: Verdict) -> float:
    """How many times likelier than the verdict its opposite has to be."""
    if reading.stance.lead is Lead.YES and not verdict.score:
        return 1.0
    if reading.stance.lead is not Lead.NOTHING or (verdict.score and _of_oneself(reading)):
        return _PLAIN
    if reading.condition is not None and reading.condition.met is False:
        return _UNMET
    return _READ if verdict.score else 1.0


def _of_oneself(reading: Reading) -> bool:
    """Whether the problem is said of oneself in so many words: "I am nervous, to be honest"."""
    text = reading.clauses.text
    return any(_OF_ONESELF(text[:start]) for start, _ in reading.signs.present)


def _likeliest(tone: Tone) -> int:
    return max(range(1, len(tone.scores)), key=tone.scores.__getitem__)


def _asks(reading: Reading, verdict: Verdict, tone: Tone, score: int) -> bool:
    """Whether to ask how often; what was said of self-harm is always asked further where the rules would."""
    if reading.item == _SELF_HARM and verdict.missing:
        return True
    if verdict.missing and tone.scores[score] < _SETTLED:
        return True
    return tone.asks > (_STILL_ASK if verdict.missing else _ASK)


def _sure(tone: Tone, score: int) -> float:
    return round(min(_MOST_SURE, max(_LEAST, tone.scores[score])), 2)


def _turned(reading: Reading, verdict: Verdict, tone: Tone, score: int, asks: bool) -> Verdict:
    """Another score than the rules', with the words that are likeliest behind it."""
    marks, signs = reading.clauses.marks, reading.signs
    spans: tuple[Span, ...] = tuple(signs.present or marks["sour"]) if score else tuple(signs.absent or marks["sweet"])
    if score and not spans and not verdict.score:
        spans = (telling(reading.item, reading.clauses),)
    sure, spans = _sure(tone, score), (spans or verdict.spans)[:1]
    if not asks:
        return Verdict(score, 4, sure, score > 0, None, spans)
    if score and 1 - tone.scores[0] > _CERTAIN:
        return Verdict(score, 6, min(_UNTOLD, sure), True, "frequency", spans)
    return Verdict(score, 8, min(_UNTOLD, sure), None, "endorsement", spans)
