"""What impressions cannot rest on, as their limits say it."""

from collections.abc import Collection, Iterable

from agents.domain.level1 import items
from agents.domain.profile import ItemResponse


def about_unknown(answers: Collection[ItemResponse]) -> Iterable[str]:
    """A line for the declined items and one for the unclear ones, where there are any."""
    declined = [a.item_id for a in answers if a.declined]
    unclear = [a.item_id for a in answers if a.unclear]
    for told, numbers in (("Declined", declined), ("Unclear, to be asked by you", unclear)):
        if numbers:
            yield f"{told}, so neither for nor against: {', '.join(f'{i} {items()[i].short}' for i in numbers)}."
