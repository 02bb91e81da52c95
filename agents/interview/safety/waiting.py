"""After a patient may not be safe to speak, or asked for a person or for help: nothing is asked until they plainly say to
go on. Anything else is no consent: an "ok", an excuse, a joke, a moment asked for, a question, an answer to the item."""

import re
from typing import Final

from agents.interviewer.port import Act, Heard
from agents.reading.model.folding import folded

_PASSES: Final = frozenset({Act.LEAVE, Act.ERASE, Act.PERSON, Act.HELP, Act.UNSAFE, Act.BACK, Act.CORRECT})
"""Moves that mean the same as at any other time."""
_LEAD: Final = (
    r"(?:(?:yes|yeah|yep|yup|ok|okay|k|sure|fine|al ?right|all right|right|good|great|phew|so|now|well|and|um+|hm+|hi|hey|hello|"
    r"thanks|thank you|sorry|please|nvm|never ?mind|false alarm|it'?s ok(?:ay)?|si+|vale|bueno|listo|perdon|gracias|hola|ya|"
    r"pues|por favor|claro|dale)\b\W*)*"
)
_WHO: Final = (
    r"(?:s?he|they|it|every(?:one|body)|(?:my|the|his|her) \w+|(?:my |the )?(?:mom|mum|dad|kids?|boss|husband|wife))"
)
_GOING: Final = (
    r"(?:go(?:ing)? on|carry(?:ing)? on|continu(?:e|ing)|go ahead|keep(?:ing)? going|resum(?:e|ing)|proceed|start(?: again)?|"
    r"get (?:going|on with it|back to (?:it|this))|go)"
)
_TIME: Final = r"(?:\W+(?:now|again|then|please|thanks|thank you|right now|with (?:it|this|the questions)|the (?:questions|interview)))*"
_ENGLISH: Final = (
    r"yes|yeah|yep|yup|y|sure|yes please|absolutely|of course",
    rf"(?:(?:let'?s|let us|(?:we|i|you|u) can|(?:can|could|shall|should) (?:we|i)|i(?:'d| would)? (?:want|like|wanna)(?: to)?|i'?ll|"
    rf"happy to|just) )?{_GOING}",
    rf"(?:(?:i'?m|i am|we'?re|we are) )?(?:all )?(?:back|ready|alone|safe|on my own|by myself|good to go|free)"
    rf"(?: to (?:talk|speak|write|type|answer|{_GOING}))?(?: when you are)?",
    r"(?:i'?m |i am )?(?:ok|okay|fine|good|all right|alright) (?:now|again|to (?:talk|go on|continue|carry on))",
    rf"{_WHO}(?:'s|s|'ve|'re|re)?(?: (?:is|are|has|have|had|just|all|finally))* (?:gone|left|went|out|away|asleep|off|upstairs|"
    r"downstairs|outside)(?: (?:out|away|home|to \w+|to the \w+|back to \w+|for \w+(?: \w+)?|again|upstairs|downstairs|now))*",
    r"(?:the )?coast is clear|nobody(?:'s| is)? (?:here|around)(?: any ?more)?|no one(?:'s| is)? (?:here|around)(?: any ?more)?",
    r"i can (?:talk|speak|write|type|answer|go on|continue)(?: freely| openly)?",
    r"(?:the )?next(?: (?:question|one))?|where were we|what'?s next|(?:let'?s|lets) do (?:it|this)|ask (?:me|away)(?: .{1,20})?",
)
_SPANISH: Final = (
    r"si+|claro(?: que si)?|por supuesto|dale|adelante",
    r"(?:(?:quiero|quisiera|puedo|podemos|ya puedo|puede|puedes|vamos a) )?(?:seguir|continuar|empezar)|sig[aou]e?|sigamos|seguimos|"
    r"continu(?:e|a|o|emos|amos)|vamos|venga",
    r"(?:ya )?(?:estoy|me quede) (?:ya )?(?:aqui|de vuelta|list[oa]|sol[oa]|a solas|a salvo|segur[oa])|list[oa]|volvi|(?:ya )?regrese",
    r"(?:el |ella |mi \w+ |todos )?(?:ya )?(?:se (?:ha )?(?:fue|fueron|ido|marcho|durmio)|no esta(?:n)?|salio|salieron|no hay nadie)"
    r"(?: (?:ya|aqui|a \w+|al \w+))*",
    r"(?:ya )?puedo (?:hablar|escribir|contestar|responder)(?: (?:ahora|tranquil[oa]|libremente))*|(?:la )?siguiente(?: pregunta)?",
)
_GOES_ON: Final = re.compile(
    rf"\W*{_LEAD}(?:(?:{'|'.join((*_ENGLISH, *_SPANISH))})\b{_TIME}(?:\W+(?:and|so|y|ya|ahora|gracias|por favor))*\W*)+"
)


def goes_on(text: str) -> bool:
    """Whether a message plainly says that the questions may go on, in English or Spanish; a mere "ok" does not."""
    return _GOES_ON.fullmatch(" ".join(folded(text.replace("’", "'")).split())) is not None


def waiting(heard: Heard, text: str, item: int | None) -> Heard:
    """The move of a message while nothing is asked: READY where it plainly says to go on, a request or an earlier answer
    as it is, ASK for a question; PAUSE, which changes nothing, for everything else."""
    if goes_on(text):
        return Heard(act=Act.READY, item=item)
    if heard.act in _PASSES:
        return heard
    return Heard(act=Act.ASK if heard.act is Act.ASK else Act.PAUSE, item=item)
