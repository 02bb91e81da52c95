"""What a thinking model says, without what it thought before it spoke."""

import re
from typing import Final

_TAG: Final = re.compile(
    r"(?:<|&lt;|◁)(/?)(?:think|thinking|thoughts?|reasoning)(?:\s+\w+=\"[^\"<>]*\")*\s*(/?)(?:>|&gt;|▷)", re.IGNORECASE
)
_BRACKETED: Final = re.compile(r"\[THINK\].*?(?:\[/THINK\]|\Z)", re.DOTALL)


def spoken(text: str) -> str:
    """The text without blocks of thinking, which nobody heard; empty where there is nothing else.

    Thinking that never closes runs to the end (the answer was cut off before the model spoke), and a close without an
    opening ends thinking that began with the text, as some chat templates have it."""
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
