"""Acts: suicide, death, self-injury and harm to others in a clause, with what governs them and whether it is denied."""

from dataclasses import dataclass
from functools import cache

from agents.risk.lexicon import bank, classes, compiler, table
from agents.risk.phrases.elements import Span, Text
from agents.risk.phrases.patterns import Bank, Phrase, every
from agents.risk.plain.canon import Sentence
from agents.risk.sentence.polarity import clause_begin, denied, denied_after

KINDS = ("self_death", "end_it", "die", "injure", "harm")
_GOVERNORS = ("intend", "want", "wanted", "urge", "think", "tried", "nearly", "fear", "cond", "could", "voice")
_FEARED = {"intend": "fear", "urge": "fear", "could": "fear", "want": "feared_wish"}
_SURE = frozenset({"sure", "certain", "convinced"})
_THEIRS = frozenset({"himself", "herself", "themselves", "themself", "yourself"})
_MYSELF = frozenset({"i", "myself", "meself"})
_BARE = frozenset({"injure", "self_death"})
_SELF = _MYSELF | {"me"}
_LIKE = frozenset({"like", "feel", "feels", "felt", "though", "if"})
_KNOWING = frozenset({"know", "knew", "met", "work", "worked", "teach", "taught", "coach", "train", "study", "studied"})
_NOUNS = frozenset({"thought", "thoughts", "urge", "urges", "idea", "ideas", "ideation", "feelings"})


@dataclass(frozen=True, slots=True)
class Act:
    """One act. `left` is its clause before it; `governor` the word class that governs it (`plain`: none)."""

    kind: str
    span: Span
    left: Text
    governor: str
    denied: bool
    mine: bool


@cache
def _named(key: str) -> frozenset[str]:
    kin = classes()["kin"][0].split("|") if key == "others" else []
    return frozenset(word.rstrip("s") for word in kin) | frozenset(table("acts.toml")["words"][key])


@cache
def _governors() -> list[tuple[str, Bank]]:
    extra = {"could": ["could|can"], "voice": ["{voice} ~2 {says}"], "wanted": ["wanted to?"]}
    return [(name, compiler().bank(extra.get(name) or [f"{{{name}}}"])) for name in _GOVERNORS]


@cache
def kinds() -> dict[str, Bank]:
    """The compiled phrases of each kind of act."""
    return {kind: bank("classes", kind) for kind in KINDS}


def _governor(left: Text) -> str:
    """The word class that governs what follows: the last before it, unless a fear or a thought frames it."""
    where = {name: spans[-1] for name, governors in _governors() if (spans := governors.every(left))}
    if not where:
        return "plain"
    best = max(where, key=lambda name: (where[name].end, name == "wanted"))
    if "fear" in where and best in _FEARED and _feared(left.words, where["fear"], where[best]):
        return _FEARED[best]
    if best == "intend" and _LIKE.intersection(left.words[max(0, where["intend"].start - 3) : where["intend"].start]):
        return "urge"
    return "think" if best in ("urge", "could", "cond") and "think" in where else best


def _feared(words: tuple[str, ...], fear: Span, wish: Span) -> bool:
    """Whether a fear frames what follows it, unlike `frightened and going to ...` and `sure that I want to ...`."""
    wanted = words[fear.start] in _SURE and "want" in words[wish.start : wish.end]
    affirmed = wanted and "not" not in words[: fear.start]
    return not affirmed and "and" not in words[fear.end : wish.start]


def mine(words: tuple[str, ...], left: tuple[str, ...]) -> bool:
    """Whether the patient is the one who acts: by `i` or `myself`, else by the last person named before."""
    if not _MYSELF.isdisjoint(words):
        return True
    others = _named("others")
    for place in reversed(range(len(left))):
        if left[place].rstrip("s") in others:
            return False
        if left[place] in _SELF and not _tells_who(left, place, others):
            return True
    return True


def _tells_who(left: tuple[str, ...], place: int, others: frozenset[str]) -> bool:
    """Whether the word is the `i` of `a lad i work with`; not that of `since i lost my husband i want to`."""
    beside = left[max(0, place - 1)].rstrip("s") in others
    return beside and left[place] == "i" and not _KNOWING.isdisjoint(left[place + 1 : place + 2])


def acts(sentence: Sentence, kind: str, phrases: list[Phrase]) -> list[Act]:
    """All acts of one kind in a sentence, in order, by those of its phrases that could match."""
    found = []
    for span in every(phrases, sentence):
        begun = clause_begin(sentence.words, span.start)
        left = Text(sentence.words[begun : span.start])
        governor = _governor(left)
        meant = sentence.words[span.end : span.end + 2] == ("i", "mean")  # `..., ending my life i mean` says it again
        underway = left.words[-1:] == ("am",) or (kind in _BARE and not left.words and not meant)
        if governor == "plain" and underway and sentence.words[span.start].endswith("ing"):
            governor = "progressive"
        elif governor == "plain" and not _named("done").isdisjoint(sentence.words[span.start : span.end]):
            governor = "done"
        elif governor == "plain" and not _NOUNS.isdisjoint(sentence.words[span.end : span.end + 1]):
            governor = "think"
        found.append(
            Act(
                kind,
                span,
                left,
                governor,
                denied(left.words) or denied_after(sentence, span.end),
                _THEIRS.isdisjoint(sentence.words[span.end : span.end + 1])
                and mine(sentence.words[span.start : span.end], left.words),
            )
        )
    return found


@cache
def verdicts(kind: str) -> dict[str, list[str]]:
    """The matrix's row for one kind of act: governor to rule, tier and tier with a near time."""
    return {name: row for name, row in table("acts.toml")[kind].items() if name != "about"}
