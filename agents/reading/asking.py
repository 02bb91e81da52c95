"""What is built as a question, or may be one, with its mark or without: "what does that mean", "can i stop"."""

import re
from collections.abc import Mapping
from typing import Final

from agents.language import ENGLISH, Language

_LONGEST: Final = 200
"""Characters of a message that is nothing but a question."""
_MOST: Final = 14
"""The same in words."""
_SENTENCE: Final = re.compile(r"[^.!?\n]*\w[^.!?\n]*[.!?\n]*")
_HAS_END: Final = re.compile(r"[.!?…;\n]")
_WHOM: Final = (
    r"(?:yo)?u|i|we|they|he|she|it|this|that|these|those|there|any\w*|some\w*|my|your|the|people|every\w+|nobody|no one"
)
_DOES: Final = r"do|does|did|is|are|r|am|was|were|will|would|can|could|should|shall|may|have|has|had|must"
_NOT: Final = r"(?:n'?t)?"
_ASKS: Final = (
    rf"(?!ha(?:ve|s|d){_NOT} (?:my|your|the) |ha(?:ve|d) (?:it|this|that|these|those|some)\b"
    r"|do (?:it|this|that)\W*(?:$|now|then|please))"
    rf"(?:{_DOES}){_NOT} (?:not )?(?:{_WHOM})\b"
)
_LAMENTS: Final = (
    r"(?:what|why|who|how) \w+(?:n'?t)? i (?!do|say|write|put|click|press|type|answer|call|get|need|have to)\b"
)
"""Asks oneself: "what do I mean to anyone"."""
_BEGINS: Final[Mapping[str, re.Pattern[str]]] = {
    ENGLISH: re.compile(
        r"\W*(?:(?:and|but|so|ok|okay|well|sorry|wait|hang on|hold on|hey|huh|hm+|u[mh]+|er+m?|please|like|also|then)"
        rf"[, ]+)*(?!{_LAMENTS})(?:{_ASKS}|(?:why|(?<!uh )(?<!um )huh|what|then what)\W*$"
        r"|why (?:that|this|me|not|do|does|did|is|are|would)\b"
        r"|(?:what|who|how|where|which|whose)(?:'?s| is| are| was| were)? "
        rf"(?:{_DOES}){_NOT}\b(?! *(?:lol|lmao|haha)?\W*$)"
        r"|(?:what|who|where|how|when)'?s (?:it|this|that|there|the|your|my|next|left)\b"
        r"|who(?:'?s|se)? (?:gets|sees|read(?:s|ing)|knows|finds|made|wrote|writing|else|can|has)\b"
        r"|(?:yo)?u mean\b"
        r"|what (?:happens|counts|kind|sort|if|about|for)\b|how (?:many|much|long|come|far|often) (?!i |times i )"
        rf"|if (?:i|we|you) .+ (?:what|who|how|{_ASKS}))",
        re.IGNORECASE,
    ),
    "es": re.compile(
        r"\W*(?:(?:y|pero|bueno|oye|oiga|perd[oó]n|espera|ok|a ver|eh+|entonces)[, ]+)*"
        r"(?:(?:por qu[eé]|para qu[eé])\b(?! no)"
        r"|cu[aá]nt[oa]s? (?:preguntas|faltan?|dura|tiempo|queda)\b"
        r"|qui[eé]n(?:es)? (?:lee|leer[aá]|ve|ver[aá]|va|me|eres|es|est[aá])\b"
        r"|qu[eé] (?:pasa|pasar[aá]|significa|quiere|quieres|hacen|hace con|van|va a|es eso|es esto|cuenta)\b"
        r"|cu[aá]l era\b|si (?:digo|contesto|respondo) .+ (?:qu[eé]|qui[eé]n)\b)",
        re.IGNORECASE,
    ),
}
_MAY: Final = re.compile(
    r"\W*(?:(?:and|but|so|ok|okay|well|sorry|wait|hang on|hold on|hey|hi|u[mh]+|er+m?|please|actually|first|just|also"
    r"|before (?:i|we) \w+(?: on)?|can i ask|may i ask|(?:one|quick) question|y|pero|por favor)[,:]? )*"
    rf"(?:(?:who|what|where|how)(?:'?s)?|which|whose|why|{_DOES}"
    r"|qu[eé]|cu[aá]l|c[oó]mo|qui[eé]n|puedo|podemos)\b|\W*¿",
    re.IGNORECASE,
)
"""The first words of either language, since either is typed in the other's conversations."""
_GIVEN: Final = re.compile(
    r"\W*(?:(?:just|only|exactly|nothing but)\W+)*what (?:the|my) \w+ "
    r"(?:gave|gives|order(?:s|ed)?|prescribe[sd]?|told|tells|said|says|wrote|recommend(?:s|ed)?)\b(?!.*\?)",
    re.IGNORECASE,
)
"""Says what is taken: "just what the doctor ordered"."""
_ANSWERS: Final = re.compile(
    r"\b(?:every|most|some|all|several|few|couple|once|twice|daily|nightly|always|often|sometimes|rarely|never|constantly|"
    r"cada|todos|todas|siempre|nunca|veces|casi)\b(?! (?:one|questions?|of (?:it|them|these)))"
    r"|(?<!say )(?<!said )(?<!digo )(?<!que )\b(?:yes|yeah|yep|yup|no|nope|nah|s[ií])\W*$",
    re.IGNORECASE,
)
"""Says how often, or ends in a yes or no: a question that the writer has answered."""


def all_marked(text: str) -> bool:
    """Whether a text is nothing but questions, each with its mark."""
    said = _SENTENCE.findall(text)
    return bool(said) and all(one.rstrip().endswith("?") for one in said)


def may_ask(sentence: str) -> bool:
    """Whether a sentence begins as a question may, though not every one that does is one ("what I feel is fear")."""
    said = sentence.replace("’", "'")
    return _MAY.match(said) is not None and _GIVEN.match(said) is None


def asks(sentence: str, language: Language = ENGLISH) -> bool:
    """Whether a sentence is built as a question from its first words on."""
    return _BEGINS[language.partition("-")[0]].match(sentence.replace("’", "'")) is not None


def marked(text: str, language: Language = ENGLISH) -> str:
    """The text, with a question mark behind it where it is one question without any mark; the text itself otherwise."""
    said = text.rstrip() if len(text) <= _LONGEST else ""
    if not said or len(said.split()) > _MOST or _HAS_END.search(said) or not asks(said, language):
        return text
    return text if _ANSWERS.search(said) else f"{said}?"
