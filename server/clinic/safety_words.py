"""The clinic's own words of the message that ends a conversation in danger, and what may stand in them."""

import re
from collections.abc import Iterator
from typing import Final

from agents.errors import CorrectInput
from agents.risk.help.script import NUMBERS, words_of
from server.clinic.settings import ClinicSettings

LONGEST: Final = 1_200
_FEWEST_LETTERS: Final = 20
"""Before the numbers: somebody in danger is not met with a bare list."""
_ADDRESS: Final = re.compile(r"://|@|\bwww\b|\w{2,}\.\w{2,}")
_FIGURES: Final = (
    "zero|oh|one|two|three|four|five|six|seven|eight|nine|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve"
)
_SPELT: Final = re.compile(rf"\b(?:{_FIGURES})(?:[\s,-]+(?:{_FIGURES}))+\b", re.IGNORECASE)
_CLAUSE: Final = re.compile(r"[^.!;:\n]+")
_NOT: Final = re.compile(
    r"\b(?:not|cannot|\w+n['’]t|(?:do|does|did|wo|ca|must|should|need|would|could|is|are)nt"
    r"|never|no|nobody|none|nothing|without|avoid|stop|instead"
    r"|(?:better|rather) than (?:to )?(?:call|phon|ring|talk|tell)\w*|mejor que llamar"
    r"|nunca|jamás|nadie|ningún|ninguna|nada|sin|tampoco|evit\w+|dej\w+)\b",
    re.IGNORECASE,
)
_CALL: Final = re.compile(
    r"\b(?:call|phone|telephone|ring|dial|text|contact|reach|tell|talk|speak"
    r"|llam\w*|marc\w*|marqu\w*|telefone\w*|contact\w*|habl\w*|cont[ae]\w*|escrib\w*|avis\w*)(?:s|ed|ing)?\b",
    re.IGNORECASE,
)
_MARKS: Final = re.compile(r"[*_#`<>|~\\\[\]]")


def words(given: str) -> str:
    """What was typed, a paragraph for each of its lines."""
    shown = "".join(one for one in given if one.isprintable() or one.isspace())
    lines = (" ".join(line.split()) for line in shown.splitlines())
    return "\n\n".join(line for line in lines if line)


def with_safety(before: ClinicSettings, locale: str, own: str, script: str) -> ClinicSettings:
    """The settings with the clinic's words for a locale, whose file holds `script`; without any, the file's hold again,
    and so where they are the same. Raises CorrectInput with all that can't be said."""
    rest = {name: text for name, text in before.safety.items() if name != locale}
    if own and own != words_of(script):
        if wrong := "; ".join(_wrong(own, script)):
            raise CorrectInput(f"The message that ends a conversation: {wrong}.")
        rest[locale] = own
    return before.model_copy(update={"safety": rest})


def _wrong(own: str, script: str) -> Iterator[str]:
    paragraphs, around = own.split("\n\n"), own.replace(NUMBERS, "")
    if not words_of(script):
        yield "the file of this place has no list of numbers, so its words cannot be changed here"
    if own.count(NUMBERS) != 1 or NUMBERS not in paragraphs:
        yield f"{NUMBERS} has to stand in it once, on a line of its own"
    elif sum(map(str.isalpha, own.partition(NUMBERS)[0])) < _FEWEST_LETTERS:
        yield "say in a sentence or two, before the numbers, that it was right to tell"
    if re.search(r"[{}]", around):
        yield f"no braces but those of {NUMBERS}"
    if re.search(r"\d", around) or _SPELT.search(around):
        yield "no numbers of your own, not even in words: they come from the file of the place"
    if _ADDRESS.search(around):
        yield "no web or e-mail addresses: name the place in words, and put a space after each full stop"
    for said, no in _against_calling(around):
        yield f"“{said}” can be read as a reason not to call: say whom to call, in a sentence without “{no}”"
    if _MARKS.search(around) or any(line.startswith(("-", "+", "\u2022", "\u2013", "\u2014")) for line in paragraphs):
        yield "plain sentences only, without marks such as * or a list"
    if re.search(r"[?\u00bf]", around):
        yield "no question: the conversation ends with it"
    if len(own.replace("\n\n", "\n")) > LONGEST:
        yield f"longer than {LONGEST:,} characters"


def _against_calling(text: str) -> Iterator[tuple[str, str]]:
    """The clauses that speak of calling beside a word that says no, each with that word: whoever reads them in danger
    may take them for advice not to."""
    for clause in map(str.strip, _CLAUSE.findall(text)):
        if (no := _NOT.search(clause)) and _CALL.search(clause):
            yield clause, no[0].lower()
