"""The parts of a document: pages, sections, chunks. Pages are counted from 1; labels are the numbers as printed."""

from enum import StrEnum

from pydantic import Field

from agents.domain.value import Value

TOKEN_CHARACTERS = 4
"""Characters counted as one token: English prose has 4 to 5 (OpenAI, "What are tokens"); 4 errs on the safe side."""

CHUNK_TOKENS = 500
"""The longest chunk, its section path included."""

SEPARATOR = " > "


class SectionKind(StrEnum):
    """The subject of a section, by its heading; it decides whether the section is kept."""

    CRITERIA = "criteria"
    FEATURES = "features"
    SPECIFIERS = "specifiers"
    DIFFERENTIAL = "differential"
    COURSE = "course"
    PREVALENCE = "prevalence"
    RISK = "risk"
    CULTURE = "culture"
    CONSEQUENCES = "consequences"
    COMORBIDITY = "comorbidity"
    RECORDING = "recording"
    HISTORY = "history"
    INTRODUCTION = "introduction"
    FRONT = "front"
    BACK = "back"
    OTHER = "other"


class Paragraph(Value):
    """One paragraph in reading order, with broken words rejoined. `page` is where it starts, `page_end` where it ends
    (physical).

    `mark` is the letter or number that opens it ("A", "1", "a"), `depth` how far it is nested: 0 prose, 1 a criterion
    letter, 2 its numbered points, 3 theirs."""

    text: str
    page: int = Field(ge=1)
    page_end: int = Field(ge=1)
    mark: str | None = None
    depth: int = Field(default=0, ge=0, le=3)


class Section(Value):
    """A heading and the text below it, up to the next heading of any level. `path` ends with its own heading.

    `disorder` is the disorder that the section belongs to, as printed; `icd10` the codes printed for it."""

    path: tuple[str, ...]
    kind: SectionKind
    page_start: int = Field(ge=1)
    page_end: int = Field(ge=1)
    disorder: str | None = None
    icd10: tuple[str, ...] = ()
    paragraphs: tuple[Paragraph, ...] = ()

    @property
    def name(self) -> str:
        """The path in one line; the key by which an admin keeps or drops it."""
        return SEPARATOR.join(self.path)

    @property
    def characters(self) -> int:
        """Length of its text."""
        return sum(len(paragraph.text) for paragraph in self.paragraphs)


class Document(Value):
    """A whole document. `digest` is the SHA-256 of its bytes in hex; `labels` has one printed label per page.

    `outlined` says whether the sections come from the file's outline (else from font size and position); `unread` are
    the numbers of the file's damaged pages."""

    digest: str
    title: str
    labels: tuple[str, ...]
    outlined: bool
    sections: tuple[Section, ...]
    unread: tuple[int, ...] = ()

    @property
    def pages(self) -> int:
        """How many pages the file has."""
        return len(self.labels)


class Chunk(Value):
    """A piece that is searched and cited. `chunk_id` depends only on path and text, so it survives re-ingestion; it is
    unique within one document.

    `section_path` ends with the criterion where there is one. `page_start` and `page_end` are physical, the labels are
    the numbers printed there."""

    chunk_id: str
    text: str
    section_path: tuple[str, ...]
    kind: SectionKind
    page_start: int = Field(ge=1)
    page_end: int = Field(ge=1)
    label_start: str
    label_end: str
    disorder: str | None = None
    icd10: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """The section path in one line."""
        return SEPARATOR.join(self.section_path)

    @property
    def searchable(self) -> str:
        """Path and text, which are embedded and indexed for full-text search. At most CHUNK_TOKENS tokens."""
        return f"{self.path}\n{self.text}"


class Limits(Value):
    """The resources that one file may use. Sizes in bytes, times in seconds; `memory` is the reading process's address
    space."""

    size: int = 200 * 1024**2
    pages: int = 5_000
    characters: int = 50_000_000
    memory: int = 1024**3
    cpu_seconds: int = 300
    wall_seconds: int = 900


class Progress(Value):
    """How far the reading has got."""

    pages_done: int
    pages_total: int
