"""Builds the engines of an assessment: the rules, or a language model without a fallback."""

from collections.abc import Callable
from functools import cache
from typing import Final

from agents.assessment.rules_team import rules_team
from agents.assessment.team import AssessmentTeam
from agents.llm.budget import Budget
from agents.llm.port import LanguageModel
from agents.llm.providers import Providers
from agents.llm.schema import strict
from agents.prompts import compile_templates, digest
from agents.quantitative.port import ReferenceSearch
from server.engines.models import Deadline
from server.engines.roles import assessing
from server.settings import RULES, Settings

_PROMPTS: Final = {
    "assessor": ("assessor_system.j2", "assessor_user.j2"),
    "assessment_judge": ("phq8_judge_system.j2", "phq8_judge_user.j2"),
    "quantifier": (
        "phq8_evidence_system.j2", "phq8_evidence_user.j2", "phq8_scorer_system.j2", "phq8_scorer_user.j2",
    ),
    "meta_reviewer": ("meta_reviewer_system.j2", "meta_reviewer_user.j2"),
}  # fmt: skip


def team_of(
    settings: Settings,
    models: Providers,
    references: Callable[[], ReferenceSearch | None] = lambda: None,
) -> AssessmentTeam:
    """The engines of one assessment, with a budget of its own. Where a model scores the items, `references` gives the
    store that it takes examples from."""
    chosen, team = assessing(settings), rules_team()
    budget = Budget(settings.interview_tokens, settings.interview_usd)

    def model(stage: str) -> LanguageModel | None:
        if chosen[stage] == RULES:
            return None
        return Deadline(models.model(chosen[stage]), settings.report_seconds, settings.role_options)

    assessor, judge, quantifier, reviewer = team.assessor, team.judge, team.quantifier, team.reviewer
    store = None
    if served := model("assessor"):
        from agents.qualitative.llm import LlmAssessor

        assessor = LlmAssessor(served, budget, fuzzy=settings.fuzzy_quotes)
    if served := model("assessment_judge"):
        from agents.judge.llm import LlmJudge

        judge = LlmJudge(served, budget)
    if served := model("quantifier"):
        from agents.quantitative.llm import LlmQuantifier

        quantifier = LlmQuantifier(served, budget, samples=settings.samples, fuzzy=settings.fuzzy_quotes)
        store = references()
    if served := model("meta_reviewer"):
        from agents.meta_reviewer.llm import LlmMetaReviewer

        reviewer = LlmMetaReviewer(served, budget)
    return AssessmentTeam(assessor, judge, quantifier, reviewer, store, version(settings), settings.risk_policy)


def version(settings: Settings) -> str:
    """The digests of the prompts by which models serve, or `rules`."""
    served = (stage for stage, engine in assessing(settings).items() if engine != RULES)
    return "+".join(map(_prompts, served)) or RULES


@cache
def _prompts(stage: str) -> str:
    """A stage with the digest of its prompts; read once, as a running server renders what it has read."""
    return f"{stage}-{digest(*_PROMPTS[stage])}"


def prepare(settings: Settings) -> None:
    """Import what the stages need, read their prompts and write their schemas, so that no assessment does."""
    from agents.judge import llm as judge  # noqa: F401
    from agents.meta_reviewer import llm as meta_reviewer
    from agents.qualitative import llm as qualitative  # noqa: F401
    from agents.quantitative import llm as quantitative
    from agents.reference_checker import llm as reference_checker

    for schema in (quantitative.Gathered, quantitative.AllScored, meta_reviewer.Reviewed, reference_checker.Checked):
        strict(schema), strict(schema, bounds=False)
    compile_templates(*(name for names in _PROMPTS.values() for name in names))
    version(settings)
