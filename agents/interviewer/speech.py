"""Puts together the words for a brief from the question bank. The same brief always gives the same words."""

import re
from collections.abc import Sequence
from typing import Final

from agents.interviewer.corrections import asks_back
from agents.interviewer.language import foreign
from agents.interviewer.phrases import may_be_move, move
from agents.interviewer.port import Brief, Purpose
from agents.interviewer.readiness import kind
from agents.interviewer.reflection import echo, heavy, vague
from agents.questions.bank import bank, wording

_SHORT: Final = 200
_WHY = re.compile(r"\bwhy\b", re.IGNORECASE)
_MUST = re.compile(r"\b(?:do|must) i\b.*\b(?:have|need|answer|must)\b", re.IGNORECASE)


def speak(brief: Brief) -> str:
    """The words for a brief. Raises ValueError for SCRIPT and for a question without an item."""
    match brief.purpose:
        case Purpose.QUESTION:
            return _question(brief)
        case Purpose.FOLLOW_UP:
            return _follow_up(brief)
        case Purpose.REPHRASE:
            return _rephrase(brief)
        case Purpose.REASSURE:
            return _reassure(brief)
        case Purpose.LANGUAGE:
            return _language(brief)
        case Purpose.REVISIT | Purpose.CORRECTED | Purpose.RESUMED | Purpose.REPEATED:
            return _again(brief)
        case Purpose.INTRO | Purpose.PAUSED | Purpose.CLOSING:
            return _line(brief, brief.purpose)
        case Purpose.SCRIPT:
            raise ValueError("the safety script is read from the risk reader's texts, not said by the interviewer")


def _mixed(seed: int, salt: int = 0) -> int:
    """The seed hashed (64-bit mix by Steele et al., splitmix64), so that similar seeds give different results."""
    value = (seed + (salt + 1) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    return value ^ (value >> 31)


def _pick(options: Sequence[str], turn: int, previous: str = "") -> str:
    """The option for this turn, or the next one where the previous message began with the same words."""
    chosen = options[turn % len(options)]
    return options[(turn + 1) % len(options)] if previous and previous.startswith(chosen) else chosen


def _item(brief: Brief) -> int:
    if brief.item is None:
        raise ValueError(f"{brief.purpose} needs an item")
    return brief.item


def _line(brief: Brief, name: str) -> str:
    return _pick(bank().lines[name], _mixed(brief.seed) + (brief.item or 0) + brief.attempt, brief.previous)


def _plain_question(brief: Brief) -> str:
    item = _item(brief)
    return _pick(wording(item).questions, _mixed(brief.seed, item))


def _question(brief: Brief) -> str:
    asked = _plain_question(brief)
    if brief.care:
        return f"{_line(brief, 'onward')} {asked}"
    if brief.first:
        return f"{_line(brief, 'opener')} {asked}"
    skipped = brief.declined or _skips(brief.reply)
    lead = _line(brief, "declined" if skipped else "gentle" if heavy(brief.reply) else "transition")
    posts = (_line(brief, "ending"),) if brief.last else wording(_item(brief)).signposts
    post = f" {_pick(posts, _mixed(brief.seed))}" if posts else ""
    return f"{lead}{post} {asked}"


def _skips(reply: str) -> bool:
    said = reply[:_SHORT].lower().replace("’", "'").strip()
    return len(reply) <= _SHORT and may_be_move(said) and move("decline").fullmatch(said) is not None


def _follow_up(brief: Brief) -> str:
    item = wording(_item(brief))
    turn = _mixed(brief.seed) + item.id
    lead = f"{_line(brief, 'gentle')} " if heavy(brief.reply) and not brief.care else ""
    if brief.missing == "endorsement":
        line = _pick(bank().endorsement.lines, turn)
        return lead + line.format(topic=item.topic, clause=item.clause)
    ways = bank().frequency
    if said := vague(brief.reply):
        return lead + _pick(ways.vague, turn).format(echo=said)
    if said := echo(brief.reply, item):
        return lead + _pick(ways.echo, turn).format(echo=said)
    return lead + _topic_follow_up(brief)


def _rephrase(brief: Brief) -> str:
    item = _item(brief)
    name = "rephrase"
    if asks_back(brief.reply):
        name = "rephrase_first"
    elif _MUST.search(brief.reply, 0, _SHORT):
        name = "rephrase_must"
    elif _WHY.search(brief.reply, 0, _SHORT):
        name = "rephrase_why"
    elif _skips(brief.reply):
        name = "rephrase_after_skip"
    other = _pick(wording(item).rephrasings, _mixed(brief.seed, item) + brief.attempt)
    return f"{_line(brief, name)} {other}"


def _reassure(brief: Brief) -> str:
    about = kind(brief.reply)
    return f"{_line(brief, f'reassure_{about}' if about else 'reassure')} {_line(brief, 'ready')}"


def _language(brief: Brief) -> str:
    notice = _line(brief, "language" if brief.item is not None else "language_only")
    own = bank().languages.get(foreign(brief.reply) or "")
    return f"{notice}\n\n{own}" if own else notice


def _again(brief: Brief) -> str:
    """A short explanation and the open question again, or the explanation alone where nothing is open yet."""
    if brief.item is None and brief.purpose is not Purpose.REVISIT:
        return _line(brief, f"{brief.purpose}_only")
    follow_up = brief.missing == "frequency" and brief.purpose is not Purpose.REVISIT
    return f"{_line(brief, brief.purpose)} {_topic_follow_up(brief) if follow_up else _plain_question(brief)}"


def _topic_follow_up(brief: Brief) -> str:
    """Asks how often, naming the topic: the last reply is no longer the one that the follow-up was about."""
    item = wording(_item(brief))
    return _pick(bank().frequency.topic, _mixed(brief.seed) + item.id).format(clause=item.clause)
