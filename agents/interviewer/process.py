"""Messages about the conversation itself: questions (who reads it, how long it takes) and requests (a person, to stop
for good, to have everything deleted), alone or beside an answer."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from agents.domain.level1 import HARM_ITEM
from agents.interviewer import hearing
from agents.interviewer.item_reference import SURE, weights
from agents.interviewer.phrases import move, pattern, words
from agents.interviewer.port import Act
from agents.language import ENGLISH, Language
from agents.questions.catalogue import UNKNOWN, Entry, entries, entry
from agents.reading.model.labels import ACTS
from agents.reading.model.reader import reader

_LONGEST: Final = 300
"""Characters of a message that may be nothing but a question or a request; of each sentence beside an answer."""
_BESIDE: Final = 4
"""Words beside the question that are no answer yet: "Sorry. Hang on."."""
_WHOLE: Final = 3
"""Words of a question that may be one about the conversation where the catalogue has no answer."""
_FEW: Final = 8
_SURE: Final = 0.7
"""How sure the learnt reader has to be that a message asks about the conversation where the catalogue knows no
answer."""
_LIKELY: Final = 0.5
"""The same for a request."""
_ELSEWHERE: Final = 0.5
"""The same for the answer to a later item."""
_STRONG: Final = 0.9
"""The same for a request in words that might otherwise be taken for a no, or for a question that has an answer."""
_PLAIN: Final = 0.85
"""The same for a wish to stop for good, or to have everything erased, that is done without asking again."""


class _Request(NamedTuple):
    """The learnt reader's name of an act, the move, the words of which one has to be there ("I want to end it" alone is
    none), and those that make it plain."""

    name: str
    act: Act
    named: re.Pattern[str]
    plain: re.Pattern[str] | None = None


def _any(*words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words)})", re.IGNORECASE)


_REQUESTS: Final = (
    _Request(
        "stop",
        Act.LEAVE,
        _any(
            *(
                "chat",
                "questions?",
                "questionnaire",
                "survey",
                "interview",
                "conversation",
                "test",
                "app",
                "answer",
                "writ",
            ),
            *("ask", "messag", "finish", "for good", "consent", "unsubscribe", "cancel", "withdraw", "bye", "goodbye"),
            *(
                "leave me",
                "leave it there",
                "exit",
                "log(?:ging)? (?:off|out)",
                "go away",
                "i(?:'m| am) (?:out|off|done)",
            ),
            *(r"(?:com\w+|be|go\w*) back", "(?:doing|had enough of|done with|sick of|out of|off|end) this", "i quit"),
            *("shut up", "fuck this", "screw this", "we(?:'re| are) done", "that's it"),
        ),
        _any(
            *("chat", "questions?", "questionnaire", "survey", "interview", "conversation", "consent", "for good"),
            *("leave me alone", "answering", "messaging", "asking", "unsubscribe", r"(?:be|com\w+|go\w*) back"),
        ),
    ),
    _Request(
        "delete",
        Act.ERASE,
        _any("delet", "eras", "remov", "wip", "scrub", "rid", "destroy", "forget", "gdpr", "take", "data", "clear"),
        _any("everything", "all", "data", "answers?", "what i", "this", "it", "chat", "conversation"),
    ),
    _Request(
        "human",
        Act.PERSON,
        _any(
            *(
                "person",
                "people",
                "human",
                "real",
                "therap",
                "doctor",
                "nurse",
                "counsel",
                "clinic",
                "staff",
                "operator",
            ),
            *("agent", "repres", "someone", "somebody", "worker", "speak", "talk", "call", "ring", "advis"),
        ),
    ),
    _Request("help", Act.HELP, _any("help", "support", "emergency", "number", "call", "ring", "sos")),
    _Request("unsafe", Act.UNSAFE, _any(r"\w")),
    _Request(
        "pause",
        Act.PAUSE,
        _any("brb", "secs?", "moment", "hold on", "hang on", "wait", "baby", "door", "phone", "kettle"),
    ),
)
_OTHER_END: Final = re.compile(
    r"\b(?:stop\w*|quit\w*|g[ai]ve up) "
    r"(?!asking|answering|writing|texting|messaging|talking|chatting|typing|doing this)\w+ing\b",
    re.IGNORECASE,
)
"""Ends something else than the conversation ("I want to stop drinking for good")."""
_BEHIND_IT: Final = re.compile(r"\b(?:behind|typing|writing) (?:this|that|it|these|all this|the screen|back)\b", re.I)
"""Asks who writes here, not for a person."""
_GOES: Final = frozenset({Act.LEAVE, Act.ERASE})
_OUTRIGHT: Final = re.compile(
    r"\b(?:stop|end|quit|finish)(?: this| it)? for good\b|\b(?:delet|eras|wip)\w* (?:everything|it all|all)\b",
    re.IGNORECASE,
)
_LISTED: Final = ((Act.UNSAFE, "unsafe"), (Act.LEAVE, "leave"), (Act.HELP, "help"))
_UNSURE: Final[Mapping[Act, frozenset[int]]] = {
    Act.UNSAFE: frozenset({12, 13}),
    Act.LEAVE: frozenset({2, 5, HARM_ITEM, 16, 17, 21, 22, 23}),
}
"""Items whose answer may be in the words of the lists."""
_LEFT_OUT: Final = _any("leave (?:that|this|it|one)", "skip", "prefer", "rather", "pass on", "keep (?:that|this|it)")
_ERASES: Final = re.compile(r"\b(?:delet|eras|wip)\w*\W+(?:it\W+)?(?:everything|all|it|this|that|what|my)\b", re.I)
_SENTENCE: Final = re.compile(r"[^.!?\n]+[.!?]*")
_LEADS: Final = (
    r"(?:(?:and|but|so|ok|okay|well|sorry|wait|hang on|hold on|hey|hi|um+|uh+|er+m?|please|actually|first|just|also|"
    r"before (?:i|we) \w+(?: on)?|can i ask|may i ask|one question|quick question)[,:]? )*"
)
_ASKS: Final = re.compile(
    rf"{_LEADS}(?:who'?s?|what'?s?|where'?s?|when|why|how|is|u|you"
    r"|(?:please )?do(?:n't|nt| not) (?:tell|call)|are|am|r|do|does|did|will|would|can|could|should|must|may)\b"
)


class Asked(NamedTuple):
    """The question that a message came after, and its item, None before the first; the language of the interview."""

    question: str
    item: int | None
    language: Language = ENGLISH


class Wish(NamedTuple):
    """A request, whether it is plain enough to be done without asking again, and whether it can hardly be anything
    else."""

    act: Act
    sure: bool = False
    strong: bool = False


def tells(sentence: str) -> bool:
    """Whether a sentence, in lower case with straight quotes, says how often, or yes or no."""
    return bool(words("frequency").search(sentence) or pattern("yes_or_no").match(sentence))


def counts(said: str) -> bool:
    """Whether a message, in lower case, only asks how far the conversation has come, in words of how often as well
    ("are we nearly done")."""
    return len(said.split()) <= _FEW and entry("length").fits(said) and not pattern("yes_or_no").match(said)


def topic(text: str, after: Asked) -> Entry | None:
    """The first question about the conversation in a message: a topic of the catalogue, the unknown one where the
    catalogue has no answer; None for no such question."""
    if after.language != ENGLISH:
        return hearing.topic(text, after.question, after.item, after.language)
    asking = [sentence for _, sentence in _sentences(text) if _asks(sentence)]
    known = next((one for sentence in asking if (one := _known(sentence))), None)
    if known is not None:
        return known
    whole = (one for one in asking if one.endswith("?") and len(one.split()) >= _WHOLE)
    return entry(UNKNOWN) if any(_about_it(one, after) for one in whole) else None


def asked(text: str, after: Asked) -> Entry | None:
    """The topic of a message that asks about the conversation and says nothing else; the unknown one where the
    catalogue has no answer."""
    if after.language != ENGLISH:
        return hearing.asked(text, after.question, after.item, after.language)
    if len(text) > _LONGEST:
        return None
    sentences = [sentence for _, sentence in _sentences(text)]
    found = [_known(sentence) if _asks(sentence) else None for sentence in sentences]
    beside = [sentence for sentence, one in zip(sentences, found, strict=True) if one is None]
    if any(found):
        few = sum(len(one.split()) for one in beside) <= _BESIDE
        return next(one for one in found if one) if few else None
    asks = "?" in text or any(map(_asks, sentences))
    return entry(UNKNOWN) if asks and _about_it(text, after) else None


def wants(text: str, after: Asked) -> Wish | None:
    """What a message asks for instead of answering: to stop for good, everything deleted, a person, help, or not to be
    asked while somebody is near. None when in doubt."""
    if len(text) > _LONGEST:
        return None
    learnt = _learnt(text, after)
    made = listed(text, after) if learnt is None else None
    return learnt if made is None else Wish(made)


def _learnt(text: str, after: Asked) -> Wish | None:
    """The request that the learnt reader finds."""
    shares = _acts(text, after)
    best = max(_REQUESTS, key=lambda one: shares[ACTS.index(one.name)])
    share = shares[ACTS.index(best.name)]
    if share < _LIKELY or not best.named.search(text):
        return None
    other = {Act.LEAVE: _OTHER_END, Act.PERSON: _BEHIND_IT}.get(best.act)
    if other is not None and other.search(text):
        return None
    ends = shares[ACTS.index("stop")] + shares[ACTS.index("delete")] if best.act in _GOES else share
    outright = best.act in _GOES and _OUTRIGHT.search(text) is not None
    sure = (outright or ends >= _PLAIN) and best.plain is not None and bool(best.plain.search(text))
    act = Act.ERASE if best.act is Act.LEAVE and _ERASES.search(text) else best.act
    return Wish(act, sure, share >= _STRONG)


def listed(text: str, after: Asked) -> Act | None:
    """The request that a message of one sentence makes by the lists."""
    said = " ".join(text.lower().replace("’", "'").split())
    found = (made for made, name in _LISTED if move(name).fullmatch(said))
    return next((made for made in found if after.item not in _UNSURE.get(made, ())), None)


def passed(text: str, after: Asked) -> Act | None:
    """DECLINE or CLARIFY where a message is plainly nothing else, in whatever words; None when in doubt."""
    if len(text) > _LONGEST:
        return None
    shares = _acts(text, after)
    if shares[ACTS.index("declines")] >= _STRONG and _LEFT_OUT.search(text) and not tells(text.lower()):
        return Act.DECLINE
    return Act.CLARIFY if "?" in text and shares[ACTS.index("clarify")] >= _LIKELY else None


def beside(text: str, after: Asked) -> Act | None:
    """What a message that answers also asks for, in a sentence of its own that tells nothing; None for nothing."""
    found = (wants(sentence, after) for _, sentence in _sentences(text) if not tells(sentence))
    return next((one.act for one in found if one), None)


def elsewhere(text: str, after: Asked) -> int | None:
    """The later item that a message answers instead of the open one, which it does not name; None when in doubt."""
    if after.item is None or len(text) > _LONGEST:
        return None
    found = weights(text.lower())
    later = {item: weight for item, weight in found.items() if item > after.item and weight >= SURE}
    best = max(later, key=later.__getitem__, default=0)
    if not best or found.get(after.item, 0) >= later[best]:
        return None
    return best if _acts(text, after)[ACTS.index("other")] >= _ELSEWHERE else None


def answering(text: str, after: Asked) -> str:
    """A reply without the sentences that ask about the conversation or make a request: each of their characters is a
    blank, so that places stay; the text itself where nothing else would be left."""
    if after.language != ENGLISH:
        return hearing.answering(text, after.question, after.item, after.language)
    kept = list(text)
    for (start, end), sentence in _sentences(text):
        if not tells(sentence) and ((_asks(sentence) and topic(sentence, after)) or wants(sentence, after)):
            kept[start:end] = " " * (end - start)
    return "".join(kept) if any(map(str.isalnum, kept)) else text


def _sentences(text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Each sentence's place, and the sentence in lower case with straight quotes and single blanks."""
    for match in _SENTENCE.finditer(text):
        sentence = " ".join(match.group()[:_LONGEST].lower().replace("’", "'").split())
        if sentence:
            yield match.span(), sentence


def _asks(sentence: str) -> bool:
    return sentence.endswith("?") or _ASKS.match(sentence) is not None


def _known(sentence: str) -> Entry | None:
    return next((one for one in entries() if one.asked and one.fits(sentence)), None)


def _about_it(text: str, after: Asked) -> bool:
    return _acts(text, after)[ACTS.index("process")] >= _SURE


def _acts(text: str, after: Asked) -> tuple[float, ...]:
    return reader().read(after.question, text, after.item).acts
