"""Shapes in which real models answer, in every role and over real HTTP. Each means what the honest answer means: it
is read at once, or asked for once more with the reason, and then gives what the honest answer gives."""

import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from agents.diagnostician.llm import LlmDiagnostician
from agents.diagnostician.port import Mode
from agents.domain.evidence import Quote
from agents.domain.mark import Metric
from agents.domain.risk import Tier
from agents.interviewer.llm import LlmInterviewer
from agents.interviewer.port import Brief, Purpose
from agents.judge.llm import LlmJudge
from agents.llm.budget import Budget
from agents.llm.model import Model
from agents.llm.policy import Policy
from agents.llm.providers import Providers
from agents.llm.structured import read as read_json
from agents.meta_reviewer.llm import LlmMetaReviewer
from agents.meta_reviewer.port import Findings
from agents.qualitative.llm import LlmAssessor
from agents.qualitative.rules import RulesAssessor
from agents.quantitative.llm import LlmQuantifier
from agents.quantitative.port import ItemEvidence, Reference, Scores
from agents.quantitative.scoring import score
from agents.reference_checker.llm import LlmReferenceChecker
from agents.reporter.llm import LlmReporter
from agents.risk.llm import LlmRiskReader, Read
from agents.risk.port import Message
from agents.scorer.llm import LlmScorer
from agents.scorer.port import Answer
from agents.scripted.provider import Asked, Said
from agents.scripted.temperaments import asked_again, in_a_fence, maps_for_lists, smart_quotes, speakers_in_quotes
from benchmarks.cards.card import Grades
from benchmarks.cards.judging import judge
from benchmarks.fitness.card_roles import snapshot_of
from benchmarks.fitness.tasks import tasks
from tests.agents.assessment.conversations import full
from tests.agents.diagnostician.test_llm import LOW
from tests.agents.reporter.test_llm import LOW as BRIEF
from tests.agents.reporter.test_llm import written

from .conftest import Stub, credentials

Json = dict[str, Any]
OFTEN = Answer(
    item=14, question="How have your nights been?", reply="Awful. I lie awake nearly every night until three."
)
DANGER = Message(text="Some mornings I wish I didn't wake up, and that's the truth.", context="How have you been?")
ASK = Brief(purpose=Purpose.QUESTION, item=14, seed=4, reply="Not really.")
SAID = "I wake early on four mornings."
EVIDENCE = ItemEvidence(item="Sleep", quotes=(Quote(text=SAID, turn=4, start=0, end=len(SAID)),))
REFERENCE = Reference(
    item="Sleep", text="Participant: I lie awake on four nights.", score=1, similarity=0.6, source="a store"
)


@dataclass(frozen=True)
class Shape:
    """How the first answer is written, and how many calls it may take."""

    role: str
    name: str
    write: Callable[[Any], str]
    calls: int = 1


# What each role makes of an answer --------------------------------------------------------------------------------


async def scored(model: Model) -> object:
    given = await LlmScorer(model, Budget()).score(OFTEN)
    return given.score, given.evidence, given.answered, given.missing, given.follow_up


async def read(model: Model) -> object:
    return await LlmRiskReader(model, Budget()).read(DANGER)


async def formed(model: Model) -> object:
    return (await LlmDiagnostician(model, Budget()).diagnose(LOW, Mode.DIAGNOSTIC)).impressions


async def gathered(model: Model) -> object:
    return await LlmQuantifier(model).gather(full())


async def items_scored(model: Model) -> object:
    given = (await LlmQuantifier(model).score(full(), ())).items
    return [(one.item, one.score, one.reason, one.evidence) for one in given]


async def reviewed(model: Model) -> object:
    scores = Scores(items=score(full()), engine="rules")
    given = await LlmMetaReviewer(model).review(full(), Findings(qualitative=None, scores=scores))
    return given.opinion, given.explanation


async def checked(model: Model) -> object:
    return await LlmReferenceChecker(model, Budget()).check(EVIDENCE, REFERENCE)


async def graded(model: Model) -> object:
    detail = (await judge(snapshot_of(tasks().card_judge[2]), model)).detail
    assert isinstance(detail, Grades)
    return [(one.criterion, one.score) for one in detail.grades]


async def judged(model: Model) -> object:
    version = await RulesAssessor().assess(full())
    return (await LlmJudge(model).judge(full(), version, Metric.COHERENCE)).score


async def assessed(model: Model) -> object:
    return (await LlmAssessor(model).assess(full())).model_copy(update={"note": None, "dropped": 0})


async def worded(model: Model) -> object:
    leads = LlmInterviewer(model, Budget())
    await leads.prepare(ASK)
    return (await leads.say(ASK)).engine


async def summed_up(model: Model) -> object:
    return (await written(LlmReporter(model), BRIEF))[0].markdown.partition("\n\n*Written by")[0]


ROLES: dict[str, Callable[[Model], Awaitable[object]]] = {
    "scorer": scored,
    "risk": read,
    "diagnostician": formed,
    "phq8_evidence": gathered,
    "phq8_scorer": items_scored,
    "meta_reviewer": reviewed,
    "reference_checker": checked,
    "card_judge": graded,
    "phq8_judge": judged,
    "assessor": assessed,
    "interviewer": worded,
    "reporter": summed_up,
}
JSON_ROLES = tuple(ROLES)[:8]

# The shapes -------------------------------------------------------------------------------------------------------


def text(given: Any) -> str:
    return json.dumps(given, ensure_ascii=False)


def snake(given: Any) -> Any:
    """Names in snake_case."""
    if isinstance(given, dict):
        return {
            "".join(f"_{c.lower()}" if c.isupper() else c for c in name): snake(part) for name, part in given.items()
        }
    return [snake(part) for part in given] if isinstance(given, list) else given


def upper(given: Json) -> Json:
    return {f"{name[0].upper()}{name[1:]}": part for name, part in given.items()}


ANY_JSON: dict[str, Callable[[Json], str]] = {
    "a fence and chatter": lambda given: in_a_fence(text(given)),
    "a fence that never closes": lambda given: f"```json\n{text(given)}",
    "Python's notation": repr,
    "smart quotes and a comma too many": smart_quotes,
    "trailing commas": lambda given: json.dumps(given, indent=1, ensure_ascii=False).replace("\n}", ",\n}"),
    "inside a response": lambda given: text({"response": given}),
    "inside a call": lambda given: text({"name": "Answer", "arguments": given}),
    "as text inside JSON": lambda given: text({"result": text(given)}),
    "names in snake_case": lambda given: text(snake(given)),
    "names with a capital": lambda given: text(upper(given)),
    "after thinking": lambda given: f'<think>Perhaps {{"score": 0}}? No.</think>\n{text(given)}',
    "with a field too many": lambda given: text({"note": "as asked", **given}),
    "with prose behind": lambda given: f"{text(given)}\n\nI hope {{this}} helps.",
}


def evidence(change: Callable[[list[str]], Any]) -> Callable[[Json], str]:
    """The scorer's quotes written in another way."""
    return lambda given: text({**given, "evidenceQuotes": change(given["evidenceQuotes"])})


def each(change: Callable[[str], Any]) -> Callable[[Json], str]:
    return evidence(lambda quotes: [change(quote) for quote in quotes])


def changed(**changes: Any) -> Callable[[Json], str]:
    return lambda given: text({**given, **changes})


def without(name: str) -> Callable[[Json], str]:
    return lambda given: text({key: part for key, part in given.items() if key != name})


def renamed(**names: str) -> Callable[[Json], str]:
    return lambda given: text({names.get(key, key): part for key, part in given.items()})


def of_items(change: Callable[[Json], Json]) -> Callable[[Json], str]:
    return lambda given: text({"items": [change(one) for one in given["items"]]})


def finding(change: Callable[[Json], Json]) -> Callable[[Json], str]:
    return lambda given: text({**given, "findings": [change(one) for one in given["findings"]]})


def quoted_as(change: Callable[[str], str]) -> Callable[[Json], Json]:
    return lambda one: {**one, "quotes": [change(quote) for quote in one["quotes"]]}


LABELS = ("Not at all", "Several days", "More than half the days", "Nearly every day")


def by_name(given: Json) -> Json:
    return {one["item"]: {name: part for name, part in one.items() if name != "item"} for one in given["items"]}


SCORER = {
    "a label behind the score": (changed(score="4 (nearly every day)"), 1),
    "a label behind a dash": (changed(score="4 - nearly every day"), 1),
    "Score: 4": (changed(score="Score: 4"), 1),
    "4/4": (changed(score="4/4"), 1),
    "4.0": (changed(score=4.0), 1),
    "all quotes as one text": (evidence("\n".join), 1),
    "a speaker before the quote": (each(lambda quote: f'Patient: "{quote}"'), 1),
    "a comment behind the quote": (each(lambda quote: f"{quote} (frequency stated)"), 1),
    "a turn before the quote": (each(lambda quote: f"[3] {quote}"), 1),
    "a quote as an object": (each(lambda quote: {"quote": quote, "turn": 1}), 1),
    "no follow-up needed": (changed(followUp="No follow-up needed."), 1),
    "null as a text": (changed(followUp="null", missing="null"), 1),
    "N/A": (changed(followUp="N/A", missing="none"), 1),
    "endorsed: yes": (changed(endorsed="yes"), 1),
    "endorsed: unclear": (changed(endorsed="unclear"), 1),
    "confidence on five": (changed(confidence=4), 1),
    "confidence in percent": (changed(confidence="80%"), 1),
    "confidence in words": (changed(confidence="high"), 1),
    "no confidence": (without("confidence"), 1),
    "no flags": (changed(riskFlagsPatch=None), 1),
    "the scale's own words": (changed(score="Nearly every day"), 1),
    "and their days": (changed(score="Nearly every day (12-14 days)"), 1),
    "a number as a word": (changed(score="Four"), 1),
    "bold": (changed(score="**4**"), 1),
    "a score as an object": (changed(score={"value": 4, "label": "nearly every day"}), 1),
    "confidence on ten": (changed(confidence=8), 1),
    "eight of ten": (changed(confidence="8/10"), 1),
    "nothing missing: false": (changed(missing=False, followUp=False), 1),
    "nothing missing: a list": (changed(missing=[]), 1),
    "nulls left out": (lambda given: text({key: part for key, part in given.items() if part is not None}), 1),
    "flags: none": (changed(riskFlagsPatch="none"), 1),
    "flags as a list": (changed(riskFlagsPatch=[]), 1),
    "a flag that is null": (
        lambda given: text({**given, "riskFlagsPatch": dict.fromkeys(given["riskFlagsPatch"])}), 1),
    "flags by a shorter name": (renamed(riskFlagsPatch="riskFlags"), 1),
    "quotes for evidenceQuotes": (renamed(evidenceQuotes="quotes"), 1),
    "a score that is no answer": (changed(answered=False), 2),
    "a range is no score": (changed(score="3-4"), 2),
    "out of range": (changed(score=7), 2),
    "a score in words": (changed(score="often"), 2),
    "true": (lambda given: text({**given, "score": True, "ambiguity": 0}), 2),
    "words that nobody said": (changed(evidenceQuotes=["I sleep like a stone"]), 2),
    "no words at all": (changed(evidenceQuotes=None), 2),
    "at odds with itself": (changed(endorsed=False), 2),
    "nothing": (lambda _: " ", 2),
    "an excuse": (lambda _: "I would rather talk about it in general terms.", 2),
    "cut off": (lambda given: text(given)[:60], 2),
}  # fmt: skip
RISK = {
    "a tier in capitals": (lambda given: text({**given, "tier": given["tier"].upper()}), 1),
    "a tier with a comment": (lambda given: text({**given, "tier": f"{given['tier']} (as above)"}), 1),
    "findings as a map": (lambda given: text({**given, "findings": dict(enumerate(given["findings"]))}), 1),
    "one finding without a list": (lambda given: text({**given, "findings": given["findings"][0]}), 1),
    "a speaker before the quote": (finding(lambda one: {**one, "quote": f"Patient: {one['quote']}"}), 1),
    "a comment behind the quote": (finding(lambda one: {**one, "quote": f'"{one["quote"]}" - a passive wish'}), 1),
    "lethality: no": (finding(lambda one: {**one, "lethality": "no"}), 1),
    "text for quote": (
        finding(lambda one: {("text" if key == "quote" else key): part for key, part in one.items()}),
        1,
    ),
    "lethality: high": (finding(lambda one: {**one, "lethality": "high"}), 2),
    "lethality: null": (finding(lambda one: {**one, "lethality": None}), 1),
    "overallTier": (
        lambda given: text({("overallTier" if key == "tier" else key): part for key, part in given.items()}),
        1,
    ),
    "about somebody else": (finding(lambda one: {**one, "about": "somebody else"}), 1),
    "a bare list": (lambda given: text(given["findings"]), 2),
    "a tier alone": (lambda given: text({"tier": given["tier"]}), 2),
    "words that nobody wrote": (finding(lambda one: {**one, "quote": "I have bought a rope"}), 2),
    "a tier without findings": (changed(findings=[]), 2),
    "a tier of its own": (changed(tier="severe"), 2),
}
EVIDENCES = {
    "a bare list": (lambda given: text(given["items"]), 1),
    "by name": (lambda given: text({one["item"]: one["quotes"] for one in given["items"]}), 1),
    "items by name": (lambda given: text({"items": {one["item"]: one["quotes"] for one in given["items"]}}), 1),
    "with a prefix": (of_items(lambda one: {**one, "item": f"PHQ8_{one['item']}"}), 1),
    "quotes in one text": (of_items(lambda one: {**one, "quotes": "\n".join(one["quotes"])}), 1),
    "several in one string": (
        of_items(lambda one: {**one, "quotes": [" | ".join(f'"{q}"' for q in one["quotes"])]}), 1),
    "Participant: before each": (lambda given: speakers_in_quotes(given), 1),
    "key for item": (of_items(lambda one: {"key": one["item"], "quotes": one["quotes"]}), 1),
    "evidence for quotes": (of_items(lambda one: {"item": one["item"], "evidence": one["quotes"]}), 1),
    "numbers": (
        lambda given: text({"items": [{**one, "item": place} for place, one in enumerate(given["items"], 1)]}), 1),
    "not mentioned": (of_items(lambda one: {**one, "quotes": one["quotes"] or ["Not mentioned."]}), 1),
    "by what they are": (
        of_items(lambda one: {**one, "quotes": {"what": one["quotes"][:1], "howOften": one["quotes"][1:]}}), 1),
    "only the items told of": (lambda given: text({"items": [one for one in given["items"] if one["quotes"]]}), 1),
    "words that nobody said": (of_items(quoted_as(lambda _: "the dog ate my homework")), 2),
}  # fmt: skip
SCORES = {
    "a map": (lambda given: text({"items": by_name(given)}), 1),
    "a map with prefixes and no list": (lambda given: maps_for_lists(given), 1),
    "a bare list": (lambda given: text(given["items"]), 1),
    "PHQ8_Sleep": (of_items(lambda one: {**one, "item": f"PHQ8_{one['item']}"}), 1),
    "3. Sleep (nights)": (of_items(lambda one: {**one, "item": f"3. {one['item']} (PHQ-8)"}), 1),
    "a label behind the score": (
        of_items(lambda one: {**one, "score": f"{one['score']} (by days)" if one["score"] is not None else "N/A"}), 1),
    "null as a text": (of_items(lambda one: {**one, "score": "null" if one["score"] is None else one["score"]}), 1),
    "confidence on five": (of_items(lambda one: {**one, "confidence": 4}), 1),
    "no confidence": (of_items(lambda one: {k: v for k, v in one.items() if k != "confidence"}), 1),
    "no explanation": (of_items(lambda one: {k: v for k, v in one.items() if k != "explanation"}), 1),
    "Participant: before each quote": (of_items(quoted_as(lambda quote: f'Participant: "{quote}"')), 1),
    "a comment behind each quote": (of_items(quoted_as(lambda quote: f"{quote} (turn 4)")), 1),
    "reasons in other spelling": (of_items(lambda one: {**one, "reason": one["reason"].replace("_", " ").title()}), 1),
    "the scale's own words": (
        of_items(lambda one: {**one, "score": one["score"] if one["score"] is None else LABELS[one["score"]]}), 1),
    "not mentioned": (
        of_items(lambda one: {**one, "score": "not mentioned" if one["score"] is None else one["score"]}), 1),
    "evidence for quotes": (
        of_items(lambda one: {("evidence" if key == "quotes" else key): part for key, part in one.items()}), 1),
    "a reason of its own": (of_items(lambda one: {**one, "reason": "none"} if one["score"] is None else one), 2),
    "an item missing": (lambda given: text({"items": given["items"][1:]}), 2),
    "an item twice": (
        lambda given: text({"items": [*given["items"], {**given["items"][2], "score": 3}]}), 2),
    "one score out of range": (
        lambda given: text({"items": [*given["items"][:7], {**given["items"][7], "score": 9}]}), 2),
    "words that nobody said": (of_items(quoted_as(lambda _: "the dog ate my homework")), 2),
    "words about somebody else": (of_items(quoted_as(lambda _: "my sister has no appetite, she skips dinner")), 2),
}  # fmt: skip
REVIEWS = {
    "no mdd": (without("mdd"), 1),
    "no severity": (without("severity"), 1),
    "N/A": (changed(mdd="N/A"), 1),
    "undetermined": (changed(severity="undetermined", mdd="undetermined"), 1),
    "reasoning": (
        lambda given: text({("reasoning" if key == "explanation" else key): v for key, v in given.items()}),
        1,
    ),
    "advice": (changed(explanation="The participant has major depression and should take lithium."), 2),
    "a severity out of range": (changed(severity=9), 2),
}
IMPRESSIONS = {
    "a bare list": (lambda given: text(given["impressions"]), 2),
    "other names": (lambda given: text({"diagnoses": [
        {{"name": "disorder", "items": "supportingItems", "evidence": "quotes", "steps": "reasoning",
          "icd10": "icd_code"}.get(key, key): part for key, part in one.items()} for one in given["impressions"]],
        **{key: part for key, part in given.items() if key != "impressions"}}), 1),
    "items by name": (
        lambda given: _impressions(given, lambda one: {**one, "items": [f"Item {item}" for item in one["items"]]}), 1),
    "no limitations": (without("limitations"), 1),
    "not a clinical diagnosis": (
        changed(limitations=["This is not a clinical diagnosis.", "A formal diagnosis requires an interview."]), 1),
    "names alone": (lambda given: text({**given, "impressions": [one["name"] for one in given["impressions"]]}), 2),
    "denials as grounds": (
        lambda given: _impressions(given, lambda one: {**one, "items": [], "evidence": ["No, not at all."]}), 2),
    "items as a text": (
        lambda given: _impressions(given, lambda one: {**one, "items": ", ".join(map(str, one["items"]))}), 1),
    "no citations": (
        lambda given: _impressions(given, lambda one: {k: v for k, v in one.items() if k != "citations"}), 1),
    "confidence in percent": (
        lambda given: _impressions(given, lambda one: {**one, "confidence": f"{one['confidence']:.0%}"}), 1),
    "N/A for no limitations": (changed(limitations="None."), 1),
    "words that nobody said": (
        lambda given: _impressions(given, lambda one: {**one, "evidence": ["I fly at night"]}), 2),
    "advice": (changed(summary="The patient should start sertraline 50 mg."), 2),
}  # fmt: skip


def _impressions(given: Json, change: Callable[[Json], Json]) -> str:
    return text({**given, "impressions": [change(one) for one in given["impressions"]]})


CHECKS = {
    "a verdict in capitals": (changed(verdict="ACCEPT"), 1),
    "a verdict with a full stop": (changed(verdict="Accept."), 1),
    "accepted": (lambda given: text({**given, "verdict": f"{given['verdict']}ed"}), 1),
    "no reason": (without("reason"), 2),
    "a verdict of its own": (changed(verdict="perhaps"), 2),
}
GRADES = {
    "a label behind the grade": (lambda given: _grades(given, lambda one: {**one, "score": "3 (in between)"}), 1),
    "of five": (lambda given: _grades(given, lambda one: {**one, "score": "3/5"}), 1),
    "a long reason": (lambda given: _grades(given, lambda one: {**one, "reason": "On and on. " * 200}), 1),
    "a list": (lambda given: text([{"criterion": key, **one} for key, one in given.items()]), 1),
    "inside grades": (lambda given: text({"grades": given}), 1),
    "a grade alone": (lambda given: text({key: one["score"] for key, one in given.items()}), 2),
    "half a grade": (lambda given: _grades(given, lambda one: {**one, "score": 3.5}), 2),
    "out of range": (lambda given: _grades(given, lambda one: {**one, "score": 6}), 2),
    "a criterion missing": (without("flow"), 2),
}


def _grades(given: Json, change: Callable[[Json], Json]) -> str:
    return text({key: change(one) for key, one in given.items()})


MARKS = {
    "bold": (lambda said: said.replace("Score: ", "**Score:** "), 1),
    "of five": (lambda said: f"{said}/5", 1),
    "a dash": (lambda said: said.replace("Score: ", "Score – "), 1),
    "a heading": (lambda said: said.replace("Score: ", "### Score\n"), 1),
    "JSON": (lambda said: text({"mistakes": [], "score": int(said[-1])}), 1),
    "after thinking": (lambda said: f"<think>Score: 1?</think>{said}", 1),
    "no score": (lambda _: "It is a good text.", 2),
    "a score out of range": (lambda _: "Score: 11", 2),
    "half a score": (lambda _: "Score: 3.5", 2),
    "more mistakes than the score": (lambda _: "Mistakes:\n- one\n- two\n- three\nScore: 5", 2),
}
SECTIONS = {
    "XML in a fence": (lambda said: f"Here it is:\n```xml\n{said}\n```", 1),
    "PHQ-8": (lambda said: re.sub("phq8_symptoms", "PHQ-8_symptoms", said, flags=re.IGNORECASE), 1),
    "headings for tags": (lambda said: re.sub(r"<(\w+)>", r"## \1", re.sub(r"</\w+>", "", said)), 2),
    "tags in capitals": (lambda said: said.replace("assessment>", "ASSESSMENT>"), 1),
    "tags with attributes": (lambda said: said.replace("<social_factors>", '<social_factors lang="en">'), 1),
    "after thinking": (lambda said: f"<think><assessment>x</assessment></think>\n{said}", 1),
    "inner tags": (lambda said: said.replace("<social_factors>\n", "<social_factors>\n<item>").replace(
        "\n</social_factors>", "</item>\n</social_factors>"), 1),
    "all of it inside the first tag": (lambda said: said.replace("\n</assessment>", "", 1) + "\n</assessment>", 1),
    "numbered quotes": (lambda said: _numbered(said), 1),
    "a part missing": (
        lambda said: said.replace("<risk_factors>", "<risks>").replace("</risk_factors>", "</risks>"), 2),
    "prose alone": (lambda _: "The participant seems tired.", 2),
    "advice": (lambda said: said.replace("</social_factors>", "She should see a psychiatrist.\n</social_factors>"), 2),
}  # fmt: skip


def _numbered(said: str) -> str:
    head, _, quotes = said.partition("<exact_quotes>\n")
    lines = quotes.removesuffix("\n</exact_quotes>").splitlines()
    return (
        f"{head}<exact_quotes>\n" + "\n".join(f'{i}. "{one}"' for i, one in enumerate(lines, 1)) + "\n</exact_quotes>"
    )


ASKS = "how often, if ever, was your rest at night broken or too short?"
WORDINGS = {
    "during the past two weeks": (lambda _: f"During the past two weeks, {ASKS}", 1),
    "how often have you": (lambda _: "Over the last two weeks, how often have you had trouble sleeping well?", 1),
    "two weeks as 14 days": (lambda _: "On how many of the last 14 days did you sleep badly, if on any?", 1),
    "a heading": (lambda _: f"**Question:** In the past two weeks, {ASKS}", 1),
    "chatter before it": (lambda _: f"Sure! Here is a new question:\n\nIn the past two weeks, {ASKS}", 1),
    "in a fence": (lambda _: f"```\nIn the past two weeks, {ASKS}\n```", 1),
    "in quotation marks": (lambda _: f'"In the past two weeks, {ASKS}"', 1),
    "after thinking": (lambda _: f"<think>Sleep? Yes?</think>In the past two weeks, {ASKS}", 1),
    "advice": (lambda _: f"You should rest more. In the past two weeks, {ASKS}", 2),
    "two questions": (lambda _: f"Did you sleep? In the past two weeks, {ASKS}", 2),
    "no window": (lambda _: ASKS.capitalize(), 2),
    "the item itself": (
        lambda _: "In the past two weeks, how often were problems with sleep that affected your sleep quality so?", 2),
}  # fmt: skip
SUMMARIES = {
    "a heading": (lambda said: f"## Executive summary\n\n{said}", 1),
    "after thinking": (lambda said: f"<think>Short.</think>{said}", 1),
    "in a fence": (lambda said: f"```markdown\n{said}\n```", 1),
    "advice in it": (lambda said: f"The clinician should consider medication. {said}", 2),
    "a diagnosis in it": (lambda said: f"The patient has major depressive disorder. {said}", 2),
    "a low risk in it": (lambda said: f"Risk is low. {said}", 2),
    "an excuse": (lambda _: "I'm sorry, but I can't help with that.", 2),
    "words that nobody said": (lambda said: f"As the patient put it, “the walls are closing in”. {said}", 2),
    "a wrong score": (lambda said: f"Depression (1) was mild. {said}", 2),
    "as JSON": (lambda said: text({"summary": said}), 2),
}
OWN = {
    "scorer": SCORER, "risk": RISK, "phq8_evidence": EVIDENCES, "phq8_scorer": SCORES, "meta_reviewer": REVIEWS,
    "diagnostician": IMPRESSIONS, "reference_checker": CHECKS, "card_judge": GRADES, "phq8_judge": MARKS,
    "assessor": SECTIONS, "interviewer": WORDINGS, "reporter": SUMMARIES,
}  # fmt: skip


def shapes() -> Iterator[Shape]:
    for role in JSON_ROLES:
        yield from (Shape(role, name, write) for name, write in ANY_JSON.items())
    for role, own in OWN.items():
        yield from (Shape(role, name, write, calls) for name, (write, calls) in own.items())


ALL = tuple(shapes())


@pytest.fixture(scope="module")
async def patient_model(running: Stub) -> Any:
    opened = Providers(credentials(running.url), Policy(attempts=1, failures=1_000_000))
    yield opened.model("openai/gpt-4.1")
    await opened.close()


@pytest.mark.parametrize("shape", ALL, ids=lambda shape: f"{shape.role}: {shape.name}")
async def test_it_is_read_at_once_or_asked_once_more(shape: Shape, stub: Stub, patient_model: Model) -> None:
    expected = await ROLES[shape.role](patient_model)

    def first_in_this_shape(asked: Asked, said: Said) -> Said:
        return said if asked_again(asked) or asked.role != shape.role else Said(shape.write(said.content))

    stub.order()
    careful, stub.provider.temper = stub.provider.temper, first_in_this_shape
    try:
        assert await ROLES[shape.role](patient_model) == expected
    finally:
        stub.provider.temper = careful
    assert len(stub.calls) == shape.calls


def test_a_denial_stays_a_denial_in_any_shape() -> None:
    """ "none" is a tier there, and no word for nothing."""
    found = read_json(
        "{'findings': [{'quote': 'I would never', 'rule': 'x', 'tier': 'none'}], 'tier': 'FLAG (old)'}", Read
    )[0]
    assert (found.findings[0].tier, found.tier) == (Tier.NONE, Tier.FLAG)


def test_there_are_enough_of_them_in_every_role_and_most_are_read_at_once() -> None:
    assert len(ALL) >= 80
    assert set(ROLES) == {shape.role for shape in ALL}
    counted = Counter(shape.calls for shape in ALL)
    assert set(counted) == {1, 2}
    assert counted[1] / len(ALL) > 0.75
