"""The clinic's settings as values, and what may stand in them."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Final
from urllib.parse import urlsplit

from pydantic import Field

from agents.domain.value import Value
from agents.errors import CorrectInput
from agents.questions.catalogue import CLAUSES, UNKNOWN, Clinic, entries
from agents.questions.check import answer_problems
from server.clinic.clock import clock_of
from server.clinic.fields import FACTS, topic
from server.digits import number

LONGEST: Final = 400
_DIGITS: Final = 3


class LocaleTexts(Value):
    """The clinic's words in the language of one locale: clauses by slot, and its own answers by the topic's key."""

    clauses: Mapping[str, str] = {}
    answers: Mapping[str, str] = {}


class ClinicSettings(Value):
    """What a clinic tells. `minutes` is how long it suggests to set aside; `exit_page` is where the quick way out of
    the patient's page leads; `erases`: a confirmed wish to have everything deleted is done at once, not passed on;
    `time_zone` is the name of the one in which staff are told times, UTC where it is empty; `safety` are the clinic's
    own words, by locale, of the message that ends a conversation in danger, with a mark for the numbers."""

    name: Annotated[str, Field(max_length=120)] = ""
    phone: Annotated[str, Field(max_length=40)] = ""
    minutes: Annotated[int | None, Field(ge=1, le=240)] = None
    exit_page: Annotated[str, Field(max_length=500)] = ""
    erases: bool = False
    time_zone: Annotated[str, Field(max_length=64)] = ""
    locales: Mapping[str, LocaleTexts] = {}
    safety: Mapping[str, str] = {}

    def told(self, locale: str, therapist: str = "") -> Clinic:
        """What the interviewer is told for one locale."""
        texts = self.locales.get(locale, LocaleTexts())
        minutes = str(self.minutes) if self.minutes else ""
        slots = {"clinic": self.name, "phone": self.phone, "minutes": minutes, "therapist": therapist}
        known = {name: text for name, text in (slots | dict(texts.clauses)).items() if text}
        return Clinic(slots=known, answers=texts.answers, erases=self.erases, exit_page=self.exit_page)


def general(before: ClinicSettings, given: Mapping[str, str]) -> ClinicSettings:
    """The settings with what the general form holds. Raises CorrectInput with every field that can't be kept."""
    phone, minutes = _line(given, "phone"), _line(given, "minutes")
    exit_page, name, zone = _line(given, "exit_page"), _line(given, "name"), _line(given, "time_zone")
    set_aside = number(minutes, 240)
    wrong = []
    if len(name) > 120 or "{" in name:
        wrong.append("Clinic's name: at most 120 characters, without braces.")
    if phone and (len(phone) > 40 or sum(map(str.isdigit, phone)) < _DIGITS or re.search(r"[^\d\s()+./x,-]", phone)):
        wrong.append("Phone: write it as your patients dial it, for example (555) 010-0199.")
    if minutes and not set_aside:
        wrong.append("Minutes to set aside: a whole number from 1 to 240.")
    if exit_page and not _web_page(exit_page):
        wrong.append("Quick exit leads to: the whole address of a web page, beginning with https://.")
    if zone and clock_of(zone).name != zone:
        wrong.append("Time zone: choose one from the list, such as America/New_York.")
    if wrong:
        raise CorrectInput(" ".join(wrong))
    changed = {"name": name, "phone": phone, "minutes": set_aside, "exit_page": exit_page}
    rest = {"time_zone": zone, "erases": given.get("erasure") == "at_once"}
    return before.model_copy(update=changed | rest)


def texts(before: ClinicSettings, locale: str, given: Mapping[str, str]) -> ClinicSettings:
    """The settings with what a locale's form holds. Raises CorrectInput with every text that can't be said."""
    found = typed(given, locale)
    if wrong := list(_wrong(found)):
        raise CorrectInput(" ".join(wrong))
    return before.model_copy(update={"locales": {**before.locales, locale: found}})


def typed(given: Mapping[str, str], locale: str) -> LocaleTexts:
    """What a locale's form holds, as it was typed; an empty field is none."""
    clauses = {name: text for name in CLAUSES if (text := _line(given, f"clause_{name}"))}
    keys = [one.key for one in entries(locale) if one.key != UNKNOWN]
    return LocaleTexts(clauses=clauses, answers={key: text for key in keys if (text := _line(given, f"answer_{key}"))})


def _wrong(found: LocaleTexts) -> Iterator[str]:
    for name, text in found.clauses.items():
        yield from (f"Facts, “{FACTS[name].name}”: {problem}." for problem in answer_problems(text, name, slots=False))
    for key, text in found.answers.items():
        yield from (f"Answers, “{topic(key)}”: {problem}." for problem in answer_problems(text, key))


def _line(given: Mapping[str, str], name: str) -> str:
    """A field on one line, as a patient can read it."""
    text = "".join(one for one in given.get(name, "") if one.isprintable() or one.isspace())
    return " ".join(text.split())


def _web_page(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return parts.scheme == "https" and bool(parts.hostname) and "@" not in parts.netloc and " " not in address
    except ValueError:
        return False
