"""The rubric's judge: one locked model at temperature 0. Out of reach it gives no grade, and nobody grades for it."""

from functools import cache
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field

from agents.domain.value import Value
from agents.llm.errors import NotConfigured
from agents.llm.pinned import JUDGE, JUDGE_TEMPERATURE
from agents.llm.port import LanguageModel, Request, System, User
from agents.prompts import digest, render
from benchmarks.cards.blinding import Blinder
from benchmarks.cards.card import Grade, Grades, Made, Part, Replayed
from benchmarks.cards.conversation import Conversation
from benchmarks.cards.criteria import criteria
from benchmarks.cards.replaying import EARLIER_PROMPTS, present_prompts
from benchmarks.cards.snapshot import Snapshot
from benchmarks.metrics.metric import Figure, Unavailable

SYSTEM: Final = "card_judge_system.j2"
USER: Final = "card_judge_user.j2"
TIMEOUT: Final = 90.0
MOST_TOKENS: Final = 2_000
LONGEST_REASON: Final = 1_000
"""The most characters of a reason that are kept."""
GIVEN: Final = 2
"""The version of what the judge is given; grades of another one are not comparable. 1 was without the report."""
SUPERSEDED: Final = "superseded: the judge was not shown the report then; ask it again for grades that can be compared"
NO_MODELS: Final = f"{JUDGE} is not set up: it needs OPENAI_API_KEY"


class Graded(Value):
    """One grade, its reason first."""

    reason: Annotated[str, AfterValidator(lambda text: text[:LONGEST_REASON])] = Field(
        min_length=1, description="one or two sentences"
    )
    score: int = Field(ge=1, le=5, description="1 to 5")


class Verdict(Value):
    """What the judge writes down. The fields are the criteria's keys."""

    coverage: Graded
    relevance: Graded
    flow: Graded
    justification: Graded
    empathy: Graded


async def judge(snapshot: Snapshot, model: LanguageModel | None) -> Made:
    """The judge's part of the card. Raises ModelFailed, and NotConfigured for no model or another than the locked one:
    a card is never graded by somebody else under the judge's name."""
    if model is None:
        raise NotConfigured(NO_MODELS)
    if model.name != JUDGE:
        raise NotConfigured(f"the judge is {JUDGE} and no other; {model.name} was given")
    reply = await model.complete(request(snapshot))
    grades = Grades(
        grades=_grades(reply.value),
        served=reply.served,
        prompt=_prompt(),
        temperature=reply.temperature,
        cost=reply.cost,
        tokens=reply.usage.total,
        given=GIVEN,
    )
    return Made(engine=JUDGE, figures=(mean("judge", grades),), detail=grades)


def comparable(part: Part) -> Part:
    """The part as it may be counted: grades on what was given in an earlier version are kept, without figures; a replay
    and grades with an earlier version of the prompts keep them and are marked."""
    if isinstance(part.detail, Replayed) and part.detail.prompt not in {"", present_prompts()}:
        return part.model_copy(update={"superseded": EARLIER_PROMPTS})
    if part.key != "judge" or not isinstance(part.detail, Grades):
        return part
    if part.detail.given == GIVEN:
        earlier = part.detail.prompt not in {"", _prompt()}
        return part.model_copy(update={"superseded": EARLIER_PROMPTS}) if earlier else part
    none = Unavailable(reason=SUPERSEDED)
    figures = tuple(figure.model_copy(update={"value": none}) for figure in part.figures)
    return part.model_copy(update={"figures": figures, "superseded": SUPERSEDED})


@cache
def _prompt() -> str:
    """The version of the judge's prompt, read once a process."""
    return digest(SYSTEM, USER)


def _grades(verdict: Verdict) -> tuple[Grade, ...]:
    given: dict[str, Graded] = {one.key: getattr(verdict, one.key) for one in criteria()}
    return tuple(Grade(criterion=key, score=one.score, reason=one.reason) for key, one in given.items())


def mean(part: str, grades: Grades) -> Figure:
    """The mean of the grades."""
    scores = [grade.score for grade in grades.grades]
    return Figure(key=f"{part}.mean", value=sum(scores) / len(scores), of=f"{len(scores)} criteria", n=len(scores))


def request(snapshot: Snapshot) -> Request[Verdict]:
    """What the judge is asked: of the conversation and the report as it was written, without the names of the engines
    that held the one and wrote the other."""
    return Request(
        role="card_judge",
        messages=(
            System(text=render(SYSTEM, criteria=criteria())),
            User(text=render(USER, given=_given(snapshot))),
        ),
        schema=Verdict,
        timeout=TIMEOUT,
        max_tokens=MOST_TOKENS,
        temperature=JUDGE_TEMPERATURE,
    )


def _given(snapshot: Snapshot) -> dict[str, Any]:
    """Conversation and report. Impressions by themselves are given only where no report was written of them."""
    blind = Blinder(snapshot)
    turns = [
        {"role": turn.role.value, "text": blind.turn(turn)} | ({"item": turn.item_id} if turn.item_id else {})
        for turn in Conversation(snapshot).turns
    ]
    report = [blind.text(section.markdown) for section in snapshot.report]
    diagnosis = snapshot.diagnosis
    shown = {"summary", "impressions", "limitations", "rag_used"}
    alone = diagnosis.model_dump(mode="json", include=shown) if diagnosis and not report else None
    return {"conversation": turns, "report": report, "impressions": blind.value(alone)}
