"""What the judge's calls of one assessment share: 13 of them over real HTTP, for three versions of an hour's talk."""

from agents.assessment.pipeline import assess
from agents.assessment.rules_team import rules_team
from agents.assessment.team import AssessmentTeam
from agents.domain.mark import Mark, Metric
from agents.domain.transcript import Role, Transcript, Turn
from agents.judge.llm import LlmJudge
from agents.llm.model import Model
from agents.llm.usage import Usage
from agents.qualitative.port import Qualitative
from agents.qualitative.rules import RulesAssessor
from agents.scripted.faults import Fault, FaultName
from tests.agents.assessment.conversations import full
from tests.agents.llm.conftest import Stub

TIMES = 20


class Rewriting(RulesAssessor):
    """Writes another version whenever it is asked for one."""

    async def refine(self, transcript: Transcript, version: Qualitative, marks: tuple[Mark, ...]) -> Qualitative:
        return version.model_copy(update={"overall": f"{version.overall} Again."})


class Unhappy(LlmJudge):
    """Asks its model and finds every version as poor as the first."""

    async def judge(self, transcript: Transcript, version: Qualitative, metric: Metric) -> Mark:
        mark = await super().judge(transcript, version, metric)
        return mark.model_copy(update={"score": 3})


def hour() -> Transcript:
    """As long as an hour's talk."""
    said = [(turn.role, turn.text) for _ in range(TIMES) for turn in full()]
    asked = [(role, f"{text}, and then" if role is Role.INTERVIEWER else text) for role, text in said]
    return tuple(Turn(index=index, role=role, text=text) for index, (role, text) in enumerate(asked))


async def test_thirteen_calls_of_the_judge_share_their_beginning(any_model: Model, stub: Stub) -> None:
    """One answer of the 12 has no score and is asked for again. The transcript is read from the cache by all but the
    first, whether a provider finds a beginning by itself or has to be told (Anthropic)."""
    stub.order(Fault(name=FaultName.TRUNCATED, role="phq8_judge", times=1))
    plain = rules_team()
    team = AssessmentTeam(Rewriting(), Unhappy(any_model), plain.quantifier, plain.reviewer)
    found = await assess(hour(), team)
    assert found.complete
    assert len(found.versions) == 3
    usages = [call.usage for call in stub.calls]
    assert [call.role for call in stub.calls] == ["phq8_judge"] * 13
    assert all(usage.input_tokens > 6_000 for usage in usages)
    assert all(usage.cached_tokens > 0.7 * usage.input_tokens for usage in usages[1:])
    whole = sum(usages, Usage())
    assert whole.cached_tokens > 0.7 * whole.input_tokens
