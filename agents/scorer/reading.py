"""One reply taken apart: its words, its yes or no, how often, and what the learnt reader makes of it."""

import re
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Final

from agents.language import ENGLISH, Language
from agents.questions.bank import bank, wording
from agents.reading.clauses import Clauses
from agents.reading.document import Document, document
from agents.reading.however_asked import however_asked
from agents.reading.mention import WINDOW
from agents.reading.model.folding import joined
from agents.reading.model.reader import Learnt, reader
from agents.reading.model.topics import rival
from agents.reading.shorthand import mended
from agents.reading.stance import Lead, says_only
from agents.reading.subjects import elsewhere
from agents.reading.vocabulary import Span, amount
from agents.reading.words import Words
from agents.scorer.items import Item, item_ways
from agents.scorer.port import Answer
from agents.scorer.states import lacks, names_it, taken, went_well
from agents.scorer.tally import EVENTS, Frequency, weigh

_PIECES: Final = re.compile(r"\s*[.!?;,/\n]+\s*")
_TELLING: Final = 3
"""Words of a piece that is read by itself."""
_SPEAKS: Final = 0.85
"""How likely they have to be by a piece alone for it to count; chosen on `limits`, as in verdict.py."""
_NO_ANSWER: Final = 0.6
"""How likely a reply to "how often?" has to be an answer, to be one though it tells of something else; of 230 such
replies none is refused."""
_OPEN: Final = 0.2
"""How likely both sides have to be for a reading to leave open whether a problem was there."""
_LONG: Final = 60
"""Words of a reply that tells more than its question can sway."""
_MOST: Final = 12
"""Pieces that are read by themselves."""
_ODDLY: Final = 0.8
"""How likely a reply to a strange item has to be an answer, not to be held against what else it may tell of."""
_MORE: Final = 2.0
"""How much more it has to tell of that."""
_RATHER: Final = 0.6
"""How likely a reply to any item that says neither yes nor no has to be an answer, not to be held against that."""
_PLAINLY_MORE: Final = 3.5
"""How much more it has to tell of another item; chosen on `limits`, where it asks back none of 845 answers."""
_MERELY: Final = frozenset({"just", "only", "the"})
_THERE: Final = 0.5
"""How likely the problem has to be in what stands beside an exception, for the other days to be the days of it."""
_LITTLE: Final = 0.2
"""How likely no problem is where it is said outright."""
_ONCE: Final = frozenset({"event", "day", "occasion", "weekend", "since"})
"""Kinds of how often that tell when it was seen to go well, and nothing of the other days."""
_NEVER: Final = (0.9, 0.1, 0.0, 0.0, 0.0)
"""The scores of a reply by which it went well on all days."""
_LEAST: Final = 1
"""Words of it."""
_BARE: Final = re.compile(r" (?P<n>\d+) (?:or so )?[.,!]")
"""A number and no more behind an exception."""
_ASKS_DAYS: Final = re.compile(r"how many|number of (?:days|nights|times)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything the verdict rests on. `anchor`: a bare 0-4 given as the answer to the scale; `well`: its days are
    those on which it did not go well; `astray`: how likely it answers nothing; `beside`: how likely thoughts of
    self-harm are by a piece of the reply alone; `alone`: a reply to a follow-up, read without the first one;
    `elsewhere`: it plainly tells of something else than its item; `oddly`: one to a strange item tells more of
    something else, and is hardly an answer; `rather`: one to any item tells more of another one, and may well not be
    an answer; `rival`: the other item that it tells of most, 0 for none, and how much `more` it tells of that than of
    its own."""

    item: Item
    question: str
    document: Document
    frequency: Frequency | None
    followup: bool
    anchor: tuple[int, Span] | None
    learnt: Learnt
    well: bool = False
    astray: float = 0.0
    beside: float = 0.0
    alone: Learnt | None = None
    elsewhere: bool = False
    oddly: bool = False
    rather: bool = False
    rival: int = 0
    more: float = 0.0

    @property
    def words(self) -> Words:
        """See Document."""
        return self.document.words

    @property
    def named(self) -> bool:
        """Whether the reply names the item's own matter."""
        known = bank().items[self.item.id - 1]
        return any(f" {stem}" in self.words.text for stem in (*known.words, *known.hints))

    @property
    def only_counts(self) -> bool:
        """Whether the reply says how many times, and nothing else but a word before it ("no, just 4 times")."""
        counted = self.frequency is not None and self.frequency.mentions[0].kind in EVENTS
        return counted and len(self.told) <= 1

    @property
    def told(self) -> list[str]:
        """The words beside how often."""
        return [word for word in " ".join(self.document.beside).split() if word.isalnum() and word not in _MERELY]

    @property
    def assents(self) -> bool:
        """Whether the reply says yes, in whichever words, and nothing else ("for sure", "I'm afraid so")."""
        return self.lead is Lead.YES and says_only(self.words.text, self.document.said[1])

    @property
    def excepts(self) -> bool:
        """Whether its no says in the same breath that it was there ("No, except on Tuesday")."""
        end = self.clauses.sentence(0)[1]
        found = amount("exception").search(self.words.text, 0, end)
        if found is None or self.lead not in (Lead.NO, Lead.WEAK_NO):
            return False
        return any(one.end > found.end() for one in self.document.mentions)

    @property
    def takes_back(self) -> bool:
        """Whether a no is followed by a sentence that counts days of the problem ("No, go on. I was low most days")."""
        often, (_, end) = self.frequency, self.clauses.sentence(0)
        if often is None or not often.firm or often.days < 1 or often.mentions[0].start < end:
            return False
        if self.followup or self.clauses.marks["past"]:
            return False
        [(start, _)] = self.words.originals([(end, len(self.words.text) - 1)])
        rest = self.words.raw[start:]
        named = names_it(self.item.id, document(rest).clauses)
        return named and heard(self.question, rest, self.item.id).scores[0] < _LITTLE

    @property
    def clauses(self) -> Clauses:
        """See Document."""
        return self.document.clauses

    @property
    def lead(self) -> Lead:
        """See Document."""
        return self.document.lead


def _anchor(text: str, question: str | None) -> tuple[int, Span] | None:
    match = amount("anchor").match(text)
    if not match or (question is not None and _ASKS_DAYS.search(question)):
        return None
    return int(match["n"]), (match.start("n") - 1, match.end("n"))


def astray(learnt: Learnt, text: str, item: int) -> float:
    """How likely a reply answers nothing: behind its question, where much sounds like an answer, or with its reading by
    itself, which weighs half as much."""
    return max(learnt.astray, (2 * learnt.astray + reader().read("", text, item).astray) / 3)


def heard(question: str, text: str, item: int, language: Language = ENGLISH) -> Learnt:
    """The learnt reading of a reply behind its question; where that leaves open whether the problem was there, its
    score rests half on the other ways in which the item is asked."""
    told = reader().read(question, text, item)
    if not _OPEN < told.scores[0] < 1 - _OPEN or len(text.split()) > _LONG:
        return told
    others = [one for one in wording(item, language).questions if one != question]
    shares = zip(told.scores, however_asked(text, item, others).scores, strict=True)
    return replace(told, scores=tuple(round(fmean(pair), 6) for pair in shares))


def read(text: str, answer: Answer, *, followup: bool) -> Reading:
    """Take a reply apart; `followup` says that it answers "how often?" and goes on from the first reply."""
    told, item = document(text), item_ways(answer.item)
    own = bank().items[answer.item - 1].questions[0]
    asked = answer.original_question or answer.question
    question = own if followup else asked or own
    plain = mended(text)
    whole = joined(mended(answer.reply), plain) if followup else plain
    learnt = heard(question, whole, answer.item)
    alone = reader().read(question, plain, answer.item) if followup else None
    other, more = rival(text, answer.item)
    often = weigh(told.clauses, list(told.mentions), item, event=followup)
    often = _but_for(often, told, question, text, answer.item)
    well = _well_days(told, answer.item)
    often = well or often
    if lacks(answer.item, told.clauses) or taken(answer.item, told.clauses) or (well and well.days):
        learnt = _there(learnt, asks=often is None)
    elif well:
        learnt = replace(learnt, scores=_NEVER)
    likely = learnt.acts[0]
    return Reading(
        item=item,
        question=question,
        document=told,
        frequency=often,
        well=well is not None,
        followup=followup,
        anchor=None if followup else _anchor(told.text, asked),
        learnt=learnt,
        astray=astray(learnt, plain, answer.item),
        beside=_beside(text, question, answer.item, followup=followup) if item.grave else 0.0,
        alone=alone,
        elsewhere=_tells_of_another(text, answer.item, alone or learnt, followup=followup),
        rival=other,
        more=more,
        oddly=item.strange and not followup and learnt.acts[0] < _ODDLY and more >= _MORE,
        rather=not followup and told.lead is Lead.NOTHING and likely < _RATHER and other > 0 and more >= _PLAINLY_MORE,
    )


def _there(learnt: Learnt, *, asks: bool) -> Learnt:
    """A reading that takes for a denial what is none: with the problem there, and how often to be asked."""
    never, *shares = learnt.scores
    if never <= _LITTLE:
        return learnt
    spread = [share * (1 - _LITTLE) / sum(shares) for share in shares] if any(shares) else [(1 - _LITTLE) / 4] * 4
    asked = max(learnt.asks, 1 - _LITTLE) if asks else learnt.asks
    return replace(learnt, scores=(_LITTLE, *(round(share, 6) for share in spread)), asks=asked)


def _well_days(told: Document, item: int) -> Frequency | None:
    """The days without those on which it went well in few words, or those that are excepted from them ("slept well
    every night except Tuesday"), one where it isn't said how many, 0 behind a no ("not really, I was calm most days");
    None where none are counted so."""
    first, *others = told.mentions or (None,)
    behind = told.said[1] if (denies := told.lead in (Lead.NO, Lead.WEAK_NO)) else 0
    if first is None or first.kind in _ONCE or not went_well(item, told.clauses, (first.start, first.end), behind):
        return None
    if denies and not others:
        return Frequency(0.0, True, (first,))
    if (but := amount("exception").search(told.text)) is None:
        return None if others else Frequency(WINDOW - first.days, first.firm and first.kind != "several", (first,))
    bare = _BARE.match(told.text, but.end())
    days = int(bare["n"]) if bare else sum(one.days for one in others)
    excepted = but.start() >= first.end - 1 and all(one.end > but.end() for one in others)
    return Frequency(min(days or 1.0, WINDOW), True, tuple(others) or (first,)) if excepted else None


def _but_for(often: Frequency | None, told: Document, question: str, text: str, item: int) -> Frequency | None:
    """How often, where only the exception was counted: the other days, if the problem is what the rest tells of ("slept
    badly except for two nights"), or these ("I was fine apart from three days")."""
    if often is None or not often.excepted:
        return often
    plain = told.text[: often.mentions[0].start + 1]
    found = list(amount("exception").finditer(plain))
    if not found or not often.firm:
        return often
    (begin, _), (_, end) = told.words.originals([(found[-1].start(), found[-1].end()), (0, often.mentions[0].end)])
    rest = text[:begin] if len(text[:begin].split()) >= _LEAST else text[end:]
    if len(rest.split()) < _LEAST or heard(question, rest, item).scores[0] >= 1 - _THERE:
        return often
    return replace(often, days=WINDOW - often.days)


def _tells_of_another(text: str, item: int, learnt: Learnt, *, followup: bool) -> bool:
    """Whether a reply plainly tells of something else; one to "how often?" also has to be no likely answer."""
    answers = learnt.acts[0]
    return (not followup or answers < _NO_ANSWER) and elsewhere(text, item, answers) is not None


def _beside(text: str, question: str, item: int, *, followup: bool) -> float:
    """How likely thoughts of self-harm are by the likeliest piece of a reply: a no before or behind it must not speak
    for it, nor the reply that a follow-up asked about."""
    pieces = [piece for piece in _PIECES.split(text) if len(piece.split()) >= _TELLING]
    if not pieces or (pieces == [text.strip()] and not followup):
        return 0.0
    there = 1 - min(reader().read(question, piece, item).scores[0] for piece in pieces[:_MOST])
    return there if there >= _SPEAKS else 0.0
