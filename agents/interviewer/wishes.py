"""What a message does instead of answering, as the learnt reader hears it: it declines, asks what is meant, wants a
break, to stop for good, everything erased, a person or help, or may not be safe to speak.

How sure it has to be was chosen on replies of authors that it was not trained on (`limits` in
benchmarks/training/data/held_out.toml): from .75 on it takes hardly any answer for one of these.
"""

import re
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from agents.domain.level1 import HARM_ITEM
from agents.interviewer.port import Act
from agents.language import ENGLISH, Language
from agents.questions.bank import wording
from agents.reading.asking import may_ask
from agents.reading.model.labels import ACTS
from agents.reading.model.reader import reader

LONGEST: Final = 300
"""Characters of a message that may be nothing but a wish."""
LIKELY: Final = 0.75
"""How sure the learnt reader has to be of a message as a whole."""
ASKING: Final = 0.6
"""The same for a question about the conversation."""
SURER: Final = 0.8
"""The same for a break, for what leaves the item unanswered, and for a sentence beside an answer."""
STRONG: Final = 0.9
"""The same for a message that begins with a yes or no and asks for something in another sentence."""
PLAIN: Final = 0.85
"""The same for a wish to stop for good that is done without asking again."""
CALLS: Final = frozenset({Act.PERSON, Act.HELP, Act.UNSAFE})
_LEAST: Final = {Act.DECLINE: SURER, Act.PAUSE: SURER}
"""Of the moves that answers begin like ("I need a break when it's loud")."""
THEN: Final = frozenset({Act.PAUSE, Act.LEAVE, Act.ERASE, *CALLS})
"""What may be asked for beside an answer."""
ENDS: Final = frozenset({Act.LEAVE, Act.ERASE})
"""Moves after which it is asked whether to stop for good."""
ENDING: Final = frozenset({"leave", "erase"})
"""What is awaited then."""
AMBIGUOUS: Final[Mapping[Act, frozenset[int]]] = {
    Act.UNSAFE: frozenset({12, 13}),
    Act.LEAVE: frozenset({2, 5, HARM_ITEM, 16, 17, 21, 22, 23}),
}
"""Items whose answer may be in the words of a move: somebody who listens; to stop a mood, risks, harm, thoughts,
repeated acts, substances."""
LEAST_ASKED: Final = 3
"""Words of a question that may be one about the conversation where the catalogue has no answer."""
_USED: Final = frozenset({21, 22, 23})
"""Items on substances, which people say they want to quit."""
_MOVES: Final[Mapping[str, Act]] = {
    "clarify": Act.CLARIFY,
    "declines": Act.DECLINE,
    "pause": Act.PAUSE,
    "stop": Act.LEAVE,
    "delete": Act.ERASE,
    "human": Act.PERSON,
    "help": Act.HELP,
    "unsafe": Act.UNSAFE,
}
_ANSWERS: Final = ACTS.index("answers")
_TALK: Final = re.compile(
    r"\b(?:chat|questions?|questionnaire|survey|interview|conversation|consent|for good|leave me alone|answering"
    r"|messaging|asking|unsubscribe|(?:be|com\w+|go\w*) back)",
    re.IGNORECASE,
)
"""Words of the conversation: with one of them a wish to stop is about it."""
_ERASES: Final = re.compile(r"\b(?:delet|eras|wip)\w*\W+(?:it\W+)?(?:everything|all|it|this|that|what|my)\b", re.I)
_ERASING: Final = re.compile(
    r"\b(?:delet|eras|wip|remov|scrub|clear|purg|destr|get rid|shred|unsend|borr|elimin|suprim)"
    r"|\b(?:data|answers|messages|all (?:of )?(?:this|it|that)|everything)\b.{0,12}\bgone\b|\bon (?:the )?record\b"
    r"|\b(?:don'?t|do not|not|never|no)\b.{0,12}\b(?:sav|keep|kept|stor|record|guard|conserv|registr|almacen)",
    re.I,
)
"""Speaks of erasing, or of not keeping, without which nothing is to be erased."""
_BIDS: Final = re.compile(
    r"\b(?:can|could|would|please|puede|puedes|podria)\b.{0,12}\b(?:delet|eras|wip|remov|borr|elimin)", re.I
)
_AS_SAID: Final = 0.5
"""How sure the learnt reader has to be of a wish to erase that speaks of it, and of what is kept here."""
_OF_THIS: Final = re.compile(
    r"\b(?:this|that|it|data|answers?|messages?|chat|record|everything|anything|words|nada|todo|esto|eso|datos|respuestas|lo)\b",
    re.I,
)
_OUTRIGHT: Final = re.compile(r"\b(?:stop|end|quit|finish)(?: this| it)? for good\b", re.IGNORECASE)
_OTHER_END: Final = re.compile(
    r"\b(?:stop\w*|quit\w*|g[ai]ve up) "
    r"(?!asking|answering|writing|texting|messaging|talking|chatting|typing|doing this|taking (?:this|your))\w+ing\b"
    r"|\b(?:trying|tryna|tried|struggling) to (?:stop|quit)\b"
    r"|\b(?:\w+n'?t|not|never|cannot)(?<!want) (?:\w+ ){0,2}stop\b|^\W*(?:not any ?more|ya no)\W*$",
    re.IGNORECASE,
)
"""Ends something else than the conversation ("I want to stop drinking for good"), or doesn't want to, or cannot; or
says that what was asked is over."""
_IT: Final = re.compile(
    r"\W*(?:(?:please|pls|just|god|oh|well|no|yes|i|i'd|we|really|only|so)\W+)*"
    r"(?:(?:want|wanna|need|wish|(?:would )?like) (?:for )?(?:it|this|that)(?: all)? (?:to |would |will )?"
    r"(?:just |finally )?(?:stop|end|finish|be (?:over|done))|make (?:it|this|that)(?: all)? (?:stop|end))"
    r"(?:\W+(?:now|already|please|so (?:much|badly)|for good))*\W*"
    r"|\W*(?:(?:i|just|really|honestly|god|sorry|no|yes)\W+)*(?:can'?t|can ?not|don'?t think i can) "
    r"(?:do (?:this|it)|go on|keep going|take (?:it|this|any ?more))(?: like this)?(?: any ?(?:more|longer))?\W*"
    r"|\W*(?:(?:ya|es que|de verdad)\W+)*(?:no (?:puedo|aguanto|doy) m[aá]s|ya no aguanto)\W*"
    r"|\W*(?:(?:ya|s[oó]lo|pues|no|s[ií]|es|simplemente|por favor)\W+)*"
    r"(?:(?:quiero|quisiera|necesito|deseo|ojal[aá]) (?:ya )?)?que (?:ya |esto |eso )*(?:se )?(?:acabe|termine|pare)n?"
    r"(?:\W+(?:ya|esto|pronto|por favor|de una vez))*\W*",
    re.IGNORECASE,
)
"""Wants "it" to end, or can't go on, and doesn't say with what."""
_BEHIND_IT: Final = re.compile(
    r"\b(?:behind|typing|writing) (?:this|that|it|these|all this|the screen|back)\b"
    r"|\bam i (?:even |really |actually )?(?:talking|speaking|chatting|writing|texting) (?:to|with)\b"
    r"|\bis (?:there )?(?:any(?:one|body)|some(?:one|body)|a (?:real )?(?:person|human))"
    r"(?: \w+){0,2} (?:there|here|reading)\b"
    r"|^\W*any(?:one|body) (?:there|here|out there)\b"
    r"|\b(?:are|r) (?:you|u)(?: even| really| actually)*(?: an?)?(?: real| actual)? (?:human|person|real|alive)\b"
    r"|^(?!.*\b(?:i|please|pls|there)\b)\W*(?:\w+\W+){0,2}(?:will|would|does|is|are|when)\b[^?.]{0,40}"
    r"\b(?:call|ring|phone|text|contact|talk|speak|write|reach)(?:ing)?\b(?! (?:the|an?|911|988)\b)"
    r"|\b(?:me|nos) (?:va|van) a (?:llamar|contactar|escribir|hablar|atender|ver)\b|\b(?:va|van) a \w+(?:me|nos)\b"
    r"|\bme (?:llamar[aá]n?|contactar[aá]n?|hablar[aá]n?|escribir[aá]n?)\b",
    re.I,
)
"""Asks who writes here, or whether somebody is going to call, not for a person."""
_ALONE: Final = re.compile(
    r"(?<!not )(?<!n't )(?<!nt )\balone\b|^\W*(?:i|i'm|im|just|mostly)\b(?: just| only| mostly| mainly)* "
    r"(?:stay|sit|lie|hide|live|am|stayed)\w*(?: \w+){0,3} (?:my|the) (?:room|bed|house|flat|home)\W*$"
    r"|^\W*(?:\w+ ){1,4}(?:lives?|living|works?|viv[eo]n?) (?:here|with (?:me|us)|aqui|conmigo)(?: \w+){0,2}\W*$",
    re.IGNORECASE,
)
"""Speaks of nobody near, or only of who lives there."""
_OTHER_HELP: Final = re.compile(
    r"\bhelp (?:me )?(?:with|w/?|paying|pay|find\w*|get(?:ting)? (?:a |my )?(?:job|flat|place|meds)|apply\w*|"
    r"understand\w*|fill\w*)\b(?! (?:this feeling|these thoughts|my thoughts|it all))"
    r"|\bwhat (?:should|can|could|do) i do about (?:it|that|this)\b"
    r"|\A(?![\s\S]*\bhelp)[\s\S]*\bwhere (?:do|should) i (?:even )?(?:start|begin)\b"
    r"|\bayuda (?:con|para) (?:la|el|mi|los|las|encontrar|pagar|conseguir|la renta)\b",
    re.IGNORECASE,
)
"""Help with something that is no distress ("can you help me with my housing"), advice, or "where do I start" in a
message that asks for no help."""
_NOT: Final = {Act.LEAVE: _OTHER_END, Act.PERSON: _BEHIND_IT, Act.UNSAFE: _ALONE, Act.HELP: _OTHER_HELP}


_GOES_AT_ALL: Final = 0.55
"""How likely few words have to be a wish to stop by themselves, for it to be asked whether they are one."""
_FEW: Final = 5
_NEGATES: Final = re.compile(r"\W*(?:no|not|never|nunca|ya no)\b", re.IGNORECASE)
_STOP: Final = ACTS.index("stop")
_DECLINES: Final = ACTS.index("declines")
_GOING_ON: Final = re.compile(r"\b(?:go(?:ing)? on|carry on|continue|any ?more|any longer)\b", re.IGNORECASE)
"""Not to do so is no mere word about one question ("I don't want to go on")."""


def erasing(text: str) -> bool:
    """Whether a question asks for something to be erased ("can you delete my answers")."""
    return _BIDS.search(text) is not None


def ends_it(text: str) -> bool:
    """Whether a message wants no more than that "it" ends: the conversation, what was asked about, or everything. It is
    asked which."""
    return len(text) <= LONGEST and _IT.fullmatch(text.replace("’", "'")) is not None


def of_substance(act: Act, text: str, item: int | None) -> bool:
    """Whether a wish to stop, beside an answer, is to stop using what its item asks about."""
    return act is Act.LEAVE and item in _USED and _TALK.search(text) is None


class Wish(NamedTuple):
    """A move, how sure the learnt reader is of it, and whether a wish to stop for good is plain enough to be done
    without asking again."""

    act: Act
    share: float = 1.0
    sure: bool = False


def acts_of(text: str, question: str, item: int | None, language: Language = ENGLISH) -> tuple[float, ...]:
    """How likely each act is. A question back means the same however its item was asked: what it means behind the
    wording behind which it answers least."""
    ways = wording(item, language).questions if item else ()
    if item and question in ways and ("?" in text or may_ask(text)):
        return min((reader().read(way, text, item).acts for way in ways), key=itemgetter(_ANSWERS))
    return reader().read(question, text, item).acts


def wish(text: str, question: str, item: int | None, language: Language = ENGLISH) -> Wish | None:
    """The move that the learnt reader hears in a message, or a sentence; None when in doubt. Without the question it
    hears what sounds like an answer behind one; what leaves the item unanswered, or asks for a break, it hears only
    behind the question, since answers begin so too."""
    if len(text) > LONGEST:
        return None
    if ends_it(text):
        return Wish(Act.LEAVE)
    if not _may_be_heard(text, question, item):
        return None
    behind, bare = acts_of(text, question, item, language), reader().read("", text, item).acts
    found = _heard(text, behind, bare)
    if (found is None or found.act is Act.DECLINE) and _goes(text, behind, bare):
        return Wish(Act.LEAVE, bare[_STOP])
    return found


def _may_be_heard(text: str, question: str, item: int | None) -> bool:
    """Whether any move may be heard. Most sentences cannot be one by their words alone, whatever the encoder would say:
    they need no reading."""
    if "?" in text or may_ask(text) or _ERASING.search(text):
        return True
    behind, bare = (reader().most("act", one, text, item) for one in (question, ""))
    few = _few(text)
    if not few and not _reaches(behind) and not _reaches(bare):
        return False
    bare = reader().read("", text, item).acts
    return _reaches(behind) or _reaches(bare) or (few and bare[_STOP] >= _GOES_AT_ALL)


def _reaches(shares: Sequence[float]) -> bool:
    return any(shares[ACTS.index(name)] >= _LEAST.get(act, LIKELY) for name, act in _MOVES.items())


def _heard(text: str, behind: Sequence[float], bare: Sequence[float]) -> Wish | None:
    shares = behind
    if bare[ACTS.index(_most(bare))] > shares[ACTS.index(_most(shares))] and _MOVES[_most(bare)] not in _LEAST:
        shares = bare
    name = _most(shares)
    act, share = _MOVES[name], shares[ACTS.index(name)]
    answers = act is Act.UNSAFE and behind[_ANSWERS] >= SURER  # "i just stay in my room" to what is avoided
    least = ASKING if act is Act.CLARIFY and may_ask(text) else _LEAST.get(act, LIKELY)
    said = act is Act.ERASE and _ERASING.search(text.replace("’", "'")) and _OF_THIS.search(text)
    least = _AS_SAID if said else least
    if answers or share < least or ((other := _NOT.get(act)) and other.search(text)):
        return None
    if act is Act.DECLINE and _GOING_ON.search(text):
        return Wish(Act.LEAVE, share)
    if act not in ENDS:
        return Wish(act, share)
    share = shares[ACTS.index("stop")] + shares[ACTS.index("delete")]
    if _ERASES.search(text) or (act is Act.ERASE and _ERASING.search(text.replace("’", "'"))):
        return Wish(Act.ERASE, share)
    return Wish(Act.LEAVE, share, bool(_OUTRIGHT.search(text) or (share >= PLAIN and _TALK.search(text))))


def _goes(text: str, behind: Sequence[float], bare: Sequence[float]) -> bool:
    """Whether few words are a wish to stop by themselves, and behind the question one or a refusal of it ("i want to
    leave", "bye forever")."""
    return _few(text) and bare[_STOP] >= _GOES_AT_ALL and behind[_STOP] + behind[_DECLINES] >= _GOES_AT_ALL


def _few(text: str) -> bool:
    return len(text.split()) <= _FEW and not _OTHER_END.search(text) and not _NEGATES.match(text)


def _most(shares: Sequence[float]) -> str:
    return max(_MOVES, key=lambda one: shares[ACTS.index(one)])
