"""Hears messages in a language for which there are short lists (`hearing.LANGUAGE.toml`): what they miss is left to the
learnt reader. English has its own, longer ones (dialogue_acts.py). When in doubt a message is an answer."""

import re
from typing import Final

from agents.domain.level1 import HARM_ITEM, ITEM_COUNT
from agents.interviewer import repairs
from agents.interviewer.asked_abroad import (
    asked,
    asks,
    folded_sentences,
    like,
    not_understood,
    only_asks,
    sentences,
    share,
    topic,
)
from agents.interviewer.complaints import complaint
from agents.interviewer.confirming import agrees, elsewhat, nothing_more, something_more
from agents.interviewer.going_back import picked, pointed_at
from agents.interviewer.item_reference import later_named, named
from agents.interviewer.language import foreign, speaks
from agents.interviewer.lists import Lists, lists
from agents.interviewer.moves import BREAKING_OFF
from agents.interviewer.pieces import own_part
from agents.interviewer.port import Act, Heard, Situation
from agents.interviewer.telling import bare, says_plainly, tells
from agents.interviewer.wishes import AMBIGUOUS, ENDING, ENDS, STRONG, THEN, ends_it, wish
from agents.language import ENGLISH, Language
from agents.questions.catalogue import NUMBER, OF_ANSWERS, ONE_ANSWER, UNKNOWN, entry
from agents.reading import subjects
from agents.reading.model import topics
from agents.reading.model.folding import folded

_LONGEST: Final = 2000
_SENTENCE_LENGTH: Final = 300
_TELLING: Final = 12
"""So many words beside a move are an answer, whatever they say."""
_ELSEWHERE: Final = 0.5
"""How sure the learnt reader has to be that a message answers a later item; as agents/scorer/short.py has it."""
_BARE: Final = 5
"""Words of a message that names a later item and counts nothing, which need no reader: "no duermo nada"."""
_BORROWED: Final = 120
"""Characters of a request in another language."""
_WHOLE_MOVES: Final = (
    *((Act.LEAVE, "leave"), (Act.PAUSE, "pause"), (Act.DECLINE, "decline"), (Act.CLARIFY, "clarify")),
)
_WISHES: Final = ((Act.ERASE, "erase"), (Act.PERSON, "person"), (Act.UNSAFE, "unsafe"), (Act.HELP, "help"))
_OTHER_ENDS: Final = {HARM_ITEM: "", 18: r"\b(?:voy|salgo|largo|desconecto)\b"} | dict.fromkeys((21, 22, 23), r"\bdej")
"""Words that may speak of ending something else than the conversation, by item: of harm, of being far away from
oneself, of substances."""
_NO: Final = re.compile(r"\W*no\b")
_SAID_NO: Final = re.compile(r"\b(?:dije|digo|he dicho|conteste) (?:que |q )?no\b")
_NUMBER: Final = re.compile(r"\bpregunta (?:numero )?(\d{1,2})\b")


def act(text: str, situation: Situation) -> Heard:
    """The move that a message makes, with its item. Reads the first 2,000 characters; never raises."""
    head, item = text[:_LONGEST], situation.item
    if (other := foreign(head, situation.language)) is not None:
        known = other == ENGLISH and item is not None and asked(head, situation.question, item, situation.language)
        return Heard(act=Act.ASK if known and not situation.paused else Act.OTHER_LANGUAGE, item=item)
    own, said = lists(situation.language), list(folded_sentences(head))
    if situation.awaiting == "review" and not situation.paused:
        return _reviewed(head, said, own, situation)
    if situation.awaiting in ("now", "go_on"):
        return _aside(head, said, own, situation)
    if situation.awaiting in ENDING and (settled := _leaving(head, said, own, situation)):
        return settled
    if situation.paused and said:
        if all(own.whole("not_yet", one) for one in said):
            return Heard(act=Act.PAUSE, item=item)
        asks_where = said[-1].endswith("?") and own.whole("ready_again", said[-1])
        if asks_where or all(own.whole("ready_again", one) for one in said):
            return Heard(act=Act.READY, item=item)
    if item is None:
        return _introduced(head, said, own, situation)
    if ends_it(head):
        return Heard(act=Act.LEAVE, item=item)
    back = repairs.heard(head, situation) or pointed_at(head, situation) or _earlier(said, own, situation)
    if back is None and complaint(head, situation.language):
        return Heard(act=Act.ASK, item=item)
    return back or _moved(head, said, own, situation)


def borrowed(text: str, situation: Situation, language: Language) -> Heard | None:
    """The request that a message makes, or the question that it asks, in a language in which other interviews are held;
    None for anything else."""
    if len(text) > _BORROWED or not speaks(text, language):
        return None
    said, own = list(folded_sentences(text)), lists(language)
    made = [_move(one, own, situation.item) for one in said]
    if said and all(one in THEN for one in made):
        return Heard(act=made[0] or Act.PAUSE, item=situation.item)
    known = all(asks(one, own) and topic(one, "", None, language) for one in said)
    return Heard(act=Act.ASK, item=situation.item) if said and known and situation.item else None


def vague(text: str, language: Language) -> str | None:
    """A vague word of frequency in a text, as it was written; None for none."""
    lower = text.lower()
    match = lists(language).within("vague", folded(lower)) if len(folded(lower)) == len(lower) else None
    return lower[match.start() : match.end()] if match else None


def skips(text: str, language: Language) -> bool:
    """Whether a message does nothing but decline."""
    said = list(folded_sentences(text))
    return bool(said) and all(lists(language).whole("decline", one) for one in said)


def asks_back(text: str, language: Language) -> bool:
    """Whether a message asks to go back, whatever was answered so far."""
    return lists(language).within("back", folded(text)) is not None


def kind(text: str, language: Language) -> str | None:
    """The subject of a hesitant opening: what, nervous; None for no particular one."""
    own, said = lists(language), folded(text)
    return next((name for name in ("nervous", "what") if own.within(name, said)), None)


def answering(text: str, question: str, item: int | None, language: Language) -> str:
    """See process.answering."""
    own, kept = lists(language), list(text)
    answered = any(says_plainly(one, language) and not asks(one, own) for one in folded_sentences(text))
    for (start, end), sentence in sentences(text):
        asks_ = asks(sentence, own)
        known = asks_ and like(sentence, language) is not None
        asks_ = asks_ and (answered or topic(sentence, question, item, language) is not None)
        aside = asks_ or complaint(sentence, language)
        if (known or not tells(sentence, language)) and (aside or _move(sentence, own, item)):
            kept[start:end] = " " * (end - start)
    return "".join(kept) if any(map(str.isalnum, kept)) else text


def _plainly_asks(text: str, move: Act) -> bool:
    """Whether a message that may be a refusal is a question: "is this private?", where "this is private" is none."""
    return move is not Act.DECLINE or "?" in text


def _move(sentence: str, own: Lists, item: int | None) -> Act | None:
    """The move that one sentence makes by the lists."""
    other = re.search(_OTHER_ENDS.get(item or 0, "(?!)"), sentence)
    if other and own.whole("leave", sentence) and not own.within("talk", sentence):
        return None
    found = next((made for made, name in _WISHES if own.within(name, sentence)), None)
    if found is Act.UNSAFE and item in AMBIGUOUS[Act.UNSAFE]:
        return None
    if found is Act.ERASE and entry(ONE_ANSWER, own.language).fits(sentence):
        return None
    found = found or next((made for made, name in _WHOLE_MOVES if own.whole(name, sentence)), None)
    return found or (Act.PAUSE if _breaks_off(sentence, own) else None)


def _breaks_off(sentence: str, own: Lists) -> bool:
    """As in moves.py: "espere, me hablan"."""
    breaks = own.within("breaks_off", sentence) is not None and len(sentence.split()) <= BREAKING_OFF
    return breaks and own.within("frequency", sentence) is None


def _learnt(text: str, own: Lists, question: str, item: int | None, telling: bool = False) -> Act | None:
    """The move that the learnt reader hears; where a yes, a no or days are told as well, it has to be sure of it."""
    made = wish(text, question, item, own.language)
    return made.act if made and (made.share >= STRONG or not telling) else None


def _request(head: str, said: list[str], own: Lists, question: str, item: int | None) -> Act | None:
    """The first move by the lists; where they know none, what the learnt reader hears that may be asked for at any
    moment."""
    made = next((one for one in (_move(one, own, item) for one in said) if one), None)
    learnt = None if made else _learnt(head, own, question, item, telling=True)
    return learnt if learnt in THEN else made


def _moved(head: str, said: list[str], own: Lists, situation: Situation) -> Heard:
    """The move of a message to an item: content beside a request makes it an answer, and the request is done then."""
    item, language = situation.item, situation.language
    if said and all(own.whole("agrees", one) and not tells(one, language) for one in said):
        return Heard(act=Act.CLARIFY, item=item)
    made = [None if _counts(one, own) else _move(one, own, item) for one in said]
    rest = [one for one, move in zip(said, made, strict=True) if move is None]
    move = next((one for one in made if one), None)
    telling = any(tells(one, language) for one in rest) or sum(len(one.split()) for one in rest) > _TELLING
    telling = telling and not (move is None and only_asks(head, language))
    if move is not None and telling:
        return Heard(act=Act.ANSWER, item=item, then=move if move in THEN else None)
    if move in (None, Act.CLARIFY, Act.DECLINE) and not telling:
        if move is None and not_understood(head, language):
            return Heard(act=Act.CLARIFY, item=item)
        about = asked(head, situation.question, item, language)
        if about is not None and not (move and (about.key == UNKNOWN or not _plainly_asks(head, move))):
            return Heard(act=Act.HELP if about.key == NUMBER else Act.ASK, item=item)
        told = any(tells(one, language) for one in said)
        asks_only = item != HARM_ITEM and not told and {one[-1] for one in said} == {"?"}
        move = move or _learnt(head, own, situation.question, item, told) or (Act.CLARIFY if asks_only else None)
    if move is None:
        later = _elsewhere(head, situation)
        return Heard(act=Act.ELSEWHERE, item=item, about=later) if later else Heard(act=Act.ANSWER, item=item)
    return Heard(act=move, item=item, sure=move is Act.LEAVE and own.within("talk", folded(head)) is not None)


def _elsewhere(head: str, situation: Situation) -> int | None:
    """The later item that a message answers instead of the open one."""
    item = situation.item or 0
    head = own_part(head, item, situation.language) if item else head
    if not item or situation.awaiting != "reply" or bare(head, situation.language):
        return None
    told = subjects.elsewhere(head, item, share("answers", head, situation.question, item, situation.language))
    return told if told and told > item else _named(head, situation)


def _named(head: str, situation: Situation) -> int | None:
    """The later item that a message names, and not the open one, in few words or as likely an answer to another."""
    item, said = situation.item or 0, folded(head)
    meant, hinted = later_named(said, item, situation.language)
    bare = not hinted and len(head.split()) <= _BARE and not lists(situation.language).within("frequency", said)
    other, more = topics.rival(head, item)
    if bare or (other and more >= subjects.NAMED_MORE):
        return meant
    return meant if share("other", head, situation.question, item, situation.language) >= _ELSEWHERE else None


def _counts(sentence: str, own: Lists) -> bool:
    """Whether a sentence says how often, and asks nothing ("como que 4 días")."""
    return (
        not sentence.endswith("?") and own.within("frequency", sentence) is not None and own.whole("clarify", sentence)
    )


def _earlier(said: list[str], own: Lists, situation: Situation) -> Heard | None:
    """BACK or CORRECT with the earlier item that is meant; None where the message means none."""
    text, language = " ".join(said), situation.language
    earlier = tuple(one for one in situation.answered if one != situation.item)
    corrects = own.within("correcting", text) and tells(text, language)
    if len(text) > _SENTENCE_LENGTH or not (corrects or own.within("back", text)):
        return None
    if not earlier:
        return None if corrects else Heard(act=Act.CLARIFY, item=situation.item)
    meant = _NUMBER.search(text)
    item = int(meant[1]) if meant and 1 <= int(meant[1]) <= ITEM_COUNT else named(text, earlier, language)
    if corrects:
        return Heard(act=Act.CORRECT, item=item or earlier[-1]) if item in (None, *earlier) else None
    refers = item in earlier or own.within("refers", text)
    return Heard(act=Act.BACK, item=item if item in earlier else earlier[-1]) if refers else None


def _introduced(head: str, said: list[str], own: Lists, situation: Situation) -> Heard:
    """The move in the introduction: a request, or whether the patient is ready."""
    if any(own.whole("refuses", one) for one in said[:1]):
        return Heard(act=Act.PAUSE)
    willing = bool(said) and own.whole("yes", said[0]) and not ends_it(head)
    moves = _request(head, said, own, situation.question, None)
    if moves is not None and not willing and moves not in (Act.CLARIFY, Act.DECLINE):
        return Heard(act=moves, sure=moves is Act.LEAVE and not ends_it(head))
    if own.within("start", " ".join(said)):
        return Heard(act=Act.READY)
    about = topic(head, situation.question, None, situation.language) or kind(head, situation.language)
    hesitates = bool(said) and (own.whole("hesitates", said[0]) or moves is Act.CLARIFY)
    asks = about is not None and ("?" in head or not willing)
    return Heard(act=Act.NOT_READY if hesitates or asks else Act.READY)


def _aside(head: str, said: list[str], own: Lists, situation: Situation) -> Heard:
    """The move where it was asked whether a danger is there now, or whether to go on."""
    move = _request(head, said, own, situation.question, HARM_ITEM)
    if move in THEN and not (situation.awaiting == "now" and ends_it(head)):
        return Heard(act=move or Act.PAUSE)
    about = asked(head, situation.question, None, situation.language)
    if situation.awaiting == "now":
        return Heard(act=Act.ASK if about else move if move in (Act.CLARIFY, Act.DECLINE) else Act.SAFETY)
    if "?" in head or (about and about.key != UNKNOWN):
        return Heard(act=Act.SAFETY)
    text, declines = " ".join(said), any(own.whole(one, said[0]) for one in ("no", "refuses", "hesitates") if said)
    stops = own.within("halts", text) or _SAID_NO.search(text) or (declines and not own.within("go_on", text))
    return Heard(act=Act.PAUSE if stops else Act.READY)


def _reviewed(head: str, said: list[str], own: Lists, situation: Situation) -> Heard:
    """The move where it was asked whether there is anything to change or to add."""
    if nothing_more(head, situation.language):
        return Heard(act=Act.READY)
    if something_more(head):
        return Heard(act=Act.CLARIFY)
    back = (
        repairs.heard(head, situation)
        or pointed_at(head, situation)
        or _earlier(said, own, situation)
        or picked(head, situation)
    )
    if back and back.act is not Act.CLARIFY:
        return Heard(act=Act.ASK) if back.act is Act.WHICH else back
    move = _request(head, said, own, situation.question, None)
    about = asked(head, situation.question, None, situation.language) or complaint(head, situation.language)
    one = about is not None and about.key in OF_ANSWERS and move in ENDS
    if move in THEN and not one:
        return Heard(act=move or Act.PAUSE, sure=move is Act.LEAVE and not ends_it(head))
    if move is Act.CLARIFY or about is not None:
        return Heard(act=Act.ASK)
    return Heard(act=Act.READY if move is Act.DECLINE else Act.ADDED)


def _leaving(head: str, said: list[str], own: Lists, situation: Situation) -> Heard | None:
    """The move where it was asked whether to stop for good: it is, for a plain yes, or where the conversation is named;
    None for anything else."""
    text, item = " ".join(said), situation.item
    again = _request(text, said, own, situation.question, None)
    if elsewhat(head):
        return Heard(act=Act.LEAVE, item=item)
    if again in ENDS:
        return Heard(act=again, item=item, sure=again is Act.LEAVE and not ends_it(text))
    if own.within("go_on", text):
        return Heard(act=Act.READY, item=item)
    named = "?" not in text and any(own.within("talk", one) and not own.within("yes_or_no", one) for one in said)
    if situation.awaiting == "leave" and (named or agrees(head)):
        return Heard(act=Act.LEAVE, item=item, sure=True)
    stays = _NO.match(text) and own.within("frequency", text) is None
    return Heard(act=Act.READY, item=item) if stays or (said and own.whole("no", said[0])) else None
