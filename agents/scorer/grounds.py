"""What every machine's score must rest on, whichever engine gave it. A clinician's own score needs none of this."""

from typing import Final
from unicodedata import category

from agents.scorer import rules
from agents.scorer.port import CONTRADICTED, TOLD_EARLIER, Answer, Evidence, Scoring

UNANSWERED: Final = "the reply did not answer the question"
WITHOUT_WORDS: Final = "the score came without words of the patient's"
_TELLING: Final = "LNS"
"""First letters of the Unicode categories of characters that say something: letters, numbers, symbols such as 👍."""
_AMBIGUITY: Final = 10
_CONFIDENCE: Final = 0.1
ELSEWHERE_AMBIGUITY: Final = 5
"""The least ambiguity of a score that rests on something told elsewhere: the clinician is asked to confirm it."""
ELSEWHERE_CONFIDENCE: Final = 0.6
_FAR: Final = 2
"""Steps between a model's score and the rules' from which a clinician is shown both."""
_BORROWED: Final = 7
"""The least ambiguity of a score whose words another engine found."""


def held(scoring: Scoring, answer: Answer) -> Scoring:
    """The scoring as it may stand in a profile.

    A machine's score above 0 has at least one verified quote that carries the symptom or the frequency; "yes", a number
    or a tapped answer is one, read with its question. Words that an engine left out are taken from the rule engine's
    reading; where that finds none either, nobody answered. A denial scores 0. What is not answered, or flatly
    contradicts itself, scores 0 with ambiguity 10 and is for the clinician to ask. Where a model and the rules are far
    apart, both are kept for the clinician. A score that rests on an earlier turn is marked as that."""
    quotes = tuple(piece for piece in scoring.evidence if _verified(piece, answer))
    scoring = scoring if quotes == scoring.evidence else scoring.model_copy(update={"evidence": quotes})
    if scoring.engine == rules.RulesScorer.name:
        return scoring if scoring.answered and (quotes or not scoring.score) else _unclear(scoring, scoring.note)
    known = rules.score(answer)
    if known.note == CONTRADICTED:
        return _unclear(scoring.model_copy(update={"evidence": known.evidence}), CONTRADICTED)
    if not scoring.answered:
        return _unclear(scoring, UNANSWERED)
    if turns := [piece.turn for piece in quotes if piece.turn is not None]:
        return as_told(scoring, turns[-1])
    if quotes or not scoring.score:
        return scoring.model_copy(update={"second": known.score}) if _apart(scoring, known) else scoring
    if not (known.score and known.evidence):
        return _unclear(scoring, WITHOUT_WORDS)
    ambiguity = max(scoring.ambiguity, _BORROWED)
    return scoring.model_copy(update={"evidence": known.evidence, "ambiguity": ambiguity})


def as_told(scoring: Scoring, turn: int) -> Scoring:
    """A score of what was told earlier, marked as that."""
    told = f"{TOLD_EARLIER} (turn {turn}); the reply points back to it"
    return scoring.model_copy(
        update={
            "ambiguity": max(scoring.ambiguity, ELSEWHERE_AMBIGUITY),
            "confidence": min(scoring.confidence, ELSEWHERE_CONFIDENCE),
            "note": "; ".join(filter(None, (told, scoring.note))),
        }
    )


def _apart(scoring: Scoring, known: Scoring) -> bool:
    """Whether the rules, where they are sure, are two steps or more from the model, or one of the two is 0."""
    if not known.answered or known.needs_followup or scoring.needs_followup:
        return False
    return abs(scoring.score - known.score) >= _FAR or (scoring.score == 0) != (known.score == 0)


def _verified(piece: Evidence, answer: Answer) -> bool:
    source = words_of(piece, answer)
    return source[piece.start : piece.end] == piece.text and any(
        category(letter)[0] in _TELLING for letter in piece.text
    )


def words_of(piece: Evidence, answer: Answer) -> str:
    """The text that a piece of evidence stands in; of an earlier turn only where the answer points back to it."""
    if piece.source == "earlier":
        return next((one.said for one in answer.earlier if one.turn == piece.turn and one.counts.strip()), "")
    return answer.reply if piece.source == "reply" else answer.followup_reply or ""


def _unclear(scoring: Scoring, note: str | None) -> Scoring:
    """Nothing that counts; an engine that asked nothing asks whether the problem is there."""
    return scoring.model_copy(
        update={
            "score": 0,
            "ambiguity": _AMBIGUITY,
            "confidence": min(scoring.confidence, _CONFIDENCE),
            "endorsed": None,
            "answered": False,
            "needs_followup": True,
            "missing": "endorsement",
            "note": "; ".join(filter(None, (scoring.note, note))) if note != scoring.note else note,
        }
    )
