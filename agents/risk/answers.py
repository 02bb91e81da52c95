"""Short replies by yes or no, which mean something only with the question that they answer."""

import re
from functools import lru_cache
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.domain.risk import About, Finding, Tier, of_oneself
from agents.language import Language
from agents.reading.asking import marked
from agents.reading.written import Written
from agents.risk.catalogue import AGAIN
from agents.risk.policy import Policy
from agents.risk.port import Message
from agents.risk.ruleset import Question, rules, set_by
from agents.risk.said_no import says_no

_BRIEF: Final = 6
"""Words of a reply that says yes or no and little else."""
_BARE: Final = 3
_LONGER: Final = 12
"""Words of one that says in a sentence that such thoughts are there."""
_SOME: Final = 8
"""Words of one that says no to whether it is there now, and why."""
_OFTEN: Final = 4
"""Words of one that says nothing but how often."""
_MOST: Final = 10
_WORDS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS: Final = {word: number for number, word in enumerate(_WORDS)} | {str(number): number for number in range(11)}
_SENTENCE: Final = re.compile(r" [^.!?]*[^.!? ][^.!?]*")
_PART: Final = re.compile(r"[^.!?]*[.!?]?")
"""A sentence with its mark. One that ends in a question mark is the patient's own question, which answers nothing."""
_WEEKS: Final = re.compile(
    r" (?:in|over|during|for|of|within|en|durante) (?:the|these|those|las|estas) (?:(?:past|last|whole|ultimas) )*"
    r"(?:2|two|dos) (?:weeks|semanas)\b"
)
"""The time that is asked about, which adds nothing to an answer."""
_END: Final = 400
"""Characters of the end of a question that tell what it asks."""
_ITEM: Final = "wish"
"""The question that the item on self-harm is, however it is worded."""
NOW: Final = "there_now"
"""The question whether thoughts of self-harm are there now."""
_THOUGHTS: Final = re.compile(
    r"\b(?:thoughts?|think|thinking|thought|piensa|pensó|pensado|pensamientos?)\b", re.IGNORECASE
)
"""What that item asks for; whether it was done ("have you ever hurt yourself?") is another question."""
_HARM: Final = frozenset({_ITEM, NOW})
_THERE: Final = _HARM | {"ideation"}

_SETTLES_NOTHING: Final = ("on", "not_now", "doubts", "takes_back", "told_before")
"""What neither affirms nor denies that it is there now."""


@lru_cache(maxsize=512)
def asked(context: str | None, item: int | None, language: Language) -> Question | None:
    """What was asked of risk; None where it was something else. An item but that on self-harm asks nothing of it."""
    if item is not None and item != HARM_ITEM:
        return None
    known = rules(language).questions
    # An introduction names, above the paragraph that asks, what will be asked about.
    asks = next((one for one in reversed((context or "").split("\n\n")) if "?" in one), context or "")
    text = Written(asks[-_END:], language).text
    last = re.split(r"(?<=[?]) (?=.*[?])", text)[-1] if "?" in text else text
    found = next((one for one in known if one.asks.search(last)), None)
    if found is None and item == HARM_ITEM:
        return next(one for one in known if one.id == _ITEM)
    return found


def asks_of_harm(message: Message) -> bool:
    """Whether a message that names no item answers a question for thoughts of self-harm, as the form's item is one."""
    if message.item is not None or not message.context:
        return False
    question = asked(message.context, None, message.language)
    return question is not None and question.id == _ITEM and _THOUGHTS.search(message.context[-_END:]) is not None


def answered(message: Message, written: Written, policy: Policy) -> Finding | None:
    """What a short reply tells as the answer to a question about risk."""
    question = asked(message.context, message.item, message.language)
    told = "".join(part for part in _PART.findall(written.text) if not marked(part, message.language).endswith("?"))
    told = _WEEKS.sub("", told)
    words = [word for word in told.split() if word[0].isalnum()]
    verdict = None
    if question and words:
        known = rules(message.language).answers
        verdict = _of_now(question, message, told, known) if question.id == NOW else None
        verdict = _of_before(told, known) if question.id == _ITEM else verdict
        verdict = verdict or _verdict(question, told, words, known)
    if question is None or verdict is None:
        return None
    text = message.text.rstrip()
    start = len(text) - len(text.lstrip())
    about: About = "self_harm" if question.id in _HARM else "suicide"
    rule, tier = verdict
    return Finding(
        rule=rule, tier=set_by(policy, rule, tier), about=about, start=start, end=len(text), text=text[start:]
    )


def meant(message: Message, written: Written) -> Finding | None:
    """That a wish to end is about life, or everything, where it was asked whether it is about the conversation."""
    life = message.ends and rules(message.language).answers["life"].search(written.text) is not None
    start, end = len(message.text) - len(message.text.lstrip()), len(message.text.rstrip())
    said = message.text[start:end]
    found = Finding(rule="passive-wish", tier=Tier.FLAG, about="suicide", start=start, end=end, text=said)
    return found if life else None


def returned(message: Message, written: Written) -> Finding | None:
    """That thoughts of suicide or self-harm which were told of before are there again, in answer to something else."""
    question = asked(message.context, message.item, message.language)
    if question is not None or not any(map(of_oneself, message.prior)):
        return None
    told = rules(message.language).answers
    match = told["returned"].search(written.text)
    if match is None and message.item is None:  # between the items, as after a no
        match = told["after_all"].search(written.text)
    if match is None:
        return None
    start, end = written.original(*match.span())
    said = message.text[start:end]
    return Finding(rule=AGAIN, tier=Tier.FLAG, about="self_harm", start=start, end=end, text=said)


def _verdict(
    question: Question, text: str, words: list[str], told: dict[str, re.Pattern[str]]
) -> tuple[str, Tier] | None:
    if question.rated and words[0] in _NUMBERS:
        return _rated(question, _NUMBERS[words[0]])
    if question.id in _THERE and len(words) <= _LONGER and told["later"].search(text):
        return question.soon
    if question.id == NOW and any(told[one].search(text) for one in _SETTLES_NOTHING):
        return None
    last = _SENTENCE.findall(text)[-1]
    if told["no"].search(last) and len(last.split()) <= _BARE:  # "Why would I? No."
        return question.no
    if question.id == NOW and len(words) <= _LONGER and told["present"].search(text):
        return question.yes
    if question.id == NOW and told["safe"].search(text):
        return question.no
    if len(words) > _BRIEF:
        return None
    if told["declined"].search(text):
        return "answer-declined", Tier.FLAG
    if told["no"].search(text):
        return question.no
    if told["yes"].search(text) or (question.id == NOW and told["now"].search(text)):
        verdict = question.soon if told["soon"].search(text) else question.yes
        return _dated(verdict, text, told)
    counts = words[0] in _NUMBERS and told["waits"].search(text) is None
    often = question.often and len(words) <= _OFTEN and (told["often"].search(text) or counts)
    return question.often if often else None


def _of_now(
    question: Question, message: Message, text: str, told: dict[str, re.Pattern[str]]
) -> tuple[str, Tier] | None:
    """What few words tell of whether it is there now: soon, a yes to one of the two that were named, or a plain no."""
    if len(text.split()) > _LONGER:
        return None
    if told["near"].search(text):
        return question.soon
    if told["one_of_both"].search(text) or told["deed"].search(text):
        return question.yes
    if told["leans"].search(text) or told["throughout"].search(text):
        return "ideation-affirmed", Tier.URGENT
    if told["present"].search(text) and not told["elsewhen"].search(text):
        return ("ideation-affirmed", Tier.URGENT) if told["takes_back"].search(text) else question.yes
    if any(told[one].search(text) for one in _SETTLES_NOTHING) or told["present"].search(text):
        return None
    return question.no if says_no(message.text, text, message.language) and len(text.split()) <= _SOME else None


def _of_before(text: str, told: dict[str, re.Pattern[str]]) -> tuple[str, Tier] | None:
    """What few words tell of the time before the two weeks: an attempt, by its time, or thoughts that are gone."""
    if len(text.split()) > _LONGER:
        return None
    if told["tried"].search(text):
        return _dated(("undated-attempt", Tier.URGENT), text, told)
    return ("old-ideation", Tier.FLAG) if told["formerly"].search(text) else None


def _rated(question: Question, number: int) -> tuple[str, Tier]:
    """What a number of 0 to 10 tells: half of the way and more to the danger stops, less is urgent, none denies."""
    falling = question.rated == "falling"
    danger = _MOST - number if falling else number
    if danger <= falling:  # 9 of 10 is as sure as people say they are
        return "denial", Tier.NONE
    rule = question.no[0] if falling else question.yes[0]
    return rule, Tier.STOP if danger >= _MOST / 2 else Tier.URGENT


def _dated(verdict: tuple[str, Tier], text: str, told: dict[str, re.Pattern[str]]) -> tuple[str, Tier]:
    """An attempt that is affirmed, by when it was."""
    if verdict[0] != "undated-attempt" or "recent" not in told:
        return verdict
    if told["old"].search(text):
        return "old-attempt", Tier.FLAG
    return ("recent-attempt", Tier.STOP) if told["recent"].search(text) else verdict
