"""Advice in a written assessment: what the model advises goes, what others advised and the participant means stays."""

import pytest

from agents.llm.clock import SystemClock
from agents.llm.model import Model
from agents.llm.policy import Policy
from agents.llm.retries import Retries
from agents.qualitative.advice import advises, without_advice
from agents.qualitative.llm import LlmAssessor
from agents.qualitative.sections import TAGS
from agents.scripted.model import ScriptedAdapter
from tests.agents.assessment.conversations import full

ADVICE = (
    "The participant should see a psychiatrist.",
    "She should start an SSRI such as sertraline.",
    "He must stop drinking.",
    "Treatment with an antidepressant is recommended.",
    "I recommend cognitive behavioural therapy.",
    "She would benefit from counselling.",
    "Medication may help with her sleep.",
    "Consider a referral to a sleep clinic.",
    "- Consider sertraline 50 mg.",
    "A medication review is advisable.",
    "Further assessment of suicide risk is warranted.",
    "Start therapy soon.",
    "He needs to see his doctor about the pain.",
    "The participant needs professional help.",
    "The clinician may want to ask about alcohol.",
    "Recommend increasing the dose of his medication.",
    "An SSRI could be considered.",
    "She could try melatonin.",
    "Refer to addiction services.",
    "CBT is the first-line treatment for this.",
    "He ought to be admitted.",
    "She reports poor sleep and should be referred to a sleep clinic.",
    "The participant says he drinks daily, and he should stop.",
    "He had better cut down on coffee.",
    "Psychotherapy might be helpful.",
    "Urgent follow-up is needed.",
    "It is advisable to monitor her weight.",
    "Suggest that the patient take time off work.",
    "Encourage regular exercise.",
    "Please check the dose.",
    "Her medication should be changed.",
)
TOLD = (
    "Her GP recommended exercise.",
    "Her doctor advised her to cut down on salt.",
    "She says she should eat more.",
    "He feels he must be strong for his children.",
    "The participant is in psychotherapy since March.",
    "He takes 50 mg of sertraline daily.",
    "She continues her medication.",
    "He was prescribed sertraline by his doctor.",
    "She stopped her medication two weeks ago.",
    "His wife wants him to see a doctor.",
    "Her sister told her she should see somebody.",
    "The participant tells nothing of illness, treatment or substances.",
    "It should be noted that the interview does not tell on how many days.",
    "He thinks he ought to be over it by now.",
    "The participant needs to get up at five for work.",
    "She has to look after three children and must work nights, she says.",
    "Whether he has thoughts of death is not told; it should be asked.",
    "He is considering therapy.",
    "She wonders whether medication would help.",
    "He describes being unable to start tasks.",
    "Start of the problem: after the divorce.",
    "Sleep: trouble falling asleep on five nights a week.",
    '"I should see somebody about it" she says.',
    "She was advised to rest after the operation.",
    "He was told that he needs an operation.",
    "Support from her sister helps.",
    "Therapy has helped him before.",
    "The therapy is on hold because of money.",
    "She would like to sleep through.",
    "He could not stop crying.",
    "The interview does not tell whether treatment is going on.",
    "Money: he may lose his job.",
    "He must have slept badly since then, his words suggest little.",
    "Family support is a protective factor.",
    "Work: he might be laid off and considers moving.",
    "She tries to reduce her drinking.",
    "He should have been promoted, in his view.",
    "She recommends films to her friends but has not seen one.",
    "The participant takes his pills as prescribed.",
    "He could start projects but never finish them.",
    "She may try to hide how she feels.",
    "Her medication was increased in May.",
    "He is on the waiting list for an assessment, which was recommended by his GP.",
    "Monitoring her blood sugar takes time each day.",
    "No medication is mentioned.",
    "Help is there when needed.",
    "He might consider himself lucky.",
)


@pytest.mark.parametrize("sentence", ADVICE)
def test_advice_is_told_from_the_rest(sentence: str) -> None:
    kept, lost = without_advice(f"She sleeps badly.\n- {sentence} Her work is a burden.")
    assert (kept, len(lost)) == ("She sleeps badly.\nHer work is a burden.", 1)


@pytest.mark.parametrize("sentence", TOLD)
def test_what_is_told_of_advice_and_treatment_stays(sentence: str) -> None:
    assert not advises(sentence)


async def test_advice_is_asked_about_once_and_goes_if_it_stays() -> None:
    parts = {tag: f"Words of {tag}." for tag in TAGS}
    parts["assessment"] = "She lies awake on five nights a week. She should see a psychiatrist."
    parts["risk_factors"] = "Consider an SSRI."
    text = "".join(f"<{tag}>{said}</{tag}>" for tag, said in parts.items()) + "<exact_quotes></exact_quotes>"
    adapter = ScriptedAdapter(lambda _: text)
    model = Model("stub/rules", adapter, Retries("stub", Policy(), SystemClock()))
    written = await LlmAssessor(model).assess(full())
    assert len(adapter.calls) == 2
    asked = adapter.calls[1].messages[-1].text
    assert "<assessment>: “She should see a psychiatrist.” is advice" in asked
    assert "<risk_factors>: “Consider an SSRI.” is advice" in asked
    assert written.overall == "She lies awake on five nights a week."
    assert written.risk_factors == "The model wrote nothing here that may be shown."
    assert written.social_factors == "Words of social_factors."
    assert written.note is not None
    assert "left out: 2 sentences with advice" in written.note
