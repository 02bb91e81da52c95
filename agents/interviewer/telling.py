"""Whether a sentence tells something of an item."""

from agents.interviewer.lists import lists
from agents.interviewer.phrases import pattern, words
from agents.language import ENGLISH, Language


def tells(sentence: str, language: Language = ENGLISH) -> bool:
    """Whether a sentence, in lower case with straight quotes (a folded one, but in English), says how often, or yes or
    no."""
    if language != ENGLISH:
        own = lists(language)
        return own.within("frequency", sentence) is not None or own.within("yes_or_no", sentence) is not None
    return bool(words("frequency").search(sentence) or pattern("yes_or_no").match(sentence))
