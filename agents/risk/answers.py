"""Answers: short replies that mean something only after the question they answer."""

from functools import lru_cache

from agents.domain.risk import About, Tier
from agents.risk.canon import canonical
from agents.risk.hit import Hit
from agents.risk.lexicon import bank, speller, table
from agents.risk.patterns import Text
from agents.risk.policy import Policy
from agents.risk.timing import When, past

_MINE = {"your": "my", "yourself": "myself", "you": "i", "yours": "mine"}
_LONGEST_CONTEXT = 1500


@lru_cache(maxsize=256)
def _first_person(question: str) -> Text:
    words = canonical(question[-_LONGEST_CONTEXT:], speller()).words
    return Text(tuple(_MINE.get(word, word) for word in words))


def topic(question: str | None, item: int | None) -> str | None:
    """What a question was about as far as risk is concerned; None when it was about something else."""
    if question:
        text = _first_person(question)
        for name in table("questions.toml")["order"]:
            if bank("questions.toml", name).found(text):
                return str(name)
    return "item11" if item == 11 else None


class Answer:
    """A reply's canonical text, read as an answer."""

    def __init__(self, text: Text) -> None:
        self.text = text

    def is_(self, kind: str) -> bool:
        """Whether the reply matches a list of answers.toml (`no`, `yes`, `some`, ...)."""
        return bank("answers.toml", kind).found(self.text)

    @property
    def affirms(self) -> bool:
        """Yes in any form, including a frequency."""
        return not self.denies and (self.is_("yes") or self.is_("some"))

    @property
    def denies(self) -> bool:
        """A plain no."""
        return self.is_("no")

    @property
    def imminent(self) -> bool:
        """An affirmation that names a time ahead, a way or readiness."""
        return self.is_("near_answer") and not self.is_("not_acting")

    def number(self) -> int | None:
        """The first number of 0 to 10 in the reply."""
        return next((int(word) for word in self.text.words if word.isdigit() and int(word) <= 10), None)


_YES: dict[str, tuple[str, Tier]] = {
    "ideation": ("ideation-affirmed", Tier.URGENT),
    "item11": ("item-11-affirmed", Tier.FLAG),
    "plan": ("plan-affirmed", Tier.STOP),
    "want": ("want-to-die", Tier.STOP),
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
_ABOUT: dict[str, About] = {"violence": "violence", "voices": "violence", "item11": "self_harm", "injury_history": "self_harm"}


def answered(text: Text, asked: str, policy: Policy) -> Hit | None:
    """The hit for a reply as an answer to a question about `asked`."""
    answer = Answer(text)
    about = _ABOUT.get(asked, "suicide")
    verdict = _verdict(answer, asked, policy)
    if verdict is None:
        return None
    rule, tier = verdict
    return Hit(rule, tier, about, 0, len(text.words), lethality=rule in ("plan-affirmed", "preparation-affirmed"))


def _verdict(answer: Answer, asked: str, policy: Policy) -> tuple[str, Tier] | None:
    if asked in _NO:
        return _NO[asked] if answer.denies or (asked != "worth" and answer.is_("bad")) else None
    if asked in ("recency", "injury_history", "attempt"):
        return _history(answer, asked, policy)
    if asked == "likelihood" and (number := answer.number()) is not None:
        return ("intent-affirmed", Tier.STOP if number >= 5 else Tier.URGENT) if number else ("denial", Tier.NONE)
    if answer.denies:
        return "denial", Tier.NONE
    if not answer.affirms:
        return ("intent-affirmed", Tier.STOP) if asked in ("ideation", "item11") and answer.imminent and answer.is_("yes") else None
    return _affirmed(answer, asked)


def _affirmed(answer: Answer, asked: str) -> tuple[str, Tier] | None:
    if asked in ("ideation", "item11", "wish") and answer.imminent:
        return "intent-affirmed", Tier.STOP
    if asked in ("plan", "likelihood", "want") and answer.is_("not_acting"):
        return "method-thought", Tier.URGENT
    return _YES.get(asked)


def _history(answer: Answer, asked: str, policy: Policy) -> tuple[str, Tier] | None:
    if answer.denies and asked != "recency":
        return "denial", Tier.NONE
    when = past(answer.text)
    if when is When.UNDATED and not answer.affirms:
        return None
    if asked == "attempt":
        tiers = {When.RECENT: ("recent-attempt", Tier.STOP), When.OLD: ("old-attempt", Tier.FLAG)}
        return tiers.get(when, ("undated-attempt", policy.undated_attempt))
    return ("old-self-injury", Tier.FLAG) if when is When.OLD else ("recent-self-injury", Tier.URGENT)
