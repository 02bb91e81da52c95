"""What impressions cannot rest on, as their limits say it."""

from collections.abc import Collection, Iterable

from agents.domain.level1 import items
from agents.domain.profile import ItemResponse


def about_unknown(answers: Collection[ItemResponse]) -> Iterable[str]:
    """A line each for the declined items, the unclear ones and those that were not asked, where there are any."""
    declined = [a.item_id for a in answers if a.declined]
    unclear = [a.item_id for a in answers if a.unclear and not a.passed]
    passed = [a.item_id for a in answers if a.passed]
    lines = (("Declined", declined), ("Unclear, to be asked by you", unclear), ("Not asked", passed))
    for told, numbers in lines:
        if numbers:
            yield f"{told}, so neither for nor against: {', '.join(f'{i} {items()[i].short}' for i in numbers)}."
