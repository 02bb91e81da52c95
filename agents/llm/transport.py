"""HTTP under the OpenAI SDK by aiohttp. The SDK asks through httpx, whose own transport looks at every connection of
its pool for each request: with thirty requests under way that takes longer than all the rest of a call."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import httpx

if TYPE_CHECKING:
    from aiohttp import ClientResponse, ClientSession

_IDLE_SECONDS: Final = 15.0
_PIECE: Final = 16_384


class AiohttpTransport(httpx.AsyncBaseTransport):
    """Satisfies httpx. Belongs to the event loop of its first request. Redirects, cookies and compression stay httpx's;
    it knows no proxies; how many requests are under way at once is for the caller to limit."""

    def __init__(self) -> None:
        import aiohttp  # noqa: F401  # now, where the caller has chosen to wait, and not at the first request

        self._trusted: Final = httpx.create_ssl_context()
        self._session: ClientSession | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """See `httpx.AsyncBaseTransport`. Raises httpx.TransportError."""
        from aiohttp import ClientTimeout

        limits = request.extensions.get("timeout", {})
        with _mapped():
            response = await self._opened().request(
                request.method,
                str(request.url),
                headers=request.headers,
                data=await request.aread() or None,
                allow_redirects=False,
                timeout=ClientTimeout(total=None, sock_connect=limits.get("connect"), sock_read=limits.get("read")),
            )
        return httpx.Response(response.status, headers=response.raw_headers, stream=_Body(response), request=request)

    async def aclose(self) -> None:
        """Close every connection."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    def _opened(self) -> "ClientSession":
        from aiohttp import ClientSession, DummyCookieJar, TCPConnector

        if self._session is None:
            connector = TCPConnector(limit=0, ssl=self._trusted, keepalive_timeout=_IDLE_SECONDS)
            self._session = ClientSession(connector=connector, cookie_jar=DummyCookieJar(), auto_decompress=False)
        return self._session


class _Body(httpx.AsyncByteStream):
    """The body as it comes. Closed before its end, its connection is closed too: the provider stops."""

    def __init__(self, response: "ClientResponse") -> None:
        self._response: Final = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _mapped():
            async for piece in self._response.content.iter_chunked(_PIECE):
                yield piece

    async def aclose(self) -> None:
        self._response.close() if not self._response.content.at_eof() else self._response.release()


@contextmanager
def _mapped() -> Iterator[None]:
    """aiohttp's exceptions as those that httpx's own transport raises."""
    import aiohttp

    try:
        yield
    except aiohttp.ConnectionTimeoutError as failed:
        raise httpx.ConnectTimeout(str(failed)) from failed
    except (aiohttp.ServerTimeoutError, TimeoutError) as failed:
        raise httpx.ReadTimeout(str(failed)) from failed
    except aiohttp.ClientConnectorError as failed:
        raise httpx.ConnectError(str(failed)) from failed
    except (aiohttp.InvalidURL, aiohttp.NonHttpUrlClientError) as failed:
        raise httpx.UnsupportedProtocol(str(failed)) from failed
    except (aiohttp.ServerDisconnectedError, aiohttp.ClientPayloadError, aiohttp.ClientResponseError) as failed:
        raise httpx.RemoteProtocolError(str(failed)) from failed
    except (aiohttp.ClientError, OSError) as failed:
        raise httpx.ReadError(str(failed)) from failed
