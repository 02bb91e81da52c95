"""Classifies a message as a move in the conversation. When in doubt it is an answer."""

import re
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.interviewer import hearing, repairs
from agents.interviewer.complaints import complaint
from agents.interviewer.confirming import agrees, elsewhat, nothing_more, of_erasure, something_more
from agents.interviewer.going_back import back, picked, pointed_at
from agents.interviewer.language import foreign, mixed
from agents.interviewer.moves import moved, sentences, short
from agents.interviewer.phrases import move, words
from agents.interviewer.pieces import last_told, revising
from agents.interviewer.port import Act, Heard, Situation
from agents.interviewer.process import (
    Asked,
    answers_beside,
    asked,
    asks_about,
    asks_back,
    beside,
    counts,
    elsewhere,
    listed,
    not_understood,
    only_asks,
    plainly_about,
    requested,
    requests,
    wants,
)
from agents.interviewer.readiness import LATER, NO, opening
from agents.interviewer.telling import often, tells, tells_beside
from agents.interviewer.wishes import CALLS, ENDING, ENDS, PLAIN, STRONG, ends_it, erasing
from agents.language import ENGLISH, Language
from agents.questions.catalogue import NUMBER, OF_ANSWERS, ONE_ANSWER, UNKNOWN, UNSAID, Entry, entry
from agents.questions.likeness import ADVICE, likest
from agents.reading.asking import marked

LONGEST: Final = 2000
_BARE: Final = 5
"""Words of a wish to stop that says no more than that."""

_SPANISH: Final[Language] = "es"
_ASIDE: Final = frozenset({"now", "go_on"})
_ASKED: Final = frozenset({"reply", "follow_up"})
_LEAVES: Final = re.compile(
    r"(?:(?:just|please|yes|yeah|i said) )*(?:stop|quit|end|leave|delete|bye|goodbye|enough|erase)\b.{0,40}"
)
_ERASES: Final = re.compile(r"\b(?:delete|erase|deleted|erased)\b")
_GOES_ON: Final = re.compile(
    r"\b(?:go on|go ahead|carry on|continue|keep going|not really|no,? i|don't stop|i'm back)\b"
)
"""What is to stop is the conversation."""
_ADDS: Final = re.compile(r"\W*(?:(?:oh|and|wait|um|well)[\s,]+)*(?:also|one more thing|i (?:also|forgot))\b")
"""Adds something, in the review."""
_RESTS: Final = re.compile(
    r"\bi (?:just |really )*(?:want|need|wanna|would like) to (?:rest|sleep|lie down|be alone)\b"
)
"""Would rather not go on."""
_AFTER_ALL: Final = re.compile(r"(?:wait|hold on|hang on|oh)[\s,.!]+(?:no|actually)[\s,.!]*")
"""Takes back the wish for a break, and answers nothing."""
_COMES_BACK: Final = re.compile(
    r"(?:(?:ok|so|and|but)[\s,]+)*(?:can|could|may) (?:i|we) (?:come|get) back(?: (?:later|tomorrow|another time))?\W*"
)
"""Asks whether one may return, which is no wish for a break."""
_STILL_AWAY: Final = frozenset(("not yet", "not now", "no", "not yet.", "not now."))
_CLAUSE: Final = re.compile(r"[,.!?;]")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "…": ".", "—": ", ", "–": "-"})
_SYMBOL = re.compile(r"[^\w\s.,!?;:'\"()&/%+*#-]")


def plain(text: str) -> str:
    """Lower-case, straight quotes, no symbols, single spaces; line breaks become full stops."""
    text = text if text.isascii() else _SYMBOL.sub(" ", text.translate(_QUOTES))
    return " ".join(text.strip().replace("\n", ". ").lower().split())


def act(text: str, situation: Situation) -> Heard:
    """The move that a message makes, with its item and its parts about earlier ones. Reads the first 2,000 characters;
    never raises."""
    asked_now = situation.awaiting in _ASKED and not situation.paused
    told = last_told(text, situation.item, situation.language) if asked_now else text
    heard = _heard(marked(told[:LONGEST], situation.language), situation)
    return revising(heard, text, situation)


def _heard(head: str, situation: Situation) -> Heard:
    if settled := _before_reading(head, situation):
        return settled
    if situation.language != ENGLISH:
        return hearing.act(head, situation)
    if (asked_in_spanish := hearing.borrowed(head, situation, _SPANISH)) and situation.awaiting in _ASKED:
        return asked_in_spanish
    if foreign(head) is not None or (situation.awaiting in _ASKED and mixed(head) and not _in_english(head)):
        answers = situation.item is not None and situation.awaiting in _ASKED and not situation.paused
        answers = answers and tells_beside(head, ENGLISH)
        return Heard(act=Act.ANSWER if answers else Act.OTHER_LANGUAGE, item=situation.item)
    said, after = plain(head), Asked(situation.question, situation.item)
    if situation.awaiting == "review" and not situation.paused:
        return _reviewed(said, head, situation)
    if situation.awaiting in _ASIDE:
        return _aside(said, head, situation)
    if situation.awaiting in ENDING and (settled := _leaving(said, head, after, situation.awaiting)):
        return settled
    if situation.paused and situation.awaiting not in ENDING and (resumed := _resumed(said, situation)):
        return Heard(act=resumed, item=situation.item)
    if situation.item is None:
        return _introduced(said, head, after)
    heard = _outright(said, head, situation) or moved(said, situation)
    if heard.act is Act.PAUSE:
        return _for_good(head, after) or heard
    if heard.act not in (Act.ANSWER, Act.CLARIFY) or heard.then:
        return heard
    return _further(heard, said, head, after, situation)


def _before_reading(head: str, situation: Situation) -> Heard | None:
    """Whether to erase, or, on a break with no question open, a change of an earlier answer."""
    if situation.awaiting == "erase":
        return of_erasure(head, situation.item, situation.language)
    if situation.paused and situation.item is None:
        return repairs.heard(head, situation)
    return None


def _outright(said: str, head: str, situation: Situation) -> Heard | None:
    """The move of a message about an earlier answer, or of one that does nothing but complain, greet, or ask whether
    one may return."""
    if _COMES_BACK.fullmatch(said):
        return Heard(act=Act.ASK, item=situation.item)
    asks = Heard(act=Act.ASK, item=situation.item) if complaint(head, ENGLISH) else None
    return _earlier(said, head, situation) or asks


def _in_english(text: str) -> bool:
    return often(plain(text), ENGLISH)


def _earlier(said: str, head: str, situation: Situation) -> Heard | None:
    """The move of a message about an earlier answer, or a call by the lists; None for any other."""
    if called := _called(said, head, Asked(situation.question, situation.item)):  # "im not ok" begins like a refusal
        return Heard(act=called, item=situation.item)
    return repairs.heard(head, situation) or pointed_at(head, situation) or back(said, situation)


def _called(said: str, head: str, after: Asked) -> Act | None:
    """The call that a message makes by the lists, or in a sentence beside a question; None for none."""
    made = listed(head, after)
    if made in CALLS:
        return made
    parts = sentences(said) if "?" in head else []
    if len(parts) == 1 or any(map(tells, parts)):
        return None
    beside = (requests(one, after) for one in parts if not one.endswith("?"))
    return next((one.act for one in beside if one and one.act in (Act.PERSON, Act.HELP)), None)


def _for_good(head: str, after: Asked) -> Heard | None:
    """A break by its words that is plainly the end ("done with this, bye"); a bare "I want to stop" is none."""
    wish, bare = requests(head, after), len(head.split()) <= _BARE and "," not in head
    if wish is None or wish.act not in ENDS or wish.share < PLAIN or (bare and not wish.sure):
        return None
    return Heard(act=wish.act, item=after.item, sure=wish.sure)


def _further(heard: Heard, said: str, head: str, after: Asked, situation: Situation) -> Heard:
    """The move of a message that the patterns take for an answer, or for asking what is meant: an answer to a later
    item, or what else the learnt reader finds that it does."""
    wish = wants(head, after) if heard.act is Act.ANSWER else None
    asks = only_asks(head)
    later = elsewhere(head, after) if wish is None and not asks and situation.awaiting == "reply" else None
    about = asked(head, after) if later else None
    if later and not (_unsays(about) or (about and about.of_item)):
        return Heard(act=Act.ELSEWHERE, item=situation.item, about=later)
    if heard.act is Act.ANSWER and not_understood(head) and not any(map(tells, sentences(said))):
        return Heard(act=Act.CLARIFY, item=situation.item)
    if any(map(tells, sentences(said))) and not (counts(said) or asks):
        whole = wish is not None and wish.share >= STRONG and not answers_beside(head, after)
        then = None if whole or heard.act is Act.CLARIFY else beside(head, after)
        if then or not wish or wish.share < STRONG:
            return heard._replace(then=then)
    strong = wish is not None and wish.share >= STRONG
    plainly = strong and ("?" not in head or erasing(head)) and entry(ONE_ANSWER).fits(said) is False
    person = not asks or likest(head, ENGLISH) != ADVICE
    done = strong and wish and (plainly if wish.act is Act.ERASE else wish.act is Act.PERSON and person)
    about = None if done else asked(head, after)
    unclear = Act.CLARIFY in (heard.act, wish.act if wish else None)
    if about is not None and not (unclear and (about.key == UNKNOWN or not plainly_about(about, said))):
        return Heard(act=Act.HELP if about.key == NUMBER else Act.ASK, item=situation.item)
    wish = wish or (requested(head, after) or asks_back(head, after) if heard.act is Act.ANSWER else None)
    return Heard(act=wish.act, item=situation.item, sure=wish.sure) if wish else heard


def _introduced(said: str, head: str, after: Asked) -> Heard:
    """The move in the introduction: a request, or whether the patient is ready."""
    made = opening(said)
    if made is Act.READY and not words("start").search(said) and asks_about(head, Asked("", None)):
        made = Act.NOT_READY
    wish = None if made is Act.PAUSE or words("start").search(said) else requests(head, after)
    if wish and wish.act is Act.PAUSE and words("ready").search(said):  # "ready, on my break so quick please"
        wish = None
    return Heard(act=wish.act, sure=wish.sure) if wish else Heard(act=made)


def _aside(said: str, head: str, situation: Situation) -> Heard:
    """The move where it was asked whether a danger is there now, or whether to go on: its words are read for risk and
    answer no item."""
    move_, after = moved(said, situation), Asked(situation.question, HARM_ITEM)
    if move_.act is Act.PAUSE and not (situation.awaiting == "now" and LATER.fullmatch(said)):
        return _for_good(head, after) or move_
    wish, about = requests(head, after), asked(head, Asked(situation.question, None))
    known = about is not None and about.key != UNKNOWN
    thoughts = situation.awaiting == "now" and (ends_it(head) or LATER.fullmatch(said))  # not the conversation
    if wish and not thoughts and not (known and (wish.act is Act.UNSAFE or _unsays(about))):
        return Heard(act=wish.act, sure=wish.sure)
    if situation.awaiting == "now":
        plain_move = move_.act in (Act.CLARIFY, Act.DECLINE)
        return Heard(act=Act.ASK if about else move_.act if plain_move else Act.SAFETY)
    if known:
        return Heard(act=Act.SAFETY)
    if situation.item is None and _ADDS.match(said):
        return Heard(act=Act.ADDED)
    made = Act.PAUSE if (NO.match(said) or _RESTS.search(said)) and not _GOES_ON.search(said) else opening(said)
    if made is Act.READY:
        return Heard(act=made)
    asks = "?" in said or about is not None
    return Heard(act=Act.SAFETY if asks else Act.PAUSE)


def _unsays(about: Entry | None) -> bool:
    """Whether what was said is to be forgotten, which is no wish to have everything erased."""
    return about is not None and about.key == UNSAID


def _reviewed(said: str, head: str, situation: Situation) -> Heard:
    """The move where it was asked whether there is anything to change or to add: nothing (READY), an answer to change,
    a request; everything else is added."""
    if nothing_more(head, ENGLISH):
        return Heard(act=Act.READY)
    if something_more(head):
        return Heard(act=Act.CLARIFY)
    heard = _earlier(said, head, situation) or picked(head, situation)
    if heard is not None and heard.act is not Act.CLARIFY:
        return Heard(act=Act.ASK) if heard.act is Act.WHICH else heard
    after = Asked(situation.question, None)
    if (made := moved(said, situation).act) is Act.PAUSE:
        return _for_good(head, after) or Heard(act=made)
    about = asked(head, after) or complaint(head, ENGLISH)
    one = about is not None and about.key in OF_ANSWERS
    if (wish := requests(head, after)) and not (_unsays(about) or (one and wish.act in ENDS)):
        return Heard(act=wish.act, sure=wish.sure)
    if made is Act.CLARIFY or about is not None:
        return Heard(act=Act.ASK)
    return Heard(act=Act.READY if made is Act.DECLINE else Act.ADDED)


def _leaving(said: str, head: str, after: Asked, awaiting: str) -> Heard | None:
    """The move where it was asked whether to stop for good: it is, for a plain yes and for the same wish once more, if
    it says what is to end; go on for a no; None for anything else."""
    wish = requests(head, after)
    made = wish.act if wish and wish.act in ENDS else None
    if made is None and _LEAVES.fullmatch(said):
        made = Act.ERASE if _ERASES.search(said) else Act.LEAVE
    if made:
        return Heard(act=made, item=after.item, sure=made is Act.LEAVE and not ends_it(head))
    if elsewhat(head):
        return Heard(act=Act.LEAVE, item=after.item)
    if awaiting == "leave" and agrees(head) and not _GOES_ON.search(said):
        return Heard(act=Act.LEAVE, item=after.item, sure=True)
    stays = _GOES_ON.search(said) or said in _STILL_AWAY or (NO.match(said) and not counts(said))
    return Heard(act=Act.READY, item=after.item) if stays else None


def _resumed(said: str, situation: Situation) -> Act | None:
    """READY for a message that begins with "I'm back" or the like, ANSWER where what follows says how often the item
    that waits was there, PAUSE for "not yet", None for anything else."""
    if said in _STILL_AWAY:
        return Act.PAUSE
    if _AFTER_ALL.fullmatch(said):
        return Act.READY
    first, *rest = (clause.strip() for clause in _CLAUSE.split(said))
    if not (short(first) and move("ready_again").fullmatch(first)):
        return None
    return Act.ANSWER if situation.item is not None and any(often(one, ENGLISH) for one in rest) else Act.READY
