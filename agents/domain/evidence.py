"""Quotes: the patient's own words, never paraphrased, each tied to where it was said."""

from agents.domain.value import Value


class Quote(Value):
    """An exact substring of one patient turn.

    `turn` is the turn's index in the transcript (0 is the first turn); `start` and `end` count Unicode code points
    in that turn's text, end exclusive, so `transcript[turn].text[start:end] == text`.
    """

    text: str
    turn: int
    start: int
    end: int

    def overlaps(self, other: "Quote") -> bool:
        """Whether the two share a character of a turn."""
        return self.turn == other.turn and self.start < other.end and other.start < self.end


def whole(turn: int, text: str) -> Quote:
    """All that was said in a turn."""
    return Quote(text=text, turn=turn, start=0, end=len(text))
