"""The risk reader's language-model engine: the second reader. The machine takes from it only what raises a tier."""

import re
from pathlib import Path
from typing import Any, Final

from agents.domain import level1
from agents.domain.risk import About, Finding, Reading, Tier, highest
from agents.domain.value import Value
from agents.grounding import locate
from agents.llm.budget import Budget
from agents.llm.port import LanguageModel, Request, System, User
from agents.prompts import FOLDER, render
from agents.risk.answers import ESTABLISHING
from agents.risk.catalogue import catalogue
from agents.risk.escalation import escalated
from agents.risk.policy import Policy
from agents.risk.port import Message
from agents.risk.questions import topic
from agents.risk.rules import assembled

SYSTEM: Final = "risk_system.j2"
USER: Final = "risk_user.j2"
UNNAMED: Final = "model-reading"
"""The rule's name where the model gives none."""
MOST_FINDINGS: Final = 12
_PRIOR: Final = 4
_PRIOR_CHARACTERS: Final = 160
_QUESTION_CHARACTERS: Final = 600
_LONGEST_NAME: Final = 60
_NOT_KEBAB: Final = re.compile(r"[^a-z0-9]+")
_ABOUT: Final[tuple[tuple[re.Pattern[str], About], ...]] = (
    (re.compile(r"injur|self-harm|cutting"), "self_harm"),
    (re.compile(r"threat|harm|anger|violen|voice|homicid|others"), "violence"),
    (re.compile(r"medicine|substance|drug|alcohol|drink"), "substance"),
    (re.compile(r"language"), "language"),
)


class Found(Value):
    """One finding as the model writes it. `tier` and `about` None leave them to the message's tier and the name."""

    quote: str
    rule: str
    tier: Tier | None = None
    about: About | None = None
    lethality: bool = False


class Read(Value):
    """What the model is asked for. The tier comes last, so that it is chosen after its grounds and an answer that was
    cut off has none."""

    findings: tuple[Found, ...]
    tier: Tier


class LlmRiskReader:
    """A `RiskReader`. `policy` holds the clinic's own decisions. Raises ModelFailed where the model gives no usable
    answer."""

    def __init__(
        self,
        model: LanguageModel,
        budget: Budget,
        prompts: Path = FOLDER,
        policy: Policy = Policy(),  # noqa: B008  # frozen value
    ) -> None:
        self._model: Final = model
        self._budget: Final = budget
        self._prompts: Final = prompts
        self._policy: Final = policy

    @property
    def name(self) -> str:
        """`provider/model`."""
        return self._model.name

    async def read(self, message: Message) -> Reading:
        """Read one message by one call. Raises ModelFailed."""
        request = Request(
            role="risk",
            messages=messages(message, self._policy, self._prompts),
            schema=Read,
            temperature=0.0,
            budget=self._budget,
        )
        reply = await self._model.complete(request)
        return reading(reply.value, message, self.name)


def messages(message: Message, policy: Policy, prompts: Path = FOLDER) -> tuple[System, User]:
    """The prompt for one message, which stands in it whole; of the question and of earlier findings what is needed."""
    system = render(
        SYSTEM,
        prompts,
        names=sorted((rule, told) for rule, told in catalogue().items() if not rule.startswith(("sign-", "words-"))),
        bare_wish=policy.bare_wish.value,
        undated_attempt=policy.undated_attempt.value,
    )
    item = level1.items()[message.item] if message.item is not None else None
    return System(text=system), User(text=render(USER, prompts, item=item, given=_given(message)))


def _given(message: Message) -> dict[str, Any]:
    shown: dict[str, Any] = {"item": message.item, "text": message.text}
    if message.context:
        shown["context"] = message.context[-_QUESTION_CHARACTERS:]
    weighty = sorted(message.prior, key=lambda finding: finding.tier.rank)[-_PRIOR:]
    if weighty:
        shown["prior"] = [_short(finding).model_dump(mode="json", by_alias=True) for finding in weighty]
    return shown


def _short(finding: Finding) -> Finding:
    return finding.model_copy(update={"text": finding.text[:_PRIOR_CHARACTERS]})


def reading(read: Read, message: Message, engine: str) -> Reading:
    """The reading as the contract wants it: at least the tier that the model gives the message, every finding on the
    patient's own characters (on the whole message where the quote stands nowhere), weighed with earlier findings."""
    found = [made for one in read.findings[:MOST_FINDINGS] if (made := _finding(one, read.tier, message.text))]
    if read.tier is not Tier.NONE and all(one.tier.rank < read.tier.rank for one in found):
        found.append(_on_all(UNNAMED, read.tier, message.text))
    asked = topic(message.context, message.item)
    whole = assembled(escalated(found, message.prior, asked in ESTABLISHING))
    return whole.model_copy(update={"tier": highest((whole.tier, read.tier)), "engine": engine})


def _finding(one: Found, of_message: Tier, text: str) -> Finding | None:
    """The finding on its characters; a denial that stands nowhere in the message is none."""
    spans, tier = locate(one.quote, (text,)), one.tier or of_message
    if tier is Tier.NONE and not spans:
        return None
    rule = _NOT_KEBAB.sub("-", one.rule.lower()).strip("-")[:_LONGEST_NAME].rstrip("-") or UNNAMED
    whole = _on_all(rule, tier, text).model_copy(
        update={"lethality": one.lethality, "about": one.about or _about(rule)}
    )
    if not spans:
        return whole
    start, end = spans[0].start, spans[-1].end
    return whole.model_copy(update={"start": start, "end": end, "text": text[start:end]})


def _on_all(rule: str, tier: Tier, text: str) -> Finding:
    return Finding(rule=rule, tier=tier, about=_about(rule), start=0, end=len(text), text=text)


def _about(rule: str) -> About:
    return next((about for names, about in _ABOUT if names.search(rule)), "suicide")
