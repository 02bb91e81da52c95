"""The conversation of a snapshot as metrics read it: turns with words in them, questions, replies."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from agents.domain import level1
from agents.domain.transcript import Role, Turn
from agents.interviewer.port import Purpose
from benchmarks.cards.snapshot import Snapshot

FURTHER = frozenset({Purpose.FOLLOW_UP, Purpose.REPHRASE, Purpose.ABOUT})


@dataclass(frozen=True)
class Conversation:
    """Made from a snapshot; nothing of it is computed before somebody asks."""

    snapshot: Snapshot

    @property
    def locale(self) -> str:
        """The conversation's language and country."""
        return self.snapshot.locale

    @property
    def asked(self) -> bool:
        """Whether it is known which turns ask for which item."""
        return bool(self.snapshot.spoken)

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The turns that say something."""
        return tuple(turn for turn in self.snapshot.profile.transcript if turn.text.strip())

    @cached_property
    def interviewer(self) -> tuple[str, ...]:
        """What the interviewer said, turn by turn."""
        return tuple(turn.text for turn in self.turns if turn.role is Role.INTERVIEWER)

    @cached_property
    def patient(self) -> tuple[str, ...]:
        """What the patient said, turn by turn."""
        return tuple(turn.text for turn in self.turns if turn.role is Role.PATIENT)

    @cached_property
    def replies(self) -> tuple[tuple[str, str], ...]:
        """Each turn of the interviewer that asks for an item, with the patient's words after it."""
        return tuple(
            (asked.text, answered.text)
            for asked, answered in zip(self.turns, self.turns[1:], strict=False)
            if asked.role is Role.INTERVIEWER and answered.role is Role.PATIENT and asked.item_id is not None
        )

    @cached_property
    def questions(self) -> tuple[Turn, ...]:
        """The turns that ask for an item for the first time."""
        return tuple(self._spoken(frozenset({Purpose.QUESTION})))

    @cached_property
    def follow_ups(self) -> tuple[Turn, ...]:
        """The turns that ask further about an item that was asked for before."""
        return tuple(self._spoken(FURTHER))

    @cached_property
    def items(self) -> tuple[tuple[str, str], ...]:
        """The words that first asked for each item, with the item's printed wording."""
        first: dict[int, str] = {}
        for turn in self.questions:
            if turn.item_id is not None:
                first.setdefault(turn.item_id, turn.text)
        return tuple((words, level1.items()[item].text) for item, words in first.items())

    def _spoken(self, purposes: frozenset[Purpose]) -> Iterable[Turn]:
        wanted = {spoken.turn for spoken in self.snapshot.spoken if spoken.purpose in purposes}
        return (turn for turn in self.turns if turn.index in wanted)
