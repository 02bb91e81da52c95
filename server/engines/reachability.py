"""Whether the models that serve here are set up, and whether they answer."""

import asyncio
from typing import Final
from urllib.parse import urlsplit

from agents.errors import CorrectInput
from agents.llm.errors import ModelFailed, NotConfigured
from agents.llm.model import Model
from agents.llm.policy import Policy
from agents.llm.port import Request, System, User
from agents.llm.private.privacy import Privacy
from agents.llm.providers import Providers
from agents.llm.records import Recorder, unrecorded
from agents.llm.spec import Credentials, Endpoint, Spec
from server.checks import Check, State
from server.engines.overview import CHECKER, STAGE_NAMES, Row
from server.engines.roles import LOCKS

PING_SECONDS: Final = 20.0
LOADING_SECONDS: Final = 180.0
"""For a model at an address of one's own: a server such as Ollama loads it at the first request, and gives the loading
up when the caller leaves."""
_LONG: Final = 10.0
STAND_INS: Final = {
    LOCKS["judge"]: "report cards are not graded by it, nor by another",
    LOCKS["embedder"]: "the offline embedder stands in",
}
_NEEDS_KEY: Final = {"openai", "anthropic"}


def instead(name: str, found: tuple[Row, ...]) -> str:
    """What happens when this model cannot be called, by the roles that it serves."""
    served = {row.role for row in found if row.engine == name}
    if served and served <= {*STAGE_NAMES.values(), CHECKER}:
        return "assessments will lack what it serves"
    return STAND_INS.get(name, "the rule engine answers in its place")


def closed(name: str, credentials: Credentials, privacy: Privacy) -> str | None:
    """Why a model cannot be asked as this server is set up; None where it can. Sends nothing, shows no key."""
    if why := Providers(credentials, privacy=privacy).against(name):
        return why
    provider = Spec.parse(name).provider
    endpoint = credentials.of(provider)
    if endpoint.base_url:
        return None if urlsplit(endpoint.base_url).hostname else "its address needs http:// or https://"
    return f"key not set ({provider.upper()}_API_KEY)" if provider in _NEEDS_KEY and not endpoint.key else None


def setup(
    name: str,
    credentials: Credentials,
    found: tuple[Row, ...] = (),
    privacy: Privacy = Privacy(),  # noqa: B008  # frozen value
) -> Check:
    """Whether a model has what it needs to be asked; `found` says what it serves. Sends nothing, shows no key."""
    if why := closed(name, credentials, privacy):
        return Check(name=name, state=State.NOTE, detail=f"{why}; {instead(name, found)}")
    provider = Spec.parse(name).provider
    endpoint = credentials.of(provider)
    key = "key set" if endpoint.key else "key not set"
    around = _address(endpoint) if endpoint.key or endpoint.base_url else f" ({provider} may need none)"
    return Check(name=name, state=State.OK, detail=f"{key}{around}")


def _address(endpoint: Endpoint) -> str:
    if not endpoint.base_url:
        return ""
    parts = urlsplit(endpoint.base_url)
    return f", at {parts.hostname}{f':{parts.port}' if parts.port else ''}"


def patience(models: Providers, name: str) -> float:
    """The seconds that a ping of this model waits for its answer."""
    return LOADING_SECONDS if models.own(name) else PING_SECONDS


async def ping(
    names: list[str],
    credentials: Credentials,
    privacy: Privacy = Privacy(),  # noqa: B008  # frozen value
    record: Recorder = unrecorded,
) -> tuple[Check, ...]:
    """Make one tiny call to each model, all at the same time; `record` is told what became of each. The import of an
    SDK is no part of a call's time."""
    models = Providers(credentials, Policy(attempts=1, silence=LOADING_SECONDS), privacy=privacy, record=record)
    try:
        return tuple(await asyncio.gather(*(_ping(models, name) for name in names)))
    finally:
        await models.close()


async def _ping(models: Providers, name: str) -> Check:
    seconds = patience(models, name)
    try:
        if name == LOCKS["embedder"]:
            embedder = models.embedder(name)
            await embedder.prepare()
            took = (await embedder.embed(("ready",), seconds)).latency
        else:
            took = await asked(models.model(name), seconds)
    except (ModelFailed, CorrectInput) as failed:
        state = "not set up" if isinstance(failed, NotConfigured) else "no answer"
        return Check(name=name, state=State.NOTE, detail=f"{state}: {failed}")
    return Check(name=name, state=State.OK, detail=f"answered in {_told(took)}")


async def asked(model: Model, seconds: float) -> float:
    """Make one tiny call; the seconds that it took, without the import of the SDK. Raises ModelFailed."""
    await model.prepare()
    messages = (System(text="role: ping\nAnswer with one word."), User(text="Say ready."))
    request = Request(role="ping", messages=messages, schema=str, max_tokens=200, timeout=seconds)
    return (await model.complete(request)).latency


def _told(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds >= _LONG else f"{seconds * 1000:.0f} ms"
