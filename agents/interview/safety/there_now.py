"""Whether a disclosed danger is there now: what an answer says, and what follows from it."""

from typing import Final

from agents.domain.help import Care
from agents.domain.risk import Finding, Reading, Tier, highest
from agents.interview import events as ev
from agents.interview.safety.alerts import owes_help
from agents.interview.state import ChooseNext, Speak, State
from agents.interviewer.port import Act, Purpose
from agents.language import Language
from agents.reading.written import Written
from agents.risk.ruleset import rules
from agents.risk.said_no import says_no

_DECLINED: Final = "answer-declined"
_CHECKS: Final[dict[Care, Purpose]] = {"crisis": Purpose.NOW, "abuse": Purpose.GO_ON}
"""What is asked after a disclosure, by the help that it needs."""


def alarmed(state: State, event: ev.Alerted | ev.Acknowledged) -> State:
    """The state after an alert (the help that it owes, and what has to be asked) or its acknowledgement. Whether a
    danger is there now is asked in place of what a wish to end is about; whoever then goes on is back at the open
    question."""
    if isinstance(event, ev.Acknowledged):
        return state._replace(alarmed=False)
    state, owed = state._replace(alarmed=True), None if state.held else owes_help(state, event)
    asks = _CHECKS[owed] if owed and event.act is None and state.aside is not Purpose.NOW else None
    check = Purpose.NOW if Purpose.NOW in (state.check, asks) else state.check or asks
    care = "crisis" if "crisis" in (state.care, owed) else state.care or owed
    state = state._replace(alerted=(*state.alerted, event.turn), care=care, check=check)
    if asks is Purpose.NOW and state.paused and _may_be_asked(state):
        left = state.duty in (Speak(Purpose.LEFT), Speak(Purpose.WAITING))
        return state._replace(paused=False, duty=state.resumes if left else state.duty)
    return state


def _may_be_asked(state: State) -> bool:
    """Whether it is asked in a break, too: in place of what a wish to end is about, and after a call for a person or
    for help; not where the patient may not be safe to speak."""
    return state.halt is Purpose.LEFT or (state.waits and state.halt is not Purpose.UNSAFE)


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
    if told["not_now"].search(said) or told["takes_back"].search(said):
        return False
    declined = any(one.rule == _DECLINED for one in reading.findings)
    return bool(declined or reading.denials or says_no(text, said, language) or told["safe"].search(said))


def unsettled(text: str, reading: Reading) -> Reading:
    """The reading of an answer that says neither yes nor no, where it was asked in plainer words already."""
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    found = Finding(rule="now-unclear", tier=Tier.FLAG, about="self_harm", start=start, end=end, text=text[start:end])
    return reading.model_copy(
        update={"tier": highest((reading.tier, Tier.FLAG)), "findings": (*reading.findings, found)}
    )
