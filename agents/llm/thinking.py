"""A model's text as it is meant: without its thinking, and whether it declines to answer."""

import re
from typing import Final

_TAG: Final = re.compile(
    r"(?:<|&lt;|◁)(/?)(?:think|thinking|thoughts?|reasoning|scratchpad)(?:\s+\w+=\"[^\"<>]*\")*\s*(/?)(?:>|&gt;|▷)",
    re.IGNORECASE,
)
_BRACKETED: Final = re.compile(r"\[THINK\].*?(?:\[/THINK\]|\Z)", re.DOTALL)
_DECLINES: Final = re.compile(
    r"\W*(?:(?:i am|i'm|im|we are|we're) (?:\w+ )?(?:sorry|unable|not able)\b|sorry, |unfortunately, i |as an ai\b"
    r"|i (?:can(?:no|')t|can not|won't|will not|must decline|do not feel|don't feel|am not comfortable)\b)",
    re.IGNORECASE,
)


def declined(text: str) -> bool:
    """Whether a text that holds no answer begins as models do that decline to give one."""
    return bool(_DECLINES.match(spoken(text).replace("’", "'")))


def spoken(text: str) -> str:
    """The text without its blocks of thinking; empty where there is nothing else.

    A block that is never closed runs to the end (the output was cut off before the answer), and a closing tag without
    an opening one ends thinking that began at the start of the text, as in some chat templates."""
    said: list[str] = []
    depth, start, cut_off = 0, 0, False
    for tag in _TAG.finditer(text):
        opens, closes = not (tag[1] or tag[2]), bool(tag[1])
        if depth == 0 and closes:
            said.clear()
        elif depth == 0:
            said.append(text[start : tag.start()])
        depth = depth + 1 if opens else max(0, depth - closes)
        start, cut_off = tag.end(), opens
    if not cut_off:
        said.append(text[start:])
    return _BRACKETED.sub("", "".join(said)).strip()
