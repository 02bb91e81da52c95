"""A file's own title: from its properties, else from its title page or the top of its first pages."""

import itertools
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final

from rag.documents.open_pdf import Refused, opened, say
from rag.documents.page.line_stream import Placed, flow_of
from rag.documents.page.page_lines import Sheet, body_type, sheet_of
from rag.documents.sandbox import limit_myself
from rag.documents.structure.section_kinds import is_begun, kind_of
from rag.documents.values import Limits

LONGEST: Final = 200
_PAGES: Final = 8
"""How many first pages are searched: a title is unique there, a chapter's heading is not."""
_LARGER: Final = 1.15
_SAME: Final = 0.5
"""Points within which two sizes of type count as the same."""
_MOST_LINES: Final = 4
_PROGRAM: Final = re.compile(r"^microsoft (?:word|powerpoint|publisher) - ", re.IGNORECASE)
_NO_TITLE: Final = re.compile(
    r"\(?(?:untitled|unknown|anonymous|unnamed|no title|title|document|layout|presentation|slide|page|book|pdf|scan"
    r"|print|new|default)\)?[\s_-]*\d*|.*\.(?:docx?|pptx?|pdf|indd|qxd|qxp|tex|dvi|ps|eps|rtf|odt|pages|html?|xml|pub|cdr|ai)"
    r"|\S*\d{4}\S*|https?:.*",
    re.IGNORECASE,
)


def named(pdf: Any) -> str:
    """The title in the file's properties; empty where a program put only a file's name or "untitled" there."""
    title = _PROGRAM.sub("", " ".join(str(pdf.get_metadata_value("Title")).split()))
    return "" if sum(map(str.isalpha, title)) < 3 or _NO_TITLE.fullmatch(title) else title[:LONGEST]


def printed(sheets: Sequence[Sheet]) -> str:
    """The text in the largest type of the first pages, if that is one title and not the headings of chapters; else
    empty."""
    flow = flow_of(sheets)
    largest = max((placed.line.size for placed in flow), default=0.0)
    if largest <= body_type(sheets)[0] * _LARGER:
        return ""
    runs = [" ".join(placed.text for placed in run) for run in _runs(flow, largest)]
    title = " ".join(runs[0].split())
    alone = len({run.casefold() for run in runs}) == 1
    speaks = sum(map(str.isalpha, title)) >= 3 and (kind_of(title) is None or is_begun(title))
    return title[:LONGEST] if alone and speaks else ""


def _runs(flow: Sequence[Placed], size: float) -> Iterator[list[Placed]]:
    """Runs of adjacent lines of that size on one page, at most a few lines each."""
    large = [(place, placed) for place, placed in enumerate(flow) if placed.line.size > size - _SAME]
    for _, group in itertools.groupby(enumerate(large), key=lambda one: (one[1][0] - one[0], one[1][1].page)):
        lines = [placed for _, (_, placed) in group]
        yield from (lines[start : start + _MOST_LINES] for start in range(0, len(lines), _MOST_LINES))


def _first_sheets(pdf: Any) -> list[Sheet]:
    import pypdfium2

    sheets = []
    for number in range(min(_PAGES, len(pdf))):
        try:
            sheets.append(sheet_of(pdf[number]))
        except pypdfium2.PdfiumError:
            continue  # a damaged page has no title on it
    return sheets


def main() -> None:
    """`python -m rag.documents.titles FILE LIMITS`: one line, with the title or the reason why there can't be one."""
    path, limits = sys.argv[1], Limits.model_validate_json(sys.argv[2])
    limit_myself(limits.memory, limits.cpu_seconds)
    try:
        pdf = opened(path)
        if not len(pdf):
            raise Refused("damaged")
        say({"title": named(pdf) or printed(_first_sheets(pdf))})
    except Refused as refused:
        say({"refused": str(refused)})
    except MemoryError:
        say({"refused": "overloads"})


if __name__ == "__main__":
    main()
