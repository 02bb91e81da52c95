"""From a reading to a score: what was said outright, then what the learnt reader makes of the rest.

Said outright are a number on the scale, a plain no or yes, and days of fourteen that were counted. The limits were
chosen on replies of authors that the learnt reader was not trained on (`limits` in held_out.toml of the data).
"""

from dataclasses import dataclass, replace
from typing import Final

from agents.language import ENGLISH
from agents.reading.model.reader import Learnt
from agents.reading.stance import Lead
from agents.reading.vocabulary import Span
from agents.scorer.few_words import (
    EITHER,
    FEW,
    HEDGED,
    JOKES,
    NO_DAYS,
    NO_SUCH_DAY,
    NOT_LATELY,
    OUTRIGHT,
    badly,
    bare,
    length,
    puts_off,
    tells_nothing,
    turned,
    unheard,
    unsaid,
)
from agents.scorer.otherwise import SURE, astray, of_another, only_asks, otherwise
from agents.scorer.port import Missing
from agents.scorer.reading import Reading
from agents.scorer.states import contrary, denied, names_it, well
from agents.scorer.tally import Frequency, score_for_days

_SHARES: Final = frozenset({"all", "nearly all", "most", "several", "rare", "rate", "share"})
_DECIDES: Final = _SHARES | {"count", "list", "week", "weekend", "occasion", "event"}
"""Kinds of how often that say the days. One weekday, a "once" or an "always" tells of one occasion as often; in a reply
of more words than `_BRIEF` it only speaks for its score."""
_BRIEF: Final = 8
_THERE: Final = 0.5
"""How likely the problem has to be for a score above 0."""
_AFTER_NO: Final = 0.6
"""The same behind a no."""
_AFTER_YES: Final = 0.3
"""The same behind a yes with few words beside it."""
_COUNTED: Final = 0.4
"""The same where days were counted; `_AGAIN` in the reply to a follow-up."""
_AGAIN: Final = 0.1
_PLAINLY: Final = 0.1
"""How likely a problem is that is denied by its name; the rest to 1 where it is told by its name."""
_SAID: Final = 0.8
"""How likely so few words have to be an answer that say neither yes nor no nor how often, and name nothing; else they
are asked back: most are none ("test")."""
_STRAYS: Final = 0.4
"""How likely a reply has to be an answer to this item; else it is asked back."""
_DOUBTED: Final = 0.5
"""The same for one that is to say that the problem was not there."""
_DOUBT: Final = 0.6
"""A problem, or that there was none, that is less likely than this is asked back; `SURE` after a follow-up."""
LEFT: Final = 0.3
"""How likely no problem has to be for a score above 0 to be asked back; on `limits` 9 of 13 such are to be asked."""
_CLEAR: Final = 0.2
"""A problem that is no likelier than this is plainly denied; a likelier one in words that neither name it nor count nor
say no is asked back: on `limits` 4 of 10 such are wrong or no answer."""
_WELL: Final = 0.15
"""The same in the reply to a follow-up, for it to settle that there was none."""
_DIM: Final = 0.03
"""The same of few words that neither deny anything nor say how it went."""
_UNLIKELY: Final = 0.1
"""A score for days by name or number that is no likelier than this by all that was said is asked back; on `limits` 4 of
6 such are wrong, and of 12 that were told loosely 5."""
_NAMED: Final = frozenset({"day", "weekend", "count"})
_ASKS: Final = 0.4
"""How likely how often is still to be asked, from which on it is."""
_HINT: Final = 0.2
"""What words of how often that don't decide add to the share of their score."""
_LEAST, _MOST = 0.1, 0.9
"""Bounds of the confidence in what the learnt reader decided."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Score 0-4, ambiguity 1-10, confidence 0-1; `spans` of the plain words it rests on, `bears` whether the clause
    that bears the problem belongs to them. Where a reply was not `answered`, the score stands for nothing."""

    score: int
    ambiguity: int
    confidence: float
    endorsed: bool | None
    missing: Missing | None
    spans: tuple[Span, ...] = ()
    bears: bool = False
    answered: bool = True


UNKNOWN: Final = Verdict(0, 10, 0.1, None, "endorsement", answered=False)


def judge(reading: Reading, *, flat: bool | None) -> Verdict:
    """The verdict on one reply. `flat`: it is nothing but a no (False) or a yes (True). A reply that may well be about
    something else is asked back, whatever it tells."""
    told = _told(reading, flat)
    if reading.item.grave and told.score == 0 and puts_off(reading.words.text, plain=_plain(reading)):
        return UNKNOWN if reading.followup else replace(told, ambiguity=8, endorsed=None, missing="endorsement")
    if NOT_LATELY.fullmatch(reading.words.text) and not (reading.item.grave or reading.followup):
        outright = reading.item.id in OUTRIGHT
        return Verdict(0, 2, 0.85, False, None) if outright else Verdict(0, 8, 0.4, None, "endorsement")
    either = not reading.followup and turned(reading.question, reading.words.text)
    if either or EITHER.fullmatch(reading.words.text) or _unsure(reading, told):
        return replace(told, ambiguity=8, confidence=_bounded(told.confidence, "endorsement"), missing="endorsement")
    strays = reading.learnt.acts[0] < (_SAID if bare(reading) and length(reading) <= FEW else _STRAYS)
    doubted = ((strays or reading.rather) and reading.lead is not Lead.YES and not reading.named) or (
        reading.oddly and told.score > 0
    )
    nothing = bare(reading) and (unheard(reading) if told.score else tells_nothing(reading))
    asks = bare(reading) and only_asks(reading.words.raw) and not (reading.item.grave and told.score)
    doubted = doubted or nothing or asks or otherwise(reading.words.raw, reading.item.id, ENGLISH)
    if flat is not None or reading.anchor or reading.followup or not told.answered:
        return told
    if not doubted:
        return _as_often(reading, told)
    least = _bounded(told.confidence, "endorsement")
    return replace(told, ambiguity=8, confidence=least, endorsed=None, missing="endorsement")


def _plain(reading: Reading) -> bool:
    """Whether a reply begins or ends with a no."""
    return reading.lead is Lead.NO or reading.document.closing is not None


def _as_often(reading: Reading, told: Verdict) -> Verdict:
    """The verdict, asking how often where that was told loosely or makes a score that is hardly likely by all that was
    said."""
    often = reading.frequency
    loosely = often is not None and not often.firm and often.mentions[0].kind != "cap"
    loosely = loosely or (reading.well and HEDGED.search(reading.words.text) is not None)
    named = often is not None and often.mentions[0].kind in _NAMED and len(reading.told) >= FEW and not reading.well
    unlikely = named and reading.learnt.scores[told.score] < _UNLIKELY
    if told.missing or not told.score or not (loosely or unlikely):
        return told
    return replace(told, ambiguity=5, confidence=_bounded(told.confidence, "frequency"), missing="frequency")


def _unsure(reading: Reading, told: Verdict) -> bool:
    """Whether a no says in the same breath that it was there, few words name the problem and yet sound like none, or
    what speaks against it is told with it: that it went well, that it was a joke, or by all that was said."""
    if not told.score and reading.excepts:
        return True
    if reading.followup or reading.anchor:
        return False
    item, clauses = reading.item.id, reading.clauses
    if not told.score:
        return reading.lead is Lead.NOTHING and names_it(item, clauses)
    unlikely = _likely(reading) <= 1 - LEFT and not reading.named and len(reading.told) > FEW
    fine = well(item, clauses) and not names_it(item, clauses) and not reading.well
    return unlikely or bool(fine) or contrary(item, clauses) or JOKES.search(reading.words.raw) is not None


def _told(reading: Reading, flat: bool | None) -> Verdict:
    if reading.anchor is not None:
        score, span = reading.anchor
        return Verdict(score, 2, 0.85, score > 0, None, (span,))
    if (day := NO_SUCH_DAY.fullmatch(reading.words.text)) and not reading.item.counts:
        return Verdict(4 if day["good"] else 0, 2, 0.85, bool(day["good"]), None, ((0, len(day[0]) - 1),))
    silent = reading.lead is Lead.NOTHING and not any(map(str.isalnum, reading.words.text))
    if silent or (NO_DAYS.fullmatch(reading.words.raw) and not reading.followup):
        return UNKNOWN
    often, there = reading.frequency, _likely(reading)
    strays = reading.elsewhere or (not reading.followup and (astray(reading) or of_another(reading)))
    if flat is None and strays:
        return UNKNOWN
    if flat is False:
        return _denied(reading, 0)
    if often is not None and (counted := _counted(reading, often, there)):
        return counted
    if reading.lead is Lead.YES:
        flat = flat or reading.assents
        likely = flat or there >= (_AFTER_YES if length(reading) <= _BRIEF else _THERE)
        return _there(reading, flat) if likely else _absent(reading, there)
    if reading.lead in (Lead.NO, Lead.WEAK_NO) or reading.document.closing:
        return _after_no(reading, there)
    if often is None and astray(reading):
        return UNKNOWN
    return _there(reading, flat) if there >= _THERE else _absent(reading, there)


def _likely(reading: Reading) -> float:
    """How likely the problem was there: what the learnt reader says, unless the problem's own name is plainly denied or
    told; of thoughts of self-harm, what it says of the likeliest piece."""
    there = 1 - reading.learnt.scores[0]
    often = reading.frequency
    if (often is None or often.days <= 1) and (named := denied(reading.item.id, reading.clauses)) is not None:
        return min(there, _PLAINLY) if named else max(there, 1 - _PLAINLY)
    return max(there, reading.beside)


def _days(often: Frequency) -> tuple[Span, ...]:
    return tuple((mention.start, mention.end) for mention in often.mentions[:3])


def _counted(reading: Reading, often: Frequency, there: float) -> Verdict | None:
    """The score of the days that were told; None where they may be days without the problem, or of something else."""
    if not (often.firm and (reading.followup or _decides(reading, often))):
        return None
    score = score_for_days(often.days)
    if not score:
        return Verdict(0, 2, 0.9, False, None, _days(often)) if there < SURE else None
    if there < _enough(reading):
        return None
    return Verdict(score, 2, 0.9, True, None, _days(often), bears=not reading.followup)


def _enough(reading: Reading) -> float:
    """How likely the problem has to be where days were counted; behind a no they may be days of something else."""
    if length(reading) <= FEW or reading.only_counts:
        return 0
    if reading.followup:
        return _AGAIN
    denied_first = reading.lead in (Lead.NO, Lead.WEAK_NO) and length(reading) > _BRIEF
    return SURE if denied_first else _COUNTED


def _decides(reading: Reading, often: Frequency) -> bool:
    return often.mentions[0].kind in _DECIDES or len(often.mentions) > 1 or length(reading) <= _BRIEF


def _denied(reading: Reading, there: float) -> Verdict:
    """A no; a weak one beside what may well tell of the problem is asked back."""
    weak = reading.lead is Lead.WEAK_NO
    span = reading.document.said if reading.lead is not Lead.NOTHING else reading.document.closing
    if weak and there > 1 - _DOUBT and not reading.followup:
        return Verdict(0, 7, _bounded(1 - there, "endorsement"), None, "endorsement", (span,) if span else ())
    return Verdict(0, 2 if weak else 1, 0.85 if weak else 0.96, False, None, (span,) if span else ())


def _after_no(reading: Reading, there: float) -> Verdict:
    """A no, unless what follows it says the opposite; thoughts of self-harm are always taken up."""
    if there < (_THERE if reading.item.grave else _AFTER_NO) or reading.followup:
        return _counted_after_no(reading, there) or _denied(reading, there)
    score = _likeliest(reading)
    missing: Missing | None = (
        "endorsement" if there < SURE else "frequency" if _asks(reading) or _open(reading) else None
    )
    ambiguity = 7 if missing else 5
    return Verdict(score, ambiguity, _bounded(there, missing), missing is None or None, missing, bears=True)


def _counted_after_no(reading: Reading, there: float) -> Verdict | None:
    """A no with days in its sentence that may be days of the problem ("no, I don't enjoy it, half the week"), or that
    the next one takes back, is asked back."""
    often = reading.frequency
    if often is None or not often.firm or not score_for_days(often.days) or reading.followup:
        return None
    same = reading.clauses.sentence(often.mentions[0].start + 1)[0] <= reading.document.said[0]
    if not (there > _CLEAR if same else reading.takes_back):
        return None
    least = _bounded(there, "endorsement")
    return Verdict(score_for_days(often.days), 8, least, None, "endorsement", _days(often), bears=True)


def _open(reading: Reading) -> bool:
    """Thoughts of self-harm behind a no are asked about until somebody says how often."""
    return reading.item.grave and reading.frequency is None


def _there(reading: Reading, flat: bool | None) -> Verdict:
    score, there, doubt = _likeliest(reading), _likely(reading), SURE if reading.followup else _DOUBT
    spans = _days(reading.frequency) if reading.frequency else (reading.document.said,) if flat else ()
    if reading.lead is not Lead.YES and there < doubt and not reading.item.grave:
        return Verdict(
            score, 8, _bounded(reading.learnt.scores[score], "endorsement"), None, "endorsement", spans, True
        )
    missing: Missing | None = "frequency" if flat or _asks(reading) else None
    sure = _bounded(reading.learnt.scores[score], missing)
    return Verdict(score, 6 if missing else 4, sure, True, missing, spans, bears=True)


def _absent(reading: Reading, there: float) -> Verdict:
    doubted = reading.learnt.acts[0] < _DOUBTED or (
        bare(reading) and ((there > _DIM and unheard(reading)) or badly(reading) or unsaid(reading))
    )
    if reading.alone and reading.lead is Lead.NOTHING and not _well(reading.alone, there):
        return UNKNOWN
    if (there > _most(reading) or doubted) and reading.lead is not Lead.YES:
        return Verdict(0, 7, _bounded(1 - there, "endorsement"), None, "endorsement")
    return Verdict(0, 2 if there <= _CLEAR else 3, _bounded(1 - there, None), False, None)


def _most(reading: Reading) -> float:
    """How likely the problem may be where it is said not to have been there."""
    if reading.item.strange:
        return _PLAINLY if reading.named else 1 - _DOUBT
    return _CLEAR if bare(reading) and not (reading.named or reading.followup) else 1 - _DOUBT


def _well(alone: Learnt, there: float) -> bool:
    """Whether a reply to a follow-up says plainly by itself, and with the first one, that the problem was not there."""
    return alone.acts[0] >= _DOUBTED and max(there, 1 - alone.scores[0]) <= _WELL


def _likeliest(reading: Reading) -> int:
    """The likeliest score above 0, with what a loose word of how often speaks for."""
    shares = list(reading.learnt.scores)
    if reading.frequency is not None and (hinted := score_for_days(reading.frequency.days)):
        shares[hinted] += _HINT
    return max(range(1, 5), key=shares.__getitem__)


def _asks(reading: Reading) -> bool:
    return reading.learnt.asks > _ASKS


def _bounded(share: float, missing: Missing | None) -> float:
    return round(min(0.45 if missing else _MOST, max(_LEAST, share)), 2)
