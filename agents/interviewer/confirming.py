"""The answer to whether everything is to be erased, in English and Spanish: only plain consent is one, since what is
erased is gone."""

import re
from typing import Final

from agents.interviewer.port import Act, Heard
from agents.reading.model.folding import folded

_CONSENTS: Final = """
yes yeah yep yup ok okay sure please absolutely definitely correct right delete erase wipe remove
si claro vale adelante borre borra borrar borrelo borralo borrela eliminar elimine elimina eliminelo hagalo hazlo
"""
_BESIDE: Final = """
i i'm im am do does go ahead it that's thats this that the my our all of everything answers words data conversation chat
and then just now end stop finish quit close want would like to you can could may will thanks thank
lo la los las todo toda todas mis mi respuestas palabras datos conversacion esta este esto eso y ya por favor quiero que
se me puede puedes termine terminar acabe acabar pare parar cierre gracias
"""
_SAY_SO: Final = frozenset(_CONSENTS.split())
_MAY_STAND: Final = _SAY_SO | frozenset(_BESIDE.split())
_OF_DOING: Final = re.compile(
    r"\W*(?:(?:just|please|yes|ok)\W+)*(?:do (?:it|that)|go ahead)\W*(?:please|now)?\W*", re.I
)
_KEEPS: Final = re.compile(
    r"\b(?:no|not|nope|nah|naw|never|\w+n['’]?t|keep\w*|wait|cancel\w*|but|unless|guard\w*|conserv\w*|espere?|mejor|pero"
    r"|nunca|d[eé]j\w*)\b",
    re.IGNORECASE,
)
_ERASING: Final = re.compile(r"\b(?:delet|eras|wip|remov|borr|elimin)", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def of_erasure(text: str, item: int | None) -> Heard | None:
    """ERASE for plain consent, READY where something is to be kept or nothing to be erased, ERASE that is to be asked
    again (not `sure`) for a question about it; None for anything else."""
    if _KEEPS.search(text):
        return Heard(act=Act.READY, item=item)
    if "?" in text:
        return Heard(act=Act.ERASE, item=item) if _ERASING.search(text) else None
    words = _WORD.findall(folded(text))
    consents = not _SAY_SO.isdisjoint(words) and _MAY_STAND.issuperset(words)
    return Heard(act=Act.ERASE, item=item, sure=True) if consents or _OF_DOING.fullmatch(text) else None
