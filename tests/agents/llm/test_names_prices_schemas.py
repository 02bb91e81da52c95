"""Names of models, where they are, what they cost, and the schemas that they get."""

import json
from typing import Any, Literal

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, Field, SecretStr

from agents.diagnostician.answer import Opinions
from agents.diagnostician.library_tool import Lookup
from agents.domain.value import Value
from agents.errors import CorrectInput
from agents.llm.adapters.retry_after import retry_after
from agents.llm.errors import NotConfigured, Overloaded, RateLimited, by_status
from agents.llm.prices import price_list
from agents.llm.providers import Providers
from agents.llm.schema import strict
from agents.llm.spec import Credentials, Endpoint, Spec
from agents.meta_reviewer.llm import Reviewed
from agents.quantitative.llm import AllScored, Gathered
from agents.reference_checker.llm import Checked
from agents.risk.llm import Read
from agents.scorer.llm import Scored
from agents.scripted.sample import conform
from benchmarks.cards.judging import Verdict


@pytest.mark.parametrize(
    ("name", "provider", "model"),
    [
        ("openai/gpt-4.1", "openai", "gpt-4.1"),
        ("ollama/gemma3:27b", "ollama", "gemma3:27b"),
        ("vercel_ai_gateway/openai/gpt-4.1", "vercel_ai_gateway", "openai/gpt-4.1"),
        ("OpenAI/gpt-4.1", "openai", "gpt-4.1"),
    ],
)
def test_a_name_has_two_parts(name: str, provider: str, model: str) -> None:
    spec = Spec.parse(name)
    assert (spec.provider, spec.model, spec.name) == (provider, model, f"{provider}/{model}")


@pytest.mark.parametrize("name", ["", "rules", "gpt-4.1", "/gpt-4.1", "openai/", "open ai/gpt"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(CorrectInput, match="provider/model"):
        Spec.parse(name)


def test_endpoints_come_from_the_environment() -> None:
    read = Credentials.read(
        {
            "OPENAI_API_KEY": "k",
            "OPENAI_BASE_URL": " ",
            "OLLAMA_API_BASE": "http://o",
            "AZURE_API_KEY": "a",
            "PATH": "x",
        }
    )
    assert read.of("openai") == Endpoint(key=SecretStr("k"))
    assert read.of("ollama") == Endpoint(base_url="http://o")
    assert read.of("azure").secret == "a"
    assert read.of("gemini") == Endpoint()


def test_no_key_and_no_address_is_ever_printed() -> None:
    read = Credentials.read({"OPENAI_API_KEY": "very-secret", "OPENAI_BASE_URL": "http://user:secret@host/v1"})
    for told in (repr(read), str(read), repr(read.of("openai")), read.model_dump_json()):
        assert "very-secret" not in told
    assert "secret" not in repr(read)


@pytest.mark.parametrize("name", ["openai/gpt-4.1", "anthropic/claude-opus-5"])
async def test_without_a_key_nothing_is_sent(name: str) -> None:
    providers = Providers(Credentials())
    with pytest.raises(NotConfigured, match="has no key"):
        await providers.model(name).prepare()
    await providers.close()


def test_a_model_is_opened_once() -> None:
    providers = Providers(Credentials())
    assert providers.model("openai/gpt-4.1") is providers.model("openai/gpt-4.1")


def test_dated_snapshots_cost_what_their_model_costs() -> None:
    table = price_list()
    assert table.price("openai/gpt-4.1-2025-04-14") == table.price("openai/gpt-4.1")
    assert table.price("anthropic/claude-haiku-4-5-20251001") == table.price("anthropic/claude-haiku-4-5")
    assert table.price("openai/gpt-4.1-mini") != table.price("openai/gpt-4.1")
    assert table.price("ollama/gemma3:27b") is None
    assert table.as_of


def test_every_price_is_sound() -> None:
    for name, price in price_list().models.items():
        assert price.input > 0, name
        assert price.cached is None or price.cached < price.input, name
        assert price.output > price.input or "embedding" in name, name


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "retry-after": "3"}, 0.25),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-4"}, 0.0),
        ({}, None),
        (None, None),
    ],
)
def test_retry_after(headers: dict[str, str] | None, seconds: float | None) -> None:
    assert retry_after(headers) == seconds


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (429, None, RateLimited),
        (429, "insufficient_quota", NotConfigured),
        (500, None, Overloaded),
        (529, "overloaded_error", Overloaded),
        (408, None, Overloaded),
        (400, None, NotConfigured),
        (401, None, NotConfigured),
        (404, "model_not_found", NotConfigured),
    ],
)
def test_statuses(status: int, code: str | None, kind: type[Exception]) -> None:
    assert type(by_status("openai", status, code)) is kind


ASKED_FOR: tuple[type[BaseModel], ...] = (
    Scored, Read, Opinions, Gathered, AllScored, Reviewed, Checked, Verdict, Lookup,
)  # fmt: skip
"""The schemas of all roles, and of the tool."""
STRICT = {"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "description"}
LIMITS = {"minimum", "maximum"}


class Part(Value):
    code: str | None = Field(None, description="an ICD-10-CM code")
    weight: float = Field(ge=0, le=1)


class Whole(Value):
    kind: Literal["a", "b"] = "b"
    parts: tuple[Part, ...] = ()
    first: Part = Field(description="the first one")
    count: int = Field(2, ge=1)


@pytest.mark.parametrize("bounds", [True, False])
def test_strict_schemas_close_every_object_and_require_every_field(bounds: bool) -> None:
    schema = strict(Whole, bounds)
    Draft202012Validator.check_schema(schema)
    text = json.dumps(schema)
    assert not any(word in text for word in ("$ref", "$defs", "default", '"title"'))
    assert ("minimum" in schema["properties"]["count"]) == bounds
    assert "minimum 1" in text or bounds
    for node in (schema, schema["properties"]["first"], schema["properties"]["parts"]["items"]):
        assert node["additionalProperties"] is False
        assert set(node["required"]) == set(node["properties"])


@pytest.mark.parametrize("schema", ASKED_FOR, ids=lambda schema: schema.__module__.split(".")[1])
@pytest.mark.parametrize("bounds", [True, False])
def test_what_is_asked_for_is_said_in_words_of_json_schema_alone(schema: type[BaseModel], bounds: bool) -> None:
    """A provider that enforces a schema refuses one that holds a keyword it does not know."""
    asked = strict(schema, bounds)
    assert keywords(asked) <= STRICT | (LIMITS if bounds else set())
    Draft202012Validator.check_schema(asked)


def keywords(node: Any) -> set[str]:
    parts = node if isinstance(node, list) else [node]
    own = {key for part in parts if isinstance(part, dict) for key in part}
    inside = [part.get(key) for part in parts if isinstance(part, dict) for key in ("items", "anyOf") if key in part]
    fields = [one for part in parts if isinstance(part, dict) for one in part.get("properties", {}).values()]
    return own.union(*map(keywords, [*inside, *fields]))


def test_a_type_within_itself_is_refused() -> None:
    class Tree(BaseModel):
        branches: list["Tree"]

    with pytest.raises(TypeError, match="Tree contains itself"):
        strict(Tree)


@pytest.mark.parametrize(
    "value", [{}, {"kind": "c", "count": "x", "parts": [{"weight": 0.5, "more": 1}], "more": 2}, None, []]
)
def test_any_value_can_be_brought_to_a_schema(value: object) -> None:
    schema = strict(Whole)
    made = conform(value, schema)
    Draft202012Validator(schema).validate(made)
    Whole.model_validate(made)
