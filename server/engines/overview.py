"""The roles of this installation as a table for people: a view of what `roles` decides, with prices."""

from collections.abc import Iterator
from typing import Final, Literal

from agents.domain.value import Value
from agents.llm.pinned import JUDGE_TEMPERATURE
from agents.llm.prices import Price, price_list
from server.engines.roles import LOCKS, ROLES, assessing, checking_references, offered, serving
from server.settings import Settings

STAGE_NAMES: Final = {
    "assessor": "qualitative",
    "assessment_judge": "assessment judge",
    "quantifier": "quantitative",
    "meta_reviewer": "meta-reviewer",
}
"""The stages of the transcript pipeline by their settings, with the names that people see."""
CHECKER: Final = "reference checker"
OFF: Final = "off"
"""In place of an engine: nobody does it."""

By = Literal["setting", "driver", "choice", "assessment", "lock"]


class Row(Value):
    """One role and its engine. `by` says what decides it: a setting, the interview's driver, the list of drivers that
    an interview may choose, the setting for all stages of the transcript pipeline, or a lock in the code. `price` is
    USD for a million tokens, None where it is not known."""

    role: str
    engine: str
    by: By
    temperature: float | None = None
    price: Price | None = None


def rows(settings: Settings) -> tuple[Row, ...]:
    """The roles as an interview without a choice has them, the drivers that it may choose, and the two locks."""
    named = {role for role in ROLES if role == "interviewer" or getattr(settings, role) is not None}
    served = serving(settings, settings.interviewer).items()
    return (
        *(_row(role, engine, "setting" if role in named else "driver") for role, engine in served),
        *(_row("driver", engine, "choice") for engine in offered(settings)),
        *_assessment(settings),
        _row("judge", LOCKS["judge"], "lock", JUDGE_TEMPERATURE),
        _row("embedder", LOCKS["embedder"], "lock"),
    )


def _assessment(settings: Settings) -> Iterator[Row]:
    """Who serves the stages of the transcript pipeline."""
    for stage, engine in assessing(settings).items():
        yield _row(STAGE_NAMES[stage], engine, "assessment" if getattr(settings, stage) is None else "setting")
    yield _row(CHECKER, checking_references(settings) or OFF, "setting")


def _row(role: str, engine: str, by: By, temperature: float | None = None) -> Row:
    return Row(role=role, engine=engine, by=by, temperature=temperature, price=price_list().price(engine))


def check_roles(role: str) -> tuple[str, ...]:
    """The roles of `benchmarks.fitness` that a role of this table stands for."""
    stages = {
        "qualitative": ("assessor",),
        "assessment judge": ("phq8_judge",),
        "quantitative": ("phq8_evidence", "phq8_scorer"),
        "meta-reviewer": ("meta_reviewer",),
        CHECKER: ("reference_checker",),
        "judge": ("card_judge",),
    }
    return stages.get(role, (role,))
