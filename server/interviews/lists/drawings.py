"""The strip: the thirteen domains of one interview as columns, in the form's order, drawn on the server as SVG."""

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from agents.domain.level1 import instrument

_STEP: Final = 7
_FOOT: Final = 17.5
_UNIT: Final = 4


def strip(scores: Mapping[int, int]) -> Markup:
    """Columns of 0 to 4: filled at or over the threshold, pale under it, a hollow dot where an item without a score
    leaves it open which of the two it is."""
    domains = instrument().domains
    drawn = [_column(place * _STEP, domain.known(scores), domain.threshold) for place, domain in enumerate(domains)]
    width = len(domains) * _STEP - 2
    return Markup(
        '<svg class="strip" width="{w}" height="18" viewBox="0 0 {w} 18" role="img" aria-label="{said}">{all}</svg>'
    ).format(w=width, said=reading(scores), all=Markup("").join(drawn))


def reading(scores: Mapping[int, int]) -> str:
    """The same in words."""
    domains = instrument().domains
    over = [domain.title for domain in domains if domain.over(scores)]
    unknown = [domain.title for domain in domains if domain.known(scores) is None]
    said = f"{len(over)} of {len(domains)} domains at or over threshold"
    said += f": {', '.join(over)}" if over else ""
    return said + (f". Not known: {', '.join(unknown)}" if unknown else "")


def _column(x: int, severity: int | None, threshold: int) -> Markup:
    if severity is None:
        return Markup('<circle class="none" cx="{}" cy="14.5" r="2"/>').format(x + 2.5)
    if severity == 0:
        return Markup('<rect class="base" x="{}" y="16" width="5" height="1.5"/>').format(x)
    kind = "over" if severity >= threshold else "under"
    shape = Markup('<rect class="{}" x="{}" y="{}" width="5" height="{}" rx="1"/>')
    return shape.format(kind, x, _FOOT - severity * _UNIT, severity * _UNIT)
