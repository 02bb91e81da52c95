"""Text metrics: one file each, found by being here; a file that declares METRIC is one (`metric.py` has the form).

Formulas and the local models that they need may enter; nothing here knows cards, runs, pages or files."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from benchmarks.metrics.metric import Metric

_NAME: Final = "METRIC"


@cache
def metrics() -> Mapping[str, Metric]:
    """Every metric by its key, in the order in which cards show them."""
    modules = [import_module(f"{__name__}.{one.name}") for one in iter_modules(__path__)]
    found: list[Metric] = [getattr(module, _NAME) for module in modules if hasattr(module, _NAME)]
    return {one.key: one for one in sorted(found, key=lambda one: (one.place, one.key))}
