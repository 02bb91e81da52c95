"""Published interviews: turns a conversation of interviewer and patient into the patient's replies by item."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict

from agents.domain import level1
from agents.llm.thinking import spoken
from benchmarks.personas.patient import Held, Reply
from benchmarks.runs.alignment import WORD, Exchange, Place, align
from benchmarks.runs.item_words import weights

ASKED_TOO: Final = 3.0


class Utterance(BaseModel):
    """One turn of a published conversation: the words said, without a model's thinking."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")

    role: Literal["interviewer", "patient"]
    text: Annotated[str, AfterValidator(spoken)]


def held(conversation: Sequence[Utterance]) -> Held:
    """The patient's replies by item, as far as the conversation contains them."""
    exchanges = tuple(exchanges_of(conversation))
    places = align(exchanges)
    replies: dict[int, list[str]] = {}
    for exchange, place in zip(exchanges, places, strict=True):
        if place.item is not None and exchange.reply:
            replies.setdefault(place.item, []).append(exchange.reply)
    _add_second_questions(exchanges, places, replies)
    return Held(intro=_intro(exchanges, places), items={item: _reply(said) for item, said in sorted(replies.items())})


def _reply(said: Sequence[str]) -> Reply:
    return Reply(reply=said[0], followup="\n".join(said[1:]) or None)


def _intro(exchanges: Sequence[Exchange], places: Sequence[Place]) -> str | None:
    if exchanges and places[0].item is None:
        return exchanges[0].reply or None
    return None


def exchanges_of(conversation: Iterable[Utterance]) -> Iterable[Exchange]:
    """Each interviewer's turn with the patient's after it. A turn that follows one of the same role has lost its other
    half."""
    question: str | None = None
    for turn in conversation:
        text = turn.text.strip()
        if not text:
            continue
        if turn.role == "patient":
            yield Exchange(question or "", text)
            question = None
            continue
        if question is not None:
            yield Exchange(question, "")
        question = text
    if question is not None:
        yield Exchange(question, "")


def _add_second_questions(
    exchanges: Sequence[Exchange], places: Sequence[Place], replies: dict[int, list[str]]
) -> None:
    """Add the reply to a turn that asks for two items to both of them."""
    missing = level1.items().keys() - replies.keys()
    for exchange, place in zip(exchanges, places, strict=True):
        if not missing or place.item is None or place.again or not exchange.reply:
            continue
        for item in _asked_too(exchange.question.lower(), place.item):
            if item in missing:
                replies.setdefault(item, [exchange.reply])


def _asked_too(question: str, main: int) -> list[int]:
    """Items near the main one that the words of a turn clearly ask for as well."""
    extra: dict[int, float] = {}
    for word in set(WORD.findall(question)):
        known = dict(weights(word))
        for item, weight in known.items():
            if weight > known.get(main, 0.0):
                extra[item] = extra.get(item, 0.0) + weight
    return [item for item, weight in extra.items() if weight >= ASKED_TOO and abs(item - main) <= 2]
