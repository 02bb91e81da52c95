"""A reply without what it tells of others, for a reader that would take their days for the patient's."""

import re
from typing import Final

from agents.reading.document import Document

_SELF: Final = re.compile(r" (?:i|me|myself|mine|we|us)(?= )")
_REPORTS: Final = re.compile(
    r" (?:says?|said|tells?|told|thinks?|thought|reckons?|swears?|notice[sd]?|asks?|asked)(?= )"
)
"""What somebody says may be of the patient."""


def own_words(text: str, told: Document) -> str:
    """The reply without its sentences that say how often a relative or friend alone does something, if the patient
    speaks of themselves in another; else the whole: "My father drinks every night. I haven't touched a drop"."""
    clauses = told.clauses
    if not clauses.marks["kin"] or len(clauses.sentences) < 2:
        return text
    sentences = [clauses.sentence(start) for start in clauses.sentences]
    own = [one for one in sentences if _SELF.search(clauses.text, one[0], one[1] + 1)]
    counted = [one for one in sentences if any(one[0] <= mention.start < one[1] for mention in told.mentions)]
    theirs = [
        one for one in counted if one not in own and clauses.has("kin", *one) and not _REPORTS.search(told.text, *one)
    ]
    if not theirs or not own:
        return text
    for start, end in reversed(told.words.originals(theirs)):
        text = text[:start] + text[end:].lstrip(" .,;!?")
    return text
