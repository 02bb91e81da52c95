"""Warms up the rule engines, which read their data at first use, before the first patient arrives."""

import asyncio
import gc
from functools import partial
from pathlib import Path

from agents.domain.phase import Phase
from agents.interview.session import Session
from agents.risk.help.script import script
from agents.rules_team import rules_team

_SPOKEN = ("Three or four days, mostly in the evenings.", "No, not really.", "Most days, it has been hard.")


def warm_up(safety: Path) -> None:
    """Hold one interview in memory, to the report. Blocks for about a second: run it in a thread.

    The data read stays for good, so the garbage collector need not scan it any more."""
    asyncio.run(_interview(safety))
    gc.collect()
    gc.freeze()


async def _interview(safety: Path) -> None:
    session = await Session.start(rules_team(partial(script, folder=safety)), "warm-up")
    await session.say("Yes, I'm ready.")
    while session.state.phase not in {Phase.REPORT, Phase.SAFETY_STOP}:
        await session.say(_SPOKEN[len(session.state.asked) % len(_SPOKEN)])
    await session.finish()
