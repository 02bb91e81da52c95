"""Addresses that lead nowhere are refused before anything looks for what they name, in tables or in folders."""

from typing import Final

from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, Receive, Scope, Send

LONGEST_PATH: Final = 2_048
LONGEST_STEP: Final = 255
"""Bytes between two slashes: what a folder's entry may be called. Tokens and names of ours are far shorter."""
LINKS: Final = ("/p/", "/welcome/")
"""Of what follows here a digest alone is looked for: links that were copied badly have pages of their own."""


class SoundAddresses:
    """Answers 400 to a path with NUL in it, and 414 to one that is longer than any of ours."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let sound addresses through."""
        path = scope["path"]
        if path.startswith(LINKS):
            return await self._app(scope, receive, send)
        if "\x00" in path:
            raise HTTPException("This address holds a character that no address of ours has.", status_code=400)
        steps = path.encode("utf-8", "replace").split(b"/")
        if len(path) > LONGEST_PATH or max(map(len, steps)) > LONGEST_STEP:
            raise HTTPException("This address is too long; check that it was copied whole and once.", status_code=414)
        return await self._app(scope, receive, send)
