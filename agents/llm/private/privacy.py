"""What may leave this machine: to which providers, and with which words."""

import asyncio
import ipaddress
from collections.abc import AsyncGenerator
from typing import Final
from urllib.parse import urlsplit

from agents.domain.value import Value
from agents.llm.adapters.adapter import Answer, Call
from agents.llm.embedder import EmbeddingAdapter, Vector
from agents.llm.errors import NotConfigured
from agents.llm.private.masking import Mask
from agents.llm.spec import Endpoint, Spec
from agents.llm.usage import Usage

AT_HOME: Final = frozenset({"ollama", "ollama_chat"})
"""Providers that are looked for on this machine where no address is given."""
_NETS: Final = tuple(
    map(
        ipaddress.ip_network,
        ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7"),
    )
)


class Privacy(Value):
    """`local_only`: only providers on this machine, at private addresses, or at one of these `hosts` are asked.
    `masked`: names, places and numbers are replaced before anything is sent, and so are these `words`."""

    local_only: bool = False
    hosts: tuple[str, ...] = ()
    masked: bool = False
    words: tuple[str, ...] = ()

    def against(self, spec: Spec, endpoint: Endpoint) -> str | None:
        """Why this provider may not be asked; None where it may."""
        if not self.local_only or (endpoint.base_url is None and spec.provider in AT_HOME):
            return None
        if endpoint.base_url is None:
            return f"{spec.name} is not local, and only local models may be asked here (ANAMNESIS_LOCAL_MODELS_ONLY)"
        host = _host(endpoint.base_url)
        if host and (self._is_local(host) or host in self.hosts):
            return None
        return (
            f"{spec.name} is at {host or 'an address that cannot be read'}, and only local models may be asked here;"
            " if that host is the clinic's own, name it in ANAMNESIS_LOCAL_MODEL_HOSTS"
        )

    @staticmethod
    def _is_local(host: str) -> bool:
        """This machine or a private address. Another name is not looked up: it may mean something else tomorrow."""
        if host == "localhost":
            return True
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in net for net in _NETS if net.version == address.version)

    @property
    def mask(self) -> Mask | None:
        """What masks everything that is sent; None where nothing is."""
        return Mask(self.words) if self.masked else None


class ClosedAdapter:
    """Satisfies `Adapter` for a provider that may not be asked: nothing is imported or sent, and every call raises
    NotConfigured with the reason."""

    def __init__(self, why: str) -> None:
        self._why: Final = why

    async def prepare(self) -> None:
        """See `Adapter`."""
        raise NotConfigured(self._why)

    async def send(self, _: Call) -> Answer:
        """See `Adapter`."""
        raise NotConfigured(self._why)

    async def stream(self, _: Call) -> AsyncGenerator[str | Answer, None]:
        """See `Adapter`."""
        raise NotConfigured(self._why)
        yield ""  # makes it a generator

    async def embed(self, *_: object) -> tuple[tuple[Vector, ...], Usage]:
        """See `EmbeddingAdapter`."""
        raise NotConfigured(self._why)

    async def close(self) -> None:
        """See `Adapter`."""


class MaskedEmbedding:
    """Satisfies `EmbeddingAdapter`: neutral words stand in the texts that are sent."""

    def __init__(self, adapter: EmbeddingAdapter, mask: Mask) -> None:
        self._adapter: Final = adapter
        self._mask: Final = mask

    async def prepare(self) -> None:
        """See `EmbeddingAdapter`."""
        await self._adapter.prepare()

    async def embed(self, texts: tuple[str, ...], connect: float, silence: float) -> tuple[tuple[Vector, ...], Usage]:
        """See `EmbeddingAdapter`."""
        masked = await asyncio.to_thread(lambda: tuple(map(self._mask.neutral, texts)))
        return await self._adapter.embed(masked, connect, silence)

    async def close(self) -> None:
        """See `EmbeddingAdapter`."""
        await self._adapter.close()


def _host(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").lower().rstrip(".")
    except ValueError:
        return ""
