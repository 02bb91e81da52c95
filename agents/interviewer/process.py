"""Messages about the conversation itself: questions (who reads it, how long it takes) and requests (a person, to stop
for good, to have everything deleted), alone or beside an answer."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from agents.interviewer import asked_abroad, hearing, moves
from agents.interviewer.complaints import complaint
from agents.interviewer.phrases import move, pattern, words
from agents.interviewer.pieces import own_part, pieces
from agents.interviewer.port import Act
from agents.interviewer.telling import bare, says_plainly, tells
from agents.interviewer.wishes import (
    AMBIGUOUS,
    ASKING,
    LEAST_ASKED,
    LONGEST,
    SURER,
    THEN,
    Wish,
    acts_of,
    of_substance,
    wish,
)
from agents.language import ENGLISH, Language
from agents.questions.catalogue import COUNTS, MACHINE, UNKNOWN, Entry, entries, entry
from agents.questions.likeness import ALMOST, CLARIFY, LIKE, PLAIN, likest
from agents.reading import subjects
from agents.reading.asking import asks, may_ask
from agents.reading.model.labels import ACTS
from agents.reading.vocabulary import table

_BESIDE: Final = 4
"""Words beside the question that are no answer yet: "Sorry. Hang on."."""
_SENTENCES: Final = 2
_ONLY: Final = 0.75
"""How sure the learnt reader has to be that a longer message does nothing but ask about the conversation."""
_OF_IT: Final = re.compile(r"\b(?:this|these|you|u|your)\b", re.IGNORECASE)
"""Words of the conversation."""
_ABOUT: Final = 0.3
"""How likely a question has to be one for a person, to ask whether one is there."""
_NONE: Final = 0.85
"""How likely a message that begins as a question has to be no answer, to be one that nobody here can answer."""
_NO_ANSWER: Final = ("process", "human", "nothing", "unsure")
_SAYS: Final = 0.5
"""How likely a message of nothing but questions has to answer, if only that one can't tell ("how would I know?")."""
_CLARIFIES: Final = 0.2
"""How likely it may be that it asks what is meant, or for help."""
_FEW: Final = 8
_MAY_WE: Final = ("can we ", "can i ", "could we ", "could i ", "may i ")
_LISTED: Final = ((Act.UNSAFE, "unsafe"), (Act.LEAVE, "leave"), (Act.HELP, "help"), (Act.PERSON, "person"))
_LETTERS: Final = {"c": "see", "d'you": "do you"}
"""Spelling that only questions are read with ("will my mum c this")."""
_COMPARES: Final = re.compile(
    r"\W*(?:[\w']+\W+){0,2}?(?:the )?(?:same|as (?:often|much|many days)) as (?:with |for )?(?:the|my)\b",
    re.IGNORECASE,
)
"""Answers by what another item's answer was."""
_BUT: Final = re.compile(r"\bpero ", re.IGNORECASE)
"""Stands in English sentences too; a word of the same length is put in its place."""
_SENTENCE: Final = re.compile(r"[^.!?\n]+[.!?]*")
_BIDS: Final = re.compile(
    r"(?:(?:and|but|so|ok|okay|well|sorry|wait|hang on|hold on|hey|hi|um+|uh+|please|actually|just|also)[,:]? )*"
    r"(?:do(?:n't|nt| not) (?:tell|call)"
    r"|when|(?:since|from|until) when|we (?:almost|nearly|about)|i need (?:some )?help (?:with|w|paying|finding)"
    r"|(?:yo)?u|any(?:body|one)|forget|ignore|disregard|pretend|act (?:like|as)|i (?:wish|should))\b"
    r"|(?:(?:please|just|can you|could you) )*(?:delete|erase|remove|withdraw|take out|unsend) (?:what|the|that|my)\b"
    r"|(?:the|that|what i)\b.{2,50}\b(?:(?:delete|erase|remove) (?:it|that)|take (?:it|that) out)\b(?: please)?\W*$"
    r"|(?:please |just )*(?:tell|let) (?:my|our|every\w+) (?=.*\b(?:sorry|loved?|goodbye)\b)"
)
"""May ask, or says what the interviewer is to do or to be, which the catalogue answers as it answers questions."""


class Asked(NamedTuple):
    """The question that a message came after, and its item, None before the first; the language of the interview."""

    question: str
    item: int | None
    language: Language = ENGLISH


def counts(said: str) -> bool:
    """Whether a message, in lower case, only asks how far the conversation has come, in words of how often as well
    ("are we nearly done")."""
    if len(said.split()) > _FEW or not entry("length").fits(said) or pattern("yes_or_no").match(said):
        return False
    return not any(says_plainly(one) for _, one in pieces(said) if not entry("length").fits(one))


def only_asks(text: str) -> bool:
    """Whether a message only asks what the examples are like, in words of how often as well ("do weekends count")."""
    parts = [piece for _, piece in pieces(text)]
    found = [_asks(one) and _like(one, PLAIN if tells(one) else LIKE) is not None for one in parts]
    beside = [one for one, like in zip(parts, found, strict=True) if not like]
    return any(found) and sum(len(one.split()) for one in beside) <= _BESIDE and not any(map(says_plainly, beside))


def plainly_about(one: Entry, said: str) -> bool:
    """Whether a question that may ask for the item in other words is about this topic, and not only like it."""
    return one.fits(said) or likest(said, ENGLISH, ALMOST) == one.key


def not_understood(text: str) -> bool:
    """Whether a message says no more than that the question is not understood, or is too much to read."""
    parts = [piece for _, piece in pieces(text)]
    whole = likest(text, ENGLISH, PLAIN) == CLARIFY
    return whole or (bool(parts) and all(likest(one, ENGLISH, PLAIN) == CLARIFY for one in parts))


def topic(text: str, after: Asked) -> Entry | None:
    """The first question about the conversation in a message: a topic of the catalogue, the unknown one where the
    catalogue has no answer; None for no such question."""
    if after.language != ENGLISH:
        return asked_abroad.topic(text, after.question, after.item, after.language)
    plain = (_listed_topic(sentence) for _, sentence in _sentences(text) if _asks(sentence))
    if (known := next(filter(None, plain), None)) is not None:
        return known
    asking = [sentence for _, sentence in pieces(text) if _asks(sentence)]
    many = len(list(pieces(text))) > 1
    known = next((one for said in asking if (one := _known(said, many and len(said.split()) < LEAST_ASKED))), None)
    if known is not None:
        return known
    asking = [sentence for _, sentence in _sentences(text) if _asks(sentence)]
    whole = (one for one in asking if one.endswith("?") and len(one.split()) >= LEAST_ASKED)
    return entry(UNKNOWN) if any(_about_it(one, after) for one in whole) else None


def asked(text: str, after: Asked) -> Entry | None:
    """The topic of a message that asks about the conversation and says nothing else; the unknown one where the
    catalogue has no answer."""
    if after.language != ENGLISH:
        return asked_abroad.asked(text, after.question, after.item, after.language)
    if len(text) > LONGEST:
        return None
    whole = [sentence for _, sentence in _sentences(text)]
    listed_ = [one for one in whole if _asks(one) and _listed_topic(one) and not says_plainly(one.split(",")[0])]
    sentences = whole if listed_ else [piece for _, piece in pieces(text)]
    many = len(sentences) > 1
    found = [_known(one, many and len(one.split()) < LEAST_ASKED) if _asks(one) else None for one in sentences]
    beside = [sentence for sentence, one in zip(sentences, found, strict=True) if one is None]
    if any(found):
        if any(map(says_plainly, beside)) or (beside and any(one and one.key == COUNTS for one in found)):
            return None  # it answers, and the question is answered beside
        about = (asks_about(text, one, _ONLY) for one in (after, Asked("", after.item)))
        few = sum(len(one.split()) for one in beside) <= _BESIDE or (
            not any(map(tells, beside)) and (_acts(" ".join(beside), after)[0] < _SAYS or any(about))
        )
        return next(one for one in found if one) if few else None
    questions = "?" in text or any(map(_asks, sentences))
    return _unlisted(text, after) if questions else None


def _unlisted(text: str, after: Asked) -> Entry | None:
    """What is said to a question that the catalogue has no words for: whether a person is there, else that it is
    unknown; None for one that may answer, or asks for something to be done."""
    acts = dict(zip(ACTS, _acts(text, after), strict=True))
    plain = max(acts["clarify"], acts["help"]) < _CLARIFIES and wants(text, after) is None
    of_it = plain and _OF_IT.search(text) is not None
    if of_it and acts["human"] >= _ABOUT:
        return entry(MACHINE)
    only = of_it and all(_bids(sentence) for _, sentence in _sentences(text))
    unknown = _about_it(text, after) or (only and sum(acts[one] for one in _NO_ANSWER) >= _NONE)
    return entry(UNKNOWN) if unknown else None


def wants(text: str, after: Asked) -> Wish | None:
    """What a message does instead of answering; None when in doubt."""
    learnt, made = wish(text, after.question, after.item, after.language), listed(text, after)
    if made is None or (learnt and learnt.act in THEN and learnt.act is not made):
        return learnt
    return Wish(made, sure=bool(learnt and learnt.act is made and learnt.sure))


def requests(text: str, after: Asked) -> Wish | None:
    """The same for a break, an end, a person, help, or not being safe: what may be asked for beside anything else."""
    made = wants(text, after)
    return made if made and made.act in THEN else None


def listed(text: str, after: Asked) -> Act | None:
    """The request that a message of one sentence makes by the lists."""
    said = " ".join(text.lower().replace("’", "'").split()) if moves.short(text) else ""
    if move("leave_talk").fullmatch(said) and not of_substance(Act.LEAVE, said, after.item):
        return Act.LEAVE
    found = (made for made, name in _LISTED if move(name).fullmatch(said))
    return next((made for made in found if after.item not in AMBIGUOUS.get(made, ())), None)


def beside(text: str, after: Asked) -> Act | None:
    """What a message that answers also asks for, in a sentence of its own that tells nothing; None for nothing."""
    found = (_aside(part, after) for part in _parts(text) if not tells(part) and not (_asks(part) and _like(part)))
    return next((one for one in found if one in THEN), None)


def _parts(text: str) -> Iterator[str]:
    """The sentences of a message; of one that answers, also what is asked for at its end."""
    for _, sentence in _sentences(text):
        yield from (piece for _, piece in pieces(sentence)) if tells(sentence) else (sentence,)


def requested(text: str, after: Asked) -> Wish | None:
    """What is asked for in a sentence beside a few words that are no answer: "no more. delete it all"."""
    sentences = [sentence for _, sentence in _sentences(text)]
    if len(sentences) < _SENTENCES or any(map(tells, sentences)):
        return None
    made = [requests(sentence, after) for sentence in sentences]
    rest = sum(len(one.split()) for one, wish_ in zip(sentences, made, strict=True) if wish_ is None)
    found = sorted(filter(None, made), key=lambda one: one.act is not Act.ERASE)  # what is to be erased counts most
    return next(iter(found), None) if rest <= _BESIDE else None


def answers_beside(text: str, after: Asked) -> bool:
    """Whether a message that asks for something also says how often, in a sentence of its own."""
    often = (sentence for _, sentence in _sentences(text) if words("frequency").search(sentence))
    return any(_aside(sentence, after) is None for sentence in often)


def _aside(sentence: str, after: Asked) -> Act | None:
    """The move of a sentence beside others."""
    if sentence.startswith(_MAY_WE) and move("pause").fullmatch(sentence.rstrip(" ?!.")):
        return Act.PAUSE
    made = wants(sentence, after)
    plain = made and made.share >= SURER and not of_substance(made.act, sentence, after.item)
    return made.act if made and plain else None


def elsewhere(text: str, after: Asked) -> int | None:
    """The later item that a message answers instead of the open one; None when in doubt."""
    text = text if after.item is None else own_part(text, after.item, ENGLISH)
    if after.item is None or len(text) > LONGEST or _COMPARES.match(text) or bare(text):
        return None
    other = subjects.elsewhere(text, after.item, _acts(text, after)[0])
    return other if other and other > after.item else None


def in_spanish(text: str, language: Language) -> Entry:
    """The topic of a question that is asked in Spanish of an interview in English; the unknown one for any other."""
    known = asked_abroad.topic(text, "", None, "es") if language == ENGLISH else None
    return entry(known.key if known else UNKNOWN, language)


def asks_about(text: str, after: Asked, least: float = ASKING) -> bool:
    """Whether a message is a question about the conversation, by the learnt reader, whatever it asks."""
    return len(text) <= LONGEST and _process(_acts(text, after)) >= least


def asks_back(text: str, after: Asked) -> Wish | None:
    """What a message asks that is nothing but questions and no answer: what is meant, or what nobody here knows."""
    sentences = [sentence for _, sentence in _sentences(text)]
    only = all(one.endswith("?") and asks(one.rstrip("?")) and not tells(one) for one in sentences)
    if not sentences or len(text) > LONGEST or not only:
        return None
    acts = dict(zip(ACTS, _acts(text, after), strict=True))
    if acts["answers"] + acts["unsure"] >= _SAYS:
        return None
    return Wish(Act.CLARIFY if acts["clarify"] >= _CLARIFIES else Act.ASK)


def answering(text: str, after: Asked) -> str:
    """A reply without sentences that ask about the conversation, or anything beside a plain answer, or make a request;
    blanks hold their place. The text itself where nothing else would be left."""
    if after.language != ENGLISH:
        return hearing.answering(text, after.question, after.item, after.language)
    kept = list(text)
    answered = any(says_plainly(one) and not _asks(one) for _, one in pieces(text))
    for (start, end), sentence in pieces(text):
        asks_ = _asks(sentence)
        if tells(sentence) and not (asks_ and _like(sentence, PLAIN)):
            continue
        if (asks_ and (answered or topic(sentence, after))) or complaint(sentence, ENGLISH) or _aside(sentence, after):
            kept[start:end] = " " * (end - start)
    return _BUT.sub("but  ", "".join(kept) if any(map(str.isalnum, kept)) else text)


def _sentences(text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Each sentence's place, and the sentence in lower case with straight quotes and single blanks."""
    for match in _SENTENCE.finditer(text):
        sentence = " ".join(match.group()[:LONGEST].lower().replace("’", "'").split())
        if sentence:
            yield match.span(), sentence


def _asks(sentence: str) -> bool:
    return sentence.endswith("?") or _bids(sentence)


def _bids(sentence: str) -> bool:
    return may_ask(sentence) or _BIDS.match(sentence) is not None


def _known(sentence: str, few: bool = False) -> Entry | None:
    return _listed_topic(sentence) or (None if few else _like(sentence, PLAIN if tells(sentence) else LIKE))


def _listed_topic(sentence: str) -> Entry | None:
    """The topic whose patterns a question fits."""
    spelt = table("words")["spelt"] | _LETTERS
    plain = " ".join(spelt.get(word, word) for word in sentence.split())
    return next((one for one in entries() if one.asked and (one.fits(sentence) or one.fits(plain))), None)


def _like(sentence: str, least: float = LIKE) -> Entry | None:
    """The topic that a question is like, in whatever words."""
    key = likest(sentence, ENGLISH, least)
    return entry(key) if key and key != CLARIFY else None


def _about_it(text: str, after: Asked) -> bool:
    return _process(_acts(text, after)) >= ASKING


def _process(acts: Sequence[float]) -> float:
    """How likely it is that something is asked about the conversation, also whether a person is there."""
    process, human = acts[ACTS.index("process")], acts[ACTS.index("human")]
    return process + human if process > human else process


def _acts(text: str, after: Asked) -> tuple[float, ...]:
    return acts_of(text, after.question, after.item, after.language)
