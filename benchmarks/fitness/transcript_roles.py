"""The tasks of the transcript pipeline's stages, put to the product's own engines: to the rules where there is no
model."""

from agents.domain.evidence import whole
from agents.domain.transcript import Role
from agents.judge.llm import LlmJudge
from agents.judge.rules import RulesJudge
from agents.llm.budget import Budget
from agents.llm.port import LanguageModel
from agents.meta_reviewer.bounds import bounds
from agents.meta_reviewer.llm import LlmMetaReviewer
from agents.meta_reviewer.port import Findings
from agents.qualitative.llm import LlmAssessor
from agents.qualitative.port import Qualitative
from agents.qualitative.rules import RulesAssessor
from agents.quantitative.llm import LlmQuantifier
from agents.quantitative.port import ItemEvidence, ItemScore, Reason, Reference, Scores
from agents.quantitative.rules import RulesQuantifier
from agents.reference_checker.llm import LlmReferenceChecker
from benchmarks.fitness.outcome import Outcome
from benchmarks.fitness.tasks import ToCheck, ToMark, ToQuote, ToReview, ToScoreTalk, ToWrite, tasks


async def evidence(task: ToQuote, model: LanguageModel | None) -> Outcome:
    """Find the participant's words for the eight items."""
    talk = tasks().talk(task.talk)
    found = await (LlmQuantifier(model) if model else RulesQuantifier()).gather(talk)
    quoted = {one.item for one in found if one.quotes}
    lacking = [item for item in task.quoted if item not in quoted]
    told = f"quotes for {', '.join(sorted(quoted)) or 'nothing'}"
    return Outcome(1 - len(lacking) / len(task.quoted), told, _words(task.talk))


async def scorer(task: ToScoreTalk, model: LanguageModel | None) -> Outcome:
    """Score the eight items, with the evidence that the rules find."""
    talk, rules = tasks().talk(task.talk), RulesQuantifier()
    scored = await (LlmQuantifier(model) if model else rules).score(talk, await rules.gather(talk))
    known = {one.item: one.score for one in scored.items}
    wrong = [item for item, (low, high) in task.scores.items() if not _fits(known.get(item), low, high)]
    wrong += [item for item in task.none if known.get(item) is not None]
    told = ", ".join(f"{item} {known.get(item)}" for item in wrong) or "all within their ranges"
    return Outcome(1 - len(wrong) / (len(task.scores) + len(task.none)), told, _words(task.talk))


def _fits(score: int | None, low: int, high: int) -> bool:
    return score is not None and low <= score <= high


async def judge(task: ToMark, model: LanguageModel | None) -> Outcome:
    """Mark a written assessment."""
    written = Qualitative(**tasks().versions[task.version], engine="given")
    mark = await (LlmJudge(model) if model else RulesJudge()).judge(tasks().talk(task.talk), written, task.metric)
    told = f"mark {mark.score}; {task.low} to {task.high} can be defended"
    return Outcome(float(_fits(mark.score, task.low, task.high)), told)


async def assessor(task: ToWrite, model: LanguageModel | None) -> Outcome:
    """Write an assessment."""
    written = await (LlmAssessor(model) if model else RulesAssessor()).assess(tasks().talk(task.talk))
    text = f"{written.overall} {written.phq8_symptoms} {written.social_factors} {written.biological_factors}".lower()
    named = [name for name in task.names if name in text]
    return Outcome(
        float(2 * len(named) >= len(task.names)), f"names {', '.join(named) or 'nothing'}", _words(task.talk)
    )


async def reviewer(task: ToReview, model: LanguageModel | None) -> Outcome:
    """Review item scores."""
    items = (
        ItemScore(item=item, score=score, reason=Reason.STATED, confidence=0.9) for item, score in task.scores.items()
    )
    findings = Findings(qualitative=None, scores=Scores(items=tuple(items), engine="given"))
    if model is None:
        severity = bounds(findings.scores).severity
    else:
        severity = (await LlmMetaReviewer(model).review(tasks().talk(task.talk), findings)).opinion
    told = f"severity {severity}; {task.low} to {task.high} can be defended"
    return Outcome(float(_fits(severity, task.low, task.high)), told)


async def checker(task: ToCheck, model: LanguageModel | None) -> Outcome:
    """Check a reference. There are no rules for it."""
    assert model is not None, "the rules have no task of this role"
    quotes = tuple(whole(0, text) for text in task.evidence)
    reference = Reference(item=task.item, text=task.passage, score=task.score, similarity=0.5, source="invented")
    found = ItemEvidence(item=task.item, quotes=quotes)
    verdict = await LlmReferenceChecker(model, Budget()).check(found, reference)
    return Outcome(float(verdict in task.verdicts), f"{verdict}; {' or '.join(task.verdicts)} can be defended")


def _words(talk: str) -> tuple[str, ...]:
    return tuple(turn.text for turn in tasks().talk(talk) if turn.role is Role.PATIENT)
