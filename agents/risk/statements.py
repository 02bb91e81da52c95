"""Outright statements: what a message says by itself, sentence by sentence, and what it denies."""

import re
from collections.abc import Iterator
from typing import Final

from agents.domain.risk import OF_ONESELF, Finding, Tier
from agents.language import ENGLISH, Language
from agents.reading.negation import empty
from agents.reading.written import Written
from agents.risk.policy import Policy
from agents.risk.ruleset import Rule, Rules, rules, set_by

_SENTENCE: Final = re.compile(r"[^.!?\n]+")
_CLAUSE: Final = re.compile(r"[;,\"]|\b(?:but|although|though|because|pero|aunque|porque)\b")
_BREAK: Final = re.compile(r" [;,] | (?:but|and|though|although|because|pero|aunque|porque|y) ")
_DONE_TO_ME: Final = re.compile(r"\b(?<!se )(?:me|nos) \w+o\b")
_WORD: Final = re.compile(r"\S+")
_BEFORE: Final = 80
_REACH: Final = 6
"""Words over which a no reaches."""
_OWN_SUBJECT: Final = 3


def stated(message: str, written: Written, language: Language, policy: Policy) -> Iterator[Finding]:
    """The findings of the rules in a message, each rule at most once a place; denials have tier NONE."""
    known, told = rules(language), _with_whose(message, written, language)
    for sentence in _SENTENCE.finditer(told):
        taken: list[tuple[int, int]] = []
        for rule, match in _matches(known, sentence, written.text):
            start, end = match
            if any(a < end and start < b for a, b in taken):
                continue
            if known.harmless.match(written.text, end):
                continue
            taken.append((start, end))
            before = written.text[max(sentence.start(), start - _BEFORE) : start]
            said = not rule.negated and _denied(known, before, written.text[start:end])
            begun, ended = written.original(start, end)
            yield Finding(
                rule="denial" if said else rule.id,
                tier=Tier.NONE if said else set_by(policy, rule.id, rule.tier),
                about=rule.about,
                start=begun,
                end=ended,
                text=message[begun:ended],
                lethality=rule.lethality and not said,
            )


def _with_whose(message: str, written: Written, language: Language) -> str:
    """The plain writing, in which Spanish keeps the accent of what somebody else did to the patient ("me corto" is
    one's own deed, "me cortó" is not)."""
    text = written.text
    for done in _DONE_TO_ME.finditer(text) if language != ENGLISH else ():
        start, end = written.original(*done.span())
        if message[start:end].lower().endswith("ó"):
            text = text[: done.end() - 1] + "ó" + text[done.end() :]
    return text


def _matches(known: Rules, sentence: re.Match[str], plain: str) -> Iterator[tuple[Rule, tuple[int, int]]]:
    """The rules that match, with their places. The accent keeps nothing but one's own deeds from being read: what
    others do is sought without it as well."""
    told, begin, stop = sentence.string, sentence.start(), sentence.end()
    for rule in known.statements:
        for text in (told,) if rule.about in OF_ONESELF or told == plain else (told, plain):
            for match in rule.says.finditer(text, begin, stop):
                clause = text[slice(*_clause(text, begin, stop, match))]
                if not rule.unless.search(clause) and (rule.only is None or rule.only.search(sentence[0])):
                    yield rule, match.span()


def _clause(text: str, begin: int, stop: int, match: re.Match[str]) -> tuple[int, int]:
    """The clause of a sentence that holds a match: what stands beside it takes nothing back."""
    before = [mark.end() for mark in _BREAK.finditer(text, begin, match.start() + 1)]
    after = _BREAK.search(text, match.end() - 1, stop)
    return max([begin, *(end - 1 for end in before)]), after.start() + 1 if after else stop


def _denied(known: Rules, before: str, said: str) -> bool:
    """Whether a statement or the clause before it denies it; a no that denies nothing ("I can't stop ...", "she doesn't
    believe that ...") does not count. Before an `i` of its own a no reaches no further than over a verb of thought."""
    clause, own = _CLAUSE.split(before)[-1].split(), said.split()
    first = max(0, len(clause) - (_OWN_SUBJECT if own[0] == "i" else _REACH))
    words = known.untold.sub(lambda no: _WORD.sub("_", no[0]), " ".join([*clause, *own])).split()
    gone = empty(words)
    left = " ".join(word for place, word in enumerate(words) if place >= first and place not in gone)
    return known.deny.search(left) is not None
