"""Judgement: the tier of one act in its sentence, by the matrix of acts.toml and what surrounds it."""

from agents.domain.risk import About, Tier
from agents.risk.lexicon import bank, table
from agents.risk.phrases.elements import Text
from agents.risk.policy import Policy
from agents.risk.sentence.acts import Act, verdicts
from agents.risk.sentence.hit import Hit
from agents.risk.sentence.polarity import clause_end
from agents.risk.sentence.surroundings import Surroundings
from agents.risk.sentence.timing import When, ahead, attempted, past, telling

_HABIT = frozenset(
    (
        "been",
        "keep",
        "keeps",
        "kept",
        "started",
        "still",
        "by",
        "am",
        "again",
        "just",
        "already",
        "relapsed",
        "end",
        "i",
        "and",
        "with",
    )
)
_KEPT_UP = frozenset({"been", "keep", "keeps", "kept", "started", "still"})
_ONGOING = frozenset({"again", "relapse", "relapsed", "slip", "lapse", "most", "every", "lately", "since", "until"})
_ECHO = frozenset(
    {
        "do",
        "did",
        "am",
        "i",
        "me",
        "wanting",
        "would",
        "have",
        "want",
        "wanted",
        "to",
        "ever",
        "so",
        "what",
        "who",
        ",",
        "?",
        "like",
        "but",
        "and",
        "actually",
    }
)
_THOUGHTS = frozenset({"think", "urge", "could", "wanted"})
_PASSING = _THOUGHTS | {"plain"}
_SHARE = frozenset({"part", "half", "bit", "side", "corner"})
_OWN_DEATH = frozenset({"self_death", "end_it", "die"})
_NEAR = 6
_BYWORDS = frozenset({"kms", "unalive", "unaliving"})
"""Slang for killing oneself, as often said of a missed bus as meant."""
_UNPLANNED = frozenset({"plain", "done", "nearly", "could", "progressive"})
_TRIED = frozenset({"done", "nearly"})
_ONCE = frozenset({"used", "thought", "had"})
_WISHES = frozenset({"want", "wanted", "feared_wish"})


def judge(act: Act, around: Surroundings, policy: Policy) -> Hit | None:
    """The hit for an act: a finding, a denial (tier NONE), or nothing."""
    if not act.mine or _idiom(act, around) or _asked(act, around):
        return None
    about: About = table("acts.toml")[act.kind]["about"]
    if act.denied:
        return Hit("denial", Tier.NONE, about, act.span.start, act.span.end)
    if _hyperbole(act, around):
        return Hit("joke-or-slang", Tier.FLAG, about, act.span.start, act.span.end)
    rule, calm, pressing = verdicts(act.kind)[act.governor]
    if act.governor in _PASSING and around.has("recurring"):
        pressing = calm
    if act.kind == "injure" and around.has("resisting", whole=True):
        pressing = calm
    verdict = pressing if ahead(around.text, loose=act.governor in ("intend", "progressive")) else calm
    rule, tier = _settle(rule, verdict, act, around, policy)
    if tier is Tier.NONE:
        return None
    if around.quotes_another(act.span.start):
        rule, tier = "third-person-risk", Tier.FLAG
    return Hit(rule, tier, about, act.span.start, act.span.end)


def _settle(rule: str, verdict: str, act: Act, around: Surroundings, policy: Policy) -> tuple[str, Tier]:
    if act.kind == "die" and "rather" in act.left.words and "if" in around.text.words:
        return "passive-wish", Tier.FLAG
    if act.kind == "die" and act.governor in _WISHES and bank("settings.toml", "in_panic").found(_clause(act, around)):
        return "passive-wish", Tier.FLAG
    match verdict:
        case "attempt":
            return attempt(_told(act, around), policy, meant=not around.has("not_to_die", whole=True))
        case "injury":
            return injury(act, around)
        case "threat":
            return _threat(act, around)
        case "bare":
            return rule, policy.bare_wish
    if act.kind in _OWN_DEATH and act.governor == "want" and not _SHARE.isdisjoint(act.left.words[-_NEAR:]):
        return "active-ideation", Tier.URGENT
    if (
        act.kind in ("self_death", "end_it")
        and act.governor in ("think", "want", "wanted", "urge")
        and _long_ago(act, around)
    ):
        return "old-ideation", Tier.FLAG
    if verdict == "urgent" and act.kind == "self_death":
        if around.impulsive:
            return "harm-obsession", Tier.FLAG
        if act.governor == "plain" and past(_told(act, around)) is When.OLD:
            return "old-ideation", Tier.FLAG
    return rule, Tier(verdict)


def _span(act: Act) -> tuple[int, int]:
    return act.span.start, act.span.end


def _bounds(act: Act, around: Surroundings) -> tuple[int, int]:
    """Where the act's own clause begins and ends in its sentence."""
    return act.span.start - len(act.left.words), clause_end(around.text.words, act.span.end - 1)


def _told(act: Act, around: Surroundings) -> Text:
    """The sentence that the act's time is read from."""
    return telling(around.text, *_bounds(act, around))


def _clause(act: Act, around: Surroundings) -> Text:
    """The act's own clause."""
    begin, end = _bounds(act, around)
    return Text(around.text.words[begin:end])


def _long_ago(act: Act, around: Surroundings) -> bool:
    used = act.governor == "wanted" or not _ONCE.isdisjoint(_told(act, around).words)
    return used and past(_told(act, around)) is When.OLD


def attempt(text: Text, policy: Policy, *, meant: bool = True) -> tuple[str, Tier]:
    """A past attempt by when it was: within three months stops, undated as the clinic sets, old flags. Where the aim to
    die is denied (`meant`), what was recent is self-injury."""
    match attempted(text):
        case When.RECENT if not meant:
            return "recent-self-injury", Tier.URGENT
        case When.RECENT:
            return "recent-attempt", Tier.STOP
        case When.OLD:
            return "old-attempt", Tier.FLAG
    return "undated-attempt", policy.undated_attempt


def injury(act: Act, around: Surroundings) -> tuple[str, Tier]:
    """Self-injury by when it was: recent is urgent, old flags, undated is urgent where it is told as a habit."""
    when = past(_told(act, around))
    if when is When.OLD and around.has("relapse"):
        when = When.RECENT
    if act.governor == "plain" and when is When.UNDATED and not _habitual(act, around):
        return "self-injury-thought", Tier.FLAG
    if when is When.OLD:
        return "old-self-injury", Tier.FLAG
    return ("recent-self-injury", Tier.URGENT) if when is When.RECENT else ("self-injury", Tier.URGENT)


def _habitual(act: Act, around: Surroundings) -> bool:
    words = around.text.words[act.span.start :]
    return not _HABIT.isdisjoint(act.left.words[-2:]) or not _ONGOING.isdisjoint(words)


def _threat(act: Act, around: Surroundings) -> tuple[str, Tier]:
    whom = Text(around.text.words[act.span.start : act.span.end])
    if bank("classes", "generic").found(whom) and not around.has("crowd"):
        return "harm-thought", Tier.FLAG
    if (around.joking or around.mundane) and not around.has("earnest", whole=True):
        return "anger-at-person", Tier.FLAG
    return ("harm-obsession", Tier.FLAG) if around.obsessive else ("threat", Tier.STOP)


def _asked(act: Act, around: Surroundings) -> bool:
    """Whether the words are someone else's question: told (`she asked if I ...`), or echoed and answered otherwise."""
    if around.reported(act.left):
        return True
    return _ECHO.issuperset(act.left.words) and around.echoes(act.span.end)


def _hyperbole(act: Act, around: Surroundings) -> bool:
    """`If there is one more meeting I'll ...`, `I'd rather die than ...`: sarcasm alone."""
    if act.kind not in ("self_death", "die") or ahead(around.text):
        return False
    if "rather" in act.left.words and "than" in around.text.words[act.span.end :]:
        return True
    if around.has_near("laugh", *_span(act)) and _light(around) and act.governor != "want":
        return True
    return not around.has("weighty") and (_shrugs(act) or _slang(act, around))


def _slang(act: Act, around: Surroundings) -> bool:
    """A comparison, a question that mocks, a word of slang alone, or a slight cause."""
    if bank("settings.toml", "tag").ends(around.text, act.span.end):
        return True
    if act.kind == "die" and around.has_near("mundane", *_span(act)):
        return True
    if (
        _byword(act, around)
        and not around.has("no_joke")
        and (around.mundane or around.has("laugh") or around.has("hyperbole"))
    ):
        return True
    if act.kind == "self_death" and act.governor == "plain":
        word = around.text.words[act.span.start : act.span.end]
        return word == ("kms",) or bank("settings.toml", "simile").found(act.left)
    joking = around.has_near("hyperbole", *_span(act))
    return joking and ("if" in act.left.words or around.mundane)


def _shrugs(act: Act) -> bool:
    """`Guess I'll just ...`: the shrug that opens a joke."""
    words = act.left.words
    return any(word == "guess" and words[i - 1 : i] != ("i",) for i, word in enumerate(words))


def _light(around: Surroundings) -> bool:
    """A trivial cause, or a condition: what a joke hangs on."""
    return around.mundane or "if" in around.text.words


def _idiom(act: Act, around: Surroundings) -> bool:
    """Whether the words are an idiom, panic, fiction, accident or obsession, where the matrix does not hold."""
    meant = act.kind == "injure" and around.has("purpose")
    if (
        (around.covers("idiom", *_span(act)) and not meant)
        or (act.kind == "harm" and around.has("writing"))
        or (_fictional(act, around) and not _serious(act, around))
        or around.quoting
        or around.covers("else_meant", *_span(act))
    ):
        return True
    match act.kind:
        case "die":
            return (around.panicking and act.governor not in _WISHES) or (around.mundane and act.governor != "want")
        case "end_it":
            parted = around.parting or around.has("parted", whole=True)
            return (parted and not around.has("ends_all")) or _explained(around)
        case "injure":
            loose = act.governor in ("plain", "done", "could") and not around.has("purpose")
            kept_up = not _KEPT_UP.isdisjoint(act.left.words[-2:])
            return loose and (_slipped(act, around) or (around.has_near("accident", *_span(act)) and not kept_up))
        case "self_death":
            return around.has("tethered", whole=True) or _mishap(act, around)
    return False


def _explained(around: Surroundings) -> bool:
    """Whether it is told what else is to end."""
    told = around.has("explained", whole=True) and not ahead(around.text)
    return told or (around.has("otherwise", whole=True) and not around.has("ends_all"))


def _mishap(act: Act, around: Surroundings) -> bool:
    """An accident, or a trivial cause of what was not done."""
    if act.governor not in _UNPLANNED or _planned(act, around):
        return False
    trivial = around.mundane and act.governor not in _TRIED and not _byword(act, around)
    return trivial or (_slipped(act, around) and not around.has("meant"))


def _slipped(act: Act, around: Surroundings) -> bool:
    """Whether an accident is told in the act's own clause, or named as one in the sentence."""
    return around.has("unintended") or bank("settings.toml", "accident").found(_clause(act, around))


def _byword(act: Act, around: Surroundings) -> bool:
    """Whether the act is named in slang that is said of a missed bus as well."""
    return not _BYWORDS.isdisjoint(around.text.words[act.span.start : act.span.end])


def _fictional(act: Act, around: Surroundings) -> bool:
    """Whether a film, a song or a game is spoken of: in the clause itself where a thought is told."""
    if act.governor in _THOUGHTS:
        return bank("settings.toml", "fiction").found(_clause(act, around))
    return around.fiction


def _serious(act: Act, around: Surroundings) -> bool:
    """Whether a film, a song or a game beside it makes no fiction of the act: it is meant, or was done of late."""
    if act.governor in ("tried", "done"):
        killed = around.text.words[act.span.start] == "killed"
        played = bank("settings.toml", "gaming").found(around.text if killed else _clause(act, around))
        return past(_told(act, around)) is When.RECENT and not played
    return act.governor in ("intend", "want") or _planned(act, around)


def _planned(act: Act, around: Surroundings) -> bool:
    """Whether the act is told as under way and its time lies ahead (`I'm hanging myself on Friday`)."""
    return act.governor == "progressive" and ahead(around.text, loose=True)
