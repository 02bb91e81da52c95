"""A message cut into what it does: its sentences, and within them the question or request that follows an answer
without a full stop ("most days, why do you ask", "terrible every night can we stop"), the part that answers a later
item, and those that give new answers to earlier ones ("never, and the sleep one should be twice")."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.interviewer.going_back import back
from agents.interviewer.item_reference import ANOTHERS, SURE, fits_open, meant, name_in, plainly_named, weights
from agents.interviewer.port import Act, Heard, Revision, Situation
from agents.interviewer.repairs import MARKS, Repair, behind_halt, form_of, listed, repaired, telling
from agents.interviewer.repairs import heard as taken_back
from agents.interviewer.telling import SMALL, often, tells
from agents.language import Language, flat
from agents.reading.model import topics
from agents.reading.model.folding import folded

_LONGEST: Final = 300
"""Characters of a sentence that is looked through."""
_PART: Final = re.compile(r"(?:(?!\s(?:and|but|y|pero|e|plus|also|ademas)\s)[^.!?;,\n])+|.", re.DOTALL)
_RIVAL: Final = 2.0
"""How much more a part has to tell of another item that it only hints at."""
_SENTENCE: Final = re.compile(r"[^.!?¿\n][^.!?\n¿]*[.!?]*|¿[^.!?\n¿]*[.!?]*")
_DOES: Final = r"(?:do|does|did|is|are|r|was|will|would|can|could|should|shall|may)"
_WHOM: Final = r"(?:yo)?u|i|we|they|it|this|that|he|she|my|the|any\w*|some\w*"
_ASKS: Final = (
    rf"(?:(?:why|what|who|how|where|when) (?:{_DOES}|many|much|long|happens|if|else)\b"
    rf"|who(?:'?s| reads| sees)\b|{_DOES} (?:{_WHOM})\b|(?:by|por) que|quien(?:es)? |cuant[oa]s? (?:faltan?|quedan?)|"
    rf"cuando |para que|(?:puedo|podemos|puede) )"
)
_BEGINS: Final = r"(?:(?:and|but|so|also|ok|oh|btw|sorry|wait|please|pls|y|pero|perdon|oiga|oye)[, ]+)*"
_BEHIND_MARK: Final = re.compile(rf"[,;–-]+\s*(?={_BEGINS}{_ASKS})")
_WITHOUT: Final = re.compile(
    r"\s+(?=(?:(?:and|but|so|y|pero) )?"
    r"(?:(?:can|could|may) (?:we|i) (?:please |just )?(?:stop|take|go|leave|skip|talk|quit|end)\b"
    r"|how (?:many|much) (?:more|left|longer)\b|podemos (?:parar|dejarlo|terminar)\b|puedo (?:parar|salir)\b"
    r"|cuant[oa]s? (?:faltan|quedan)\b))"
)
_ABOUT_QUESTION: Final = re.compile(r"(?:[\w']+[\s,]+){1,7}?(?:question|pregunta)(?:[\s,]+(?:that|esa))?\W*")
_CLAUSE: Final = re.compile(r"(?=[^\s.!?;,])(?:(?!\s(?:and|but|y|e|pero|plus|also|ademas|tambien)\s)[^.!?;,\n])+")
_JOINED: Final = re.compile(r"\s(?:and|y|e)\s")
_ENDED: Final = re.compile(r"[.;!?\n](?=\s)")
"""The end of a sentence that the next one goes on with: "the sleep one was wrong. it should be never"."""
_TOGETHER: Final = 3
"""Clauses that may give one new answer together: "the sleep one was wrong, it should be never"."""
_LAST: Final = 2
"""Clauses at the end of an answer that may say so."""
_REPAIRS: Final = re.compile(
    r"\b(?:should (?:be|have been|say)|change|correct|switch|put|make|mark|set|deberia|tendria que|cambi\w+|corri\w+"
    r"|pon(?:er|ga)?(?:l[aeo])?)\b|[:=]\s*$"
)
"""Says that an answer is put right."""
_DENIES: Final = re.compile(r"\W*(?:(?:no+|nope|never|not at all|none|nunca|jamas|nada|ningun[oa]?)\W*)*")
_REPORTED: Final = re.compile(
    r"\bi (?:said|put|answered|wrote|told you)\b|\b(?:dije|he dicho|puse|conteste|respondi)\b"
)
_BUT: Final = re.compile(r"[\s,.;]*(?:but|though|however|pero|aunque)\b")
_HERE: Final = re.compile(r"\b(?:this|here|now|est[aeo]|aqui|ahora)\b")
"""Comes back to the open question."""
_REVISING: Final = frozenset({Act.ANSWER, Act.CORRECT, Act.ADDED, Act.CLARIFY, Act.ELSEWHERE, Act.WHICH, Act.BACK})
"""Moves that a message with new answers to earlier items may be taken for."""
_ANSWERS: Final = frozenset({Act.ANSWER, Act.ELSEWHERE})
_ASKED: Final = frozenset({"reply", "follow_up"})
_ALL: Final = frozenset({"review", "which"})
"""What is awaited where answers may be listed."""
_PLAIN: Final = str.maketrans("áéíóú’", "aeiou'")
_EMBEDS: Final = re.compile(
    r"\b(?:know|knew|wonder\w*|ask|asked|asking|see|sure|understand|remember|forget|tell|told|think|thought|idea|figure|is"
    r"|was|of|about|on|to|like|matter|when|if|that|which|who|where|why|how|se|sabe|pregunto|que)\W*$"
)
"""Ends a clause that the next one belongs to ("i don't know how many more")."""


def pieces(text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Each piece's place, and the piece in lower case with straight quotes and single blanks."""
    for match in _SENTENCE.finditer(text):
        start, end = match.span()
        cut = _cut(match.group()) if end - start <= _LONGEST else 0
        for first, last in ((start, start + cut), (start + cut, end)) if cut else ((start, end),):
            piece = " ".join(text[first:last].lower().replace("’", "'").split())
            if any(map(str.isalnum, piece)) or "?" in piece:
                yield (first, last), piece


def _cut(sentence: str) -> int:
    """Where a question or request behind an answer begins; 0 where there is none."""
    said = sentence.lower().translate(_PLAIN)
    if len(said) != len(sentence):
        return 0
    for way in (_BEHIND_MARK, _WITHOUT):
        for match in way.finditer(said):
            before = said[: match.start()]
            if before.strip() and (way is _BEHIND_MARK or not _EMBEDS.search(before)):
                return match.end()
    return 0


def other_part(text: str, item: int | None, language: Language) -> tuple[int, tuple[int, int]] | None:
    """The later item of which a part of an answer says how often, in words that name it and not the open one, and the
    part's place: "low most days and i drink every night". None where no other part answers."""
    parts = [match.span() for match in _PART.finditer(text)] if item and len(text) <= _LONGEST else []
    for start, end in parts[1:]:
        said, rest = folded(text[start:end]), folded(text[:start])
        later = _later(said, item or 0, language) if often(said, language) and _answers(rest, language) else None
        other, more = topics.rival(rest, item or 0) if later else (0, 0.0)
        if later is not None and not (other == later and more >= _RIVAL):  # the rest tells of this one
            return later, (start, end)
    return None


def _answers(said: str, language: Language) -> bool:
    """Whether folded words say how often, or one of their clauses is an answer or ends with one ("temper yes")."""
    parts = [one for part in re.split(r"[,.;]", said) if part.strip() for one in (part.strip(), part.split()[-1])]
    return often(said, language) or any(tells(one, language) for one in parts)


def revising(heard: Heard, text: str, situation: Situation) -> Heard:
    """The move of a message with its parts that give new answers to earlier items: an ANSWER where the rest answers the
    open question, else a CORRECT, whose rest is kept where it is said in the review, and nowhere else."""
    listing = situation.awaiting == "review"
    may = heard.act in _REVISING or (listing and heard.act is Act.ASK)
    if not may or situation.paused or situation.awaiting not in _ASKED | _ALL:
        return heard
    found = revisions(text, situation) or _wrong(heard, text, situation)
    one = heard.act in (Act.CORRECT, Act.BACK, Act.WHICH) and len({part.item for part in found}) == 1
    if not found or (one and not (listing and heard.item == found[0].item)):
        return heard
    rest = without(text, [(part.start, part.end) for part in found])
    filler = form_of(situation.language, "lead").fullmatch(f"{flat(rest).strip(MARKS)} ")
    more = filler is None and any(map(str.isalnum, rest))
    if more and heard.act in _ANSWERS and situation.awaiting in _ASKED:
        return heard._replace(act=Act.ANSWER, about=None, revises=found)
    kept = Act.ADDED if more and listing else None
    return Heard(act=Act.CORRECT, item=found[0].item, then=kept, revises=found)


def revisions(text: str, situation: Situation) -> tuple[Revision, ...]:
    """The parts of a message that plainly give a new answer to an earlier item; of one item the last that does."""
    clauses = [match.span() for match in _CLAUSE.finditer(text)] if len(text) <= _LONGEST else []
    found: dict[int, Revision] = {}
    place, alike = 0, dict[int, int]()  # items named before it that share the next answer, and where each begins
    last: Revision | None = None
    while place < len(clauses):
        listing, (start, end) = bool(found) or situation.awaiting in _ALL, clauses[place]
        place, part = _next(text, clauses, place, listing, situation)
        item = _named_alone(text[start:end], situation) if listing and part is None else None
        if item and last and last.until:  # "never for sleep and mood"
            part = last.model_copy(update={"item": item, "start": start, "end": end})
        last = part
        if part is None:
            alike = alike | {item: start} if item else {}
            continue
        for item, start in (alike | {part.item: part.start}).items():
            found.pop(item, None)
            found[item] = part.model_copy(update={"item": item, "start": start})
        alike = {}
    return tuple(found.values())


def _next(
    text: str, clauses: Sequence[tuple[int, int]], place: int, listing: bool, situation: Situation
) -> tuple[int, Revision | None]:
    """The new answer that begins with this clause, with what goes on with it, if any, and the place behind it."""
    start, tries = clauses[place][0], range(place, min(place + _TOGETHER, len(clauses)))
    tries = tries if _names_one(text[slice(*clauses[place])], listing, situation.language) else tries[:1]
    parts = ((last, _revision(text, start, clauses[last][1], listing, situation)) for last in tries)
    last, part = next(((last, part) for last, part in parts if part), (place, None))
    place = last + 1
    while part and place < len(clauses) and _goes_on(text, clauses[place - 1][1], clauses[place], situation):
        part = part.model_copy(update={"end": clauses[place][1], "until": None})
        place += 1
    return place, part


def _named_alone(clause: str, situation: Situation) -> int | None:
    """The earlier item that a clause of a list names and says nothing of: "change sleep and mood to never"."""
    name, language = name_in(flat(clause)), situation.language
    return meant(name, situation.answered, language) if name.isdecimal() or plainly_named(name, language) else None


def _names_one(clause: str, listing: bool, language: Language) -> bool:
    """Whether a clause names an item, so that the next ones may say how it is to be answered."""
    said = flat(clause)
    number = listing and said.strip(MARKS).isdecimal()
    return number or bool(weights(said, language)) or form_of(language, "one").search(said) is not None


def _wrong(heard: Heard, text: str, situation: Situation) -> tuple[Revision, ...]:
    """The end of an answer, where it says of an earlier item that its answer is wrong, and not what it should be: "not
    at all. wait, the sleep one was wrong"."""
    if heard.act is not Act.ANSWER or situation.awaiting not in _ASKED or len(text) > _LONGEST:
        return ()
    starts = [match.start() for match in _CLAUSE.finditer(text)]
    for start in starts[1:][-_LAST:]:
        said, answers = text[start:], telling(flat(text[:start]), situation.language)
        found = (taken_back(said, situation) or back(said.lower(), situation)) if answers else None
        if found and found.act is Act.BACK and found.item:
            return (Revision(item=found.item, start=start, new=len(text), end=len(text)),)
    return ()


def _revision(text: str, start: int, end: int, listing: bool, situation: Situation) -> Revision | None:
    """What these words say anew of an earlier item; in a list of answers the item's name and the answer are enough."""
    language = situation.language
    begins = form_of(language, "lead").match(flat(text), start, end)
    first = begins.end() if begins else start
    said = _ENDED.sub(",", text[first:end])
    told = repaired(said, language)
    if _REPORTED.search(flat(said)) and _BUT.match(flat(text), end):
        return None  # the answer as it was; the new one stands behind it
    told = told if told and told.about and told.new[1] and _points(told, said, listing, language) else None
    clause = _CLAUSE.match(said)
    pointed = clause is not None and form_of(language, "one").search(flat(clause[0])) is not None
    found = None if told or not (listing or pointed) else listed(said, language)
    told = found if found and _points(found, said, listing, language) else told
    told = told or (_behind(said, language) if listing else None)
    earlier = tuple(item for item in situation.answered if item != situation.item)
    one = told is not None and told.about and told.new[1] and not _several(told.about, language)
    item = meant(told.about, earlier, language) if told and one else None
    if told is None or item is None or fits_open(told.about, item, situation):
        return None
    behind = told.new[1] if told.new[1] < len(said.rstrip(MARKS)) else None
    return Revision(item=item, start=start, new=first + told.new[0], end=end, until=first + behind if behind else None)


def _several(about: str, language: Language) -> bool:
    """Whether words name more than one item: "3 and 14"."""
    names = [name_in(one) for one in _JOINED.split(about)]
    return len(names) > 1 and all(one.isdecimal() or weights(one, language) for one in names)


def _behind(said: str, language: Language) -> Repair | None:
    """No more than how often, and then the item's name: "3 nights for sleep"."""
    match = form_of(language, "behind").fullmatch(flat(said).rstrip(MARKS))
    named = match and plainly_named(match["about"], language) and not ANOTHERS.search(match["about"])
    return (
        Repair(match.span("new"), match["about"], False) if match and named and _bare(match["new"], language) else None
    )


def _points(told: Repair, said: str, listing: bool, language: Language) -> bool:
    """Whether a new answer is one by what it says, and no sentence that only begins with something ("for my back I take
    pills every day", "my sleep was never this bad"): it points to an answer, says that one is put right, or says no
    more than how often it was, of the patient; but in a list, in a single word for what."""
    said = flat(said)
    if told.outright or form_of(language, "one").search(told.about):
        return True
    if form_of(language, "framed").fullmatch(said.strip(MARKS)) or ANOTHERS.search(told.about):
        return False
    bare = _bare(said[slice(*told.new)], language) and (listing or len(name_in(told.about).split()) == 1)
    return bare or _REPAIRS.search(said[: told.new[0]]) is not None


def _bare(said: str, language: Language) -> bool:
    """Whether flat words say how often, and nothing else."""
    each = re.findall(r"[\w']+", said)
    return telling(said, language) and all(SMALL.fullmatch(one) or telling(one, language) for one in each)


def _goes_on(text: str, end: int, clause: tuple[int, int], situation: Situation) -> bool:
    """Whether a clause goes on in the same sentence with how often it was, of the same item."""
    said, language = flat(text[slice(*clause)]), situation.language
    same = re.search(r"[.!?;\n]", text[end : clause[0]]) is None and not _HERE.search(said)
    return same and _bare(said, language) and _revision(text, *clause, True, situation) is None


def last_told(text: str, item: int | None, language: Language) -> str:
    """An answer without what it takes back itself ("never. no, wait, twice"): how often it says behind words that do
    so, where it says so before as well; blanks hold the place of the rest. Of self-harm only a no is left out."""
    said = flat(text) if len(text) <= _LONGEST else ""
    if behind_halt(said.lstrip(), language, slips=True):
        return text  # it puts an earlier answer right
    for match in _CLAUSE.finditer(said):
        begins = match.start()
        start = begins and behind_halt(said[begins:], language, slips=True)
        start = start if item != HARM_ITEM or _DENIES.fullmatch(said[:begins]) else 0
        if start and form_of(language, "retracts").search(said[begins : begins + start]):
            return " " * (begins + start) + text[begins + start :] if telling(said[:begins], language) else text
    return text


def without(text: str, places: Sequence[tuple[int, int]]) -> str:
    """A text with blanks in these places."""
    for start, end in places:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def own_part(text: str, item: int, language: Language) -> str:
    """An answer without the part that answers a later item, without what is only said of the question ("what a good
    question"), where anything is left, and without what it takes back itself."""
    kept = list(without_other(text, item, language))
    for (start, end), piece in pieces(text):
        if _of_question(piece, language):
            kept[start:end] = " " * (end - start)
    own = "".join(kept)
    own = last_told(own if any(map(str.isalnum, own)) else text, item, language)
    start = behind_halt(flat(own), language)
    return " " * start + own[start:]


def _of_question(piece: str, language: Language) -> bool:
    """Whether a sentence says no more than how the question is, or how good it is: "what a good question"."""
    return _ABOUT_QUESTION.fullmatch(piece) is not None and not often(folded(piece), language)


def without_other(text: str, item: int, language: Language) -> str:
    """An answer without the part that answers a later item; blanks hold its place."""
    return without(text, [found[1]]) if (found := other_part(text, item, language)) else text


def _later(said: str, item: int, language: Language) -> int | None:
    found = weights(said, language)
    best = max((one for one in found if one > item), key=found.__getitem__, default=None)
    if best is None or found.get(item, 0):
        return None
    other, more = topics.rival(said, item)
    return best if found[best] >= SURE or (other == best and more >= _RIVAL) else None
