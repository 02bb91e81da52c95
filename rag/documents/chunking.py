"""Cuts sections into chunks along their structure: a criterion stays whole, short ones share a chunk."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.documents.scope import Scope
from rag.documents.values import (
    CHUNK_TOKENS,
    SEPARATOR,
    TOKEN_CHARACTERS,
    Chunk,
    Document,
    Paragraph,
    Section,
    SectionKind,
)

_USUAL = 1_000
"""Short paragraphs and short criteria are combined up to this many characters, about as many as MiniLM reads at
once."""
_BRIEF = 300
"""The fewest characters of a criterion that forms its own chunk; shorter ones ("it causes distress") mean little
alone."""
_ASIDE = re.compile(r"^(?P<specify>Specif(?:y|ier))|^(?P<coding>Coding|Recording)", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.;?!])\s+")


@dataclass(frozen=True)
class _Block:
    """Paragraphs that belong together; `mark` is the criterion's letter, `kind` their subject."""

    paragraphs: tuple[Paragraph, ...]
    mark: str | None
    kind: SectionKind

    @property
    def text(self) -> str:
        return "\n".join(paragraph.text for paragraph in self.paragraphs)


def chunks_of(document: Document, scope: Scope) -> tuple[Chunk, ...]:
    """The chunks of all sections that are kept, in reading order; the same document and scope give the same chunks."""
    seen: Counter[str] = Counter()
    chunks: list[Chunk] = []
    for section in document.sections:
        if scope.keeps(section):
            for path, block in _pieces(section):
                chunks.append(_chunk(document, section, path, block, seen))
    return tuple(chunks)


def _chunk(document: Document, section: Section, path: tuple[str, ...], block: _Block, seen: Counter[str]) -> Chunk:
    start = min(paragraph.page for paragraph in block.paragraphs)
    end = max(paragraph.page_end for paragraph in block.paragraphs)
    said = f"{SEPARATOR.join(path)}\n{block.text}"
    seen[said] += 1
    return Chunk(
        chunk_id=hashlib.sha256(f"{said}\n{seen[said]}".encode()).hexdigest()[:24],
        text=block.text,
        section_path=path,
        kind=block.kind,
        page_start=start,
        page_end=end,
        label_start=document.labels[start - 1],
        label_end=document.labels[end - 1],
        disorder=section.disorder,
        icd10=section.icd10,
    )


def _pieces(section: Section) -> Iterator[tuple[tuple[str, ...], _Block]]:
    """The section's blocks, combined where short and cut where too long, each with its path."""
    for group in _groups(_blocks(section), _limit(section.path)):
        path = _path(section, group)
        for paragraphs in _fitting([p for block in group for p in block.paragraphs], _limit(path), len(group) == 1):
            yield path, _Block(tuple(paragraphs), None, group[0].kind)


def _limit(path: tuple[str, ...]) -> int:
    """Characters of text that fit beside the path; 8 are reserved for the letters of a criterion."""
    return max(400, CHUNK_TOKENS * TOKEN_CHARACTERS - len(SEPARATOR.join(path)) - 8)


def _blocks(section: Section) -> list[_Block]:
    """A criterion with its points is one block; every paragraph of prose is one."""
    blocks: list[_Block] = []
    criteria = sum(paragraph.depth == 1 for paragraph in section.paragraphs) > 1
    for paragraph in section.paragraphs:
        kind = _aside(paragraph) if criteria and paragraph.depth == 0 else None
        opens = not criteria or paragraph.depth == 1 or kind is not None or not blocks
        if opens:
            blocks.append(_Block((paragraph,), paragraph.mark if criteria else None, kind or section.kind))
        else:
            last = blocks[-1]
            blocks[-1] = _Block((*last.paragraphs, paragraph), last.mark, last.kind)
    return blocks


def _aside(paragraph: Paragraph) -> SectionKind | None:
    """The kind of a paragraph of specifiers or coding notes, which follow the last criterion but are not part of it."""
    found = _ASIDE.match(paragraph.text)
    if found is None:
        return None
    return SectionKind.SPECIFIERS if found["specify"] else SectionKind.RECORDING


def _groups(blocks: Sequence[_Block], limit: int) -> Iterator[list[_Block]]:
    """Adjacent blocks of one kind together, as long as they are short."""
    group: list[_Block] = []
    size = 0
    for block in blocks:
        length = len(block.text) + 1
        if group and (size + length > min(_USUAL, limit) or not _together(group[-1], block)):
            yield group
            group, size = [], 0
        group.append(block)
        size += length
    if group:
        yield group


def _together(one: _Block, other: _Block) -> bool:
    if one.kind != other.kind or (one.mark is None) != (other.mark is None):
        return False
    return one.mark is None or (max(len(one.text), len(other.text)) < _BRIEF and one.mark < (other.mark or ""))


def _path(section: Section, group: Sequence[_Block]) -> tuple[str, ...]:
    """The section's path and the group's addition to it: the letter of a criterion, "B-D" of several, "Specifiers"."""
    kind = group[0].kind
    if kind != section.kind:
        return (*section.path, kind.value.capitalize())
    marks = [block.mark for block in group if block.mark]
    if not marks:
        return section.path
    return (*section.path, marks[0] if len(marks) == 1 else f"{marks[0]}–{marks[-1]}")


def _fitting(paragraphs: Sequence[Paragraph], limit: int, single: bool) -> Iterator[list[Paragraph]]:
    """Runs of paragraphs of at most `limit` characters. Only a block that is over the limit by itself is cut: a
    criterion at its points, a paragraph at its sentences."""
    run: list[Paragraph] = []
    for paragraph in _short(paragraphs, limit) if single else paragraphs:
        if run and sum(len(p.text) + 1 for p in run) + len(paragraph.text) > limit:
            yield run
            run = []
        run.append(paragraph)
    if run:
        yield run


def _short(paragraphs: Sequence[Paragraph], limit: int) -> Iterator[Paragraph]:
    for paragraph in paragraphs:
        for text in _cut(paragraph.text, limit) if len(paragraph.text) > limit else [paragraph.text]:
            yield paragraph.model_copy(update={"text": text})


def _cut(text: str, limit: int) -> Iterator[str]:
    """Cuts a text at the ends of sentences, and a sentence that is too long by itself at its last space."""
    held = ""
    for sentence in _SENTENCE.split(text):
        if held and len(held) + len(sentence) + 1 > limit:
            yield held
            held = ""
        held = f"{held} {sentence}".strip()
        while len(held) > limit:
            space = held.rfind(" ", 0, limit)
            yield held[: space if space > 0 else limit]
            held = held[space if space > 0 else limit :].strip()
    if held:
        yield held
