"""The few ASGI functions that a server without a framework needs."""

import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]


async def body_of(receive: Receive) -> bytes:
    """The whole body of a request."""
    parts: list[bytes] = []
    while True:
        event = await receive()
        parts.append(event.get("body", b""))
        if not event.get("more_body"):
            return b"".join(parts)


async def left(receive: Receive) -> None:
    """Returns when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def start(status: int, kind: str, headers: Headers = ()) -> MutableMapping[str, Any]:
    """The event that begins an answer of this content type."""
    return {"type": "http.response.start", "status": status, "headers": [(b"content-type", kind.encode()), *headers]}


async def reply(send: Send, status: int, body: Any, headers: Headers = ()) -> None:
    """Send a complete JSON answer (bytes are sent as they are)."""
    written = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
    length = (b"content-length", str(len(written)).encode())
    await send(start(status, "application/json", (length, *headers)))
    await send({"type": "http.response.body", "body": written})
