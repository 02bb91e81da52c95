"""Typefaces, colours and spaces of the PDF: dark ink on white, teal for lines and numbers, one size for each role."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

SANS: Final = "Vera"
STRONG: Final = "VeraBd"
INK: Final = HexColor("#26221d")
QUIET: Final = HexColor("#6a6259")
LINE: Final = HexColor("#d9d2c7")
TEAL: Final = HexColor("#1f6f6a")
WASH: Final = HexColor("#f6efe0")
MISSING: Final = "□"
"""Stands for a character that the typeface does not have."""


@cache
def _known() -> frozenset[int]:
    """The characters that the typeface has; registers it and its bold."""
    for name in (SANS, STRONG):
        pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))
    pdfmetrics.registerFontFamily(SANS, normal=SANS, bold=STRONG, italic=SANS, boldItalic=STRONG)
    return frozenset(pdfmetrics.getFont(SANS).face.charToGlyph)


def shown(text: str) -> str:
    """The text with a box for each character that cannot be set."""
    missing = lacking(text)
    return "".join(MISSING if one in missing else one for one in text)


def lacking(text: str) -> frozenset[str]:
    """The characters of a text that cannot be set."""
    known = _known()
    return frozenset(one for one in text if ord(one) not in known and not one.isspace())


@cache
def styles() -> Mapping[str, ParagraphStyle]:
    """The style of each role."""
    _known()
    body = ParagraphStyle("paragraph", fontName=SANS, fontSize=9, leading=13.2, textColor=INK, spaceAfter=5)

    def of(name: str, **given: object) -> ParagraphStyle:
        return ParagraphStyle(name, parent=body, **given)

    made = (
        body,
        of("title", fontName=STRONG, fontSize=17, leading=22, spaceAfter=3),
        of("meta", fontSize=8, leading=11.5, textColor=QUIET, spaceAfter=1),
        of("heading", fontName=STRONG, fontSize=12, leading=16, spaceBefore=12, spaceAfter=5, keepWithNext=1),
        of("subheading", fontName=STRONG, fontSize=9.5, leading=13.5, spaceBefore=7, spaceAfter=3, keepWithNext=1),
        of("bullet", leftIndent=12, bulletIndent=2, spaceAfter=3),
        of("numbered", leftIndent=16, bulletIndent=0, spaceAfter=3),
        of("cell", fontSize=7.5, leading=10.2, spaceAfter=0),
        of("column", fontName=STRONG, fontSize=7.5, leading=10.2, spaceAfter=0),
    )
    return MappingProxyType({style.name: style for style in made})
