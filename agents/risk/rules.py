"""The rule engine of the risk reader: deterministic, offline, first in line and never lowered by anything after it."""

from functools import cache

from agents.domain.risk import Finding, Reading, Tier, highest
from agents.risk.acts import acts, kinds
from agents.risk.answers import answered, topic
from agents.risk.canon import Canon, Sentence, canonical
from agents.risk.hit import Hit
from agents.risk.judgement import judge
from agents.risk.lexicon import speller
from agents.risk.policy import Policy
from agents.risk.port import Message
from agents.risk.ruleset import Rule, rules
from agents.risk.surroundings import Surroundings

_ACT = "act:"
_MOST = 400


@cache
def _callers() -> tuple[dict[str, frozenset[int | str]], frozenset[int | str]]:
    """Cue word -> the rules and acts that it calls, and those called by every sentence."""
    by_cue: dict[str, set[int | str]] = {}
    always: set[int | str] = set()
    called: list[tuple[int | str, frozenset[str] | None]] = [(i, rule.when.cues) for i, rule in enumerate(rules())]
    called += [(_ACT + kind, found.cues) for kind, found in kinds().items()]
    for key, words in called:
        if words is None:
            always.add(key)
        for word in words or ():
            by_cue.setdefault(word, set()).add(key)
    return {word: frozenset(keys) for word, keys in by_cue.items()}, frozenset(always)


def _called(part: Sentence) -> set[int | str]:
    by_cue, always = _callers()
    found = set(always)
    for word in part.known & by_cue.keys():
        found |= by_cue[word]
    return found


def _hits(part: Sentence, whole: bool, around: Surroundings, policy: Policy) -> list[Hit]:
    table = rules()
    found: list[Hit] = []
    for key in sorted(_called(part), key=str):
        if isinstance(key, int):
            if table[key].reach in ("message" if whole else "sentence", "either"):
                found += table[key].read(part, around, policy)
        elif not whole:
            found += [hit for act in acts(part, key.removeprefix(_ACT)) if (hit := judge(act, around, policy))]
    return found


def _finding(hit: Hit, part: Sentence, canon: Canon, text: str) -> Finding:
    start, end = canon.original(part.first + hit.start, part.first + max(hit.start, hit.end - 1))
    return Finding(rule=hit.rule, tier=hit.tier, about=hit.about, start=start, end=end, text=text[start:end], lethality=hit.lethality)


def read(message: Message, policy: Policy = Policy()) -> Reading:  # noqa: B008  # frozen value
    """Read one message by rules alone. Never raises on any text; the same message always gives the same reading."""
    canon = canonical(message.text, speller())
    text = Sentence(tuple(canon.words[:_MOST]), 0)
    found: list[Finding] = []
    seen: dict[tuple[str, ...], None] = {}
    parts = canon.sentences
    for part in parts:
        if part.words in seen:
            continue
        seen[part.words] = None
        around = Surroundings(part, text)
        found += [_finding(hit, part, canon, message.text) for hit in _hits(part, False, around, policy)]
    if len(parts) > 1 and len(canon.words) <= _MOST:
        found += [_finding(hit, text, canon, message.text) for hit in _hits(text, True, Surroundings(text, text), policy)]
    if asked := topic(message.context, message.item):
        if text.words and (hit := answered(text, asked, policy)):
            found.append(_finding(hit, text, canon, message.text))
    return assembled(found)


def assembled(found: list[Finding]) -> Reading:
    """The reading of all findings: risky ones by place, denials apart."""
    unique = sorted(dict.fromkeys(found), key=lambda f: (f.start, f.end, f.rule))
    risky = tuple(f for f in unique if f.tier is not Tier.NONE)
    return Reading(tier=highest(f.tier for f in risky), findings=risky, denials=tuple(f for f in unique if f.tier is Tier.NONE))


class RulesRiskReader:
    """The rule engine as a risk reader."""

    name = "rules"

    def __init__(self, policy: Policy = Policy()) -> None:  # noqa: B008  # frozen value
        self._policy = policy
        _callers()

    async def read(self, message: Message) -> Reading:
        """Read one message, in-process. Never raises on patient text."""
        return read(message, self._policy)
