"""The interviewer's questions beside the items of the form that they ask for."""

from agents.domain import level1
from benchmarks.cards.conversation import Conversation


def item_pairs(talk: Conversation) -> list[tuple[str, str]]:
    """The words that first asked for each item, with the item's printed wording."""
    first: dict[int, str] = {}
    for turn in talk.questions:
        if turn.item_id is not None:
            first.setdefault(turn.item_id, turn.text)
    return [(asked, level1.items()[item].text) for item, asked in first.items()]
