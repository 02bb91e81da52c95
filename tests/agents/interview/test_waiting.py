"""While nothing is asked, until the patient plainly says that the questions may go on."""

import asyncio
from collections.abc import Callable

import pytest

from agents.domain.phase import Phase
from agents.interview import events as ev
from agents.interview.safety.waiting import goes_on
from agents.interview.session import Session
from agents.interviewer.port import Purpose

GOES_ON = """go on · “go on” · yes · ok go on · he's gone to bed so we can talk · back now sorry · ready to continue
he stepped out · she left for work, we can keep going · kids are asleep now · i'm in the car now go ahead · alone now
no problem, go ahead · ready when you are · he's not here anymore · no one is here now · can we continue?
what was the question? · he left, where were we · I'm back, thanks for the wait · all clear · it's safe now
seguir · ya se fue a trabajar, dígame · ya puedo, siga · ya se durmió · estoy sola ya · no hay nadie ya
podemos continuar? · cuando quiera seguimos"""
STAYS = """I'll be ready when he's gone · he's not gone yet · ok · sorry · 3 days · hold on · is he gone? no
is he gone? · he left his keys so he'll be back · he's coming back · he's back · not safe
i can't go on like this · don't go on · i can't talk now · he's gone to get his gun
my husband left me · i'm ready to die · he's asleep next to me · yes, wait
i think he left · he's away every week · he just stepped out, back in 10 · my back hurts · i'm here with him
i want to go on holiday · espere · todavía no · no se ha ido · cuando se vaya · ya no puedo seguir así · sigue aquí"""


def each(told: str) -> list[str]:
    return [one.strip() for line in told.splitlines() for one in line.split("·")]


@pytest.mark.parametrize("text", each(GOES_ON))
def test_what_plainly_says_so_goes_on(text: str) -> None:
    assert goes_on(text)


@pytest.mark.parametrize("text", each(STAYS))
def test_nothing_else_does(text: str) -> None:
    assert not goes_on(text)


def test_whoever_only_asks_is_answered_and_told_what_to_write(reach: Callable[[Phase], Session]) -> None:
    session = reach(Phase.ASK_ITEM)
    asyncio.run(session.say("Can I speak to a real person please"))
    for text, answer in (("hello?", "still here"), ("are you there?", "still here"), ("what do i do now", "“go on”")):
        told = [event for event in asyncio.run(session.say(text)) if isinstance(event, ev.Told)]
        assert [event.purpose for event in told] == [Purpose.WAITING]
        assert answer in told[0].text
        assert told[0].text.endswith("until you write “go on”.")
    assert session.state.paused
    told = [event for event in asyncio.run(session.say("go on")) if isinstance(event, ev.Told)]
    assert [event.purpose for event in told] == [Purpose.RESUMED]
