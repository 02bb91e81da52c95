"""Which sections of a document are kept: decided by their kind, unless an admin chose otherwise."""

from pydantic import Field

from agents.domain.value import Value
from rag.documents.values import SEPARATOR, Document, Section, SectionKind

LEFT_OUT = (SectionKind.FRONT, SectionKind.BACK)
"""Title pages, imprints, prefaces and contents; indexes, references and lists in appendices."""


class Scope(Value):
    """The kinds left out, and single sections kept (True) or dropped (False) by name: "Chapter > Disorder > Section".

    A choice also applies to everything below its section; the nearest one wins."""

    left_out: tuple[SectionKind, ...] = LEFT_OUT
    choices: dict[str, bool] = Field(default_factory=dict)

    def keeps(self, section: Section) -> bool:
        """Whether the section is kept."""
        chosen = self.choice_for(section)
        return section.kind not in self.left_out if chosen is None else chosen

    def choice_for(self, section: Section) -> bool | None:
        """The admin's choice for it or for the nearest section above; None when there is none."""
        for end in range(len(section.path), 0, -1):
            name = SEPARATOR.join(section.path[:end])
            if name in self.choices:
                return self.choices[name]
        return None

    def choose(self, name: str, kept: bool | None) -> "Scope":
        """The same scope with one choice made, or taken back (None)."""
        others = {key: value for key, value in self.choices.items() if key != name}
        return self.model_copy(update={"choices": others if kept is None else {**others, name: kept}})


class Decision(Value):
    """One line of the list that an admin sees. `chosen` is true where an admin and not the kind decided; `disorder` is
    empty for a section outside of any disorder."""

    name: str
    kind: SectionKind
    kept: bool
    chosen: bool
    disorder: str
    page_start: int
    page_end: int
    label_start: str
    characters: int


def scope_of(document: Document, choices: dict[str, bool]) -> Scope:
    """The scope with the admin's choices; without any, a document of only front and back matter is kept whole."""
    scope = Scope(choices=choices)
    kept = any(scope.keeps(section) for section in document.sections if section.paragraphs)
    return scope if kept or choices else Scope(left_out=())


def decisions(document: Document, scope: Scope) -> tuple[Decision, ...]:
    """Which sections are kept and dropped, in the order of the document; sections without their own text are left
    out."""
    return tuple(
        Decision(
            name=section.name,
            kind=section.kind,
            kept=scope.keeps(section),
            chosen=scope.choice_for(section) is not None,
            disorder=section.disorder or "",
            page_start=section.page_start,
            page_end=section.page_end,
            label_start=document.labels[section.page_start - 1],
            characters=section.characters,
        )
        for section in document.sections
        if section.paragraphs
    )
