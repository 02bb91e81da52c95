"""The folders of templates and migrations: at a checkout's top level, or beside the packages in an installed copy.

pyproject.toml puts both into the wheel as `anamnesis_files/`."""

from pathlib import Path
from typing import Final

_BESIDE: Final = Path(__file__).resolve().parent.parent
_INSTALLED: Final = _BESIDE / "anamnesis_files"
CHECKOUT: Final = None if _INSTALLED.is_dir() else _BESIDE
"""The project's folder, or None in an installed copy."""
_FILES: Final = CHECKOUT or _INSTALLED
TEMPLATES: Final = _FILES / "templates"
MIGRATIONS: Final = _FILES / "migrations"
