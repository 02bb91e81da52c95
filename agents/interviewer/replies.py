"""What the last message is told before the next words: the answer to what was asked in it, or that its language is not
understood."""

import re
from typing import Final

from agents.domain.level1 import HARM_ITEM, ITEM_COUNT
from agents.interviewer.complaints import complaint
from agents.interviewer.language import foreign, mixed
from agents.interviewer.port import Brief, Purpose
from agents.interviewer.process import Asked, asked, in_spanish, topic
from agents.interviewer.telling import language_beside, tells_beside
from agents.interviewer.wordings import item_of, line, standing
from agents.language import ENGLISH
from agents.questions.bank import bank
from agents.questions.catalogue import IF_YES, PURPOSE, THERE_NOW, UNKNOWN, Entry, catalogue, entry
from agents.reading.asking import marked
from agents.reading.model.folding import folded

_NOTED: Final = 200
"""Characters of a question that is noted for the therapist."""
_ANSWERED: Final = frozenset(
    {
        *(Purpose.QUESTION, Purpose.FOLLOW_UP, Purpose.REASSURE, Purpose.CLOSING, Purpose.NOW, Purpose.GO_ON),
        *(Purpose.REVIEW, Purpose.WAITING),
    }
)
"""Words that begin with the answer to a question beside what was said."""
_AFTER: Final = frozenset({Purpose.QUESTION, Purpose.FOLLOW_UP})
"""Words that follow an answer."""
_ENDINGS: Final = frozenset({Purpose.LEFT, Purpose.ERASURE})
"""The same, where they are asked once more."""
_GRAVE: Final = frozenset({Purpose.NOW, Purpose.GO_ON})
"""Words about a danger, beside which nobody is told what counts."""
_COURTESIES: Final = frozenset({"present", "hello", "how_are_you", "thanks"})
"""Topics of the catalogue that may be answered while nothing is asked; what else is a complaint, or a mere word to go
on, is not."""
_WHAT_NOW: Final = re.compile(
    r"\W*(?:(?:ok|okay|so|and|but|then|y|entonces|bueno)\W+)*(?:what(?: happens)? now|what next|now what|and now"
    r"|what (?:do|should|can|must|am) (?:i|we) (?:supposed to )?do(?: now| next| then)*|ahora que"
    r"|que (?:hago|debo hacer|tengo que hacer|sigue)(?: ahora)?|y ahora)\W*"
)
"""Asks what to do while nothing is asked: the words that say how to go on are the answer."""
_MANY: Final = 2
"""After so many other wordings of a question the patient is offered to stop."""
STRAYS: Final = 3
"""After so many replies in a row that answered nothing, too."""


def answered(brief: Brief) -> str:
    """What the last message is told before the next words, with an empty line behind it: the catalogue's answer to what
    was asked in it, or that its language is not understood; else nothing."""
    if brief.purpose in _AFTER and tells_beside(brief.reply, brief.language):
        notice = (
            _counted(brief) if brief.purpose is Purpose.QUESTION and brief.noted is not None else language_notice(brief)
        )
        return "" if _lately(notice, brief) else f"{notice}\n\n"
    found = entry_for(brief)
    if found is None or (found.of_item and (brief.danger or brief.purpose in _GRAVE)):
        return ""
    number = min(ITEM_COUNT, brief.asked + (brief.purpose is Purpose.QUESTION)) if brief.asked else 0
    told = catalogue(brief.language)
    said = told.answer(found, number, brief.clinic, brief.alerted)
    if _lately(said, brief) and found.key == UNKNOWN:
        said = told.again(found, brief.clinic) or said  # another question, as a rule
    elif _lately(said, brief) and not (found.complains and not found.again):
        again = told.again(found, brief.clinic)
        offering = bool(again) and offers(brief)  # to stop, in these words' place
        said = "" if offering else again or f"{line(brief, 'as_before')} {said}"
    return f"{said}\n\n" if said else ""


def _lately(said: str, brief: Brief) -> bool:
    return any(said in one for one in brief.spoken)


def for_therapist(brief: Brief) -> str | None:
    """What the patient asked for, where the answer says that it is noted for the therapist. A yes to the deletion that
    they asked for asks for nothing."""
    noted = catalogue(brief.language).noted in answered(brief)
    leaves = brief.purpose is Purpose.FAREWELL and not brief.erase
    wants = brief.purpose is Purpose.ERASURE or leaves or noted
    return brief.reply[:_NOTED] if wants else None


def entry_for(brief: Brief) -> Entry | None:
    """The topic of the catalogue that the last message is about; None for none. What follows from a yes is another
    matter where a danger is asked about, or was told of."""
    found = _topic_for(brief)
    grave = brief.item == HARM_ITEM or brief.alerted or brief.care or brief.purpose in _GRAVE
    return entry(IF_YES, brief.language) if found and found.key == THERE_NOW and not grave else found


def _topic_for(brief: Brief) -> Entry | None:
    said = marked(brief.reply, brief.language)
    complains = complaint(said, brief.language)
    if brief.purpose is Purpose.ABOUT:
        after = Asked(brief.previous, item_of(brief), brief.language)
        found = complains or asked(said, after) or topic(said, after)
        return found if found and found.key != UNKNOWN else in_spanish(said, brief.language)
    answers = brief.purpose in _ANSWERED or (brief.again and brief.purpose in _ENDINGS)
    before = Asked(brief.previous, None, brief.language)
    if brief.purpose is Purpose.WAITING:
        return _while_waiting(said, complains, before)
    found = topic(said, before) if answers else None
    found = found or (complains if brief.purpose is Purpose.REVIEW and brief.again else None)
    why = brief.purpose is Purpose.NOW and found is not None and found.key == PURPOSE
    return entry(THERE_NOW, brief.language) if why else found


def _while_waiting(said: str, complains: Entry | None, before: Asked) -> Entry | None:
    """What is answered while nothing is asked until the patient says to go on: courtesies, and questions other than
    what to do now, which the standing words answer."""
    if complains and complains.key in _COURTESIES:
        return complains
    return None if _WHAT_NOW.fullmatch(folded(said)) else asked(said, before) or topic(said, before)


def offers(brief: Brief) -> bool:
    """Whether this is the third other wording of a question in a row, or the sixth: the patient is offered to stop."""
    return brief.attempt % STRAYS == _MANY


def language_notice(brief: Brief) -> str:
    """That the language of the last message is not understood, also in that language."""
    notice = line(brief, "language" if brief.item is not None else "language_only")
    mixed_in = "es" if brief.language == ENGLISH and mixed(brief.reply) else ""
    own = bank(brief.language).languages.get(foreign(brief.reply, brief.language) or mixed_in)
    if own and brief.language != ENGLISH and brief.item is not None and brief.reply.rstrip().endswith("?"):
        return f"{own}\n\n{standing(brief)}"
    return f"{notice}\n\n{own}" if own else notice


def _counted(brief: Brief) -> str:
    """That how often was noted beside words in another language, which are not understood: said in that language."""
    ways = catalogue(brief.language).counted
    return ways.get(language_beside(brief.reply, brief.language) or "", ways[brief.language.split("-")[0]])
