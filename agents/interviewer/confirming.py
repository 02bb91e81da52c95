"""The answer to whether to end for good or to erase everything, in English and Spanish: only plain consent is one,
since what is erased is gone."""

import re
from typing import Final

from agents.interviewer.asked_abroad import folded_sentences
from agents.interviewer.lists import lists
from agents.interviewer.phrases import pattern
from agents.interviewer.port import Act, Heard
from agents.interviewer.telling import often
from agents.language import ENGLISH, Language
from agents.reading.model.folding import folded

_YES: Final = (
    r"(?:y|yes|yeah|yea|yep|yup|yess+|ok|okay|sure|please do|go for it|absolutely|definitely|of course|correct|exactly|"
    r"i do|i am|i'?m sure|that'?s (?:it|right|what i (?:mean|want))|(?:que )?si|sip|claro(?: que si)?|vale|dale|venga|"
    r"confirmo|estoy segur[oa]|de acuerdo|por supuesto|exacto|eso(?: es| mismo| quiero)?)"
)
_WITH: Final = r"(?:please|pls|now|then|just|and|thanks|thank you|por favor|porfa|ya|gracias|ahora|y)"
_TALK: Final = (
    r"(?:(?:the|this|these|my|our|your|all(?: of)?(?: my| the)?|est[aeo]s?|la|el|l[ao]s|mis?|todas? (?:mis|las)) "
    r"(?:answers?|stuff|words|messages?|data|conversation|chat|interview|questions?|questionnaire|"
    r"respuestas|palabras|mensajes|datos|conversacion|entrevista|preguntas|cuestionario))"
)
_ALL: Final = rf"(?:{_TALK}|it|this|that|them|all|everything|of|l[ao]s?|todo|todas?|esto|eso)"
_ERASES: Final = rf"(?:(?:delete|erase|wipe|remove|clear|borr(?:e|a|ar)n?|elimin(?:e|a|ar)n?)(?:l[oa]s?)?(?: {_ALL})*)"
_WANTS: Final = (
    rf"(?:i(?: want(?: you)?| wanna| would like(?: you)?|'?d like)(?: (?:to )?{_ERASES}|(?: {_ALL})+"
    rf"(?: (?:to be )?(?:deleted|erased|wiped|removed|gone))?)|quiero (?:que )?(?:l[oa]s? )?{_ERASES})"
)
_DOES: Final = rf"(?:{_ERASES}|{_WANTS}|do (?:it|that)|go ahead|adelante|h[aá]g[ao]lo|hazlo)"
_CLOSES: Final = (
    rf"(?:(?:end|close|finish|termin(?:e|a|ar)|acab(?:e|a|ar)|cierr[ea])(?: (?:{_TALK}|it|this|esto))?)(?! all)"
)
_ENDS: Final = rf"(?:{_CLOSES}|(?:stop|quit|par(?:e|a|ar))(?: (?:{_TALK}|it|this|esto))?)"
_ERASE: Final = re.compile(rf"\W*+(?>{_WITH}\W+)*+(?>(?:{_YES}|{_DOES})\b\W*(?>(?:{_WITH}|{_CLOSES})\b\W*)*+)++")
_WHOLE: Final = re.compile(rf"\W*(?:{_ALL}\W*)+")
_MEANS: Final = re.compile(
    rf"\W*+(?>{_WITH}\W+)*+(?>{_YES}\b\W*)++(?>(?:{_WITH}|{_YES}|{_ENDS}|i mean|me refiero a|{_ALL})\b\W*)*+"
)
_NAMED: Final = re.compile(
    r"\W*(?:(?:no|yes|just|with|about|i mean(?:t)?)[, ]+)*(?:the|this|these|your|our) "
    r"(?:questions?|chat|conversation|interview|survey|questionnaire|talk|thing)\b.{0,60}"
)
_ELSE: Final = re.compile(
    r"\W*(?:(?:no|i mean|it'?s|well|yes|si|es|a)[,. ]+)*(?:(?:something|anything) else|otra cosa|algo mas)\W*"
    r"|\W*(?:(?:ok|okay|k|sure|fine|alright|then|well|vale|bueno|de acuerdo|claro|pues)\b\W*)+"
)
_KEEPS: Final = re.compile(
    r"\b(?:no|not|nope|nah|naw|never|(?:do|does|did|wo|ca|would|should|could|is)n['’]?t|keep\w*|wait|cancel\w*|but|unless"
    r"|guard\w*|conserv\w*|espere?|mejor|pero|nunca|d[eé]j\w*)\b",
    re.IGNORECASE,
)
_ERASING: Final = re.compile(r"\b(?:delet|eras|wip|remov|borr|elimin)", re.IGNORECASE)
_SOMETHING: Final = re.compile(
    rf"\W*(?:{_YES}\W+)?(?:(?:can|could|may) i|i (?:want|need|would like|wanna|have)(?: to)?|i'd like to|quiero"
    r"|quisiera|puedo|necesito) (?:change|add|fix|correct|cambiar|anadir|agregar|corregir) "
    r"(?:something|a thing|one thing|one|an answer|one answer"
    r"|(?:some|two|three|a few|several|dos|tres|varias|algunas) (?:answers?|things|respuestas|cosas)"
    r"|algo(?: mas)?|una(?: respuesta)?)"
    r"(?: (?:else|please|por favor))*\W*"
)
_AGREES: Final = re.compile(rf"\W*{_YES}\b")
_LONGEST: Final = 120
"""Characters of plain consent."""


def of_erasure(text: str, item: int | None, language: Language) -> Heard | None:
    """ERASE for plain consent, READY where something is to be kept or nothing to be erased, ERASE that is to be asked
    again (not `sure`) for a question about it, for "all of them" and for a yes with more; None for anything else, as an
    answer is."""
    said = folded(text)
    tells = often(said, language)
    if _KEEPS.search(text):
        return None if tells and not _ERASING.search(text) else Heard(act=Act.READY, item=item)
    if "?" not in text and len(said) <= _LONGEST and _ERASE.fullmatch(said):
        return Heard(act=Act.ERASE, item=item, sure=True)
    again = _ERASING.search(text) or _WHOLE.fullmatch(said) or (_AGREES.match(said) and not tells and "?" not in text)
    return Heard(act=Act.ERASE, item=item) if again else None


def agrees(text: str) -> bool:
    """Whether a message says no more than yes to whether the conversation is meant, or names it ("yes, stop it"); what
    it tells beside that is an answer to something else."""
    said = folded(text)
    if "?" in text or len(said) > _LONGEST:
        return False
    return _MEANS.fullmatch(said) is not None or _NAMED.fullmatch(said) is not None


def something_more(text: str) -> bool:
    """Whether a message says that there is something to change or to add, and not yet what."""
    return agrees(text) or _SOMETHING.fullmatch(folded(text)) is not None


def nothing_more(text: str, language: Language) -> bool:
    """Whether a message says that there is nothing to change or to add, or says goodbye."""
    said = folded(text)
    if not said or len(said) > _LONGEST:
        return False
    if language == ENGLISH:
        return pattern("nothing_more").fullmatch(said) is not None
    told = [*folded_sentences(text)] or [said]
    return all(lists(language).whole("nothing_more", one) for one in told)


def elsewhat(text: str) -> bool:
    """Whether a message leaves open what is meant: a mere ok, or that it is something else, and not what."""
    return _ELSE.fullmatch(folded(text)) is not None
