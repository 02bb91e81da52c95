"""While nothing is asked, until the patient plainly says that the questions may go on."""

import asyncio
from collections.abc import Callable

import pytest

from agents.domain.phase import Phase
from agents.interview import events as ev
from agents.interview.safety.waiting import goes_on, says_only_to_go_on
from agents.interview.session import Session
from agents.interviewer.port import Purpose

GOES_ON = """go on · “go on” · yes · ok go on · he's gone to bed so we can talk · back now sorry · ready to continue
he stepped out · she left for work, we can keep going · kids are asleep now · i'm in the car now go ahead · alone now
no problem, go ahead · ready when you are · he's not here anymore · no one is here now · can we continue?
what was the question? · he left, where were we · I'm back, thanks for the wait · all clear · it's safe now
seguir · ya se fue a trabajar, dígame · ya puedo, siga · ya se durmió · estoy sola ya · no hay nadie ya
podemos continuar? · cuando quiera seguimos · ya salió a trabajar mi esposo
he's out of the house now · ya se durmió, ahorita sí · my husband ya se fue, go ahead
I think he's gone, go on · he's upstairs now, go on · kids are asleep now · he went to bed so we can talk"""
AFTER_A_CALL = """go on · continue · siga · never mind, go on · never mind, keep going · I'll continue · ok I'll go on
let's get on with it · I guess we can go on · back to the questions please · no importa, siga · ok I'm good now
ok I feel better, go on · continue without a person then · fine whatever, let's get it over with · ándele pues
ahorita sí, siga · yes · alright, what's next? · ya puede seguir preguntando"""
STAYS = """I'll be ready when he's gone · he's not gone yet · ok · sorry · 3 days · hold on · is he gone? no
is he gone? · he left his keys so he'll be back · he's coming back · he's back · not safe
i can't go on like this · don't go on · i can't talk now · he's gone to get his gun
my husband left me · i'm ready to die · he's asleep next to me · yes, wait
i think he left · he's away every week · he just stepped out, back in 10 · my back hurts · i'm here with him
i want to go on holiday · espere · todavía no · no se ha ido · cuando se vaya · ya no puedo seguir así · sigue aquí
he's out of the shower · he's out of prison · he's off his meds · he left bruises on my arm
he's upstairs loading his rifle
This is her husband. Go on. · he says go ahead · he says I can talk · he wants me to continue
who is this? ask me instead
he's asking what was the question · he keeps going on at me · soy el marido, siga · mi marido dice que siga
no siga · no safe
nobody is listening to me · no one here to protect us · there's nobody around · no hay nadie que me ayude
i'm still here
i want to get it over with · get it over with
ya estoy en el baño escondida · salió por el cuchillo · ya salió del baño · se fue a la cocina · ya se fue pero regresa
sigue hablando por teléfono · salió a buscarme"""
STAYS_AFTER_A_CALL = """nobody is listening · there is no one here · everyone left, I'm all alone in this
my husband left
i'm alone · ya estoy harta · se ha ido mi esposa · ya estoy cansada de vivir · estoy sola · he's gone"""


def each(told: str) -> list[str]:
    return [one.strip() for line in told.splitlines() for one in line.split("·")]


@pytest.mark.parametrize("text", each(GOES_ON))
def test_what_plainly_says_so_goes_on(text: str) -> None:
    assert goes_on(text)


@pytest.mark.parametrize("text", each(AFTER_A_CALL))
def test_whoever_says_so_outright_goes_on_after_any_call(text: str) -> None:
    assert goes_on(text)
    assert goes_on(text, unsafe=False)


@pytest.mark.parametrize("text", each(STAYS))
def test_nothing_else_does(text: str) -> None:
    assert not goes_on(text)


@pytest.mark.parametrize("text", each(STAYS_AFTER_A_CALL))
def test_to_be_left_alone_is_no_consent_after_a_call_for_a_person_or_for_help(text: str) -> None:
    assert not goes_on(text, unsafe=False)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        *(("my husband just left, go on", True), ("back to the questions", True), ("ya se fue, siga", True)),
        *(
            ("go on", False),
            ("I want to do it", False),
            ("he left, I'll finish this", False),
            ("let's get it over with", False),
        ),
        *(("sigo", False), ("sigue", False), ("ahora sí", False), ("se fue, ya puedo", False)),
    ],
)
def test_what_may_answer_the_item_on_self_harm_is_no_mere_going_on(text: str, says: bool) -> None:
    assert says_only_to_go_on(text, of_harm=True) is says


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
