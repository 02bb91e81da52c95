"""Search the reference library.

in   {"id", "query"}, or a patient profile (as `replay --profile` and the server give it), from which the same question
     is made as for a report
out  {"id", "passages": [{"chunkId", "sectionPath", "pageStart", "score", "source"}, ..]}   best first

Pages are counted in the file, from 1; "source" names the page as it is printed. A library that holds no book yet gets
the open reference first.
"""

import argparse
import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from pydantic import Field

from agents.errors import AnamnesisError, CorrectInput, NotNow
from server.cli.batch.answering import answer_each
from server.cli.batch.lines import NOT_STARTED, say
from server.cli.impressions import profile
from server.json_lines import Id, Record, parsed

if TYPE_CHECKING:
    from agents.diagnostician.port import Passage
    from rag.search.library import Library

MOST = 50
MODES = ("hybrid", "vector", "text")


class Asked(Record):
    """One line with a question."""

    query: str = Field(min_length=1)


def configure(parser: argparse.ArgumentParser) -> None:
    """The questions, how to search, how many passages."""
    parser.add_argument("file", metavar="FILE", help="questions or profiles, one JSON object a line; - reads stdin")
    parser.add_argument("--mode", choices=MODES, default="hybrid", help="by meaning and words, or by one of them")
    parser.add_argument("--k", type=_few, default=5, metavar="N", help="passages for each question (default 5)")
    parser.add_argument("--disorder", action="append", default=[], metavar="NAME", help="only passages about this one")
    parser.add_argument("--text", action="store_true", help='add the passages\' own words as "text"')


def _few(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"1 to {MOST} passages, not {text!r}")
    return int(text)


def execute(options: argparse.Namespace) -> int:
    """Search: 0 every line answered, 1 some line was bad, 2 the library cannot be searched."""
    from server.cli.batch.library import reference, stocked

    with asyncio.Runner() as runner:
        opened = AsyncExitStack()
        try:
            settings, parts = runner.run(opened.enter_async_context(reference()))
            runner.run(stocked(settings, parts))
            if parts.library.notice:
                say(parts.library.notice)
            return answer_each(
                options.file, "questions", lambda value: runner.run(_answer(parts.library, value, options))
            )
        except AnamnesisError as failed:
            say(str(failed))
            return NOT_STARTED
        finally:
            runner.run(opened.aclose())


async def _answer(library: "Library", value: Any, options: argparse.Namespace) -> dict[str, Any]:
    from rag.search.passages import Mode

    identity, query = _question(library, value)
    found = await library.find(query, options.k, Mode(options.mode), options.disorder) if query else ()
    return {"id": identity, "passages": [_told(one, options.text) for one in found]}


def _question(library: "Library", value: Any) -> tuple[Id, str]:
    if "query" in value:
        asked = parsed(Asked, value)
        return asked.id, asked.query
    given = value.get("profile", value)
    if not isinstance(given, dict) or "sessionStatus" not in given:
        raise CorrectInput("`query` or a patient profile is missing")
    read = profile(given)
    try:
        return value.get("id", read.session_meta.id), library.query_for(read)
    except NotNow as error:
        raise CorrectInput(str(error)) from None


def _told(passage: "Passage", with_text: bool) -> dict[str, Any]:
    told = passage.model_dump(mode="json", include={"chunk_id", "section_path", "page_start", "score", "source"})
    return told | ({"text": passage.text} if with_text else {})
