"""Interviews that nobody had. A persona's name marks them; those of this product's own scripts begin alike."""

from typing import Annotated, Final

from pydantic import AfterValidator, Field

SCRIPTED: Final = "demo/"
"""How the personas of this product's own scripts begin. What they say alerts nobody outside the server."""
TRIED: Final = "trial"
"""The persona of an interview with an invented client that no script answers. Its alerts go out as any do."""


def is_scripted(persona: str | None) -> bool:
    """Whether one of this product's own scripts speaks."""
    return persona is not None and persona.startswith(SCRIPTED)


def _of_somebody_else(persona: str) -> str:
    if is_scripted(persona):
        raise ValueError(f"personas that begin with {SCRIPTED} are this server's own")
    return persona


Persona = Annotated[str, Field(max_length=120), AfterValidator(_of_somebody_else)]
"""A persona that a program may name."""
