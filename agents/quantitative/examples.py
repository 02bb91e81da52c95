"""References as a prompt shows them: `<Reference Examples>` .. `</Reference Examples>`, or nothing at all."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from agents.domain import phq8
from agents.quantitative.port import Reference

OPENING: Final = "<Reference Examples>"
CLOSING: Final = "</Reference Examples>"


def block(references: Sequence[Reference]) -> str:
    """The block for a prompt, in the instrument's order of items and in the given order within one; the empty string
    when there is no reference. Text from other interviews can't close it: angle brackets in it are written as < and >
    look-alikes."""
    if not references:
        return ""
    order = [item.key for item in phq8.instrument().items]
    ordered = sorted(references, key=lambda one: order.index(one.item))
    parts = [_item(item, list(found)) for item, found in groupby(ordered, key=lambda one: one.item)]
    return "\n\n".join((OPENING, *parts, CLOSING))


def _item(item: str, found: Sequence[Reference]) -> str:
    return "\n\n".join(f"[{item}, known score {one.score}]\n{_quoted(one.text)}" for one in found)


def _quoted(text: str) -> str:
    return text.replace("<", "‹").replace(">", "›")
