"""Numbers "in the last two weeks" that no day is named with: "two or three in the last two weeks"; and
"couple of nights" without "a"."""

from agents.quantitative.lexicon import pattern
from agents.scorer.mention import WINDOW, Mention


def in_two_weeks(text: str, start: int, end: int) -> list[Mention]:
    """The mentions of a stretch of plain words."""
    found = []
    for match in pattern("in_two_weeks").finditer(text[start : end + 1]):
        low = float(match["a"])
        days = (low + float(match["b"] or low)) / 2
        if 0 < days <= WINDOW:
            found.append(Mention("count", days, start + match.start(), start + match.end()))
    bare = pattern("bare_couple").finditer(text[start : end + 1])
    found += [
        Mention("rare", 2, start + match.start(), start + match.end())
        for match in bare
        if not text[: start + match.start() + 1].endswith((" a ", " 1 ", " the ", " every "))
    ]
    found += [
        Mention("count", 2, start + match.start(), start + match.end())
        for match in pattern("and_the_next").finditer(text[start : end + 1])
    ]
    return found
