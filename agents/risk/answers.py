"""Answers: short replies that mean something only after the question they answer."""

from agents.domain.risk import About, Tier
from agents.risk.answer import Answer
from agents.risk.phrases.elements import Text
from agents.risk.policy import Policy
from agents.risk.questions import asks
from agents.risk.sentence.hit import Hit
from agents.risk.sentence.judgement import attempt
from agents.risk.sentence.timing import When, past

_LIKELY = 5
_MOST = 10
ESTABLISHING = frozenset(
    {"prepare", "plan", "ideation", "likelihood", "want", "attempt", "attempt_lately", "dying", "ready", "date"}
)
_DENIED = ("denial", Tier.NONE)


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
    "obeying": ("command-voice-obeyed", Tier.STOP),
    "violence_means": ("threat", Tier.STOP),
    "harm_intent": ("threat", Tier.STOP),
    "there_now": ("thoughts-present", Tier.STOP),
    "still_so": ("intent-affirmed", Tier.STOP),
    "set_for": ("intent-affirmed", Tier.STOP),
    "today": ("intent-affirmed", Tier.STOP),
    "soon_injury": ("imminent-self-injury", Tier.STOP),
    "at_hand": ("means-kept", Tier.URGENT),
    "wish": ("passive-wish", Tier.FLAG),
    "family": ("third-person-risk", Tier.FLAG),
}
_NO: dict[str, tuple[str, Tier]] = {
    "worth": ("passive-wish", Tier.FLAG),
    "going": ("passive-wish", Tier.FLAG),
    "safe": ("not-safe", Tier.STOP),
    "holding_off": ("not-safe", Tier.STOP),
    "resisting": ("command-voice-obeyed", Tier.STOP),
    "doubts": ("intent-affirmed", Tier.STOP),
    "joked": ("intent-affirmed", Tier.STOP),
    "changed": ("intent-affirmed", Tier.STOP),
    "still_none": ("plan-affirmed", Tier.STOP),
    "accident": ("recent-self-injury", Tier.URGENT),
    "benign_check": ("farewell", Tier.URGENT),
    "barrier": ("no-barrier", Tier.STOP),
    "held_back": ("no-barrier", Tier.STOP),
}
_SAFE = frozenset({"safe", "holding_off"})
"""Questions that only a yes makes quiet."""
_NO_TOO = {"worth": "doubt", "going": "doubt", "barrier": "no_longer", "held_back": "no_longer"}
"""What amounts to no, by what was asked: a list of answers.toml."""
_ASKED_OUTRIGHT = frozenset({"ideation", "item11", "plan", "likelihood", "want", "prepare", "date", "ready"})
_AT_ONCE = {"obeying": "obeys", "violence_means": "armed", "at_hand": "in_hand", "means_at_hand": "held"}
"""What stops in an answer that says neither yes nor no: a list of answers.toml."""
_WHEN = frozenset({"plan", "date", "set_for"})
_TIMED = frozenset({"likelihood", "today"})
"""Questions to which a bare time ahead is a yes."""
_PLANNING = _ASKED_OUTRIGHT | {"told"}
_INTENDING = frozenset({"ideation", "likelihood", "plan", "today", "want", "date", "ready"})
_INTENT = ("intent-affirmed", Tier.STOP)
_TELLING: tuple[tuple[frozenset[str], str, str, tuple[str, Tier]], ...] = (
    (frozenset({"taken"}), "dosed", "as_ever", ("attempt-under-way", Tier.STOP)),
    (_PLANNING, "would_stop", "not_acting", _YES["plan"]),
    (frozenset({"obeying"}), "ignores", "silent", _YES["voices"]),
    (frozenset({"who_knows"}), "in_the_know", "no_plan", _YES["plan"]),
    (_TIMED | {"date", "set_for"}, "not_yet", "", _INTENT),
    (frozenset({"still_none"}), "has_one_now", "", _YES["plan"]),
    (frozenset({"there_now"}), "here_now", "not_now", _YES["there_now"]),
    (frozenset({"ideation"}), "wants_to", "", _YES["want"]),
    (frozenset({"ideation"}), "at_it", "", _INTENT),
    (frozenset({"item11", "soon_injury"}), "at_it", "", _YES["soon_injury"]),
)
"""What tells by itself: the questions, a list of answers.toml, another that takes it back, and the verdict."""
_ANYWHERE = frozenset({"would_stop", "in_the_know", "not_yet", "has_one_now"})
"""Lists that hold a no themselves, so that none before them denies them."""
_DEEDS: tuple[tuple[str, str, str, About], ...] = (
    ("done_self", "why_done", "recent-attempt", "suicide"),
    ("deed_self", "deeds", "intent-affirmed", "suicide"),
    ("deed_other", "deeds", "threat", "violence"),
)
"""Bare words that only a question makes sentences of: their list, that of the questions, what they are and about."""
_SHORT = 16
_UNANSWERED = frozenset({"taken", "told", "who_knows"})
"""Questions to which neither yes nor no says anything of risk."""
_PAST = frozenset({"recency", "recency_attempt", "injury_history", "attempt", "attempt_lately"})
_KEPT = frozenset({"voices_say", "hearing", "handover", "rated"})
_ABOUT: dict[str, About] = {
    "violence": "violence",
    "harm_intent": "violence",
    "voices": "violence",
    "voices_say": "violence",
    "hearing": "violence",
    "obeying": "violence",
    "violence_means": "violence",
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


def deed(text: Text, question: str) -> Hit | None:
    """What is done or will be done, in bare words that only the question makes a sentence of ("to die")."""
    if len(text.words) > _SHORT:
        return None
    answer = Answer(text, text)
    for told, asked, rule, about in _DEEDS:
        if (span := answer.asserted(told)) is not None and asks(question, asked):
            return Hit(rule, Tier.STOP, about, span.start, span.end)
    return None


def _outright(answer: Answer, asked: str, policy: Policy) -> tuple[str, Tier] | None:
    """What tells by itself, whether or not the reply says yes or no."""
    for topics, told, but, verdict in _TELLING:
        found = asked in topics and (answer.has(told) if told in _ANYWHERE else answer.asserts(told))
        if found and not (but and answer.has(but)):
            return verdict
    if asked in _INTENDING and answer.has("contrary"):
        return _YES[asked]
    if asked in ("ideation", "item11") and answer.asserts("tried"):
        return attempt(answer.text, policy)
    if asked == "item11" and answer.asserts("others_say") and not answer.imminent:
        return _YES["voices"]
    if asked in _AT_ONCE and answer.has(_AT_ONCE[asked]) and not answer.denies and not answer.has("not_acting"):
        return _YES["plan" if asked in ("at_hand", "means_at_hand") else asked]
    return None


def _verdict(answer: Answer, asked: str, policy: Policy) -> tuple[str, Tier] | None:
    if outright := _outright(answer, asked, policy):
        return outright
    if asked in _UNANSWERED:
        return None
    if asked == "meaning":
        return _YES["want"] if answer.has("death") else None
    if asked in _NO:
        return _negated(answer, asked)
    if asked in _KEPT:
        return _kept(answer, asked)
    if asked in _PAST:
        return _history(answer, asked, policy)
    if asked == "likelihood" and (number := answer.number()) is not None:
        return ("intent-affirmed", Tier.STOP if number >= _LIKELY else Tier.URGENT) if number else _DENIED
    if answer.affirms:
        return _affirmed(answer, asked)
    if asked in _ASKED_OUTRIGHT and answer.has("declines"):
        return "answer-declined", Tier.FLAG
    if asked in ("ideation", "item11", "wish") and answer.asserts("settled") and not answer.denies:
        return _INTENT
    if asked == "plan" and answer.asserts("way_thought"):
        return "method-thought", Tier.URGENT
    return _DENIED if answer.denies or answer.closes else _told(answer, asked)


def _denied_or(answer: Answer, told: tuple[str, Tier]) -> tuple[str, Tier] | None:
    """What a number above 0 or any yes tells, or a denial."""
    if answer.rating or (answer.number() and not answer.denies) or answer.affirms:
        return told
    return _DENIED if answer.denies else None


def _told(answer: Answer, asked: str) -> tuple[str, Tier] | None:
    """The verdict on a reply that says neither yes nor no."""
    if asked == "violence" and answer.ahead:
        return _YES["violence_means"]
    if asked == "set_for" and answer.has("at_a_time"):
        return _YES["set_for"]
    if asked == "likelihood" and answer.has("wavering"):
        return "active-ideation", Tier.URGENT
    if asked == "plan" and answer.has("looked_into"):
        return "method-thought", Tier.URGENT
    if asked in ("plan", "ready") and answer.has("readied") and not answer.has("not_acting"):
        return _YES["plan"]
    if asked == "prepare" and answer.has("arranged"):
        return _YES["prepare"]
    if asked in ("date", "set_for") and answer.has("dated"):
        return _INTENT
    if (asked in _WHEN and answer.has("soon")) or (asked in _TIMED and answer.ahead):
        return _INTENT
    if asked == "ideation" and not answer.has("still") and past(answer.text) is When.OLD:
        return "old-ideation", Tier.FLAG
    if asked == "item11" and answer.has("that_day"):  # it asks how often: a bare "on Tuesday" tells when it was
        return _YES["item11"]
    if asked in ("ideation", "item11") and answer.ahead:
        return _INTENT
    return ("method-thought", Tier.URGENT) if asked == "plan" and answer.has("method") else None


def _negated(answer: Answer, asked: str) -> tuple[str, Tier] | None:
    """The verdict where it is no that tells."""
    if asked == "holding_off" and (sure := answer.rating) is not None:
        return ("not-safe", Tier.STOP if sure < _LIKELY else Tier.URGENT) if sure < _MOST - 1 else _DENIED
    if (asked == "doubts" and answer.has("unwanted")) or (asked == "still_none" and answer.has("still_without")):
        return _DENIED
    if asked == "holding_off" and answer.has("unsure") and not answer.denies:
        return "not-safe", Tier.URGENT
    if answer.denies or (asked in _SAFE and answer.begins("bad")) or (asked in _NO_TOO and answer.has(_NO_TOO[asked])):
        return _NO[asked]
    if asked == "held_back":
        return "ideation-affirmed", Tier.FLAG
    return _DENIED if asked in _SAFE and answer.begins("yes") else None


def _kept(answer: Answer, asked: str) -> tuple[str, Tier] | None:
    """The verdict on what voices say, or on whether means are given away."""
    if asked == "rated":
        return _denied_or(answer, _YES["ideation"])
    if asked == "hearing":
        return _YES["voices"] if answer.asserts("ordered") else None
    if asked == "voices_say":
        return _YES["voices"] if answer.has("harmful") else _DENIED if answer.denies else None
    if answer.has("kept") and answer.begins("refuses"):
        return _YES["plan"]
    return ("means-kept", Tier.URGENT) if answer.denies else None


def _affirmed(answer: Answer, asked: str) -> tuple[str, Tier] | None:
    if asked == "there_now" and answer.has("not_now"):
        return _YES["item11"]
    if asked in ("plan", "ready") and answer.has("readied") and not answer.has("not_acting"):
        return _YES["plan"]
    if asked == "prepare" and answer.has("arranged") and not answer.has("not_acting"):
        return _YES["prepare"]
    if asked in _WHEN | _TIMED and answer.ahead:
        return _INTENT
    if asked == "violence" and (answer.ahead or answer.imminent):
        return _YES["violence_means"]
    if asked in ("ideation", "item11", "wish") and answer.imminent:
        return _INTENT
    if asked == "ideation" and past(answer.text) is When.OLD:
        return "old-ideation", Tier.FLAG
    if asked == "item11" and answer.asserts("way_thought") and past(answer.text) is not When.OLD:
        return "method-thought", Tier.URGENT
    if asked in ("plan", "likelihood", "want", "prepare", "ready", "date") and (
        answer.has("not_acting") or answer.denies or not answer.begins("yes")
    ):
        return "method-thought", Tier.URGENT
    return _YES.get(asked)


def _history(answer: Answer, asked: str, policy: Policy) -> tuple[str, Tier] | None:
    when = past(answer.text)
    if asked in ("recency", "injury_history") and answer.asserts("mishap") and not answer.has("meant_to"):
        return None
    if asked == "recency_attempt" and when is When.UNDATED and answer.has("weeks"):
        return "recent-attempt", Tier.STOP
    if asked == "recency_attempt" and when is When.UNDATED and answer.has("forgotten"):
        return "undated-attempt", policy.undated_attempt
    if answer.denies and (asked != "recency" or when is When.UNDATED):
        return _DENIED
    if when is When.UNDATED and not (answer.affirms or answer.has("hurt_where")):
        return None
    if asked == "attempt_lately":
        return ("old-attempt", Tier.FLAG) if when is When.OLD else ("recent-attempt", Tier.STOP)
    if asked in ("attempt", "recency_attempt"):
        tiers = {When.RECENT: ("recent-attempt", Tier.STOP), When.OLD: ("old-attempt", Tier.FLAG)}
        return tiers.get(when, ("undated-attempt", policy.undated_attempt))
    return ("old-self-injury", Tier.FLAG) if when is When.OLD else ("recent-self-injury", Tier.URGENT)
