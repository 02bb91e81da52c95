"""What differs between providers: the size of context, how an answer's form is asked for, options a model does not
know."""

from collections.abc import AsyncIterator

import pytest

from agents.assessment.formats.plain import read
from agents.diagnostician.llm import LlmDiagnostician
from agents.diagnostician.port import Mode
from agents.llm.errors import NotConfigured
from agents.llm.policy import Policy
from agents.llm.port import System, User
from agents.llm.profiles import PROFILES, WINDOWS, Form, profile, window
from agents.llm.providers import Providers
from agents.llm.spec import Credentials
from agents.quantitative.llm import LlmQuantifier
from tests.agents.diagnostician.test_llm import LOW, Shelf

from .conftest import Stub, asking, scoring

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
LONG = "\n".join(
    f"Interviewer: and on day {day}\nParticipant: I lay awake until three again, that makes it {day} nights so far"
    for day in range(1, 122)
)
"""242 lines."""


@pytest.fixture
async def opened(stub: Stub) -> AsyncIterator[Providers]:
    """Fresh clients, which have learnt nothing yet."""
    there = {
        "OLLAMA_API_BASE": stub.url,
        "HOSTED_VLLM_API_BASE": f"{stub.url}/v1",
        "LM_STUDIO_API_BASE": f"{stub.url}/v1",
    }
    keys = {"OPENAI_BASE_URL": f"{stub.url}/v1", "LM_STUDIO_API_KEY": "any"}
    providers = Providers(Credentials.read({**there, **keys}), Policy(attempts=1, failures=1_000_000))
    yield providers
    stub.provider.refused = frozenset()
    await providers.close()


@pytest.mark.parametrize("name", ["ollama/gemma3:27b", "ollama_chat/gemma3:27b"])
async def test_ollama_is_told_how_much_it_has_to_read(opened: Providers, stub: Stub, name: str) -> None:
    model = opened.model(name)
    assert (await model.complete(scoring())).value.score == 4
    assert [(call.path, call.window) for call in stub.calls] == [("/api/chat", WINDOWS[0])]


async def test_a_long_interview_fits_the_context_that_is_asked_for(opened: Providers, stub: Stub) -> None:
    await LlmQuantifier(opened.model("ollama/gemma3:27b")).gather(read(LONG))
    (call,) = stub.calls
    assert call.window is not None
    assert call.usage.input_tokens > 4_096
    assert call.window >= call.usage.total


async def test_ollama_streams(opened: Providers, stub: Stub) -> None:
    *pieces, reply = [piece async for piece in opened.model("ollama/gemma3:27b").stream(asking())]
    assert "".join(piece.text for piece in pieces) == reply.text == "This is the scripted provider."
    assert stub.calls[0].stream


async def test_nobody_else_is_told(opened: Providers, stub: Stub) -> None:
    await opened.model("openai/some-model").complete(scoring())
    await opened.model("vllm/some-model").complete(scoring())
    assert [call.window for call in stub.calls] == [None, None]


@pytest.mark.parametrize(
    ("refused", "calls"),
    [((), 1), (("json_schema",), 2), (("json_schema", "json_object"), 3), (("response_format",), 3)],
)
@pytest.mark.parametrize("name", ["openai/some-model", "vllm/some-model"])
async def test_how_the_form_is_asked_for_is_learnt_once(
    opened: Providers, stub: Stub, name: str, refused: tuple[str, ...], calls: int
) -> None:
    stub.provider.refused = frozenset(refused)
    model = opened.model(name)
    await model.prepare()
    first = await model.complete(scoring())
    assert len(stub.calls) == calls
    again = await model.complete(scoring())
    assert len(stub.calls) == calls + 1
    assert (again.attempts, first.attempts) == (1, calls)
    assert stub.calls[-1].status == 200


@pytest.mark.parametrize("name", ["openai/some-model", "vllm/some-model", "ollama/gemma3:27b"])
async def test_a_model_that_takes_no_tools_forms_impressions_all_the_same(
    opened: Providers, stub: Stub, name: str
) -> None:
    stub.provider.refused = frozenset({"tools"})
    for drafts in (lambda _: None, None):
        engine = LlmDiagnostician(opened.model(name), None, Shelf())
        found = await engine.diagnose(LOW, Mode.DIAGNOSTIC, drafts=drafts)
        assert found.impressions
        assert found.searches == ()
    assert [call.role for call in stub.calls] == ["refused", "diagnostician", "diagnostician"]


async def test_what_is_refused_in_every_form_is_told_and_nothing_is_learnt(opened: Providers, stub: Stub) -> None:
    stub.provider.refused = frozenset({"messages"})
    model = opened.model("openai/some-model")
    with pytest.raises(NotConfigured):
        await model.complete(scoring())
    assert len(stub.calls) == 3
    stub.provider.refused = frozenset()
    assert (await model.complete(scoring())).attempts == 1


async def test_a_server_of_ones_own_is_sent_the_older_name_of_the_limit(opened: Providers, stub: Stub) -> None:
    stub.provider.refused = frozenset({"max_completion_tokens"})
    assert (await opened.model("openai/some-model").complete(asking())).attempts == 1


async def test_effort_is_sent_where_it_is_asked_for(opened: Providers, stub: Stub) -> None:
    stub.provider.refused = frozenset({"reasoning_effort"})
    model = opened.model("openai/some-model")
    assert (await model.complete(asking())).attempts == 1
    with pytest.raises(NotConfigured):
        await model.complete(asking(effort="low"))


def test_the_table_knows_the_usual_providers_and_asks_all_others_plainly() -> None:
    assert {"ollama", "ollama_chat", "vllm", "lm_studio", "vercel_ai_gateway", "openrouter", "azure", "bedrock"} <= set(
        PROFILES
    )
    assert profile("somebody") == PROFILES["openai"]
    assert all(one.forms[0] is Form.SCHEMA for one in PROFILES.values())


def test_sizes_of_context_are_few_and_large_enough() -> None:
    for characters in (10, 20_000, 60_000, 120_000, 240_000):
        assert window(characters, 2_000) >= characters / 4 + 2_000
        assert window(characters, 2_000) in WINDOWS
    assert window(10_000_000, 2_000) == WINDOWS[-1]


async def test_words_stand_in_the_one_system_message(opened: Providers, stub: Stub) -> None:
    """Some servers take no second one."""
    from agents.llm.adapters.adapter import Call
    from agents.llm.adapters.chat_completions import body

    from .conftest import Scored

    asked = (System(text="role: scorer\nScore."), User(text="x"))
    call = Call(asked, Scored, (), True, 100, None, 1.0, 1.0, form=Form.WORDS)
    written = body(call)
    assert [one["role"] for one in written["messages"]] == ["system", "user"]
    assert written["messages"][0]["content"].startswith("role: scorer\nScore.\n\nAnswer with one JSON object")
    assert '"evidenceQuotes"' in written["messages"][0]["content"]
    assert "response_format" not in written
    assert body(Call(asked, Scored, (), True, 100, None, 1.0, 1.0, form=Form.OBJECT))["response_format"] == {
        "type": "json_object"
    }
