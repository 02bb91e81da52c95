"""The provenance of a measurement: code, prompts, machine."""

import platform
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

from agents.prompts import FOLDER, digest
from agents.resources import CHECKOUT


def code() -> dict[str, Any]:
    """Version, commit, and whether tracked files differ from it; null where this is not a git checkout."""
    commit = _git("rev-parse", "HEAD")
    changed = _git("status", "--porcelain", "--untracked-files=no")
    return {
        "version": version("anamnesis"),
        "commit": commit,
        "changedFiles": None if changed is None else len(changed.splitlines()),
        "python": platform.python_version(),
        "platform": platform.platform(),
    }


def prompts(*names: str, folder: Path = FOLDER) -> dict[str, str]:
    """The digest of each of these templates; those that don't exist are left out."""
    return {name: digest(name, folder=folder) for name in names if (folder / name).is_file()}


def _git(*words: str) -> str | None:
    if CHECKOUT is None:
        return None
    try:
        done = subprocess.run(["git", *words], cwd=CHECKOUT, capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()
