"""Whole numbers as forms and addresses send them."""


def number(text: str | None, most: int) -> int | None:
    """A number from 0 to `most`, written in no more digits than that; None for anything else."""
    if not text or not text.isascii() or not text.isdigit() or len(text) > len(str(most)):
        return None
    return found if (found := int(text)) <= most else None
