"""The pipeline's offline team: rules in every stage."""

from agents.assessment.team import AssessmentTeam
from agents.judge.rules import RulesJudge
from agents.meta_reviewer.rules import RulesMetaReviewer
from agents.qualitative.rules import RulesAssessor
from agents.quantitative.rules import RulesQuantifier


def rules_team() -> AssessmentTeam:
    """All stages by rules; no references, as rules need none."""
    return AssessmentTeam(RulesAssessor(), RulesJudge(), RulesQuantifier(), RulesMetaReviewer())
