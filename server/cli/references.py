"""Build and manage reference stores: labelled passages that few-shot scoring is shown.

Build from a training set alone. `check` says whether a store holds an interview that you want to test on.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

from agents.errors import AnamnesisError, CorrectInput
from server.cli.batch.labelled_arguments import add_arguments, selection
from server.cli.batch.lines import ANSWERED, NOT_STARTED, SOME_BAD, say

if TYPE_CHECKING:
    from agents.llm.providers import Providers
    from rag.references.rows import Rows
    from server.assessments.labelled_files import Case

DEFAULT: Final = "default"
EMBEDDER: Final = "local/all-MiniLM-L6-v2"


def configure(parser: argparse.ArgumentParser) -> None:
    """build, list, check, remove."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    build = actions.add_parser("build", help="build a store from labelled interviews")
    add_arguments(build)
    _name(build)
    build.add_argument(
        "--embedder", default=EMBEDDER, metavar="NAME", help=f"default {EMBEDDER}; openai/MODEL; hashed/N"
    )
    build.add_argument("--size", type=int, default=8, metavar="LINES", help="lines of a passage (default 8)")
    build.add_argument("--step", type=int, default=2, metavar="LINES", help="lines between two passages (default 2)")
    scorer = build.add_mutually_exclusive_group()
    scorer.add_argument(
        "--scorer", default="rules", metavar="NAME", help="who scores and tags each passage: rules or a model"
    )
    scorer.add_argument("--no-scorer", action="store_true", help="only the participants' scores, no tags")
    build.add_argument("--overwrite", action="store_true", help="replace the store of that name")
    actions.add_parser("list", help="show all stores, one JSON object a line")
    check = actions.add_parser("check", help="exit code 1 when the store holds one of these participants")
    add_arguments(check)
    _name(check)
    remove = actions.add_parser("remove", help="remove a store")
    _name(remove)


def _name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--name", default=DEFAULT, help=f"the store (default {DEFAULT})")


def execute(options: argparse.Namespace) -> int:
    """Do it: 0 done, 1 a leak or no such store, 2 it could not be done."""
    try:
        return asyncio.run(_do(options))
    except (AnamnesisError, OSError) as wrong:
        say(str(wrong))
        return NOT_STARTED


async def _do(options: argparse.Namespace) -> int:
    match options.action:
        case "build":
            return await _build(options)
        case "check":
            return await _check(options)
        case "remove":
            async with _opened() as (rows, _):
                gone = await rows.remove(options.name)
            say(f"the store {options.name!r} is removed" if gone else f"there is no store {options.name!r}")
            return ANSWERED if gone else SOME_BAD
    async with _opened() as (rows, _):
        for one in await rows.all():
            people = list(await rows.people(one.name))
            _print({**one.model_dump(mode="json"), "participants": people})
    return ANSWERED


async def _build(options: argparse.Namespace) -> int:
    from rag.references.building import Builder, Labelled
    from rag.references.embedding import embedding
    from rag.references.options import Build
    from server.engines.research import quantifier as scoring
    from server.settings import Settings

    cases = _cases(options)
    scorer = None if options.no_scorer else _engine(options.scorer)
    how = Build(embedder=options.embedder, size=options.size, step=options.step, scorer=scorer)
    people = [
        Labelled(one.id, one.transcript, {item: score for item, score in one.gold.items() if score is not None})
        for one in cases
    ]
    async with _opened() as (rows, models):
        there = await rows.get(options.name)
        if there is not None and not options.overwrite:
            raise CorrectInput(
                f"the store {options.name!r} is there already, built from {there.source}: choose another --name, or "
                "--overwrite it"
            )
        quantifier = None if scorer is None else scoring(scorer, models, Settings())
        builder = Builder(rows, embedding(options.embedder, models), quantifier)
        stored = await builder.build(options.name, people, how, options.data.name, _progress)
    _print({**stored.model_dump(mode="json"), "participants": [one.id for one in cases]})
    return ANSWERED


async def _check(options: argparse.Namespace) -> int:
    from rag.references.leaks import leaks

    cases = _cases(options)
    async with _opened() as (rows, _):
        if await rows.get(options.name) is None:
            raise CorrectInput(f"there is no reference store {options.name!r}")
        found = leaks(await rows.people(options.name), {one.id: one.transcript for one in cases})
    _print({"store": options.name, "tested": len(cases), "leaks": found})
    return SOME_BAD if found else ANSWERED


def _cases(options: argparse.Namespace) -> "list[Case]":
    from server.assessments.labelled_files import case, chosen

    what = selection(options)
    picked = chosen(what)
    if picked.missing:
        raise CorrectInput(f"no labelled transcript of: {', '.join(picked.missing[:20])}")
    return [case(source, gold, what) for source, gold in picked.sources]


def _engine(name: str) -> str:
    from server.settings import engine

    try:
        return engine(name)
    except ValueError as wrong:
        raise CorrectInput(f"--scorer: {wrong}") from None


@asynccontextmanager
async def _opened() -> "AsyncIterator[tuple[Rows, Providers]]":
    from rag.references.rows import Rows
    from server.engines.models import providers
    from server.installation import migrated_database
    from server.settings import Settings

    settings = Settings()
    models = providers(settings)
    try:
        async with migrated_database(settings) as database:
            yield Rows(database.pool), models
    finally:
        await models.close()


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done} of {total} passages{'' if done < total else chr(10)}")


def _print(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
