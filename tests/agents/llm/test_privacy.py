"""What leaves this machine: nothing that is masked, and nothing to a provider that may not be asked."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

from agents.domain.risk import Tier
from agents.interviewer.llm import LlmInterviewer
from agents.interviewer.port import Brief, Purpose
from agents.llm.budget import Budget
from agents.llm.clock import SystemClock
from agents.llm.errors import NotConfigured
from agents.llm.model import Model
from agents.llm.policy import Policy
from agents.llm.port import Delta, Reply, Request, System, User
from agents.llm.private.masking import Mask
from agents.llm.private.privacy import Privacy
from agents.llm.providers import Providers
from agents.llm.retries import Retries
from agents.llm.spec import Credentials, Endpoint, Spec
from agents.prompts import fenced
from agents.quantitative.llm import LlmQuantifier
from agents.quantitative.port import Reference
from agents.reporter.llm import LlmReporter
from agents.risk.llm import LlmRiskReader
from agents.risk.port import Message
from agents.scorer.llm import LlmScorer
from agents.scorer.port import Answer, Exchange
from agents.scripted.model import ScriptedAdapter
from agents.scripted.temperaments import Temperament, temper
from server.engines.stub_provider import StubProvider
from server.engines.stub_running import in_thread
from server.http.asgi import Receive, Scope, Send, body_of
from tests.agents.assessment.conversations import full
from tests.agents.llm.conftest import asking, credentials
from tests.agents.reporter.test_rules import brief, profile

NAMES = {
    "openai": "openai/gpt-4.1",
    "anthropic": "anthropic/claude-sonnet-5",
    "litellm": "hosted_vllm/some-model",
}
MASKED = Privacy(masked=True, words=("Elm Street Clinic",))
REPLY = (
    "Since Tom Becker left for Springfield I enjoy nothing nearly every day, ask Dr. Weatherby of Elm Street Clinic."
)
SECRETS = ("Tom", "Becker", "Springfield", "Weatherby", "Elm Street")
DANGER = "Tonight I'm going to kill my brother Tom Becker with the knife I bought."


class Overhearing(StubProvider):
    """The scripted provider, with the bodies that it was sent."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await body_of(receive)
        self.heard.append(body.decode())
        told = [{"type": "http.request", "body": body, "more_body": False}]

        async def again() -> Any:
            return told.pop() if told else await receive()

        await super().__call__(scope, again, send)


@pytest.fixture(scope="module")
def provider() -> Iterator[tuple[Overhearing, str]]:
    stub = Overhearing()
    with in_thread(stub) as url:
        yield stub, url


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("temperament", Temperament)
async def test_a_masked_reply_is_quoted_in_the_patients_words(
    provider: tuple[Overhearing, str], name: str, temperament: Temperament
) -> None:
    stub, url = provider
    stub.temper = temper(temperament)
    stub.heard.clear()
    models = Providers(credentials(url), Policy(), privacy=MASKED)
    answer = Answer(
        item=1,
        reply=REPLY,
        question="How often have you had little pleasure?",
        earlier=(Exchange(turn=1, said="I'm Tom Becker."),),
    )
    scored = await LlmScorer(models.model(NAMES[name]), Budget()).score(answer)
    read = await LlmRiskReader(models.model(NAMES[name]), Budget()).read(Message(text=DANGER))
    ahead = Brief(purpose=Purpose.QUESTION, item=2, heard=REPLY)
    await LlmInterviewer(models.model(NAMES[name]), Budget()).prepare(ahead)
    await models.close()
    assert len(stub.heard) >= 3
    assert any("role: interviewer" in body and "[NAME_1]" in body for body in stub.heard)
    assert not [secret for secret in SECRETS for body in stub.heard if secret in body]
    assert any("[NAME_1]" in body for body in stub.heard)
    assert all(REPLY[one.start : one.end] == one.text for one in scored.evidence)
    if temperament is not Temperament.HOSTILE:
        assert scored.score == 4
        assert any("Springfield" in one.text and "every day" in one.text for one in scored.evidence)
        assert read.tier is Tier.STOP
    assert all(DANGER[one.start : one.end] == one.text for one in read.findings)


MASKS = {
    "My brother Tom drinks since we came to Boston.": "My brother [NAME_1] drinks since we came to [PLACE_1].",
    "my sister jessica called": "my sister [NAME_1] called",
    "Mail a.b@example.org or call +49 170 1234567": "Mail [NUMBER_1] or call [NUMBER_2]",
    "SSN 123-45-6789, ticket AB123456": "SSN [NUMBER_1], ticket [NUMBER_2]",
    "Born on May 17, 1988, or the 3rd of May 2021": "Born on [NUMBER_1], or the [NUMBER_2]",
    "IBAN DE89 3704 0044 0532 0130 00 at 192.168.0.1, @tom_b": "IBAN [NUMBER_1] at [NUMBER_3], [NUMBER_2]",
    "Card 4111 1111 1111 1111, 00:1B:44:11:3A:B7, fe80::1": "Card [NUMBER_1], [NUMBER_2], [NUMBER_3]",
    "NHS 943 476 5919, NINO AB 12 34 56 C, SW1A 1AA": "NHS [NUMBER_1], NINO [NUMBER_2], [NUMBER_3]",
    "DNI 12345678Z o NIE X1234567L, 17 de mayo de 1988": "DNI [NUMBER_1] o NIE [NUMBER_2], [NUMBER_3]",
    "IBAN DE89 3704 0044 0532 0130 01, mistyped, or 555-0187": "IBAN [NUMBER_1], mistyped, or [NUMBER_2]",
    "See www.tom.example/a, facebook.com/tom or ana@clinic.local": "See [NUMBER_2] [NUMBER_3] or [NUMBER_1]",
    "I live at 12 Oak Lane": "I live at [PLACE_1]",
    "At Elm street clinic they know": "At [WORD_1] they know",
    "Me llamo Lucía y vivo en Monterrey": "Me llamo [NAME_1] y vivo en [PLACE_1]",
}
STAY = (
    "Ten nights of the last 14, 3-4 nights a week, since 2019, 24/7, 9 of 14.",
    "Will it stop? May is hard, and Hope is gone. In the evening I pray to God.",
    "I take 20 mg of Sertraline at 10 or 11, and I am 43.",
    "I'm tired.me and him fight.so I left at 10:30, from 2019-2021, 9/14, 1-2-3, 3.5 hours, 10,000 steps.",
    "On Monday and Tuesday I felt down, in April more than in June.",
)


@pytest.mark.parametrize("text", MASKS)
def test_what_is_masked_comes_back(text: str) -> None:
    masking = Mask(("Elm Street Clinic",)).begun()
    masked = masking.text(text)
    assert masked == MASKS[text]
    assert masking.restored(masked) == text
    assert masking.restored(masked.replace("[", "").replace("]", "").lower()).lower() == text.lower()


@pytest.mark.parametrize("text", STAY)
def test_what_scoring_needs_stays(text: str) -> None:
    assert Mask().begun().text(text) == text


HOSTILE = ("a." * 2000, "1 " * 2000, "12 34-" * 660, "1.1." * 1000, "(1)" * 1300, "A1B2" * 1000, "1!#$%&" * 660)


def test_no_text_holds_a_turn_up() -> None:
    begun = time.process_time()
    for text in HOSTILE:
        Mask().begun().text(text)
    assert time.process_time() - begun < len(HOSTILE)


WITHOUT = """
import sys
if {lacks}: sys.modules["presidio_analyzer"] = None
from agents.llm.private.privacy import Privacy
from agents.llm.providers import Providers
from agents.llm.spec import Credentials
from server.cli import main
if {lacks}:
    try: Providers(Credentials(), privacy=Privacy(masked=True))
    except Exception as refused: print(type(refused).__name__)
    print(main(["doctor"]))
    sys.exit(main(["run"]))
Providers(Credentials())
print("presidio_analyzer" in sys.modules, end=" ")
Providers(Credentials(), privacy=Privacy(masked=True))
print(*(name in sys.modules for name in ("presidio_analyzer", "torch", "transformers")))
import torch
"""


def in_a_process(lacks: bool) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(lacks=lacks)],
        env={**os.environ, "ANAMNESIS_MASK": "true"},
        capture_output=True,
        text=True,
    )


def test_where_nothing_can_be_masked_nothing_starts() -> None:
    done = in_a_process(lacks=True)
    assert done.returncode == 2
    assert "Presidio, which recognises numbers and addresses, is not installed" in done.stderr
    assert "NotConfigured\n" in done.stdout
    assert "failed  ANAMNESIS_MASK" in done.stdout
    assert done.stdout.rstrip().endswith("1")


def test_presidio_is_imported_for_masking_alone_and_without_torch() -> None:
    done = in_a_process(lacks=False)
    assert (done.returncode, done.stdout) == (0, "False True False False\n"), done.stderr


async def test_a_placeholder_is_whole_in_a_stream() -> None:
    data = fenced({"text": "My brother Tom lives in Springfield with `quotes` and “more”\nTom again"})
    adapter = ScriptedAdapter(
        lambda call: f"He said [NAME_1] of [PLACE_1], [NAME_9] and [1]. {call.messages[-1].text}"[:400]
    )
    model = Model("stub/rules", Mask().over(adapter), Retries("stub", Policy(), SystemClock()))
    request = asking(data)
    pieces = [piece async for piece in model.stream(request)]
    streamed = "".join(piece.text for piece in pieces if isinstance(piece, Delta))
    reply = pieces[-1]
    assert isinstance(reply, Reply)
    assert streamed == reply.text
    assert streamed.startswith("He said Tom of Springfield, [NAME_9] and [1].")
    sent = adapter.calls[0].messages[-1].text
    assert "Tom" not in sent
    assert sent.count("[NAME_1]") == 2
    assert sent.count("```") == 2


async def test_our_own_words_are_never_masked() -> None:
    adapter = ScriptedAdapter(lambda _: "yes")
    model = Model("stub/rules", Mask(("Score",)).over(adapter), Retries("stub", Policy(), SystemClock()))
    said = (System(text="role: scorer\nScore as Tom would, in Boston."), User(text="Item 14 of 23. Score it."))
    await model.complete(Request(role="scorer", messages=said, schema=str))
    assert adapter.calls[0].messages == said


async def test_what_is_told_of_an_answer_is_masked_too() -> None:
    """The reasons for a second request quote the first answer, in which the patient's words were put back."""
    adapter = ScriptedAdapter(lambda _: "[NAME_1] said that Depression (4) is bad. Sleep was bad.")
    model = Model("stub/rules", Mask().over(adapter), Retries("stub", Policy(), SystemClock()))
    of = brief(profile({2: 2}, {2: "My brother Tom drinks."}))
    found = [section async for section in LlmReporter(model).write(of)]
    assert len(adapter.calls) == 2
    sent = " ".join(message.text for call in adapter.calls for message in call.messages)
    assert "Tom" not in sent
    assert "“[NAME_1] said that Depression (4) is bad.”" in adapter.calls[1].messages[-1].text
    assert found[0].note or "Tom" not in found[0].markdown.partition("*Written by")[0]


async def test_passages_of_other_interviews_are_masked() -> None:
    passage = "Participant: My brother Tom moved to Boston. I lie awake on four nights."
    reference = Reference(item="Sleep", text=passage, score=1, similarity=0.6, source="a store")
    adapter = ScriptedAdapter(lambda _: '{"items": []}')
    model = Model("stub/rules", Mask().over(adapter), Retries("stub", Policy(), SystemClock()))
    await LlmQuantifier(model).score(full(), (), (reference,))
    sent = adapter.calls[0].messages[1].text
    assert "My brother [NAME_1] moved to [PLACE_1]. I lie awake on four nights." in sent
    assert "[Sleep, known score 1]" in sent


ADDRESSES = {
    "http://127.0.0.1:11434": True,
    "http://localhost:1234/v1": True,
    "http://[::1]:8000": True,
    "http://10.1.2.3/v1": True,
    "http://192.168.0.9:8000/v1": True,
    "http://172.16.4.4": True,
    "http://the-box:11434": True,
    "http://THE-BOX.:11434": True,
    "http://172.32.0.1": False,
    "https://api.openai.com/v1": False,
    "http://8.8.8.8": False,
    "http://127.0.0.1.example.org": False,
    "http://localhost@example.org/": False,
    "http://other-box:11434": False,
    "nonsense": False,
    "http://[::1": False,
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_which_addresses_are_local(address: str) -> None:
    privacy = Privacy(local_only=True, hosts=("the-box",))
    against = privacy.against(Spec.parse("hosted_vllm/any"), Endpoint(base_url=address))
    assert (against is None) is ADDRESSES[address]


async def test_a_provider_that_is_not_local_is_never_asked(provider: tuple[Overhearing, str]) -> None:
    stub, url = provider
    stub.heard.clear()
    elsewhere = url.replace("127.0.0.1", "0.0.0.0")  # the same server by an address that counts as no private one
    models = Providers(credentials(elsewhere), Policy(), privacy=Privacy(local_only=True))
    for name in NAMES.values():
        with pytest.raises(NotConfigured, match="only local models may be asked"):
            await models.model(name).prepare()
        with pytest.raises(NotConfigured, match="only local models may be asked"):
            await models.model(name).complete(asking())
        with pytest.raises(NotConfigured, match="only local models may be asked"):
            async for _ in models.model(name).stream(asking()):
                pass
    with pytest.raises(NotConfigured):
        await models.embedder("openai/text-embedding-3-small").embed(("a",))
    assert stub.heard == []
    away = Providers(Credentials(), privacy=Privacy(local_only=True))
    assert away.against("openai/gpt-4.1")
    assert away.against("ollama/gemma3:27b") is None
    near = Providers(credentials(url), Policy(), privacy=Privacy(local_only=True, masked=True))
    assert (await near.model(NAMES["openai"]).complete(asking())).text
    await near.embedder("openai/text-embedding-3-small").embed(("My brother Tom moved to Boston",))
    assert "Tom" not in stub.heard[-1]
    for opened in (models, near):
        await opened.close()
