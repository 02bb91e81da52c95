"""The slow imports of the commands that stay up."""

import gc
from importlib import import_module


def load(module: str) -> None:
    """Import a module and all that it needs. What that makes stays for good: the collector need not look at it."""
    gc.disable()
    import_module(module)
    gc.freeze()
    gc.enable()
