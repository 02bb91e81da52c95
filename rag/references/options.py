"""The options of the reference store: how it is built, and how it is searched."""

from enum import StrEnum
from typing import Final

from pydantic import Field

from agents.domain.value import Value
from agents.errors import CorrectInput
from rag.references.chunks import SIZE, STEP

REBUILD: Final = "build it again with `anamnesis references build`"


class Scores(StrEnum):
    """Which score a reference carries."""

    CHUNK = "chunk"
    """The score given to the passage itself when the store was built; passages without one are never found."""
    PARTICIPANT = "participant"
    """The participant's own labelled score of the item, whatever this passage says."""


class Build(Value):
    """How a store is built. `scorer` scores each passage and tags its items (`rules` or `provider/model`); None leaves
    both out: its passages are then found for every item, by the participant's score."""

    embedder: str
    size: int = SIZE
    step: int = STEP
    scorer: str | None = "rules"


class Options(Value):
    """How a store is searched. `similarity` is the least cosine (0-1) of a reference, `per_item` the most for one item,
    `characters` the most characters of one item's references together. `tags`: only passages tagged with the item.
    `check`: a model reads each reference, and only those that it accepts are used."""

    scores: Scores = Scores.CHUNK
    tags: bool = True
    similarity: float = Field(default=0.3, ge=0, le=1)
    per_item: int = Field(default=2, ge=1, le=20)
    characters: int = Field(default=1500, ge=1)
    check: bool = False

    def fit(self, built: Build, name: str) -> None:
        """Raises CorrectInput, with the remedy, for an option that this store can't serve."""
        if built.scorer is None and self.scores is Scores.CHUNK:
            raise CorrectInput(
                f"the reference store {name!r} was built without scores of its passages: {REBUILD} (not with "
                "--no-scorer), or search by the participants' scores"
            )
        if built.scorer is None and self.tags:
            raise CorrectInput(
                f"the reference store {name!r} was built without item tags: {REBUILD} (not with --no-scorer), or "
                "search without tags"
            )
