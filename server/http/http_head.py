"""Limits the size of an HTTP request's head: uvicorn itself limits it only for its other parser."""

from http import HTTPStatus
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from server.http.security import HEADERS

LARGEST_HEAD: Final = 32_768
"""Bytes of the address and all headers; the cookies of a hundred patient links fit."""
LINGER_SECONDS: Final = 1.0
"""How long a rejected client may go on sending, so that it can read the reason before the connection ends."""
TOO_LARGE: Final = (
    f"The headers of a request hold at most {LARGEST_HEAD:,} bytes. Delete this site's cookies and try again."
)
UNREADABLE: Final = "This is no HTTP request that can be read."


class BoundedHead(HttpToolsProtocol):
    """uvicorn's protocol with that limit."""

    _reading_head = True
    _received = 0
    """Bytes of the head received so far."""
    _refused = False

    def data_received(self, data: bytes) -> None:
        """Read on, except from a rejected client, whose data is ignored."""
        if self._refused:
            return
        self._received += len(data) if self._reading_head else 0
        super().data_received(data)
        if self._reading_head and self._received > LARGEST_HEAD and not self._refused:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, TOO_LARGE)

    def on_headers_complete(self) -> None:
        """Hand the request on, if its head is not too large."""
        self._reading_head, self._received = False, 0
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, TOO_LARGE)
            raise ValueError(TOO_LARGE)  # the parser stops here
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Get ready for the next head."""
        self._reading_head = True
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Called when the parser stops."""
        self._refuse(HTTPStatus.BAD_REQUEST, UNREADABLE)

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        if self._refused:
            return
        self._refused = True
        named = HEADERS | {"content-type": "text/plain; charset=utf-8", "content-length": str(len(why))}
        lines = [f"HTTP/1.1 {status.value} {status.phrase}", *(f"{name}: {value}" for name, value in named.items())]
        self.transport.write("\r\n".join([*lines, "cache-control: no-store", "connection: close", "", why]).encode())
        self.transport.write_eof()
        self.loop.call_later(LINGER_SECONDS, self.transport.close)
