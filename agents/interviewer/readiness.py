"""The start of the interview: is the patient ready, do they refuse, or do they ask who, what and why?"""

from typing import Final

from agents.interviewer.phrases import group, move, pattern, words
from agents.interviewer.port import Act

LONGEST: Final = 400


def kind(text: str) -> str | None:
    """The subject of a hesitant opening: private, time, must, who, what, nervous; None for no particular one."""
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
    if pattern("hesitates").fullmatch(plain) or _asks_about_it(plain, willing):
        return Act.NOT_READY
    if willing or words("start").search(plain):
        return Act.READY
    if move("pause").fullmatch(plain):
        return Act.PAUSE
    return Act.NOT_READY if move("clarify").fullmatch(plain) or pattern("asks").fullmatch(plain) else Act.READY


def _asks_about_it(plain: str, willing: bool) -> bool:
    """Whether the message asks who, what or why (after a willing "ok" only with a question mark), or plainly voices
    fear."""
    about = kind(plain)
    if about == "nervous":
        return not words("willing").search(plain) and len(plain.split()) <= 12
    return about is not None and ("?" in plain or not willing)
