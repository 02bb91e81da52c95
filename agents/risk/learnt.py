"""What the learnt reader finds in a message: it carries the reading, and the rules stand beside it.

A higher tier of one is never lowered by the other. The limits were chosen on authors that it was not trained on
(`limits` in benchmarks/training/data/held_out.toml), so that few harmless messages stop an interview.
"""

import re
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.domain.risk import About, Finding, Reading, Tier
from agents.language import ENGLISH
from agents.questions.bank import wording
from agents.reading.asking import all_marked, may_ask
from agents.reading.however_asked import however_asked
from agents.reading.model.labels import ACTS
from agents.reading.model.reader import Learnt, reader
from agents.reading.written import Written
from agents.risk.about import lethal, subject
from agents.risk.behind import BY_ITSELF, HARDLY, behind, hardly
from agents.risk.catalogue import LEARNT
from agents.risk.now import OTHERS, asked_now, by_rule, not_now
from agents.risk.of_the_talk import about_the_talk
from agents.risk.port import Message
from agents.risk.ready import asks_more, asks_ready, only_of_answers, says_no_more, says_nothing_ever, takes_leave
from agents.risk.remarks import apart, likely
from agents.risk.ruleset import CLINIC, rules

STOP: Final = 0.45
"""How likely a stop has to be."""
HOWEVER_ASKED: Final = 0.5
"""The same in the answer to the item on self-harm, as a mean over the ways in which it is asked."""
BRIEF: Final = 0.6
"""The same for fewer than five words."""
NOW_QUIET: Final = 0.9
"""The same for few words that tell of no danger themselves, after whether such thoughts are there now (`asdf`)."""
ELSEWHERE: Final = 0.7
"""The same in the answer to an item that has nothing to do with risk."""
URGENT: Final = 0.55
"""How likely urgent or a stop has to be."""
NOTICED: Final = 0.5
"""The same in the answer to an item that has nothing to do with risk, so that somebody looks at what stops nothing."""
RISK: Final = 0.77
RISK_ABROAD: Final = 0.66
"""How likely any risk has to be there, as a mean of the readings behind the question and without it. Of the replies in
`limits` and `later` two in 1,000 are recorded for it, and a quarter of the dangers there that were not heard before."""
DOUBT: Final = 0.25
"""The same of the whole, for a danger to be sought in it that a remark hides."""
FLAG: Final = 0.5
"""How likely any risk has to be."""
_QUIET: Final = 0.4
"""Words in which urgent or a stop is less likely than this tell of no danger by themselves."""
_THERE: Final = 0.5
"""How likely a never has to be, for an answer to the item on self-harm to be nothing."""
_PLAIN_ANSWER: Final = 0.8
"""How likely few words have to be an answer to an item that has nothing to do with risk, behind which they are no stop,
for what they sound like by themselves to count for nothing ("I stopped 2 months ago", of tobacco)."""
_FEW: Final = 5
_SOME: Final = 7
_MOST: Final = 12
"""Sentences of a stop that are read by themselves."""
_FLAT: Final = re.compile(r"\W*(?:no|nope|nah|never|not at all|not really|yes|yeah|yep)\W*", re.IGNORECASE)
"""A bare yes or no: to an ordinary item it tells nothing."""
_REQUESTS: Final = frozenset({"unsafe", "process", "pause", "stop", "delete", "human", "help", "clarify", "declines"})
"""Acts that answer no question: what was asked before them makes them no danger."""
_NO_ANSWER: Final = (_REQUESTS - {"declines", "unsafe"}) | {"other", "nothing"}
"""Acts that answer nothing. Who may not be safe to speak ("can't leave my kids") may have told of something."""
_PLAINLY: Final = 0.7
_RATHER: Final = 0.35
"""The same for a wish to stop in some more words, and for what may not be safe to say."""
_OF_THE_TALK: Final = ("stop", "pause", "unsafe")
_WHOLE: Final = re.compile(r"[^.!?\n]*\w[^.!?\n]*[.!?\n]*")


def raised(reading: Reading, message: Message, written: Written) -> Reading:
    """The reading with a finding of the learnt reader where that finds more than the rules did."""
    if reading.tier is Tier.STOP:
        return _more(reading, message)
    left = _unsettled(message, reading)
    if left.text != message.text:
        message, written = left, Written(left.text, left.language)
    ordinary = message.item not in (None, HARM_ITEM)
    if _tells_nothing(message):
        return reading
    text = written.text if written.disguised else message.text
    told, bare = behind(message, text, written), reader().read(None, text)
    quiet = reading.tier is Tier.NONE and bare.alarm < _QUIET
    unsaid = reading.tier is Tier.NONE and bool(message.context)
    asks = quiet and (all_marked(message.text) or _requests(message, written, bare))
    known = by_rule(message, reading, written, calm=bare.alarm < _QUIET)
    if known or (unsaid and (asks or about_the_talk(message))):
        return reading
    says = not_now(message, written, quiet) if unsaid else None
    if unsaid and ((quiet and _denied(message, reading)) or says is Tier.NONE):
        return reading
    if says is Tier.FLAG:
        return _with(reading, _another_time(message.text))
    limit = _limit(reading, message, ordinary, quiet)
    tier, likely = _tier(told, limit, NOTICED if ordinary else URGENT + limit - STOP)
    answers = ordinary and _plainly_answers(told, message.text)
    leaves = ordinary and not message.prior and _leaves(told, bare, message.text)
    only_behind = answers or leaves or _only_behind(message, reading, ordinary)
    if message.context and bare.danger >= max(BY_ITSELF, limit) and not only_behind:
        told, tier, likely = (told, tier, likely) if tier is Tier.STOP else (bare, Tier.STOP, bare.danger)
    elif tier is Tier.STOP and message.context and _no_yes(message, written, told, bare, quiet):
        tier = Tier.URGENT  # a request, dangerous by its question alone: somebody looks at it, and nothing ends
    if tier is Tier.STOP and (hardly(message, text, told, bare) or _not_by_itself(message, written, told, bare)):
        tier = Tier.URGENT
    unspoken = _unspoken(message, reading, tier) and told.scores[0] < _THERE
    if unspoken and not (_waits(message, written) or (quiet and _says_nothing(message, text, bare))):
        tier, likely = Tier.FLAG, 1 - told.scores[0]  # whatever is told of it above never is recorded
    whole = (tier, likely, told.span)
    doubtful = tier is not Tier.STOP and not leaves and max(told.alarm, bare.alarm) >= DOUBT
    beside = _beside(message, text, limit, ordinary) if doubtful else whole
    noticed = _noticed(message, told, bare, leaves) if ordinary else whole
    most = max(whole, beside, noticed, key=lambda one: one[0].rank)
    if most[0].rank <= reading.tier.rank:
        return reading
    return _with(reading, _finding(*most, reading, message, written))


def _tells_nothing(message: Message) -> bool:
    """Whether there is nothing in a message to learn from."""
    if not any(map(str.isalpha, message.text)) or says_no_more(message) or only_of_answers(message):
        return True
    return message.item not in (None, HARM_ITEM) and _FLAT.fullmatch(message.text) is not None


def _only_behind(message: Message, reading: Reading, ordinary: bool) -> bool:
    """Whether few words are known behind their question alone: in another language than English, in answer to an item
    that has nothing to do with risk, where by themselves even a goodbye ("me voy") sounds like danger."""
    return ordinary and message.language != ENGLISH and len(message.text.split()) <= _SOME and not reading.findings


def _plainly_answers(told: Learnt, text: str) -> bool:
    """Whether few words are an answer to their item, and no danger behind it."""
    return len(text.split()) <= _SOME and told.danger < STOP and told.acts[0] >= _PLAIN_ANSWER


def _leaves(told: Learnt, bare: Learnt, text: str) -> bool:
    """Whether few words are a wish to stop or to pause, or may not be safe to say, behind their question and by
    themselves, and no danger behind it ("im done. bye", "he doesnt know im doing this"): the conversation answers
    them."""
    words = len(text.split())
    if words > _SOME or told.danger >= STOP:
        return False
    least = _PLAINLY if words < _FEW else _RATHER
    return all(sum(one.acts[ACTS.index(act)] for act in _OF_THE_TALK) >= least for one in (told, bare))


def _unspoken(message: Message, reading: Reading, tier: Tier) -> bool:
    """Whether an answer to the item on self-harm shows no risk so far, and denies none."""
    return tier is Tier.NONE and message.item == HARM_ITEM and not reading.denials


def _waits(message: Message, written: Written) -> bool:
    """Whether a message does nothing but ask for a moment."""
    return rules(message.language).answers["waits"].search(written.text) is not None


def _says_nothing(message: Message, text: str, bare: Learnt) -> bool:
    """Whether words are plainly no answer to the item on self-harm, in whichever words it was asked or, few ones, by
    themselves: another item's, a question, a request, or nothing to the matter ("my phone died sorry")."""
    acts = however_asked(text, HARM_ITEM, wording(HARM_ITEM, message.language).questions).acts
    known = (acts, bare.acts) if len(message.text.split()) < _FEW - 1 else (acts,)
    return any(one[ACTS.index(act)] >= _PLAINLY for one in known for act in _NO_ANSWER)


def _beside(message: Message, text: str, limit: float, ordinary: bool) -> tuple[Tier, float, tuple[int, int]]:
    """The tier of a danger that has a harmless remark beside it, how likely and where. Within one sentence, and in the
    answer to an item that has nothing to do with risk, it alerts and ends nothing."""
    found = apart(message.context, text, message.item, message.language)
    if found.danger < max(likely(message.language), limit):
        return Tier.NONE, found.danger, (found.start, found.end)
    return Tier.STOP if found.own and not ordinary else Tier.URGENT, found.danger, (found.start, found.end)


def _noticed(message: Message, told: Learnt, bare: Learnt, leaves: bool) -> tuple[Tier, float, tuple[int, int]]:
    """Any risk in the answer to an item that has nothing to do with it, as a mean of how likely it is behind the
    question, which hears its own problem in everything, and without it ("I should be with him by now")."""
    any_ = 1 - (told.tiers[0] + bare.tiers[0]) / 2
    least = RISK if message.language == ENGLISH else RISK_ABROAD
    tier = Tier.FLAG if any_ >= least and not leaves else Tier.NONE
    return tier, any_, (0, len(message.text))


def _unsettled(message: Message, reading: Reading) -> Message:
    """The message without the sentences whose tier is the clinic's to set; blanks hold their places."""
    text = message.text
    for known in reading.findings:
        for one in _WHOLE.finditer(text) if known.rule in CLINIC else ():
            if known.start < one.end() and one.start() < known.end:
                text = text[: one.start()] + " " * len(one[0]) + text[one.end() :]
    return message.model_copy(update={"text": text})


def _more(reading: Reading, message: Message) -> Reading:
    """A stop with the other sentences that are one by themselves, so that all that was said is shown."""
    found = list(_WHOLE.finditer(message.text))
    for one in found[:_MOST] if len(found) > 1 else ():
        start, end = one.start() + len(one[0]) - len(one[0].lstrip()), one.start() + len(one[0].rstrip())
        if any(known.start < end and start < known.end for known in reading.findings):
            continue
        bare = reader().read(None, message.text[start:end])
        if bare.danger >= BY_ITSELF:
            stop = _made(Tier.STOP, bare.danger, "suicide", message.text, start, end)
            reading = _with(reading, stop)
    return reading


def _denied(message: Message, reading: Reading) -> bool:
    """Whether few words say that it is not there now: a no by rule, in which nothing sounds like danger by itself."""
    return bool(reading.denials) and len(message.text.split()) < _FEW and asked_now(message)


def _not_by_itself(message: Message, written: Written, told: Learnt, bare: Learnt) -> bool:
    """Whether words hold nothing dangerous by themselves, and begin with a no to whether it is there now ("no not right
    now, sorry for being dramatic"); or that they take leave at the end, in whichever words, or tell of a hope beside
    something quiet ("put 3 for mood. I want to turn my life around"), where no danger was told of: somebody looks at
    them, and nothing ends."""
    if asks_more(message):
        ends = not message.prior and (takes_leave(message) or _hopes(message.text))
        return ends or (told.danger < ELSEWHERE and bare.alarm < _QUIET)
    denies = rules(message.language).answers["no"].search(written.text) is not None
    return asked_now(message) and denies and bare.alarm < HARDLY


def _hopes(text: str) -> bool:
    """Whether sentences only tell of a hope or of something of every day, and the others hold no danger."""
    rest = _WHOLE.sub(lambda one: "" if says_nothing_ever(one[0]) else one[0], text)
    return rest != text and reader().read(None, rest).alarm < _QUIET


def _requests(message: Message, written: Written, bare: Learnt) -> bool:
    """Whether words are a request by themselves, without a yes or fear ("can I stop"), behind the question whether it
    is there now, or a question behind the item on self-harm: what becomes of it is the conversation's."""
    asks = ACTS[bare.acts.index(max(bare.acts))] in _REQUESTS - {"unsafe", "declines"}
    if not asks or rules(message.language).answers["yes"].search(written.text):
        return False
    plain = max(bare.acts) >= _PLAINLY and may_ask(message.text)
    return asked_now(message) or (message.item == HARM_ITEM and plain)


def _no_yes(message: Message, written: Written, told: Learnt, bare: Learnt, quiet: bool) -> bool:
    """Whether words make a danger by their question alone: a request; after whether it is there now, unless they begin
    with a yes, also a request that sounds like one by itself ("I have to go"), and what somebody else does ("he checks
    my phone")."""
    now = asked_now(message) and not rules(message.language).answers["yes"].search(written.text)
    asks = _asks(told) or _asks(bare)
    return (asks and (quiet or now)) or (now and OTHERS.match(message.text) is not None)


def _asks(told: Learnt) -> bool:
    return ACTS[told.acts.index(max(told.acts))] in _REQUESTS


def _tier(told: Learnt, limit: float, urgent: float) -> tuple[Tier, float]:
    """The tier by the learnt reader, where a stop and urgent have to be that likely, and how likely at least it is."""
    if told.danger >= limit:
        return Tier.STOP, told.danger
    if told.alarm >= urgent:
        return Tier.URGENT, told.alarm
    any_ = 1 - told.tiers[0]
    return (Tier.FLAG, any_) if any_ >= min(0.95, FLAG + limit - STOP) else (Tier.NONE, told.tiers[0])


def _limit(reading: Reading, message: Message, ordinary: bool, quiet: bool) -> float:
    """How likely a stop has to be. Few words in which a rule found something less have to be one by themselves: with
    `BRIEF` an urgent answer ("often", to whether such thoughts are there now) would be a stop."""
    if reading.denials:
        return BY_ITSELF
    brief, now = len(message.text.split()) < _FEW, quiet and asked_now(message)
    if ordinary or (asks_ready(message) and not message.prior):
        return ELSEWHERE
    if message.item == HARM_ITEM and not (brief or now):
        return HOWEVER_ASKED
    if not brief:
        return BRIEF if now else STOP
    if reading.findings:
        return BY_ITSELF
    return NOW_QUIET if now else BRIEF


def _finding(
    tier: Tier, likely: float, span: tuple[int, int], reading: Reading, message: Message, written: Written
) -> Finding:
    start, end = 0, len(message.text)
    if not written.disguised:
        alarm, own = tier is not Tier.FLAG, HARM_ITEM if message.item == HARM_ITEM else None
        start, end = reader().carrying(message.context, message.text, span, own, alarm=alarm)
    said = message.text[start:end].lower()
    about = reading.findings[0].about if reading.findings else subject(said)
    return _made(tier, likely, about, message.text, start, end, lethal(said))


def _made(tier: Tier, likely: float, about: About, text: str, start: int, end: int, lethality: bool = False) -> Finding:
    return Finding(
        rule=f"{LEARNT}{tier}",
        tier=tier,
        about=about,
        start=start,
        end=end,
        text=text[start:end],
        lethality=lethality,
        likely=round(likely, 2),
    )


def _another_time(text: str) -> Finding:
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    return Finding(rule="another-time", tier=Tier.FLAG, about="self_harm", start=start, end=end, text=text[start:end])


def _with(reading: Reading, finding: Finding) -> Reading:
    findings = sorted((*reading.findings, finding), key=lambda one: (one.start, one.end, one.rule))
    return reading.model_copy(update={"tier": finding.tier, "findings": tuple(findings)})
