"""The start of the interview: is the patient ready, do they refuse, or do they ask who, what and why?"""

import re
from typing import Final

from agents.interviewer.phrases import group, move, pattern, words
from agents.interviewer.port import Act
from agents.interviewer.process import Asked, topic

LONGEST: Final = 400
NO: Final = re.compile(
    r"(?:hm+ |uh |um )?(?:(?:i (?:already |just )?(?:said|told (?:you|u)) )?"
    r"(?:no|nah|naw|nope|not|let'?s not|rather not)\b|"
    r"(?:i )?(?:really )?(?:can'?t|cannot)(?: (?:do (?:this|it)|go on|any ?more|right now))*\W*$)"
)
"""Begins the answer of who would rather not go on."""
LATER: Final = re.compile(r"\W*(?:maybe |perhaps )?later(?: on)?(?: maybe)?\W*")
"""Another time: that of the conversation, or of what was asked about."""


def kind(text: str) -> str | None:
    """The subject of a hesitant opening: what, nervous; None for no particular one."""
    lower = text[:LONGEST].lower().replace("’", "'")
    return next((name for name, topic in group("topics").items() if topic.search(lower)), None)


def opening(plain: str) -> Act:
    """READY, NOT_READY or PAUSE for a message in the introduction (lower-case, straight quotes, one line).

    A message that is not a hesitation, a question about the interview or a refusal counts as ready.
    """
    if len(plain) > LONGEST:
        return Act.READY
    if pattern("refuses").fullmatch(plain):
        return Act.PAUSE
    willing = pattern("yes").match(plain) is not None
    if pattern("hesitates").fullmatch(plain):
        return Act.NOT_READY
    if not _starts(plain) and _asks_about_it(plain, willing):
        return Act.NOT_READY
    if willing or words("start").search(plain):
        return Act.READY
    if move("pause").fullmatch(plain):
        return Act.PAUSE
    return Act.NOT_READY if move("clarify").fullmatch(plain) or pattern("asks").fullmatch(plain) else Act.READY


def _starts(plain: str) -> bool:
    """Whether the patient says that they are ready, whatever they ask beside it."""
    return words("ready").search(plain) is not None


def _asks_about_it(plain: str, willing: bool) -> bool:
    """Whether the message asks who, what or why (after a willing "ok" only with a question mark), or plainly voices
    fear."""
    about = kind(plain)
    if about == "nervous":
        return not words("willing").search(plain) and len(plain.split()) <= 12
    asks = about is not None or topic(plain, Asked("", None)) is not None
    return asks and ("?" in plain or not willing)
