"""What few words tell after the question whether thoughts of self-harm are there now."""

import re
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.domain.risk import Reading, Tier
from agents.language import Language
from agents.questions.bank import wording
from agents.reading.however_asked import however_asked
from agents.reading.model.labels import ACTS
from agents.reading.written import Written
from agents.risk.about import lethal
from agents.risk.answers import NOW, asked
from agents.risk.port import Message
from agents.risk.ruleset import rules, table

_ANSWERS: Final = 0.5
"""How likely words have to be an answer to that item, to say anything of whether such thoughts are there now."""
_OFTEN: Final = 0.85
"""How likely it has to be that words tell how often, for that to be another time though they hardly answer."""
_HARDLY_EVER: Final = 0.3
"""How likely more than never may be in words that answer with a never ("sorry i meant no days")."""
_THERE: Final = 0.5
"""How likely more than never has to be, for words to say that it is there."""
_SOME: Final = 7
_LONG_AGO: Final = frozenset({"old-ideation", "old-attempt", "undated-attempt"})
_NO_YES: Final = frozenset({"another-time", "answer-declined"})
_YES: Final = re.compile(r"\W*(?:yes|yeah|yep|obviously|clearly|exactly|absolutely|s[ií]|claro)\b", re.IGNORECASE)
_FEELS: Final = re.compile(
    r"\W*(?:i'?m |i am |i feel |estoy |just |only |solo |so |really |very |a bit |muy |un poco )+"
    r"(?:tired|sad|exhausted|stressed|anxious|nervous|lonely|bored|upset|scared|cansad[oa]|triste|nervios[oa]|agotad[oa])"
    r"(?:\W+(?:now|sorry|today|ahora|hoy|lol|tbh))*\W*",
    re.IGNORECASE,
)
"""Says how it feels, and nothing of such thoughts."""
OTHERS: Final = re.compile(r"\W*(?:he|she|my (?!mind|head|own|thoughts?|body|hands?|life)\w+)\b", re.IGNORECASE)
"""Begins with what somebody or something else does."""


def not_now(message: Message, written: Written, quiet: bool) -> Tier | None:
    """What few words tell, behind the question whether it is there now, by the lists and, where they speak of no
    danger by themselves (`quiet`), by the learnt reader: nothing where they are no answer to whether such thoughts were
    there, or deny them ("sorry", "I'm fine"); that it is there at another time ("at three in the morning", "it comes
    and goes"). None for a yes, for a refusal, and in doubt."""
    answers, words = rules(message.language).answers, message.text.split()
    if not asked_now(message):
        return None
    said = written.text
    known = _known(said, answers)
    if known is not None and (known is Tier.NONE or not _grave(said)):
        return known
    if not quiet or len(words) > _SOME or OTHERS.match(message.text) or _YES.match(message.text) or _grave(said):
        return None
    if any(answers[name].search(written.text) for name in ("yes", "now", "declined")):
        return None
    if answers["elsewhen"].search(written.text):
        return Tier.FLAG
    there = however_asked(message.text, HARM_ITEM, wording(HARM_ITEM, message.language).questions)
    often, answers_it = 1 - there.scores[0], there.acts[ACTS.index("answers")] >= _ANSWERS
    if often >= _OFTEN and not answers_it:
        return Tier.FLAG
    if answers_it and often <= _HARDLY_EVER:
        return Tier.NONE
    says = often >= _THERE and answers_it
    return None if says or answers["often"].search(written.text) else Tier.NONE


def _known(said: str, answers: dict[str, re.Pattern[str]]) -> Tier | None:
    """What words of a known kind tell: nothing, or that it is there at another time or may be there."""
    if any(answers[one].search(said) for one in ("on", "safe", "told_before")):
        return Tier.NONE
    if any(answers[one].search(said) for one in ("doubts", "not_now", "only_when")):
        return Tier.FLAG
    return Tier.NONE if _FEELS.fullmatch(said) else None


def _grave(said: str) -> bool:
    """Whether words name a means, or what would be done to oneself."""
    return any(re.search(table("about.toml")[name], said) for name in ("lethality", "grave"))


def by_rule(message: Message, reading: Reading, written: Written, calm: bool) -> bool:
    """Whether the rules alone know what an answer tells: one to whether it is there now that is no yes, in words that
    are `calm` by themselves; one to the item on self-harm that is of long ago, or that only asks what it means."""
    if calm and _no_yes(message, reading):
        return True
    return _long_ago(message, reading, written) or _asks_what_counts(message, reading, written)


def _no_yes(message: Message, reading: Reading) -> bool:
    """Whether the rules have read an answer to whether it is there now that is no yes: another time, or a refusal."""
    return asked_now(message) and bool(reading.findings) and all(one.rule in _NO_YES for one in reading.findings)


def _long_ago(message: Message, reading: Reading, written: Written) -> bool:
    """Whether the rules have read an answer to the item on self-harm as one of the time before the two weeks, and
    nothing in it says that it goes on ("and I will again tonight") or names a means."""
    if message.item != HARM_ITEM or all(one.rule not in _LONG_AGO for one in reading.findings):
        return False
    return not lethal(written.text) and rules(message.language).answers["goes_on"].search(written.text) is None


def by_accident(text: str, language: Language) -> bool:
    """Whether words tell of nothing but an accident ("I burned myself cooking")."""
    return rules(language).answers["mishap"].search(Written(text, language).text) is not None


def _asks_what_counts(message: Message, reading: Reading, written: Written) -> bool:
    """Whether a message only asks what the item on self-harm means, or what a yes to it would bring, or tells of an
    accident: none of them answers it. What the rules have found in it stands."""
    told, asks = rules(message.language).answers, message.item == HARM_ITEM and not reading.findings
    return asks and not lethal(written.text) and any(told[one].search(written.text) for one in ("meaning", "mishap"))


def asked_now(message: Message) -> bool:
    """Whether a message answers the question whether such thoughts are there now."""
    question = asked(message.context, message.item, message.language)
    return question is not None and question.id == NOW
