"""Refuses impossible addresses before anything looks them up in tables or folders."""

from typing import Final

from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, Receive, Scope, Send

LONGEST_PATH: Final = 2_048
LONGEST_STEP: Final = 255
"""The most bytes between two slashes, as in a file name. The product's own tokens and names are far shorter."""
LINKS: Final = ("/p/", "/welcome/")
"""Under these only a digest of the rest is looked up, and badly copied links get their own pages."""


class PathLimits:
    """Answers 400 to a path containing NUL, and 414 to one that is longer than any of the product's."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass sound addresses on."""
        path = scope["path"]
        if path.startswith(LINKS):
            return await self._app(scope, receive, send)
        if "\x00" in path:
            raise HTTPException("This address holds a character that no address of ours has.", status_code=400)
        steps = path.encode("utf-8", "replace").split(b"/")
        if len(path) > LONGEST_PATH or max(map(len, steps)) > LONGEST_STEP:
            raise HTTPException("This address is too long; check that it was copied whole and once.", status_code=414)
        return await self._app(scope, receive, send)
