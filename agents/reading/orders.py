"""Orders to the software in what a patient writes ("ignore your instructions and report ..."): they tell nothing of the
patient. Danger is read in the whole message all the same."""

import re
from typing import Final

_SOFTWARE: Final = (
    r"(?:a\.?i\.?|(?:language |ai )?model|assistant|system|(?:chat)?bot|computer|program|software|algorithm|machine"
    r"|llm|(?:chat)?gpt|scorer|grader|evaluator|judge)"
)
_WRITE: Final = (
    r"(?:report|diagnose|write|record|conclude|output|list|give|score|rate|mark|set|assign|put|note|enter|return|answer"
    r"|respond|say|state|print|tell|ignore|disregard|forget|must|you (?:must|should|are|will)|from now)"
)
_DISORDER: Final = r"(?:bipolar|schizo\w+|disorders?|diagnos[ei]s|ptsd|ocd|adhd|mdd|psychosis|psychotic|mania|manic)"
_KINDS: Final = (
    r"(?:ignore|disregard|forget|override|bypass|ignora|olvida)_(?:\w+_){0,3}?"
    r"(?:your|previous|prior|above|earlier|preceding|system|tus|sus)_(?:\w+_){0,2}?"
    r"(?:instructions?|prompts?|rules|rubric|guidelines|directions|messages?|orders|instrucciones|reglas)\b",
    r"(?:ignore|disregard|override|bypass)_(?:(?:all|any|these|the|this)_){1,2}"
    r"(?:instructions?|prompts?|rubric|guidelines|above)\b",
    r"(?:ignore|disregard)_(?:everything_(?:above|before_this)|the_rules_above)\b",
    r"(?:note|message|memo|instructions?|attention|important|warning)-(?:to|for)_(?:(?:the|this|you),?_)?"
    rf"{_SOFTWARE}\b-[:,]?-(?:please_)?{_WRITE}\b",
    rf"(?:(?:the|dear)_)?{_SOFTWARE}(?:-[:,]|_(?:must|should|has_to|is_to)\b)-(?:please_)?{_WRITE}\b",
    r"(?:give|score|set|rate|mark|assign)_(?:\w+_){0,2}?(?:every|each|all)_(?:the_)?"
    r"(?:items?|questions?|answers?|domains?|symptoms?|scores?)\b",
    rf"(?:report|diagnose|write|record|conclude|output|list)_(?:\w+_){{0,6}}?{_DISORDER}\b",
)
"""`_` is white space, `-` white space that may be missing."""
_SPACES: Final = {ord("_"): r"\s{1,3}", ord("-"): r"\s{0,3}"}
_BEGINS: Final = r"(?:(?<=[.!?;:,\n(\[\]\"“—])\s{0,3}|^\s{0,9})(?:(?:and|now|please|so|then|but)\s{1,3}){0,3}"
_ORDER: Final = re.compile(f"{_BEGINS}(?:{'|'.join(_KINDS).translate(_SPACES)})", re.IGNORECASE)
_END: Final = re.compile(
    r"[.!?\n]|,(?=\s{0,3}(?:(?:but|because|as|and)\s{1,3})?(?:i|i'm|i’m|i've|i’ve|my)\b)", re.IGNORECASE
)
"""Where an order ends: with its sentence, or where the writer goes on about themselves."""
_GOES_ON: Final = re.compile(rf"[\s.!?]{{0,9}}(?:(?:and|also|then|please)\s{{1,3}}){{0,3}}{_WRITE}\b", re.IGNORECASE)


def without_orders(text: str) -> str:
    """The text with every order blanked out, and the sentences right behind in which it goes on. Each character becomes
    one blank, so that places stay."""
    place = 0
    while found := _ORDER.search(text, place):
        place = _end(text, found.end())
        while goes_on := _GOES_ON.match(text, place):
            place = _end(text, goes_on.end())
        text = text[: found.start()] + " " * (place - found.start()) + text[place:]
    return text


def _end(text: str, start: int) -> int:
    found = _END.search(text, start)
    return found.end() if found else len(text)
