"""Turns headings and the text between them into sections: path, kind, disorder, codes, pages."""

from collections import defaultdict
from collections.abc import Sequence

from rag.documents.page.line_stream import Placed, leading_of
from rag.documents.page.text_repair import Vocabulary
from rag.documents.structure.front_back_matter import with_matter
from rag.documents.structure.headings import Heading
from rag.documents.structure.icd_codes import codes_in, without_codes
from rag.documents.structure.outline import Node, tree_of
from rag.documents.structure.paragraphs import paragraphs_of
from rag.documents.values import Paragraph, Section, SectionKind

BEFORE = "Before the first heading"
_CRITERIA = 2
"""At least this many letters (A, B) make a text a set of criteria, whatever its heading says."""
_CODED = frozenset({SectionKind.CRITERIA, SectionKind.RECORDING, SectionKind.FEATURES})


def sections_of(flow: Sequence[Placed], headings: Sequence[Heading]) -> tuple[str, tuple[Section, ...]]:
    """The book's title, where a heading above all others gives it, and the sections in order."""
    root, nodes = tree_of(headings)
    leading, words = leading_of(flow), Vocabulary(placed.text for placed in flow)
    ends = [*(heading.start for heading in headings), len(flow)][1:]
    sections: list[Section] = []
    opening = paragraphs_of(flow[: headings[0].start if headings else len(flow)], leading, words)
    if opening:
        sections.append(_section((BEFORE,), SectionKind.OTHER, 1, opening))
    for node, heading, end in zip(nodes, headings, ends, strict=True):
        paragraphs = paragraphs_of(flow[heading.end : end], leading, words)
        sections += _of_node(node, heading, paragraphs)
    return root.text, with_matter(_with_codes(sections, headings))


def _of_node(node: Node, heading: Heading, paragraphs: tuple[Paragraph, ...]) -> list[Section]:
    """One section, or two where criteria follow a disorder's description without their own heading."""
    path, kind, disorder = node.path or (heading.text,), node.kind, node.disorder
    first = next((place for place, paragraph in enumerate(paragraphs) if paragraph.depth == 1), len(paragraphs))
    letters = sum(paragraph.depth == 1 for paragraph in paragraphs)
    if kind is None and disorder and letters >= _CRITERIA:
        criteria_path = (*path, "Criteria") if node.text == disorder else path
        before = _section(path, SectionKind.FEATURES, heading.page, paragraphs[:first], disorder)
        criteria = _section(criteria_path, SectionKind.CRITERIA, heading.page, paragraphs[first:], disorder)
        return [before, criteria] if first else [criteria]
    if kind is None:
        own = node.text == disorder and node.above is not None
        kind = SectionKind.FEATURES if own else SectionKind.INTRODUCTION if node.below else SectionKind.OTHER
    return [_section(path, kind, heading.page, paragraphs, disorder)]


def _section(
    path: tuple[str, ...],
    kind: SectionKind,
    page: int,
    paragraphs: tuple[Paragraph, ...],
    disorder: str | None = None,
) -> Section:
    start = paragraphs[0].page if paragraphs else page
    end = max((paragraph.page_end for paragraph in paragraphs), default=page)
    return Section(path=path, kind=kind, disorder=disorder, page_start=start, page_end=end, paragraphs=paragraphs)


def _with_codes(sections: list[Section], headings: Sequence[Heading]) -> tuple[Section, ...]:
    """The sections, each with its disorder's codes, taken from headings and from the sections that give codes."""
    printed: defaultdict[str, list[str]] = defaultdict(list)
    for heading in headings:
        printed[without_codes(heading.text)].append(heading.text)
    for section in sections:
        if section.disorder and section.kind in _CODED:
            printed[section.disorder] += [paragraph.text for paragraph in section.paragraphs]
    codes = {disorder: codes_in(texts) for disorder, texts in printed.items()}
    return tuple(
        section.model_copy(update={"icd10": codes.get(section.disorder, ())}) if section.disorder else section
        for section in sections
    )
