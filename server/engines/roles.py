"""Which engine serves which role: the one place that decides. The other modules of this room build what it names.

An interview goes with its driver, an assessment with the settings, research and a benchmark run with the engine that
they were started with, and two roles are locked."""

from collections.abc import Mapping
from typing import Final

from agents.errors import CorrectInput
from agents.llm.pinned import EMBEDDER, JUDGE
from server.settings import RULES, Settings

ROLES: Final = ("interviewer", "scorer", "risk", "diagnostician", "reporter")
"""The roles of an interview."""
STAGES: Final = ("assessor", "assessment_judge", "quantifier", "meta_reviewer")
"""The stages of an assessment, by the settings that name their engines; each goes with `assessment` where its own names
none."""
LOCKS: Final[Mapping[str, str]] = {"judge": JUDGE, "embedder": EMBEDDER}
"""The roles that no setting changes: the judge of report cards, and who makes the library's vectors."""


def offered(settings: Settings) -> tuple[str, ...]:
    """The drivers that an interview may choose, the default one first; the rules are always among them."""
    return tuple(dict.fromkeys((settings.interviewer, RULES, *settings.drivers)))


def chosen(settings: Settings, driver: str | None) -> str:
    """The driver of a new interview; None takes the default one. Raises CorrectInput, with the list, for another."""
    if driver is None:
        return settings.interviewer
    if driver not in offered(settings):
        raise CorrectInput(f"driver: {driver!r} is not offered here; choose one of {', '.join(offered(settings))}")
    return driver


def serving(settings: Settings, driver: str) -> Mapping[str, str]:
    """The engine of each role of an interview: the driver, except in roles for which the settings name one.

    An interview whose driver is no longer offered goes on with the rules: nothing is sent where it is not wanted."""
    leads = driver if driver in offered(settings) else RULES
    named = {role: getattr(settings, role) for role in ROLES if role != "interviewer"}
    return {"interviewer": leads} | {role: engine or leads for role, engine in named.items()}


def models_in_use(settings: Settings) -> tuple[str, ...]:
    """Every model that some interview may use."""
    engines = [name for driver in offered(settings) for name in serving(settings, driver).values()]
    return tuple(name for name in dict.fromkeys(engines) if name != RULES)


def led_by(settings: Settings, engine: str) -> Settings:
    """The settings of a benchmark run: this engine is the driver, and serves every role of the interview."""
    return settings.model_copy(update={"interviewer": engine} | {role: None for role in ROLES if role != "interviewer"})


def assessing(settings: Settings) -> dict[str, str]:
    """The engine of each stage of an assessment."""
    return {stage: getattr(settings, stage) or settings.assessment for stage in STAGES}


def assessed_by(settings: Settings, engine: str) -> Settings:
    """The settings of a run in which this engine serves every stage of an assessment."""
    return settings.model_copy(update={"assessment": engine, **dict.fromkeys(STAGES)})


def checking_references(settings: Settings) -> str | None:
    """The model that checks each reference before it is used; None where they are not checked."""
    return None if settings.references_checker in (None, RULES) else settings.references_checker
