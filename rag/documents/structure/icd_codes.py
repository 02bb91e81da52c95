"""ICD-10-CM codes as books print them."""

import re
from collections.abc import Iterable
from typing import Final

_CODE: Final = r"(?:F\d{2}(?:\.[0-9A-Z]{1,4})?|[A-EG-TV-Z]\d[0-9A-Z]\.[0-9A-Z]{1,4})"
_PRINTED: Final = re.compile(rf"(?<![\w.]){_CODE}(?![\w])")
_AT_END: Final = re.compile(
    rf"[\s(\[–—:,-]*(?:\d{{3}}(?:\.\d{{1,2}})?)?[\s(\[–—:,-]*{_CODE}(?:[\s,;/–-]+(?:or )?{_CODE})*[)\]\s]*$"
)
_AT_START: Final = re.compile(rf"^(?:\d{{3}}(?:\.\d{{1,2}})?\s*)?[(\[]?{_CODE}[)\]]?[\s:–—-]+")


def codes_in(texts: Iterable[str]) -> tuple[str, ...]:
    """The codes printed in the texts, each once, in order. Outside chapter F a code needs its decimals, because the
    name of a vitamin or a virus can look like one."""
    return tuple(dict.fromkeys(code for text in texts for code in _PRINTED.findall(text)))


def without_codes(heading: str) -> str:
    """A heading without the codes before or after it; unchanged if it contains nothing else."""
    return _AT_START.sub("", _AT_END.sub("", heading)).strip() or heading


def only_codes(line: str) -> bool:
    """Whether a line contains codes and nothing else."""
    return bool(_PRINTED.search(line)) and not any(map(str.isalpha, _PRINTED.sub("", line)))
