"""The clinic's logo: taken as PNG or JPEG, drawn anew so that nothing but its pixels is kept, and small enough for a
phone."""

import io
import warnings
from dataclasses import dataclass
from typing import Final

from agents.errors import CorrectInput

WIDEST: Final = 240
HIGHEST: Final = 80
LARGEST_FILE: Final = 800_000
"""Bytes of what is handed in."""
HEAVIEST: Final = 12_000
"""Bytes of what is kept: it comes with the patient's page."""
_MOST_PIXELS: Final = 20_000_000
_COLOURS: Final = (0, 128, 64, 32, 16)
"""How many colours are tried, 0 for all of them, until it is light enough."""
_NO_PICTURE: Final = "Choose a picture: a PNG or JPEG file of at most 800,000 bytes."


@dataclass(frozen=True, slots=True)
class Logo:
    """A PNG of at most 240 by 80 pixels."""

    png: bytes
    width: int
    height: int


def drawn_anew(file: bytes) -> Logo:
    """The picture of a file, as it is kept. Blocks: run it in a thread. Raises CorrectInput for what is no PNG or
    JPEG, or too large."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    if not 0 < len(file) <= LARGEST_FILE:
        raise CorrectInput(_NO_PICTURE)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(file), formats=("PNG", "JPEG")) as opened:
                if opened.width * opened.height > _MOST_PIXELS:
                    raise CorrectInput("This picture has too many pixels: at most 20 million.")
                picture = ImageOps.exif_transpose(opened).convert("RGBA")
    except (UnidentifiedImageError, Image.DecompressionBombError, Image.DecompressionBombWarning) as none:
        raise CorrectInput(_NO_PICTURE) from none
    except (OSError, ValueError, SyntaxError, EOFError) as broken:
        raise CorrectInput("This picture cannot be read; save it anew as PNG or JPEG.") from broken
    picture.thumbnail((WIDEST, HIGHEST), Image.Resampling.LANCZOS)
    for colours in _COLOURS:
        out = io.BytesIO()
        fewer = picture.quantize(colours, method=Image.Quantize.FASTOCTREE) if colours else picture
        fewer.save(out, "PNG", optimize=True)
        if len(out.getvalue()) <= HEAVIEST:
            return Logo(out.getvalue(), picture.width, picture.height)
    raise CorrectInput("This picture has too much detail for a small logo; take a simpler one.")
