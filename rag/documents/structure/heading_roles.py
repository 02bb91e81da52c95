"""The role of each heading: a disorder's title, a section of a disorder, or something above or beside them.

Words alone do not decide ("Gender Dysphoria" begins like "Gender-Related Issues"). A heading is a title if it is set
like other titles, has a code printed with it, or has its own criteria right below it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from rag.documents.page.line_stream import Placed
from rag.documents.structure.headings import Heading
from rag.documents.structure.icd_codes import codes_in, only_codes, without_codes
from rag.documents.structure.section_kinds import PLURAL, is_begun, is_clinical, kind_of, names_disorder
from rag.documents.values import SectionKind

DESCRIBES: Final = frozenset(
    {SectionKind.CRITERIA, SectionKind.FEATURES, SectionKind.PREVALENCE, SectionKind.DIFFERENTIAL}
)
"""Sections of these kinds describe the disorder above them."""
_AROUND: Final = frozenset({SectionKind.INTRODUCTION, SectionKind.FRONT, SectionKind.BACK})
_BESIDE: Final = 0.5
"""How many levels sections lie below a title in the same style."""
_FIRST_LETTER: Final = re.compile(r"A[.)]\s")
_SECOND_LETTER: Final = re.compile(r"B[.)]\s")


@dataclass(frozen=True, slots=True)
class _Signs:
    """The visible signs of one heading. `following` is the kind of the section whose heading comes next, with its
    depth; `at_once`: only codes stand between the two."""

    kind: SectionKind | None
    section: bool
    begun: bool
    named: bool
    plural: bool
    coded: bool
    lettered: bool
    following: SectionKind | None
    following_level: float
    at_once: bool

    @property
    def may_be_title(self) -> bool:
        return not self.plural and (self.kind is None or self.begun)


def roles_of(headings: Sequence[Heading], flow: Sequence[Placed]) -> list[Heading]:
    """The headings with their kinds, with titles marked and put on the titles' level; doubtful headings that are not
    titles are left out."""
    signs = [_signs(headings, flow, place) for place in range(len(headings))]
    sections = {one.level for one, seen in zip(headings, signs, strict=True) if seen.section}
    titles = {
        one.level
        for one, seen in zip(headings, signs, strict=True)
        if seen.may_be_title and one.level not in sections and seen.following in DESCRIBES
        if one.level <= seen.following_level
    }
    judged = _Judge(frozenset(titles), frozenset(sections)).all(headings, signs)
    beside = {one.level for one in judged if one.title}
    return [
        replace(one, level=one.level + _BESIDE) if one.level in beside and one.kind and one.kind not in _AROUND else one
        for one in judged
    ]


@dataclass
class _Judge:
    """Goes through the headings in order. `told`: kinds of sections since the last title, None before a chapter's first
    title."""

    titles: frozenset[float]
    sections: frozenset[float]
    told: set[SectionKind] | None = field(default=None)

    def all(self, headings: Sequence[Heading], signs: Sequence[_Signs]) -> list[Heading]:
        """Each heading with its role."""
        judged = (self._judged(one, seen) for one, seen in zip(headings, signs, strict=True))
        return [one for one in judged if one is not None]

    def _judged(self, one: Heading, seen: _Signs) -> Heading | None:
        if seen.may_be_title and self._is_title(one, seen):
            self.told = {SectionKind.CRITERIA} if seen.lettered else set()
            return replace(one, title=True, level=self._level(one, seen))
        if one.doubtful:
            return None
        if seen.section and self.told is not None and seen.kind:
            self.told.add(seen.kind)
        elif self.titles and one.level < min(self.titles):
            self.told = None
        return replace(one, kind=self._kind(one, seen))

    def _is_title(self, one: Heading, seen: _Signs) -> bool:
        if one.level in self.titles:
            return seen.begun or seen.coded or seen.lettered or seen.following in DESCRIBES
        if seen.at_once and seen.following is SectionKind.CRITERIA:  # a second set of criteria is another disorder's
            return self.told is None or SectionKind.CRITERIA in self.told
        if one.level in self.sections and seen.named and seen.at_once and seen.following in DESCRIBES:
            return one.level <= seen.following_level
        return seen.coded and (seen.begun or seen.lettered)

    def _level(self, one: Heading, seen: _Signs) -> float:
        """The heading's level; a title set like a section, or smaller, is put on the level of other titles."""
        if one.level in self.titles:
            return one.level
        lowest = min(one.level, seen.following_level)
        return max((level for level in self.titles if level < lowest), default=lowest)

    def _kind(self, one: Heading, seen: _Signs) -> SectionKind | None:
        """The heading's kind; words that only begin like a section's heading count only where sections are expected."""
        return None if seen.begun and one.level < min(self.sections, default=float("inf")) else seen.kind


def _signs(headings: Sequence[Heading], flow: Sequence[Placed], place: int) -> _Signs:
    one = headings[place]
    after = headings[place + 1] if place + 1 < len(headings) else None
    between = [placed.text for placed in flow[one.end : after.start if after else len(flow)]]
    words = without_codes(one.text)
    first = next((at for at, text in enumerate(between) if _FIRST_LETTER.match(text)), len(between))
    follows = after if after and is_clinical(after.text) else None
    return _Signs(
        kind=kind_of(words),
        section=is_clinical(words),
        begun=is_begun(words),
        named=names_disorder(words),
        plural=bool(PLURAL.search(words)),
        coded=bool(codes_in([one.text])) or (bool(between) and only_codes(between[0])),
        lettered=any(_SECOND_LETTER.match(text) for text in between[first:]),
        following=kind_of(follows.text) if follows else None,
        following_level=follows.level if follows else float("inf"),
        at_once=all(map(only_codes, between)),
    )
