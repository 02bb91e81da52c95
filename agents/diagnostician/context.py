"""The selection from an interview that a language model reads: scores, domains and the conversation, as much of it as
there is room for, the most telling answers first, each with its question."""

from collections import Counter
from collections.abc import Iterable, Mapping

from agents.diagnostician.mentions import heard, told
from agents.domain.evidence import Quote
from agents.domain.level1 import instrument, items
from agents.domain.profile import ItemResponse, PatientProfile, RiskFlags
from agents.domain.transcript import Role, Transcript, Turn
from agents.domain.value import Value
from agents.quotes.excerpt import ending, excerpt

MOST_CHARACTERS = 24_000
"""Characters of all turns together: about 6,000 tokens, more than most interviews have."""
LONGEST_EXCERPT = 500
LONGEST_QUESTION = 240
QUOTES_AN_ITEM = 2
LONGEST_QUOTE = 240


class Answered(Value):
    """One item and its answer, in full where it was endorsed; a declined or unclear item has no score."""

    item_id: int
    score: int
    symptom: str | None = None
    ambiguity: int = 1
    confidence: float = 0.5
    declined: bool = False
    unclear: bool = False
    evidence_quotes: tuple[str, ...] = ()


class Standing(Value):
    """One domain with the form's threshold; its severity is None when none of its items is known."""

    domain: str
    title: str
    threshold: int
    severity_aggregate: int | None
    notable_symptoms: tuple[str, ...] = ()


class Excerpt(Value):
    """A continuous, verbatim excerpt of one turn; `index` is the turn's place in the transcript."""

    index: int
    role: Role
    text: str
    item_id: int | None = None


class Context(Value):
    """The selection, in the shape of a profile."""

    symptom_summary: tuple[Standing, ...]
    item_responses: tuple[Answered, ...]
    transcript: tuple[Excerpt, ...] = ()
    risk_flags: RiskFlags = RiskFlags()


def context(profile: PatientProfile, words: int = MOST_CHARACTERS) -> Context:
    """The selection from a completed profile, with excerpts of at most `words` characters together."""
    return Context(
        symptom_summary=_standings(profile),
        item_responses=tuple(_answered(one) for one in profile.item_responses),
        transcript=excerpts(profile, words),
        risk_flags=profile.risk_flags,
    )


def _standings(profile: PatientProfile) -> tuple[Standing, ...]:
    scores = profile.scores
    return tuple(
        Standing(
            domain=domain.key,
            title=domain.title,
            threshold=domain.threshold,
            severity_aggregate=domain.severity(scores),
            notable_symptoms=tuple(item.short for item in domain.items if scores.get(item.id, 0) > 0),
        )
        for domain in instrument().domains
    )


def _answered(one: ItemResponse) -> Answered:
    if not one.known:
        return Answered(item_id=one.item_id, score=one.score, declined=one.declined, unclear=one.unclear)
    return Answered(
        item_id=one.item_id,
        score=one.score,
        symptom=items()[one.item_id].short if one.score else None,
        ambiguity=one.ambiguity,
        confidence=round(one.confidence, 2),
        evidence_quotes=tuple(q.text[:LONGEST_QUOTE] for q in one.evidence_quotes[:QUOTES_AN_ITEM]),
    )


def excerpts(profile: PatientProfile, words: int = MOST_CHARACTERS) -> tuple[Excerpt, ...]:
    """The patient's turns, each behind its question, in the order of the conversation; where there is not room for all,
    those behind endorsed items are chosen first, then those in which the rule engine recognises something typical, then
    long ones. Retracted answers are left out."""
    if words <= 0:
        return ()
    places = _places(profile)
    worth = _worth(profile, places)
    told = [t for t in profile.transcript if t.role is Role.PATIENT and t.index not in _taken_back(profile)]
    chosen: dict[int, Excerpt] = {}
    for turn in sorted(told, key=lambda t: (-worth[t.index], -len(t.text), t.index)):
        text = excerpt(turn.text, LONGEST_EXCERPT, places.get(turn.index, 0))
        pair = [
            *_question(profile.transcript, turn),
            Excerpt(index=turn.index, role=turn.role, text=text, item_id=turn.item_id),
        ]
        room = sum(len(one.text) for one in pair if one.index not in chosen)
        if room <= words:
            words -= room
            chosen |= {one.index: one for one in pair}
    return tuple(sorted(chosen.values(), key=lambda one: one.index))


def _question(transcript: Transcript, turn: Turn) -> list[Excerpt]:
    """What the interviewer said right before a turn, its end where it is long."""
    before = next((t for t in reversed(transcript) if t.index < turn.index), None)
    if before is None or before.role is not Role.INTERVIEWER:
        return []
    return [Excerpt(index=before.index, role=before.role, text=ending(before.text, LONGEST_QUESTION))]


def _places(profile: PatientProfile) -> Mapping[int, int]:
    """The position in each turn of the first words that something rests on."""
    places: dict[int, int] = {}
    for quote in (*_endorsed(profile), *_typical(profile.transcript)):
        places[quote.turn] = min(quote.start, places.get(quote.turn, quote.start))
    return places


def _worth(profile: PatientProfile, places: Mapping[int, int]) -> Counter[int]:
    worth = Counter(dict.fromkeys(places, 1))
    for one in profile.item_responses:
        if one.known:
            for quote in one.evidence_quotes:
                worth[quote.turn] += one.score
    return worth


def _taken_back(profile: PatientProfile) -> frozenset[int]:
    now = {quote.turn for one in profile.item_responses for quote in one.evidence_quotes}
    return frozenset(quote.turn for one in profile.superseded for quote in one.evidence_quotes) - now


def _endorsed(profile: PatientProfile) -> Iterable[Quote]:
    return (q for one in profile.item_responses if one.score and one.known for q in one.evidence_quotes)


def _typical(transcript: Transcript) -> Iterable[Quote]:
    return (mention.quote for said in heard(told(transcript)).values() for mention in said.mentions)
