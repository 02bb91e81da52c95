"""The stored report in plain words: its tags taken out, and its Markdown read into blocks for text and PDF."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

_SPLIT: Final = re.compile(r"</quote><quote>([^&])?")
_QUOTE: Final = re.compile(r"<(/?)quote>")
_TAG: Final = re.compile(r"</?(?:sym|med)>")
_LINK: Final = re.compile(r"(?<!!)\[([^\]\n]*)\]\(/[^()\s]*\)")
_READER: Final = MarkdownIt("commonmark", {"html": False}).enable("table")

Kind = Literal["heading", "subheading", "paragraph", "bullet", "numbered", "table"]


class Run(NamedTuple):
    """Some words of a line, strong or not."""

    text: str
    strong: bool = False


Line = tuple[Run, ...]


class Block(NamedTuple):
    """One piece of a report. A table has its header and `rows`, everything else one line; `number` is that of a
    numbered line."""

    kind: Kind
    line: Line = ()
    number: int = 0
    header: tuple[Line, ...] = ()
    rows: tuple[tuple[Line, ...], ...] = ()


def clean(stored: str) -> str:
    """The report as Markdown that any reader shows: symptoms and medicines as plain words, the patient's words in
    quotation marks. What a patient typed stays escaped; links into this server become their words."""
    joined = _SPLIT.sub(lambda cut: f"&#{ord(cut[1])};" if cut[1] else "", stored)  # so that no address becomes a link
    plain = _TAG.sub("", _QUOTE.sub(lambda mark: "”" if mark[1] else "“", joined))
    return _LINK.sub(r"\1", plain)


def plain(line: Line) -> str:
    """A line without its emphasis."""
    return "".join(run.text for run in line)


def blocks(markdown: str) -> Iterator[Block]:
    """Clean Markdown, piece by piece."""
    tokens = _READER.parse(markdown)
    lists: list[int] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        match token.type:
            case "bullet_list_open":
                lists.append(0)
            case "ordered_list_open":
                lists.append(int(token.attrGet("start") or 1))
            case "bullet_list_close" | "ordered_list_close":
                lists.pop()
            case "heading_open":
                yield Block("heading" if token.tag in ("h1", "h2") else "subheading", _line(tokens[at + 1]))
            case "paragraph_open":
                yield _paragraph(_line(tokens[at + 1]), lists)
            case "table_open":
                end = next(i for i in range(at, len(tokens)) if tokens[i].type == "table_close")
                yield _table(tokens[at:end])
                at = end
        at += 1


def _paragraph(line: Line, lists: list[int]) -> Block:
    if not lists:
        return Block("paragraph", line)
    if not lists[-1]:
        return Block("bullet", line)
    lists[-1] += 1
    return Block("numbered", line, lists[-1] - 1)


def _table(tokens: Sequence[Token]) -> Block:
    rows: list[list[Line]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(_line(token))
    return Block("table", header=tuple(rows[0]), rows=tuple(map(tuple, rows[1:])))


def _line(token: Token) -> Line:
    runs: list[Run] = []
    strong = 0
    for part in token.children or ():
        if part.type in ("strong_open", "strong_close"):
            strong += 1 if part.nesting > 0 else -1
        elif words := " " if part.type in ("softbreak", "hardbreak") else part.content:
            runs.append(Run(words, bool(strong)))
    return tuple(runs)
