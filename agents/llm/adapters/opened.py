"""What every adapter of an SDK does alike: it opens its client once, and raises the product's errors for the SDK's."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, Final, Generic, TypeVar

from agents.llm.errors import Dropped, ModelFailed, Overloaded, TimedOut, Unreachable

C = TypeVar("C")


class Opened(Generic[C]):
    """An SDK's client, made by `_connected` at the first use, off the event loop: an import may take seconds."""

    def __init__(self) -> None:
        self._opening: Final = asyncio.Lock()
        self._client: C | None = None

    async def prepare(self) -> None:
        """See `Adapter`."""
        await self._open()

    async def _open(self) -> C:
        async with self._opening:
            if self._client is None:
                self._client = await asyncio.to_thread(self._connected)
            return self._client

    def _connected(self) -> C:
        raise NotImplementedError


@contextmanager
def translated(who: str, sdk: ModuleType, http: ModuleType, of_status: Callable[[Any], ModelFailed]) -> Iterator[None]:
    """Raises the product's errors without the SDK's texts, which may quote keys and prompts. OpenAI's SDK and
    Anthropic's name their exceptions alike; `http` is the client library beneath."""
    try:
        yield
    except sdk.APIStatusError as failed:
        raise of_status(failed) from None
    except (sdk.APITimeoutError, http.TimeoutException):
        raise TimedOut(f"{who} did not answer in time") from None
    except sdk.APIConnectionError:
        raise Unreachable(f"{who} cannot be reached") from None
    except http.TransportError:
        raise Dropped(f"{who} broke off in the middle of an answer") from None
    except sdk.APIError:
        raise Overloaded(f"{who} failed in the middle of an answer") from None
