"""Acts: suicide, death, self-injury and harm to others as they stand in a clause, read by governor, polarity and time."""

from dataclasses import dataclass
from functools import cache

from agents.risk.canon import Sentence
from agents.risk.lexicon import bank, compiler, table
from agents.risk.patterns import Bank, Span, Text
from agents.risk.polarity import clause_begin, denied

KINDS = ("self_death", "end_it", "die", "injure", "harm")
_GOVERNORS = ("intend", "want", "wanted", "urge", "think", "tried", "nearly", "fear", "cond", "could", "voice")
_DONE = frozenset(
    "killed ended took hung shot slit slashed cut drove jumped threw swallowed overdosed tried burned burnt hurt harmed scratched bit punched hit"
    " stabbed relapsed banged sliced carved bruised starved poisoned drowned selfharmed crashed stepped walked".split()
)
_NOUNS = frozenset({"thought", "thoughts", "urge", "urges", "idea", "ideas", "ideation", "feelings"})


@dataclass(frozen=True, slots=True)
class Act:
    """One act in a sentence. `left` is its clause before it; `governor` the last word that governs it (`plain`: none)."""

    kind: str
    span: Span
    left: Text
    governor: str
    denied: bool


@cache
def _governors() -> list[tuple[str, Bank]]:
    extra = {"could": ["could|can"], "voice": ["{voice} ~2 {says}"], "wanted": ["wanted to?"]}
    return [(name, compiler().bank(extra.get(name) or [f"{{{name}}}"])) for name in _GOVERNORS]


@cache
def kinds() -> dict[str, Bank]:
    """The compiled phrases of each kind of act."""
    harm = ["{harm} ~1 {person}", "{grave} a|an|these|those|all|every ~2 {kin}|people|person|woman|man", "burn ~4 down"]
    return {kind: compiler().bank(harm) if kind == "harm" else bank("classes", kind) for kind in KINDS}


def _governor(left: Text) -> str:
    best, where = "plain", -1
    for name, governors in _governors():
        for span in governors.every(left):
            if span.end > where or (span.end == where and name == "wanted"):
                best, where = name, span.end
    return best


def acts(sentence: Sentence, kind: str) -> list[Act]:
    """All acts of one kind in a sentence, in order."""
    found = []
    for span in kinds()[kind].every(sentence):
        begun = clause_begin(sentence.words, span.start)
        left = Text(sentence.words[begun : span.start])
        governor = _governor(left)
        if governor == "plain" and not _DONE.isdisjoint(sentence.words[span.start : span.end]):
            governor = "done"
        elif governor == "plain" and not _NOUNS.isdisjoint(sentence.words[span.end : span.end + 1]):
            governor = "think"
        found.append(Act(kind, span, left, governor, denied(left.words)))
    return found


@cache
def verdicts(kind: str) -> dict[str, list[str]]:
    """The matrix's row for one kind of act: governor to rule, tier and tier with a near time."""
    return {name: row for name, row in table("acts.toml")[kind].items() if name != "about"}
