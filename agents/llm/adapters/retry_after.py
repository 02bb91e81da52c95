"""How long a provider asks to wait."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def retry_after(headers: Mapping[str, str] | None) -> float | None:
    """Seconds, at least 0, from `retry-after-ms` or `retry-after` (a number or an HTTP date); None when neither is
    given."""
    if headers is None:
        return None
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        told = headers.get(name, "").strip()
        if told:
            return _seconds(told, unit)
    return None


def _seconds(told: str, unit: float) -> float | None:
    try:
        return max(0.0, float(told) * unit)
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(told) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None
