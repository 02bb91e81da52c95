"""Puts together the words for a brief from the question bank. The same brief always gives the same words."""

import re
from typing import Final

from agents.domain.help import in_danger
from agents.interviewer import hearing
from agents.interviewer.confirming import something_more
from agents.interviewer.going_back import asks_back
from agents.interviewer.phrases import may_be_move, move
from agents.interviewer.port import Brief, Edit, Purpose
from agents.interviewer.readiness import kind
from agents.interviewer.reflection import echo, vague
from agents.interviewer.replies import STRAYS, answered, entry_for, language_notice, offers
from agents.interviewer.wordings import how_often, item_of, line, mixed, other_words, pick, question, standing
from agents.language import ENGLISH, Language
from agents.questions.bank import bank, wording
from agents.questions.catalogue import catalogue

_SHORT: Final = 200
_QUOTED: Final = 80
"""Characters of an earlier answer that are said back when it is changed."""
_WHY = re.compile(r"\bwhy\b", re.IGNORECASE)
_MUST = re.compile(r"\b(?:do|must) i\b.*\b(?:have|need|answer|must)\b", re.IGNORECASE)


def speak(brief: Brief) -> str:
    """The words for a brief. Raises ValueError for SCRIPT and for a question without an item."""
    lines = bank(brief.language).lines
    unknown = lines["emergency"][0]
    emergency = in_danger(brief.numbers) or unknown
    numbers = f" {lines['or'][0]} ".join(brief.numbers) or unknown
    return _said(brief).replace("{emergency}", emergency).replace("{numbers}", numbers)


def _said(brief: Brief) -> str:
    match brief.purpose:
        case Purpose.QUESTION:
            return _question(brief)
        case Purpose.FOLLOW_UP:
            return _follow_up(brief)
        case Purpose.REPHRASE:
            return _rephrase(brief)
        case Purpose.REVIEW:
            return _review(brief)
        case Purpose.GO_ON if found := answered(brief):
            return found + line(brief, "go_on_again")
        case Purpose.ABOUT | Purpose.KEPT:
            return _about(brief)
        case Purpose.REASSURE:
            return _reassure(brief)
        case Purpose.LANGUAGE:
            return language_notice(brief)
        case Purpose.REVISIT | Purpose.CORRECTED | Purpose.RESUMED | Purpose.REPEATED:
            return _again(brief)
        case Purpose.FAREWELL | Purpose.ERASURE:
            return answered(brief) + line(brief, _ending(brief))
        case Purpose.SCRIPT:
            raise ValueError("the safety script is read from the risk reader's texts, not said by the interviewer")
        case _:
            again = brief.purpose in (Purpose.NOW, Purpose.GO_ON) and brief.again
            return answered(brief) + line(brief, f"{brief.purpose}_again" if again else brief.purpose)


def _ending(brief: Brief) -> str:
    """Which words end the conversation, or ask about it, by what happens to what was said."""
    if brief.purpose is Purpose.ERASURE:
        return "erasure_offered" if brief.clinic.erases else "erasure"
    return "farewell" if not brief.erase else "farewell_erased" if brief.clinic.erases else "farewell_kept"


def alone(question: str, language: Language, item: int | None = None) -> str:
    """A question without what was said before it in the same breath, which tells nothing of the item: the bank's
    wording of the item where it ends with one, else without the words that say what was noted of the answer before."""
    if item is not None:
        own = wording(item, language)
        if bare := next((one for one in (*own.questions, *own.rephrasings) if question.endswith(one)), None):
            return bare
    lines = bank(language).lines
    marks = (*lines["anchors"], catalogue(language).yes)
    ways = (way.format(anchor=anchor) for way in lines["noted"] for anchor in marks)
    noted = next((said for said in ways if said in question), None)
    return question if noted is None else question.replace(noted, "", 1).lstrip()


def _question(brief: Brief) -> str:
    asked = question(brief)
    if 0 < len(brief.earlier) <= _SHORT:
        asked = f"{line(brief, 'earlier').format(said=_closed(brief.earlier))} {asked}"
    if brief.care:
        return f"{line(brief, 'onward')} {asked}"
    if brief.first:
        return f"{answered(brief)}{line(brief, 'opener')} {asked}"
    lead = answered(brief) + _noted(brief)
    posts = (line(brief, "ending"),) if brief.last else wording(item_of(brief), brief.language).signposts
    post = f" {pick(posts, mixed(brief.seed))}" if posts else ""
    rest = f"{_offer(brief)}{post} {asked}"
    return lead + (rest.lstrip() if lead.endswith("\n") else rest)


def _closed(said: str) -> str:
    """What the patient wrote, to stand in quotation marks at the end of a sentence."""
    said = said.strip()
    return said if said[-1:] in ".!?…" else f"{said}."


def _offer(brief: Brief) -> str:
    """After some replies in a row that answered nothing: that the patient may stop."""
    offered = brief.strays and brief.strays % STRAYS == 0
    return f" {line(brief, 'offer_to_stop')}" if offered else ""


def _noted(brief: Brief) -> str:
    """What was changed of earlier answers; behind what was noted of the item before, where that was just answered."""
    if not brief.edits:
        return _acknowledged(brief)
    return f"{_acknowledged(brief)} {_edited(brief)}" if brief.answers else _edited(brief)


def _acknowledged(brief: Brief) -> str:
    """What was noted for the item before, and no word about it."""
    if brief.declined or _skips(brief):
        return line(brief, "declined")
    if brief.open:
        return line(brief, "left_open")
    if brief.noted is None:
        return line(brief, "transition")
    return line(brief, "noted").format(anchor=brief.noted)


def _skips(brief: Brief) -> bool:
    reply = brief.reply
    if brief.language != ENGLISH:
        return len(reply) <= _SHORT and hearing.skips(reply, brief.language)
    said = reply[:_SHORT].lower().replace("’", "'").strip()
    return len(reply) <= _SHORT and may_be_move(said) and move("decline").fullmatch(said) is not None


def _follow_up(brief: Brief) -> str:
    item = wording(item_of(brief), brief.language)
    turn = mixed(brief.seed) + item.id
    if brief.care:
        return f"{_gently(brief)} {how_often(brief) if brief.missing == 'frequency' else question(brief)}"
    lead = answered(brief) + _edited(brief) + (f"{offer.strip()} " if (offer := _offer(brief)) else "")
    if brief.missing == "endorsement":
        way = pick(bank(brief.language).endorsement.lines, turn)
        return lead + way.format(topic=item.topic, clause=item.clause)
    ways = bank(brief.language).frequency
    if said := vague(brief.reply) if brief.language == ENGLISH else hearing.vague(brief.reply, brief.language):
        return lead + pick(ways.vague, turn).format(echo=said)
    if brief.language == ENGLISH and (said := echo(brief.reply, item)):
        return lead + pick(ways.echo, turn).format(echo=said)
    return lead + how_often(brief)


def _rephrase(brief: Brief) -> str:
    name = "rephrase"
    if brief.spoken and brief.spoken[-1] in bank(brief.language).lines["which"]:
        name = "rephrase_after_skip"
    elif brief.language != ENGLISH:
        name = _answer_first(brief)
    elif asks_back(brief.reply):
        name = "rephrase_first"
    elif _MUST.search(brief.reply, 0, _SHORT):
        name = "rephrase_must"
    elif _WHY.search(brief.reply, 0, _SHORT):
        name = "rephrase_why"
    elif _skips(brief):
        name = "rephrase_after_skip"
    return f"{line(brief, name)} {other_words(brief)}"


def _answer_first(brief: Brief) -> str:
    """What a question in other words begins with, in another language than English."""
    if hearing.asks_back(brief.reply, brief.language):
        return "rephrase_first"
    return "rephrase_after_skip" if _skips(brief) else "rephrase"


def _about(brief: Brief) -> str:
    """The answer to a question about the conversation, or that words are kept for their item; then the open question in
    other words."""
    offer = f"{line(brief, 'offer_to_stop')} " if offers(brief) else ""
    other = standing(brief)
    if brief.about is not None and brief.purpose is Purpose.KEPT:
        topics = (wording(item, brief.language).topic for item in (brief.about, *brief.also))
        told = (" and the one about " if brief.language == ENGLISH else " y la pregunta sobre ").join(topics)
        return f"{line(brief, 'kept').format(topic=told)} {offer}{other}"
    found = entry_for(brief)
    if found is not None and found.stays and not offer:
        return answered(brief).rstrip() or other
    return f"{answered(brief)}{offer}{line(brief, 'back_to_it')} {other}"


def _reassure(brief: Brief) -> str:
    if found := answered(brief):
        return found + line(brief, "ready")
    english = brief.language == ENGLISH
    about = kind(brief.reply) if english else hearing.kind(brief.reply, brief.language)
    return f"{line(brief, f'reassure_{about}' if about else 'reassure')} {line(brief, 'ready')}"


def _review(brief: Brief) -> str:
    """Whether there is anything to change or to add; before it what was changed, or noted of the last question."""
    if not brief.again:
        lead = answered(brief) + ("" if brief.care else _noted(brief))
        return f"{lead}{'' if not lead or lead.endswith(chr(10)) else ' '}{line(brief, 'review')}"
    changed = _edited(brief) or f"{line(brief, 'transition')} "
    if something_more(brief.reply) and not brief.edits:
        return line(brief, "review_what")
    lead = answered(brief) or changed
    return lead + line(brief, "review_again")


def _edited(brief: Brief) -> str:
    """What was changed of earlier answers, and what is noted now, with an empty line behind it; nothing where none
    was."""
    told = [_edit(one, brief.language) for one in brief.edits]
    if told and brief.kept:
        told.append(line(brief, "kept_rest"))
    return f"{' '.join(told)}\n\n" if told else ""


def _edit(edit: Edit, language: Language) -> str:
    lines, topic = bank(language).lines, wording(edit.item, language).topic
    if edit.now is None:
        return lines["not_edited"][0].format(topic=topic)
    said = edit.before.rstrip(" .,;")
    said = said if len(said) <= _QUOTED else f"{said[:_QUOTED].rstrip()}…"
    name = "edited" if said else "added_answer"
    return lines[name][0].format(topic=topic, before=said, anchor=edit.now)


def _again(brief: Brief) -> str:
    """A short explanation and the open question again, or the explanation alone where nothing is open yet."""
    if brief.purpose is Purpose.CORRECTED and (changed := _edited(brief)):
        return f"{changed}{line(brief, 'corrected')} {standing(brief)}"
    if brief.item is None and brief.purpose is not Purpose.REVISIT:
        return line(brief, f"{brief.purpose}_only")
    if brief.care and brief.purpose is Purpose.RESUMED:
        return f"{_gently(brief)} {_open_question(brief)}"
    kept = f"{line(brief, 'kept_so')}\n\n" if brief.purpose is Purpose.CORRECTED else ""
    return f"{kept}{line(brief, brief.purpose)} {_open_question(brief)}"


def _gently(brief: Brief) -> str:
    """Back to the open item after a disclosure: that there is no hurry, and what it is about."""
    return line(brief, "gently").format(topic=wording(item_of(brief), brief.language).topic)


def _open_question(brief: Brief) -> str:
    follow_up = brief.missing == "frequency" and brief.purpose is not Purpose.REVISIT
    return how_often(brief) if follow_up else question(brief)
