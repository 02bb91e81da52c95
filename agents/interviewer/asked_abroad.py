"""Questions about the conversation in a language other than English, by its lists (`hearing.LANGUAGE.toml`) and by
what the examples of the catalogue are like."""

import re
from collections.abc import Iterator
from typing import Final

from agents.interviewer.lists import Lists, lists
from agents.interviewer.pieces import pieces
from agents.interviewer.telling import often, says_plainly
from agents.interviewer.wishes import ASKING, LEAST_ASKED, acts_of
from agents.language import Language
from agents.questions.catalogue import UNKNOWN, Entry, entries, entry
from agents.questions.likeness import ALMOST, CLARIFY, LIKE, PLAIN, likest
from agents.reading.asking import may_ask
from agents.reading.model.folding import folded
from agents.reading.model.labels import ACTS

_SENTENCE_LENGTH: Final = 300
_BESIDE_LENGTH: Final = 4
_SHORT: Final = re.compile(r"\bq\b|\bxq\b|\bpq\b")
_SPELT: Final = {"q": "que", "xq": "por que", "pq": "por que"}
_SAYS: Final = 0.6
"""How likely words that are no question by their form have to be an answer, by themselves, to be no question."""


def sentences(text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Each sentence's place, and the folded sentence; what asks behind an answer is one of its own."""
    for (first, last), _ in pieces(text):
        said = folded(text[first:last][:_SENTENCE_LENGTH])
        yield (first, last), _SHORT.sub(lambda one: _SPELT[one[0]], said)


def folded_sentences(text: str) -> Iterator[str]:
    """The folded sentences of a text."""
    return (sentence for _, sentence in sentences(text))


def asks(sentence: str, own: Lists) -> bool:
    """Whether a folded sentence asks something, or is like a question that the catalogue knows."""
    if sentence.endswith("?") or own.within("asks", sentence) is not None or may_ask(sentence):
        return True
    return likest(sentence, own.language, PLAIN) is not None and acts_of(sentence, "", None)[0] < _SAYS


def topic(text: str, question: str, item: int | None, language: Language) -> Entry | None:
    """See process.topic."""
    own = lists(language)
    asking = [one for one in folded_sentences(text) if asks(one, own)]
    if known := next((found for one in asking if (found := _known(one, language))), None):
        return known
    whole = (one for one in asking if one.endswith("?") and len(one.split()) >= LEAST_ASKED)
    about = any(share("process", one, question, item, language) >= ASKING for one in whole)
    return entry(UNKNOWN, language) if about else None


def asked(text: str, question: str, item: int | None, language: Language) -> Entry | None:
    """See process.asked."""
    said = list(folded_sentences(text))
    beside = [one for one in said if not asks(one, lists(language))]
    if any(len(one.split()) > LEAST_ASKED or says_plainly(one, language) for one in beside):
        return None
    return topic(text, question, item, language)


def only_asks(text: str, language: Language) -> bool:
    """See process.only_asks."""
    own, said = lists(language), list(folded_sentences(text))
    found = [asks(one, own) and like(one, language) is not None for one in said]
    beside = [one for one, known in zip(said, found, strict=True) if not known]
    few = sum(len(one.split()) for one in beside) <= _BESIDE_LENGTH
    return any(found) and few and not any(says_plainly(one, language) for one in beside)


def not_understood(text: str, language: Language) -> bool:
    """See process.not_understood."""
    said = list(folded_sentences(text))
    whole = likest(" ".join(said), language, PLAIN) == CLARIFY
    return whole or (bool(said) and all(likest(one, language, PLAIN) == CLARIFY for one in said))


def like(sentence: str, language: Language) -> Entry | None:
    """The topic that a question is like, in whatever words."""
    key = likest(sentence, language, ALMOST if often(sentence, language) else LIKE)
    return entry(key, language) if key and key != CLARIFY else None


def share(name: str, text: str, question: str, item: int | None, language: Language) -> float:
    """How likely a message does what is named, by the learnt reader."""
    return acts_of(text, question, item, language)[ACTS.index(name)]


def _known(sentence: str, language: Language) -> Entry | None:
    """The topic that a question is about; one in English is known by what English is asked with."""
    own = next((one for one in entries(language) if one.asked and one.fits(sentence)), None) or like(sentence, language)
    if own is not None or not may_ask(sentence):
        return own
    english = next((one for one in entries() if one.asked and one.fits(sentence)), None)
    return entry(english.key, language) if english else None
