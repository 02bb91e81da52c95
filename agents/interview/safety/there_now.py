"""Whether a disclosed danger is there now: what an answer says, and what follows from it."""

from typing import Final

from agents.domain.risk import Finding, Reading, Tier, highest
from agents.interview.state import ChooseNext, Speak, State
from agents.interviewer.port import Act, Purpose
from agents.language import Language
from agents.reading.written import Written
from agents.risk.ruleset import rules

_DECLINED: Final = "answer-declined"


def checked(state: State, act: Act) -> State:
    """The state after an answer to whether it is there now (then: whether to go on), or to whether to go on. What says
    neither yes nor no is asked about once more; a question is answered, and the same asked again."""
    asks, unclear = act in (Act.ASK, Act.CLARIFY), act in (Act.UNSURE, Act.CLARIFY)
    if state.aside is Purpose.NOW and (asks or (unclear and not state.unsure)):
        return state._replace(unsure=state.unsure or unclear, duty=Speak(Purpose.NOW))
    if act is not Act.READY:
        return state._replace(duty=Speak(Purpose.GO_ON))
    duty = ChooseNext() if state.between else state.deferred or Speak(Purpose.RESUMED, state.open_item)
    return state._replace(deferred=None, duty=duty)


def settled(text: str, reading: Reading, language: Language) -> bool:
    """Whether an answer that is no yes denies it, or says that the patient would rather not answer."""
    told, said = rules(language).answers, Written(text, language).text
    if told["not_now"].search(said):
        return False
    declined = any(one.rule == _DECLINED for one in reading.findings)
    return bool(declined or reading.denials or told["no"].search(said) or told["safe"].search(said))


def unsettled(text: str, reading: Reading) -> Reading:
    """The reading of an answer that says neither yes nor no, where it was asked in plainer words already."""
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    found = Finding(rule="now-unclear", tier=Tier.FLAG, about="self_harm", start=start, end=end, text=text[start:end])
    return reading.model_copy(
        update={"tier": highest((reading.tier, Tier.FLAG)), "findings": (*reading.findings, found)}
    )
