"""What the items on drinks and medicines do not ask for: fewer than four drinks in one day, and medicine as it was
prescribed. However often that was, it is none of what was asked. In English and Spanish."""

import re
from typing import Final

from agents.language import flat

Span = tuple[int, int]
_DRINKS, _MEDICINES = 21, 23
_FEW: Final = re.compile(
    r"\b(?:1|2|3|a|an|one|two|three|a single|a couple(?: of)?|half an?|one or two|1 or 2|two or three)"
    r" (?:(?:small|cold|little|light) )?(?:beers?|glass(?:es)?(?! of)"
    r"|glass(?:es)? of (?:\w+ )?\w+|cans? of (?:\w+ )?\w+|ciders?|cocktails?"
    r"|shand(?:y|ies)|(?<!a )drinks?|sherr(?:y|ies)"
    r"|pints?(?: of (?:beer|lager|bitter|stout|cider|ale|guinness|shandy))?)\b(?! of )"
    r"|\b(?:an? |1 |one )?half (?:an? |of )?(?:pint|bitter|lager|stout)\b"
    r"|\b(?:1|2|3|una?|dos|tres|un par de|una o dos|dos o tres)"
    r" (?:cervecitas?|cervezas?|copas?|copitas?|chelas?|vinos?|vasos? de \w+|canas?)\b"
)
_MORE: Final = re.compile(
    r"\b(?:[4-9]|[1-9]\d+|four|five|six|seven|eight|nine|ten|twelve|dozen|cuatro|cinco|seis|siete|ocho|nueve|diez|doce"
    r"|more|mas|bottles?|botellas?|litros?|lit(?:er|re)s?|liquor|pack|drunk|borrach[oa]|besides|ademas|plus|each|before"
    r"|vodka|whisk\w+|gin|rum|spirits|shots?|then (?:a|an|another|some|more|on|two|three|\d|wine|beers?)"
    r"|and (?:two|three|a couple(?: of)?|2|3)(?= (?:beers?|glass|pints?|wines?|drinks?|cocktails?|ciders?|of))"
    r"|at least|at a time|an hour|al menos|but(?! (?:only|just|never more))|pero(?! (?:solo|nomas))"
    r"|sometimes|a veces)\b|\?"
)
"""Says that it was more, or may have been."""
_AS_TOLD: Final = re.compile(
    r"\b(?:as|like|the way|what|that|which) (?:it (?:is|was) )?(?:my |the )?"
    r"(?:doctor|doc|gp|psychiatrist|nurse|pharmacist|label) "
    r"(?:says?|said|told me|tells me|prescribed|prescribes|gave me|ordered)\b"
    r"|(?<!same )\bas (?:prescribed|directed|instructed"
    r"|told(?! (?:to|before|earlier|above|in|you|by (?!the (?:doctor|hospital|nurse)))))\b"
    r"|\b(?:como|que) (?:me )?(?:lo )?(?:mand|recet|indic|dice|dijo|prescrib)\w* "
    r"(?:el|la|mi) (?:doctora?|medic[oa]|psiquiatra)\b"
)
_BEYOND: Final = re.compile(
    r"\b(?:more|extra|twice|double|beyond|without|instead|another|also|not|never|over|other|friend\w*|else|stopped|but"
    r"|weed|pot|cannabis|coke|cocaine|speed|meth|heroin|mdma|\w+'s"
    r"|mas|doble|ademas|sin|otr[oa]s?|no|nunca|pero|tambien)\b|n't\b"
)
_LONGEST: Final = 20
"""Words of a reply that tells no more."""


def allowed(text: str, item: int) -> Span | None:
    """Where a short reply says that (code points, end exclusive); None where it says more, or of any other item."""
    if item not in (_DRINKS, _MEDICINES) or len(text.split()) > _LONGEST:
        return None
    said = flat(text)
    what, not_so = (_FEW, _MORE) if item == _DRINKS else (_AS_TOLD, _BEYOND)
    found = what.search(said)
    return found.span() if found and not not_so.search(said) else None
