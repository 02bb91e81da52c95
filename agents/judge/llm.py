"""The judge's language-model engine: one call per metric at temperature 0; an unreadable score is asked for again."""

from typing import Any, Final

from agents.domain.mark import HIGHEST, LOWEST, Mark, Metric, score_for
from agents.domain.transcript import Transcript
from agents.judge.reading import read_mark
from agents.llm.errors import Malformed
from agents.qualitative.port import Qualitative
from agents.qualitative.sections import prompt_sections
from agents.stages.request import Asking, prompt
from agents.stages.turns import prompt_turns

ROLE: Final = "phq8_judge"
PROMPTS: Final = ("phq8_judge_system.j2", "phq8_judge_user.j2")
_MOST_MISTAKES: Final = 7
_AFTER_TRANSCRIPT: Final = ', "assessment": '
"""What follows the transcript in the data; within it, quotation marks are escaped."""


class LlmJudge(Asking):
    """A `Judge`. Raises ModelFailed where the model can't be asked; a score that is unreadable twice counts as none."""

    async def judge(self, transcript: Transcript, version: Qualitative, metric: Metric) -> Mark:
        """See `Judge.judge`."""
        given = {"transcript": prompt_turns(transcript), "assessment": prompt_sections(version), "metric": metric.value}
        system, user = await prompt(PROMPTS, given, scale=scale(), lowest=LOWEST, highest=HIGHEST)
        messages = (system, user.model_copy(update={"shared": user.text.index(_AFTER_TRANSCRIPT)}))
        try:
            return _mark(metric, (await self.ask(ROLE, messages, str, check=_faults)).value)
        except Malformed as wrong:
            return Mark(metric=metric, score=None, reason=f"the judge gave no score that can be read: {wrong}")


def _faults(text: str) -> tuple[str, ...]:
    try:
        score, mistakes = read_mark(text)
    except Malformed as wrong:
        return (f"{wrong}; end with one line `Score: N`, N from {LOWEST} to {HIGHEST}",)
    due = score_for(len(mistakes))
    if score is None or not mistakes or score == due:
        return ()
    return (f"the mistakes listed ({len(mistakes)}) make the score {due}, not {score}: one of them is wrong",)


def _mark(metric: Metric, text: str) -> Mark:
    score, mistakes = read_mark(text)
    reason = None if score is not None else "the judge found that it could not be judged"
    return Mark(metric=metric, score=score, explanation=text.strip()[-2000:], mistakes=mistakes, reason=reason)


def scale() -> list[dict[str, Any]]:
    """The rubric: numbers of mistakes with their score."""
    steps: list[dict[str, Any]] = []
    for mistakes in range(_MOST_MISTAKES + 1):
        score = score_for(mistakes)
        if steps and steps[-1]["score"] == score:
            steps[-1]["joined"] = f" or {mistakes}"
        else:
            steps.append({"low": mistakes, "joined": "", "score": score})
    steps[-1]["joined"] = " or more"
    return steps
