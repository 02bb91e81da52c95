"""The roles of this installation as a table: who serves each, what that costs, whether it is set up and reachable."""

import asyncio
from collections.abc import Iterator
from typing import Final, Literal
from urllib.parse import urlsplit

from agents.domain.value import Value
from agents.errors import CorrectInput
from agents.llm.errors import ModelFailed, NotConfigured
from agents.llm.pinned import EMBEDDER, JUDGE, JUDGE_TEMPERATURE
from agents.llm.policy import Policy
from agents.llm.port import Request, System, User
from agents.llm.prices import Price, price_list
from agents.llm.providers import Providers
from agents.llm.spec import Credentials, Endpoint, Spec
from server.assessments.assessing import engines
from server.checks import Check, State
from server.engines.interviews import ROLES, offered, serving
from server.settings import RULES, Settings

PING_SECONDS: Final = 10.0
STAND_INS: Final = {
    JUDGE: "report cards name the stand-in",
    EMBEDDER: "the offline embedder stands in",
}
STAGES: Final = {
    "assessor": "qualitative",
    "assessment_judge": "assessment judge",
    "quantifier": "quantitative",
    "meta_reviewer": "meta-reviewer",
}
"""The stages of the transcript pipeline by their settings, as people are told of them."""
CHECKER: Final = "reference checker"
OFF: Final = "off"
"""In place of an engine: nobody does it."""
_NEEDS_KEY: Final = {"openai", "anthropic"}


By = Literal["setting", "driver", "choice", "assessment", "lock"]


class Row(Value):
    """One role and its engine. `by` says what decides it: a setting, the interview's driver, the list of drivers that
    an interview may choose, the setting for all stages of the transcript pipeline, or a lock in the code. `price` is
    USD for a million tokens, None where it is not known."""

    role: str
    engine: str
    by: By
    temperature: float | None = None
    price: Price | None = None


def rows(settings: Settings) -> tuple[Row, ...]:
    """The roles as an interview without a choice has them, the drivers that it may choose, and the two locks."""
    named = {role for role in ROLES if role == "interviewer" or getattr(settings, role) is not None}
    served = serving(settings, settings.interviewer).items()
    return (
        *(_row(role, engine, "setting" if role in named else "driver") for role, engine in served),
        *(_row("driver", engine, "choice") for engine in offered(settings)),
        *_assessment(settings),
        _row("judge", JUDGE, "lock", JUDGE_TEMPERATURE),
        _row("embedder", EMBEDDER, "lock"),
    )


def _assessment(settings: Settings) -> Iterator[Row]:
    """Who serves the stages of the transcript pipeline."""
    for stage, engine in engines(settings).items():
        yield _row(STAGES[stage], engine, "assessment" if getattr(settings, stage) is None else "setting")
    checker = settings.references_checker
    yield _row(CHECKER, OFF if checker in (None, RULES) else str(checker), "setting")


def _row(role: str, engine: str, by: By, temperature: float | None = None) -> Row:
    return Row(role=role, engine=engine, by=by, temperature=temperature, price=price_list().price(engine))


def instead(name: str, found: tuple[Row, ...]) -> str:
    """What happens where this model can't be asked, by the roles that it serves."""
    served = {row.role for row in found if row.engine == name}
    if served <= {*STAGES.values(), CHECKER}:
        return "assessments will lack what it serves"
    return STAND_INS.get(name, "the rule engine answers in its place")


def setup(name: str, credentials: Credentials, found: tuple[Row, ...] = ()) -> Check:
    """Whether a model has what it needs to be asked; `found` says what it serves. Sends nothing, shows no key."""
    provider = Spec.parse(name).provider
    endpoint = credentials.of(provider)
    key = "key set" if endpoint.key else "key not set"
    if endpoint.key or endpoint.base_url:
        return Check(name=name, state=State.OK, detail=f"{key}{_address(endpoint)}")
    if provider in _NEEDS_KEY:
        told = instead(name, found) if found else STAND_INS.get(name, "the rule engine answers in its place")
        return Check(name=name, state=State.NOTE, detail=f"{key} ({provider.upper()}_API_KEY); {told}")
    return Check(name=name, state=State.OK, detail=f"{key} ({provider} may need none)")


def _address(endpoint: Endpoint) -> str:
    if not endpoint.base_url:
        return ""
    parts = urlsplit(endpoint.base_url)
    host = parts.hostname or "an address that cannot be read"
    return f", at {host}{f':{parts.port}' if parts.port else ''}"


async def ping(names: list[str], credentials: Credentials) -> tuple[Check, ...]:
    """One tiny call to each model, all at once."""
    models = Providers(credentials, Policy(attempts=1, silence=PING_SECONDS))
    try:
        return tuple(await asyncio.gather(*(_ping(models, name) for name in names)))
    finally:
        await models.close()


async def _ping(models: Providers, name: str) -> Check:
    try:
        seconds = await (_embed(models, name) if name == EMBEDDER else _ask(models, name))
    except (ModelFailed, CorrectInput) as failed:
        state = "not set up" if isinstance(failed, NotConfigured) else "not reachable"
        return Check(name=name, state=State.NOTE, detail=f"{state}: {failed}")
    return Check(name=name, state=State.OK, detail=f"answered in {seconds * 1000:.0f} ms")


async def _ask(models: Providers, name: str) -> float:
    messages = (System(text="role: ping\nAnswer with one word."), User(text="Say ready."))
    request = Request(role="ping", messages=messages, schema=str, max_tokens=200, timeout=PING_SECONDS)
    return (await models.model(name).complete(request)).latency


async def _embed(models: Providers, name: str) -> float:
    return (await models.embedder(name).embed(("ready",), PING_SECONDS)).latency
