"""Prompts are files: templates under `templates/prompts`, rendered strictly, each with a digest that names its version.

A system prompt's first line is `role: NAME`. Data go into a user prompt through the filter `data`, which fences them:

    {{ given | data }}          one block, ```json data ... ```, holding one line of JSON in camelCase
"""

import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from agents.resources import TEMPLATES

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER: Final = TEMPLATES / "prompts"
OPENING: Final = "```json data"
CLOSING: Final = "```"
_HIDDEN: Final = re.compile(
    "[`\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


def render(name: str, /, **values: object) -> str:
    """The prompt of that file name, without white space around it.

    Raises jinja2's UndefinedError for a value that the template uses and nobody passed, TemplateNotFound for a name
    that is no file among the prompts."""
    return _environment().get_template(name).render(**values).strip()


def compile_templates(*names: str) -> None:
    """Read these templates now, so that their first use doesn't wait for it. Raises TemplateNotFound."""
    for name in names:
        _environment().get_template(name)


def digest(*names: str, folder: Path = FOLDER) -> str:
    """12 hexadecimal digits that change when a byte of these templates, or of one that they include, changes.

    Raises TemplateNotFound."""
    summed = hashlib.sha256()
    for part in sorted(_with_included(names, folder)):
        source = (folder / part).read_bytes()
        summed.update(f"{part}\0{len(source)}\0".encode() + source)
    return summed.hexdigest()[:12]


def fenced(value: object) -> str:
    """A value (pydantic or plain) as a block of data that nothing inside can close: it is JSON on one line, and
    backticks, line separators and invisible characters are written as escapes.

    Raises jinja2's UndefinedError for a value that nobody passed to the template."""
    from jinja2 import Undefined
    from pydantic_core import to_jsonable_python

    if isinstance(value, Undefined):
        str(value)  # raises: templates are strict, and their error names the value
    plain = json.dumps(to_jsonable_python(value, by_alias=True), ensure_ascii=False)
    written = plain if _harmless(plain) else _HIDDEN.sub(_escaped, plain)
    return f"{OPENING}\n{written}\n{CLOSING}"


def _harmless(plain: str) -> bool:
    """Whether a quick look shows that nothing has to be escaped; JSON has already escaped control characters."""
    return plain.isascii() and "`" not in plain and "\x7f" not in plain


def _escaped(found: re.Match[str]) -> str:
    return "\\u0060" if found[0] == "`" else json.dumps(found[0])[1:-1]


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(FOLDER),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701  # prompts are plain text; data are fenced
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["data"] = fenced
    return made


def _with_included(names: tuple[str, ...], folder: Path) -> set[str]:
    """These templates and all that they include, import or extend by a fixed name."""
    from jinja2 import TemplateNotFound
    from jinja2.meta import find_referenced_templates

    found: set[str] = set()
    left: list[Any] = list(names)
    while left:
        name = left.pop()
        if name in found:
            continue
        if not (folder / name).is_file():
            raise TemplateNotFound(name)
        found.add(name)
        source = (folder / name).read_text("utf-8")
        left += [part for part in find_referenced_templates(_environment().parse(source)) if part]
    return found
