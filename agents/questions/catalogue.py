"""The catalogue: what the interviewer says to questions about the conversation itself, by language. The texts of a
clinic come before those of the data files (`catalogue.LANGUAGE.toml`)."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final

from agents.domain.level1 import ITEM_COUNT
from agents.domain.value import Value
from agents.language import resolved

UNKNOWN: Final = "unknown"
MACHINE: Final = "machine"
"""Whether a person writes here."""
UNSAID: Final = "unsaid"
"""What was said is to be forgotten: it stays, whatever else is asked for with it."""
ONE_ANSWER: Final = "one_answer"
"""To take out what was said of one thing."""
RUDE: Final = "rude"
"""An insult, which answers nothing and tells of no danger."""
PURPOSE: Final = "purpose"
THERE_NOW: Final = "there_now"
"""Why it is asked whether a danger is there now, and what follows from a yes; PURPOSE is about all other questions."""
SHOWN: Final = "shown"
"""Asks to see the own answers."""
OF_ANSWERS: Final = frozenset({ONE_ANSWER, SHOWN})
"""Topics about the own answers, in whose words nobody asks to end the conversation."""
IF_YES: Final = "if_yes"
"""What follows from a yes to any other question."""
COUNTS: Final = "counts_cause"
"""Whether what was said counts: beside the question stands an answer."""
_OF_ITEM: Final = "counts_"
"""How the topics begin that are about what an item asks, and not about the conversation."""
NUMBER: Final = "number"
"""The topic of numbers to call, which is a call for help where nothing else is said."""
CLAUSES: Final = ("readers", "record", "kept", "place", "limits", "model", "after_note")
"""The slots for which a clinic writes a clause in each language."""
SLOTS: Final = ("therapist", "clinic", "phone", "minutes", *CLAUSES, "erasure", "beyond", "marked", "n", "left")
"""Every slot that an answer may have."""
_COUNTED: Final = frozenset({"n", "left"})
_PART: Final = re.compile(r"\{([a-z]+)\}")
_DEFAULT: Final = "en"
_FAMILIAR: Final = "es-tu"


class Entry(Value):
    """One topic: how it is asked (regular expressions on lower-case text) and its answers, of which the first whose
    slots are all known is said; the last one needs nothing from the clinic. `at_last` is said with the last item in
    place of an answer that counts. `complains` are complaints of the conversation, which get the same answer; `again`
    is said in its place where it was given just before; `stays` leaves out the question behind it."""

    key: str
    asked: tuple[str, ...] = ()
    complains: tuple[str, ...] = ()
    answers: tuple[str, ...]
    at_last: str | None = None
    again: str | None = None
    stays: bool = False

    def fits(self, sentence: str) -> bool:
        """Whether a sentence, in lower case with straight quotes, asks about it."""
        return _either(self.asked).search(sentence) is not None

    @property
    def of_item(self) -> bool:
        """Whether it is about what an item asks, and not about the conversation."""
        return self.key.startswith(_OF_ITEM)

    def leaves_nothing(self, sentence: str) -> bool:
        """Whether a sentence is no more than one of its complaints."""
        return bool(self.complains) and not any(map(str.isalnum, self.without(sentence)))

    def without(self, said: str) -> str:
        """What is left of words, in lower case with straight quotes, without the complaints that it answers."""
        return _either(self.complains).sub(" ", said) if self.complains else said


class Clinic(Value):
    """What a clinic tells its patients, in the language of one locale. `slots` are the words for slots, `answers` its
    own answers by key; `erases` says that a confirmed wish to have everything deleted is done; `exit_page` is the
    address that the patient's page leaves to; `by_model` says that a language model takes part in the conversation
    (None: it may, that is not known now), `quotes` that alerts are sent out with the patient's words."""

    slots: Mapping[str, str] = {}
    answers: Mapping[str, str] = {}
    erases: bool = False
    exit_page: str = ""
    by_model: bool | None = False
    quotes: bool = False


NOTHING_TOLD: Final = Clinic()


class _Erasure(Value):
    at_once: str
    passed_on: str


class _Beyond(Value):
    """Where words go beside the clinic's server."""

    model: str
    perhaps: str
    quotes: str


class Catalogue(Value):
    """The texts of one language. `therapist` stands for a name that is not known; an answer with the words of `noted`
    brings the therapist a notice; `yes` is what is noted where nobody knows how often, `yes_alone` says so in full;
    `marked` is known once an alert stands; `around` is what may stand beside a complaint; `counted` says, by language,
    that how often was noted and the rest not understood."""

    therapist: str
    noted: str
    unknown: str
    unknown_again: str
    yes: str
    yes_alone: str
    marked: str
    around: str
    erasure: _Erasure
    beyond: _Beyond
    counted: Mapping[str, str]
    entries: tuple[Entry, ...]

    def answer(self, one: Entry, asked: int, clinic: Clinic = NOTHING_TOLD, alerted: bool = False) -> str:
        """The answer to a topic with item `asked` open; 0 before the first. `alerted`: there was an alert."""
        known = self._known(asked, clinic, alerted)
        own = clinic.answers.get(one.key)
        text = next(text for text in (*((own,) if own else ()), *one.answers) if slots_of(text) <= known.keys())
        if one.at_last and asked == ITEM_COUNT and not _COUNTED.isdisjoint(slots_of(text)):
            text = one.at_last
        return _sentence(text.format(**known))

    def again(self, one: Entry, clinic: Clinic = NOTHING_TOLD) -> str | None:
        """What is said where the answer to a topic was given just before; None where it has no words for that."""
        return one.again.format(**self._known(0, clinic, alerted=False)) if one.again else None

    def _known(self, asked: int, clinic: Clinic, alerted: bool) -> dict[str, str]:
        """The words for every slot that is known."""
        known = {"therapist": self.therapist} | {name: text for name, text in clinic.slots.items() if text}
        erasure = self.erasure.at_once if clinic.erases else self.erasure.passed_on
        counted = {"n": str(asked), "left": str(ITEM_COUNT + 1 - asked)} if asked else {}
        marked = {"marked": _sentence(self.marked.format(**known))} if alerted else {}
        model = self.beyond.perhaps if clinic.by_model is None else self.beyond.model
        goes = ((model, clinic.by_model is not False), (self.beyond.quotes, clinic.quotes))
        always = {"erasure": erasure.format(**known), "beyond": " ".join(text for text, holds in goes if holds)}
        return known | always | marked | counted


def _sentence(said: str) -> str:
    said = said.strip()
    return said[:1].upper() + said[1:]


def slots_of(text: str) -> frozenset[str]:
    """The slots that a text has. Raises ValueError for braces that don't match."""
    parts = list(Formatter().parse(text))
    if any(spec or conversion for _, _, spec, conversion in parts):
        raise ValueError("a slot is a name alone")
    return frozenset(name for _, name, _, _ in parts if name is not None)


@cache
def _either(asked: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(asked))


def catalogue(locale: str = _DEFAULT) -> Catalogue:
    """The texts for a locale (`en-GB`) or a language (`es-tu`), in English where there are none."""
    language = next(name for name in (locale.replace("_", "-").split("-")[0].lower(), _DEFAULT) if name in _files())
    return _read(language, locale == _FAMILIAR)


def entries(locale: str = _DEFAULT) -> tuple[Entry, ...]:
    """All topics, in the order in which they are tried; the last one answers what none of them knows."""
    return catalogue(locale).entries


def entry(key: str, locale: str = _DEFAULT) -> Entry:
    """A topic by its key. Raises StopIteration for a key that is none."""
    return next(one for one in entries(locale) if one.key == key)


def languages() -> tuple[str, ...]:
    """The languages that have a catalogue."""
    return tuple(sorted(_files()))


@cache
def _files() -> Mapping[str, Path]:
    return dict(_found())


def _found() -> Iterator[tuple[str, Path]]:
    for path in Path(__file__).parent.glob("catalogue.*.toml"):
        yield path.name.split(".")[1], path


@cache
def _read(language: str, familiar: bool) -> Catalogue:
    told = resolved(tomllib.loads(_files()[language].read_text("utf-8")), familiar)
    unknown = Entry(key=UNKNOWN, answers=(told["unknown"],), again=told["unknown_again"])
    parts = told.pop("parts", {})
    topics = [Entry.model_validate(one | _whole(one, parts)) for one in told["entries"]]
    return Catalogue.model_validate(told | {"entries": (*topics, unknown)})


def _whole(topic: Mapping[str, Any], parts: Mapping[str, str]) -> dict[str, list[str]]:
    """The expressions of a topic with the named parts filled in."""
    return {
        name: [_PART.sub(lambda part: parts[part[1]], one) for one in topic.get(name, ())]
        for name in ("asked", "complains")
    }
