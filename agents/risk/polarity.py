"""Polarity: whether what stands before a phrase in its clause denies it."""

import re

from agents.risk.lexicon import bank
from agents.risk.patterns import Text

_BREAKS = frozenset({"but", "however", "yet", "though", "although", "except", "until", "because", "while", "whereas", ";", '"'})
_JOINS = frozenset({"and", "so", "then", "because", "or"})
_SUBJECTS = frozenset(
    "i it we they he she you my the this that there if when maybe just now today tonight everyone part some nothing nobody all what".split()
)
_RESTART = re.compile(
    r"(?<! think)(?<! say)(?<! believe)(?<! know)(?<! thought)(?<! mean)(?<! that)(?<! if)(?<! when)(?<! would)(?<! like)"
    r"(?<! as)(?<! feel)(?<! imagine)(?<! suppose)(?<! whether)(?<! did)(?<! do)(?<! reckon)(?<! guess)(?<! way)(?<! where)"
    r"(?<! am)(?<! nor)(?<! have)(?<! times) i (?=[a-z])"
)
_IDLE = re.compile(
    r" (?:not a (?:single )?(?:day|night|week|hour) (?:goes|went|passes|gone|has gone)? ?by without|do not (?:know|see|understand) why i (?:would|should|do) not|not going to lie|can not (?:really )?(?:stop|wait|help|shake|quit|get rid|escape|ignore|resist|get over|switch off|turn off|guarantee|promise|say (?:that )?i (?:will|would|am|do|have) not)|will not (?:stop|go away|leave)"
    r"|do(?:es)? not (?:know|care|matter|mind|stop|see why|help|go away|leave)|not (?:just|only|sure|certain|a day|one day|afraid|scared|even sure|joking|kidding|a joke|the first|exactly|gonna lie|to be dramatic|to mention|that it matters|because|mind)"
    r"|(?:did|do) not sleep|no (?:joke|doubt|one (?:would|will|knows|cares|else)|point|reason|other|way out|matter|idea|offence|question|wonder|longer)|nothing (?:else )?(?:stop|stops|stopping|left|to|works|helps|matters|worth|but|can|will)|nobody (?:would|will|knows|cares)"
    r"|never (?:thought i|mind|told|stop|stops)|not (?:waking|wake|woken)|never not|why (?:should|do|would) i not|would not mind|could not care|have not (?:told|slept|said|got long|eaten)|if not|do not (?:tell|worry|bother|try|call|want to (?:live|be alive|be here|exist|wake)|think i can)|did not (?:work|tell|want to wake|sleep)|can not (?:do this|go on|take|cope|live|carry|sleep|trust|stand|bear|keep|see|be) "
    r"|would not (?:mind|matter|care|be missed|bother)|why not|not enough|without (?:telling|anyone|fail)|not long|not in a|not joking|am not safe|have not (?:stopped|decided when|decided how)|not (?:coping|ok|okay|well|good|great|long)|and never (?:wake|come)|not alone)"
)
_NEGATOR = re.compile(
    r" (?:not|never|no|none|nor|neither|without|nobody|hardly|zero|against|denies|deny|denied|barely|scarcely|stopped|instead of|rather than|free of"
    r"|far from|anything but|refuse to|lack|nothing|nowhere|nah|stopped)(?= )"
)
_NEGATORS = frozenset({"not", "never", "no", "nor", "neither", "without"})
_ANSWER = re.compile(r"^ (?:oh |well |um |god |and |but )*no (?=i (?!am not|have not|do not)|please|one|seriously)")
_REACH = 14
_FURTHEST = 45


def clause_begin(words: tuple[str, ...], position: int) -> int:
    """The word with which the clause begins that holds the word at `position`."""
    for i in range(position - 1, max(0, position - _FURTHEST), -1):
        word = words[i]
        if (word in _BREAKS and words[i + 1] != "not") or (word == "," and _starts_clause(words, i + 1)):
            return i + 1
        if word == "," and words[i + 1] in _NEGATORS:
            return i + 1
        if word in ("and", "so", "then") and words[i + 1] in ("i", "it", "now", "then"):
            return i + 1
    return max(0, position - _FURTHEST)


def denied_after(text: Text, position: int) -> bool:
    """Whether what follows at `position` takes it back (`... has never crossed my mind`, `Suicidal? Hardly.`)."""
    return bool(bank("settings.toml", "taken_back").ends(text, position))


def _starts_clause(words: tuple[str, ...], i: int) -> bool:
    if words[i] in _JOINS and i + 1 < len(words):
        i += 1
    return words[i] in _SUBJECTS


def denied(left: tuple[str, ...]) -> bool:
    """Whether a clause's beginning denies what follows it: an odd number of negators that reach this far."""
    text = _ANSWER.sub(" ", f" {' '.join(left)} ")
    restarts = list(_RESTART.finditer(text))
    if restarts:
        text = text[restarts[-1].start() :]
    if " neither " in text:
        text = text.replace(" nor ", " ")
    text = f" {' '.join(_IDLE.sub(' ', text).split()[-_REACH:])} "
    return len(_NEGATOR.findall(text)) % 2 == 1
