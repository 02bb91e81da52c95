"""The check of one model, for people and programs, and the checks that the database holds."""

import argparse
import asyncio
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from agents.errors import AnamnesisError, CorrectInput
from server.cli.batch.lines import say

if TYPE_CHECKING:
    from benchmarks.fitness.checking import Checked
    from benchmarks.fitness.outcome import Trial
    from benchmarks.fitness.verdict import Figures
    from server.settings import Settings

CANNOT_START = 2
_CONNECT_SECONDS = 3


def run(options: argparse.Namespace, settings: "Settings") -> int:
    """Check and print: 0 fit for every role, 1 unfit for one, 2 the model can't be called."""
    from agents.llm.errors import ModelFailed
    from server.settings import engine

    try:
        found = asyncio.run(_checked(engine(options.name), settings, max(1, options.lines)))
    except (CorrectInput, ValueError) as wrong:
        say(str(wrong))
        return CANNOT_START
    except ModelFailed as failed:
        say(f"{options.name} can't be checked: {failed}")
        return CANNOT_START
    sys.stdout.write(f"{found.model_dump_json()}\n" if options.json else "".join(f"{one}\n" for one in _told(found)))
    sys.stdout.flush()
    if options.keep:
        _keep(found, settings)
    return 1 if found.unfit else 0


async def _checked(name: str, settings: "Settings", lines: int) -> "Checked":
    from server.engines.fitness import checked

    done = 0

    def note(_: "Trial") -> None:
        nonlocal done
        done += 1
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{done} tasks done")

    found = await checked(name, settings, lines, note)
    if sys.stderr.isatty():
        sys.stderr.write("\r" + " " * 20 + "\r")
    return found


def _keep(found: "Checked", settings: "Settings") -> None:
    """Keep the result where there is a database; says so where there is none."""
    if settings.database_url is None and not (settings.data / "postgres").exists():
        say("Not kept: there is no database yet.")
        return
    try:
        asyncio.run(_kept(found, settings))
    except AnamnesisError as failed:
        say(f"Not kept: {failed}")


async def _kept(found: "Checked", settings: "Settings") -> None:
    from server.engines.fitness import Checks
    from server.installation import migrated_database

    async with migrated_database(settings) as database:
        await Checks(database.pool).keep(found)


def known_checks(settings: "Settings") -> "dict[str, Checked] | None":
    """The latest check of each model; None where no database runs, or it is older than this version. Starts none."""
    import psycopg

    from server.database import plain_url
    from server.embedded import Postgres
    from server.engines.fitness import LATEST, read

    url = settings.database_url
    if url is None:
        own = Postgres(settings.data / "postgres")
        if not own.answers():
            return None
        url = own.url
    try:
        with psycopg.connect(plain_url(url), connect_timeout=_CONNECT_SECONDS) as connection:
            bodies = connection.execute(LATEST).fetchall()
    except psycopg.Error:
        return None
    return {one.model: one for (body,) in bodies if (one := read(body))}


def _told(found: "Checked") -> Iterator[str]:
    yield f"{found.model}: tasks {found.tasks}, prompts {found.prompts}"
    yield ""
    yield (
        f"{'role':<19}{'tasks':>6}{'at once':>9}{'repaired':>10}{'again':>7}{'refused':>9}{'failed':>8}"
        f"{'agreement':>11}{'quotes':>8}{'p50':>9}{'p95':>9}{'tokens':>8}"
    )
    yield from map(_row, found.roles)
    yield ""
    risk = found.role("risk")
    if risk is not None:
        yield f"Stops: {risk.stops_found} of {risk.stops} found, {risk.stops_false} false."
    price = "price not known" if found.usd is None else f"{found.usd:.4f} USD"
    if found.model != "rules":
        yield f"An interview of usual length: about {found.tokens:,.0f} tokens, {price}."
    yield ""
    for one in found.roles:
        yield f"fit for {one.role}: {'yes' if one.fit else 'no, because ' + '; '.join(one.why)}"
    yield ""
    yield from _limits()
    if found.apart:
        yield ""
        yield "Apart from what can be defended:"
        yield from (f"  {one.role}, {one.task}: {one.failed or one.told}" for one in found.apart)


def _row(one: "Figures") -> str:
    quotes = "-" if one.quotes is None else f"{one.quotes:.0%}"
    return (
        f"{one.role:<19}{one.tasks:>6}{one.at_once:>9}{one.repaired:>10}{one.again:>7}{one.refused:>9}{one.failed:>8}"
        f"{one.agreement:>11.0%}{quotes:>8}{_seconds(one.p50):>9}{_seconds(one.p95):>9}{one.tokens:>8,.0f}"
    )


def _seconds(value: float) -> str:
    return f"{value:.1f} s" if value >= 1 else f"{value * 1000:.0f} ms"


def _limits() -> Iterator[str]:
    from benchmarks.fitness.verdict import LIMITS

    yield "Needed: answers used, agreement, quotes verbatim. Besides: no stop missed or false, no order obeyed."
    for role, limit in LIMITS.items():
        quotes = "" if limit.quotes is None else f", {limit.quotes:.0%}"
        yield f"  {role:<19}{limit.read:.0%}, {limit.agreement:.0%}{quotes}"
