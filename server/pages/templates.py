"""The pages' templates, compiled once in a process however many applications it makes."""

from pathlib import Path
from types import CodeType
from typing import Final

from jinja2 import BytecodeCache, Environment, FileSystemLoader
from jinja2.bccache import Bucket
from markupsafe import Markup

from agents.reporter.doubts import AMBIGUITY

LONG_LABEL: Final = 40
"""Characters from which on a label may take more than two lines in a list, and stands smaller over its own page."""
_COMPILED: Final[dict[tuple[str, str], CodeType]] = {}


class _InMemory(BytecodeCache):
    """What templates were compiled to, by their file and what stood in it."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Leave the bucket empty where nothing is known."""
        bucket.code = _COMPILED.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what has just been compiled."""
        if bucket.code is not None:
            _COMPILED[bucket.key, bucket.checksum] = bucket.code


def _titled(label: str) -> Markup:
    """The attribute with the whole of a label that a list may cut; empty for a short one."""
    return Markup(' title="{}"').format(label) if len(label) > LONG_LABEL else Markup()


def page_templates(templates: Path) -> Environment:
    """The templates of the pages in a folder of templates."""
    pages = Environment(loader=FileSystemLoader(templates / "pages"), autoescape=True, bytecode_cache=_InMemory())
    pages.globals["ambiguity_means"] = AMBIGUITY
    pages.globals["long_label"] = LONG_LABEL
    pages.filters["titled"] = _titled
    return pages


def compile_all(pages: Environment) -> None:
    """Compile every template, so that no first visitor waits for it."""
    for name in pages.list_templates(extensions=["j2"]):
        pages.get_template(name)
