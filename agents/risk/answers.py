"""Answers: short replies that mean something only after the question they answer."""

import re
from functools import lru_cache

from agents.domain.level1 import HARM_ITEM
from agents.domain.risk import About, Tier
from agents.risk.canon import Sentence, canonical
from agents.risk.elements import Span, Text
from agents.risk.hit import Hit
from agents.risk.lexicon import bank, speller, table
from agents.risk.polarity import clause_begin, denied
from agents.risk.policy import Policy
from agents.risk.timing import When, past

_MINE = {"your": "my", "yourself": "myself", "you": "i", "yours": "mine"}
_LONGEST_CONTEXT = 500
_LAST = 3
_LIKELY = 5
_MOST = 10
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ESTABLISHING = frozenset({"prepare", "plan", "ideation", "likelihood", "want", "attempt", "dying", "ready", "date"})
_DENIED = ("denial", Tier.NONE)
_RISKY = re.compile(
    r"hurt|harm|kill|suicid|dead|d(?:ie|y)|death|end(?:ing)? (?:your|it|things)|alive|worth|attempt|overdos|voice|safe"
    r"|cut|goodbye|around|gone|wak|here|panic|relationship|boyfriend|girlfriend|marriage|husband|wife|partner|job"
    r"|contract|treatment|session|course|tenancy|lease|act on|tak|life|when|date|stop|need|do it"
)


@lru_cache(maxsize=512)
def question_text(question: str | None) -> Text | None:
    """The end of a question in the first person; None where nothing in it bears on risk."""
    if not question or not _RISKY.search(question[-_LONGEST_CONTEXT:].lower()):
        return None
    last = _bearing(canonical(question[-_LONGEST_CONTEXT:], speller()).sentences[-_LAST:])
    return Text(tuple(_MINE.get(word, word) for part in last for word in part.words))


def _bearing(sentences: list[Sentence]) -> list[Sentence]:
    """The sentences that a reply answers: a last question on another matter leaves what was said before it behind."""
    if len(sentences) < 2 or "?" in sentences[-2].words:
        return sentences
    last = Text(tuple(_MINE.get(word, word) for word in sentences[-1].words))
    leads = bank("classes", "risky").found(last) or bank("classes", "looks_back").found(last)
    return sentences if leads or "?" not in last.words else sentences[-1:]


@lru_cache(maxsize=512)
def _asked(question: str) -> str | None:
    text = question_text(question)
    if text is None:
        return None
    return next((name for name in table("questions.toml")["order"] if bank("questions.toml", name).found(text)), None)


def topic(question: str | None, item: int | None) -> str | None:
    """What a question was about as far as risk is concerned; None when it was about something else.

    Where the item is known it decides: no item but the one on self-harm asks about risk, whatever its words share."""
    if item is not None and item != HARM_ITEM:
        return None
    asked = _asked(question) if question else None
    return asked or ("item11" if item == HARM_ITEM else None)


class Answer:
    """A reply read as an answer: `head` is how it begins, `text` all of it."""

    def __init__(self, head: Text, text: Text) -> None:
        self.head = head
        self.text = text

    def begins(self, kind: str) -> bool:
        """Whether the beginning matches a list of answers.toml (`no`, `yes`, `some`, ...)."""
        return bank("answers.toml", kind).found(self.head)

    def has(self, kind: str) -> bool:
        """Whether any of the reply matches a list of answers.toml."""
        return bank("answers.toml", kind).found(self.text)

    @property
    def admitted(self) -> Span | None:
        """Where the reply speaks of the thoughts as had (`I've thought about it`), outside a negation."""
        return self._asserted("thought")

    @property
    def affirms(self) -> bool:
        """Yes in any form, including a frequency."""
        return self.admitted is not None or (
            not self.denies and (self.begins("yes") or self.begins("some") or bool(self._only_number))
        )

    @property
    def denies(self) -> bool:
        """A plain no."""
        return self.begins("no") or self._only_number == 0

    @property
    def _only_number(self) -> int | None:
        return self.number() if len([word for word in self.text.words if word[0].isalnum()]) == 1 else None

    @property
    def imminent(self) -> bool:
        """An affirmation that names a time ahead, a way or readiness."""
        return not self.denies and self._asserted("near_answer") is not None and not self.has("not_acting")

    def _asserted(self, kind: str) -> Span | None:
        words = self.text.words
        spans = bank("answers.toml", kind).every(self.text)
        return next((s for s in spans if not denied(words[clause_begin(words, s.start) : s.end])), None)

    def number(self) -> int | None:
        """The first number of 0 to 10 in the reply."""
        numbers = (_NUMBERS.index(word) if word in _NUMBERS else _digits(word) for word in self.text.words)
        return next((number for number in numbers if number is not None and number <= _MOST), None)


def _digits(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 3 else None


_YES: dict[str, tuple[str, Tier]] = {
    "ideation": ("ideation-affirmed", Tier.URGENT),
    "item11": ("item-11-affirmed", Tier.FLAG),
    "plan": ("plan-affirmed", Tier.STOP),
    "want": ("want-to-die", Tier.STOP),
    "ready": ("plan-affirmed", Tier.STOP),
    "date": ("plan-affirmed", Tier.STOP),
    "prepare": ("preparation-affirmed", Tier.STOP),
    "likelihood": ("intent-affirmed", Tier.STOP),
    "violence": ("harm-thought", Tier.FLAG),
    "voices": ("command-voice", Tier.URGENT),
    "wish": ("passive-wish", Tier.FLAG),
    "family": ("third-person-risk", Tier.FLAG),
}
_NO: dict[str, tuple[str, Tier]] = {
    "worth": ("passive-wish", Tier.FLAG),
    "safe": ("not-safe", Tier.STOP),
    "benign_check": ("farewell", Tier.URGENT),
    "barrier": ("no-barrier", Tier.STOP),
}
_ABOUT: dict[str, About] = {
    "violence": "violence",
    "voices": "violence",
    "item11": "self_harm",
    "injury_history": "self_harm",
}


def opens_with_no(text: Text) -> bool:
    """Whether a reply begins with a plain no."""
    return Answer(text, text).denies


def answered(head: Text, text: Text, asked: str, policy: Policy) -> Hit | None:
    """The hit for a reply as an answer to a question about `asked`."""
    answer = Answer(head, text)
    verdict = _verdict(answer, asked, policy)
    if verdict is None:
        return None
    rule, tier = verdict
    if answer.denies and tier is not Tier.NONE and (admitted := answer.admitted):
        return Hit(rule, tier, _ABOUT.get(asked, "suicide"), admitted.start, admitted.end)
    lethal = rule in ("plan-affirmed", "preparation-affirmed", "method-thought")
    return Hit(rule, tier, _ABOUT.get(asked, "suicide"), 0, len(head.words), lethality=lethal)


def _verdict(answer: Answer, asked: str, policy: Policy) -> tuple[str, Tier] | None:
    if asked == "barrier" and answer.has("no_longer"):
        return _NO["barrier"]
    if asked in _NO:
        return _NO[asked] if answer.denies or (asked == "safe" and answer.begins("bad")) else None
    if asked in ("recency", "recency_attempt", "injury_history", "attempt"):
        return _history(answer, asked, policy)
    if asked == "likelihood" and (number := answer.number()) is not None:
        return ("intent-affirmed", Tier.STOP if number >= _LIKELY else Tier.URGENT) if number else _DENIED
    if not answer.affirms:
        if asked in ("plan", "ready") and answer.has("readied") and not (answer.denies or answer.has("not_acting")):
            return _YES["plan"]
        if asked in ("ideation", "item11", "plan", "date") and not answer.denies and answer.has("soon"):
            return "intent-affirmed", Tier.STOP
        return _DENIED if answer.denies else None
    return _affirmed(answer, asked)


def _affirmed(answer: Answer, asked: str) -> tuple[str, Tier] | None:
    if asked in ("plan", "ready") and answer.has("readied") and not answer.has("not_acting"):
        return _YES["plan"]
    if asked in ("ideation", "item11", "wish") and answer.imminent:
        return "intent-affirmed", Tier.STOP
    if asked == "ideation" and past(answer.text) is When.OLD:
        return "old-ideation", Tier.FLAG
    if asked in ("plan", "likelihood", "want", "prepare", "ready", "date") and (
        answer.has("not_acting") or answer.denies or not answer.begins("yes")
    ):
        return "method-thought", Tier.URGENT
    return _YES.get(asked)


def _history(answer: Answer, asked: str, policy: Policy) -> tuple[str, Tier] | None:
    if answer.denies and (asked != "recency" or past(answer.text) is When.UNDATED):
        return _DENIED
    when = past(answer.text)
    if when is When.UNDATED and not answer.affirms:
        return None
    if asked in ("attempt", "recency_attempt"):
        tiers = {When.RECENT: ("recent-attempt", Tier.STOP), When.OLD: ("old-attempt", Tier.FLAG)}
        return tiers.get(when, ("undated-attempt", policy.undated_attempt))
    return ("old-self-injury", Tier.FLAG) if when is When.OLD else ("recent-self-injury", Tier.URGENT)
