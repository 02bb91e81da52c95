"""Putting right what was noted of an answer: "no, that's not right, put never", "put 2 for the one about sleep". What
may as well answer the open question is no repair."""

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from agents.domain.level1 import HARM_ITEM
from agents.interviewer.item_reference import SURE, fits_open, meant, name_in, plainly_named, unasked, weights
from agents.interviewer.phrases import words
from agents.interviewer.port import Act, Heard, Situation
from agents.interviewer.telling import often
from agents.language import ENGLISH, Language, flat, texts

LONGEST: Final = 160
_BARE: Final = 6
"""Words of an answer that is no more than that, where it was asked what an earlier one should say."""
_FEW: Final = 3
"""Words that name no earlier answer there, and tell nothing."""
_NAMING: Final = 6
"""Words before it that only name the question."""
_LED: Final = frozenset({"named", "numbered", "topic", "contrast", "framed"})
"""Forms that `lead` may stand before."""
MARKS: Final = " .,!?;:()\"'-"
_PUTS: Final = frozenset({"to", "a", "por"})
"""Stand behind the name only where the answer is put or changed: "change sleep to twice", and not "down to 3 a day"."""
_JOINS: Final = re.compile(
    r"[\s,:=-]*(?:\b(?:to|is|was|be|should|really|actually|rather|more like|i'?d say|make (?:it|that)|put|it'?s|it was"
    r"|a|por|es|era|ser|deberia|mas bien|diria|ponga(?:le)?)[\s,:]+)*$"
)
"""Stands between a name and the new answer in a list."""
_THAN: Final = re.compile(r"\b(?:(?:more|less|fewer) than|(?:mas|menos) de) $")  # belongs to how often behind it
_NUMBER: Final = re.compile(
    r"\W*(?:(?:la|el|the|en|para|for|on|in|pregunta|question|number|numero) )*"
    r"\d{1,2}\b(?! ?(?:days?|nights?|times?|weeks?|dias?|noches?|veces|semanas?)\b)"
)
"""A list may begin with it: the question's, and no answer."""
_NUMBERS: Final = re.compile(r"(?:(?:and|or|y|o|&|,)\W*\d{1,2}\W*)+")
_END: Final = re.compile(r"[.!?\n]\s*")
_MEANT: Final = re.compile(r"\b(?:meant|quise|queria)\b")


class Repair(NamedTuple):
    """What a message says of an earlier answer: the place of the new one (nothing where it says none), the words for
    the question that it belongs to, and whether it says by itself that an answer is meant which was noted."""

    new: tuple[int, int]
    about: str
    outright: bool


def heard(text: str, situation: Situation) -> Heard | None:
    """CORRECT with the earlier item, WHICH for a repair that doesn't say of what, None for a message that is none."""
    earlier = tuple(item for item in situation.answered if item != situation.item)
    if situation.awaiting == "which":
        return _which(text, earlier, situation)
    if (item := _gone_wrong(text, earlier, situation)) is not None:
        return Heard(act=Act.BACK, item=item)
    told = repaired(text, situation.language)
    if told is None:
        return _taken_back(text, earlier, situation)
    if not (earlier or situation.just or situation.awaiting == "follow_up"):
        return Heard(act=Act.CLARIFY, item=situation.item) if _halts_alone(text, situation) else None
    if told.new[0] == told.new[1]:
        if told.about and (item := meant(told.about, earlier, situation.language)) is not None:
            return Heard(act=Act.BACK, item=item)
        return None if situation.paused else Heard(act=Act.WHICH, item=situation.item)
    if told.about:
        item = meant(told.about, earlier, situation.language)
        if item is None and told.outright:
            return Heard(act=Act.WHICH, item=situation.item)
        return None if item is None or fits_open(told.about, item, situation) else Heard(act=Act.CORRECT, item=item)
    if told.outright and form_of(situation.language, "points").search(flat(text)[slice(*told.new)]):
        return Heard(act=Act.WHICH, item=situation.item)
    if told.outright and situation.just:
        return Heard(act=Act.CORRECT, item=situation.just)
    asked_anew = situation.item in situation.answered
    plain = told.outright and situation.awaiting in ("reply", "review") and earlier and not asked_anew
    return Heard(act=Act.CORRECT, item=earlier[-1]) if plain else None


def _halts_alone(text: str, situation: Situation) -> bool:
    """Whether a message is no more than a "no, wait", while a question is open: it takes nothing back where nothing
    was said, and asks for no break."""
    hold = form_of(situation.language, "hold").fullmatch(flat(text).strip(MARKS))
    return hold is not None and situation.item is not None and not situation.paused


def _taken_back(text: str, earlier: tuple[int, ...], situation: Situation) -> Heard | None:
    """The move of a message that puts something right, and doesn't say which answer: WHICH where it belongs to another
    question, or where a new answer follows a "no, wait" that may be meant for the open one as well; CORRECT where no
    more than how often does, right behind an answer: that is the one that is meant. None for any other message."""
    said, language = flat(text).strip(MARKS), situation.language
    if not (earlier or situation.just) or situation.paused or len(said) > LONGEST:
        return None
    match = form_of(language, "misplaced").fullmatch(said)
    about = next(filter(None, match.groups()), "") if match else ""
    if about and not telling(about, language) and meant(about, earlier, language) is not None:
        return Heard(act=Act.WHICH, item=situation.item)
    ends = form_of(language, "behind_it").search(said)
    start = behind_halt(said[: ends.start()] if ends else said, language, slips=ends is not None)
    counts = often(said[start:], language) or form_of(language, "not_once").fullmatch(said[start:])
    meant_to_say = ends is not None and _MEANT.search(ends[0]) is not None and len(said.split()) <= _BARE
    if (start or meant_to_say) and situation.just and counts:
        return Heard(act=Act.CORRECT, item=situation.just)
    slips = form_of(language, "slips").search(said[:start]) is not None
    slips = slips and situation.awaiting == "reply" and situation.item not in (HARM_ITEM, *situation.answered)
    return Heard(act=Act.WHICH, item=situation.item) if slips else None


def behind_halt(said: str, language: Language, slips: bool = False) -> int:
    """Where the new answer begins behind words that halt what was said, where there is no more than that; else 0.
    `slips`: it is known otherwise that something is put right, and a "sorry" is enough."""
    halted = form_of(language, "halted").match(said)
    new = said[halted.end() :] if halted else ""
    measured = form_of(language, "measured").match(new)
    counted = new[measured.end() :] if measured else new
    if halted is None or not 0 < len(counted.split()) <= _BARE or _first(counted, language) != 0:
        return 0
    return halted.end() if slips or any(form_of(language, name).search(halted[0]) for name in ("slips", "halts")) else 0


def repair(text: str, language: Language) -> Repair | None:
    """A message as a repair, whichever answers there are; None for one that is none."""
    said = flat(text)
    if len(said) > LONGEST:
        return None
    if form_of(language, "hold").fullmatch(said.strip(MARKS)):
        return Repair((0, 0), "", True)
    match = form_of(language, "whole").match(said)
    if match is None or not any(match[name] for name in ("wrong", "slip", "change", "put", "meant")):
        return None
    start, end, about = match.end(), len(said.rstrip(MARKS)), match["about"] or ""
    if start >= end:
        return Repair((0, 0), "", True) if match["wrong"] else None
    found = None if about else form_of(language, "behind").fullmatch(said, start, end)
    behind = found is not None and _names(found["about"], language)
    new, about = ((start, found.end("new")), found["about"]) if found and behind else ((start, end), about)
    outright = bool(match["wrong"] or match["slip"] or match["change"] or _halts(match, language))
    tells = telling(said[slice(*new)], language)
    return Repair(new, about, outright) if tells and (outright or about) else None


def _halts(match: re.Match[str], language: Language) -> bool:
    """Whether what was said is halted before the new answer: "wait, it was three times"."""
    before = match.string[: match.start("meant")] if match["meant"] else ""
    return form_of(language, "halts").search(before) is not None


def repaired(text: str, language: Language) -> Repair | None:
    """The same, also where it only sets the new answer against the old one, or names the question before it; as a
    whole, else in its last sentence behind a remark."""
    found = _numbered(text, language) or _contrast(text, language) or repair(text, language)
    found = found or _topic(text, language) or _framed(text, language)
    if found is not None or not (start := _behind_remark(text, language)):
        return found
    behind = _topic(text[start:], language) or _framed(text[start:], language)
    return behind and behind._replace(new=(behind.new[0] + start, behind.new[1] + start))


def listed(text: str, language: Language) -> Repair | None:
    """A question that is named just before its new answer, as in a list: "sleep, 5 nights", "14 to not at all"."""
    said = flat(text)
    number = _NUMBER.match(said)
    start = _first(said, language, number.end() if number else 0)
    start = match.start() if (match := _THAN.search(said, 0, start)) else start
    behind = _JOINS.search(said, 0, start)
    if behind is None or not behind[0]:
        return None
    marked, shift = f"{text[: behind.start()]}: {text[start:]}", len(behind[0]) - 2
    told = _topic(marked, language) or _numbered(marked, language)
    return told and told._replace(new=(told.new[0] + shift, told.new[1] + shift))


def _behind_remark(text: str, language: Language) -> int:
    """Where the last sentence begins, if those before it tell nothing; else 0."""
    start = max((match.end() for match in _END.finditer(text) if match.end() < len(text)), default=0)
    return start if start and not telling(flat(text[:start]), language) else 0


def _numbered(text: str, language: Language) -> Repair | None:
    """A question by its number, with its new answer or without: "change 11 to several days", "I lied about 11"."""
    said = flat(text)
    match = form_of(language, "numbered").fullmatch(said.rstrip(MARKS)) if len(said) <= LONGEST else None
    if match is None or not (match["does"] or match["noun"] or match["false"] or match["sets"]):
        return None
    only = not match["new"].strip(MARKS) or _NUMBERS.fullmatch(match["new"])
    if only or _NUMBERS.match(match["new"]):
        return Repair((0, 0), match["about"], True) if only and (match["does"] or match["false"]) else None
    return Repair(match.span("new"), match["about"], True) if telling(match["new"], language) else None


def _contrast(text: str, language: Language) -> Repair | None:
    """What was said, and the new answer set against it: "I said several but more like most days"."""
    match = _form("contrast", text, language)
    about = (match["ahead"] or match["about"]) if match else ""
    alone = form_of(language, "one").search(about) or (
        len(name_in(about).split()) == 1 and plainly_named(about, language)
    )
    if match is None or (match["ahead"] and not alone):
        return None
    named = _names(about, language)
    brief = len(match["new"].split()) <= _BARE or (named and telling(match["about"], language))
    return Repair(match.span("new"), about if named else "", outright=True) if brief else None


def _framed(text: str, language: Language) -> Repair | None:
    """A question that is pointed to, and a sentence about it: "on question 8, I forgot, I stayed home twice"."""
    match = _form("framed", text, language)
    return Repair(match.span("new"), match["about"], outright=False) if match else None


def _form(name: str, text: str, language: Language) -> re.Match[str] | None:
    """A message of this form whose new answer tells something."""
    said = flat(text)
    match = form_of(language, name).fullmatch(said.rstrip(MARKS)) if len(said) <= LONGEST else None
    return match if match and telling(match["new"], language) else None


def _topic(text: str, language: Language) -> Repair | None:
    """An earlier question that is named before its new answer, and nothing else: "the one about temper was twice"."""
    said = flat(text)
    start, end = _first(said, language), len(said.rstrip(MARKS))
    match = form_of(language, "topic").fullmatch(said, 0, start) if len(said) <= LONGEST else None
    if match is None or not 0 < len(said[start:end].split()) <= _BARE:
        return None
    about, start = match["about"], match.start("than")
    plain = plainly_named(about, language, 1 if match["puts"] else SURE) or form_of(language, "one").search(about)
    puts = match["puts"] or match["sets"].strip(" ,") not in _PUTS
    return Repair((start, end), about, outright=False) if plain and puts else None


def value(text: str, language: Language, revises: bool) -> str:
    """An answer without the words that only say that, or which, an earlier one is put right: each character is a blank,
    so that places stay."""
    told = repaired(text, language) or listed(text, language) if revises else repair(text, language)
    if told is not None and told.new[1]:
        start, end = told.new
        return " " * start + text[start:end] + " " * (len(text) - end)
    said = flat(text)
    if revises and (start := behind_halt(said, language)):
        return " " * start + text[start:]
    start = _first(said, language) if revises and len(said.split()) <= _NAMING + _BARE else 0
    naming = start < len(said) and 0 < len(said[:start].split()) <= _NAMING and _names(said[:start], language)
    return " " * start + text[start:] if naming else text


def _gone_wrong(text: str, earlier: tuple[int, ...], situation: Situation) -> int | None:
    """The earlier item of which a message says that its answer is wrong, and not what it should be."""
    language = situation.language
    match = form_of(language, "named").fullmatch(flat(text).strip(MARKS)) if len(text) <= LONGEST else None
    if match is None or (match.groupdict().get("wants") and not _of_answers(match["about"], language)):
        return None
    item = meant(match["about"], earlier, language)
    return None if item is None or fits_open(match["about"], item, situation) else item


def _of_answers(about: str, language: Language) -> bool:
    """Whether what somebody wants to change is an answer, and nothing in their life ("my diet")."""
    bare = not about.startswith("my ") and plainly_named(about, language)
    return about.isdecimal() or bare or form_of(language, "one").search(about) is not None


def _which(text: str, earlier: tuple[int, ...], situation: Situation) -> Heard | None:
    """The move where it was asked which answer to change, and to what."""
    said, language = flat(text), situation.language
    if form_of(language, "none").fullmatch(said.strip(MARKS)):
        return Heard(act=Act.CLARIFY, item=situation.item)
    told = repair(text, language)
    about = told.about if told and told.about else said
    item = meant(about, earlier, language)
    if item is not None and fits_open(about, item, situation):
        return None
    if item is None and (later := unasked(said, earlier, situation)):
        return Heard(act=Act.ELSEWHERE, item=situation.item, about=later)
    if telling(said, language):
        item = item or (earlier[-1] if earlier and (told or len(said.split()) <= _BARE) else None)
        return None if item is None else Heard(act=Act.CORRECT, item=item)
    if item is None and len(said.split()) <= _FEW:
        return Heard(act=Act.CLARIFY, item=situation.item)
    return None if item is None else Heard(act=Act.BACK, item=item)


def _names(said: str, language: Language) -> bool:
    return bool(weights(said, language)) or form_of(language, "one").search(said) is not None


def telling(said: str, language: Language) -> bool:
    """Whether flat words say how often, or yes or no."""
    return _first(said, language) < len(said)


def _first(said: str, language: Language, start: int = 0) -> int:
    """Where the first word of how often, or the first yes or no, stands from there on; the end where there is none."""
    ways = (words("frequency"), words("extent")) if language == ENGLISH else _often(language)
    return min((match.start() for way in ways if (match := way.search(said, start))), default=len(said))


@cache
def _often(language: Language) -> tuple[re.Pattern[str], ...]:
    told = texts(Path(__file__).with_name("hearing.py"), language)["within"]["frequency"]
    return (re.compile(rf"(?<!\w)(?:{'|'.join(told)}|no|si|nada|ningun[oa]?)(?!\w)"),)


@cache
def form_of(language: Language, name: str) -> re.Pattern[str]:
    """A form of `repairs.LANGUAGE.toml`, as a pattern."""
    told = texts(Path(__file__), language)
    if name == "whole":
        wrong, slip = "|".join(told["wrong"]), "|".join(told["slip"])
        first = rf"(?:(?:(?P<wrong>{wrong})|(?P<slip>{slip}))(?!['\w])[\s,.!:;-]*)?"
        about = rf"(?:(?:{told['for']})\s+(?P<about>(?:(?!\bi\b)[^,.:;!?]){{2,40}}?)[\s,:]+)?"
        verb = "|".join(rf"(?P<{verb}>{told[verb]})" for verb in ("change", "put", "meant"))
        second = rf"(?:{about}(?:{verb})(?!['\w])[\s,:]*)?"
        return re.compile(rf"\s*{told['lead']}{first}{told['lead']}{second}")
    if name == "behind":
        return re.compile(rf"(?P<new>.+?)[\s,]+(?:{told['for']})\s+(?P<about>.+)")
    return re.compile(told["lead"] + told[name] if name in _LED else told[name])
