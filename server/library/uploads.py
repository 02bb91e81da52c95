"""An upload read piece by piece, as the request's body or as the file of a form. It is never held in memory as a
whole."""

from collections.abc import AsyncIterator
from typing import Any, Final
from urllib.parse import unquote

from litestar import Request

from agents.errors import CorrectInput

LONGEST_FIELD: Final = 4_096
"""Bytes of a form's other fields."""
MOST_FIELDS: Final = 16
NO_FILE: Final = "No file came with this request: send a PDF as the form's file, or as the body."


class Upload:
    """The file of one request. `name` and `fields` are known once `parts` has been read to its end."""

    def __init__(self, request: Request[Any, Any, Any]) -> None:
        self.name = request.query_params.get("name", "")
        self.fields: dict[str, str] = {key: value for key, value in request.query_params.items() if key != "name"}
        self._request: Final = request

    async def parts(self) -> AsyncIterator[bytes]:
        """The file's bytes. Raises CorrectInput for a form without a file, or one that can't be read."""
        kind, options = self._request.content_type
        if kind == "multipart/form-data":
            async for part in self._of_form(options.get("boundary", "")):
                yield part
        else:
            async for part in self._request.stream():
                yield part

    async def _of_form(self, boundary: str) -> AsyncIterator[bytes]:
        from multipart import MultipartError, MultipartSegment, PushMultipartParser

        named, is_file, seen = "", False, False
        texts: dict[str, bytearray] = {}
        try:
            with PushMultipartParser(boundary, max_segment_count=MOST_FIELDS) as parser:
                async for chunk in self._request.stream():
                    for event in parser.parse(chunk) if chunk else ():
                        if isinstance(event, MultipartSegment):
                            named, is_file = event.name or "", bool(event.filename) and not seen
                            self._begin(event.filename or "", named, is_file, texts)
                            seen = seen or is_file
                        elif event and is_file:
                            yield bytes(event)
                        elif event and len(texts.get(named, b"")) < LONGEST_FIELD:
                            texts.setdefault(named, bytearray()).extend(event[:LONGEST_FIELD])
        except MultipartError as broken:
            raise CorrectInput(f"The form cannot be read: {broken}.") from None
        self.fields |= {name: text.decode(errors="replace").strip() for name, text in texts.items()}
        if not seen:
            raise CorrectInput(NO_FILE)

    def _begin(self, filename: str, named: str, is_file: bool, texts: dict[str, bytearray]) -> None:
        if is_file:
            self.name = unquote(filename).replace("\\", "/").rpartition("/")[2]
        else:
            texts[named] = bytearray()
