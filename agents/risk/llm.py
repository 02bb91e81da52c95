"""The risk reader's language-model engine: the second reader. The machine takes from it only what raises a tier."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Final, get_args

from pydantic import BeforeValidator

from agents.domain import level1
from agents.domain.risk import About, Finding, Reading, Tier, Unlocated, highest
from agents.domain.value import Value
from agents.llm.budget import Budget
from agents.llm.port import LanguageModel, Request, System, User
from agents.prompts import render
from agents.quotes.as_written import looked_up
from agents.quotes.grounding import Span, locate
from agents.risk.catalogue import LEARNT, catalogue
from agents.risk.escalation import escalated
from agents.risk.policy import Policy
from agents.risk.port import Message
from agents.risk.rules import assembled
from agents.risk.ruleset import usual

SYSTEM: Final = "risk_system.j2"
USER: Final = "risk_user.j2"
UNNAMED: Final = "model-reading"
"""The rule's name where the model gives none."""
MOST_FINDINGS: Final = 12
_LANGUAGE: Final = "language"
"""What the rules say of a language that they do not read, which a model is not told."""
_PRIOR: Final = 4
_PRIOR_CHARACTERS: Final = 160
_QUESTION_CHARACTERS: Final = 600
_LONGEST_NAME: Final = 60
_MOST_CLAIMED: Final = 300
_NOT_KEBAB: Final = re.compile(r"[^a-z0-9]+")
_ABOUT: Final[tuple[tuple[re.Pattern[str], About], ...]] = (
    (re.compile(r"injur|self-harm|cutting"), "self_harm"),
    (re.compile(r"abuse|hurt-by"), "abuse"),
    (re.compile(r"threat|harm|anger|violen|voice|homicid|others"), "violence"),
    (re.compile(r"medicine|substance|drug|alcohol|drink"), "substance"),
    (re.compile(r"language"), "language"),
)


def _spelt(given: Any) -> Any:
    """A name as the contract spells it: ` Urgent `, `SELF-HARM`."""
    return re.sub(r"[\s-]+", "_", given.strip().lower()) if isinstance(given, str) else given


def _known(given: Any) -> Any:
    """A subject as the contract spells it; None for one that it does not know, as "somebody else"."""
    spelt = _spelt(given)
    return spelt if spelt in get_args(About) else None


def _quoted(given: Any) -> Any:
    """No words where none were given: a danger without words is still told of."""
    return "" if given is None else given


_TIERS: Final = {"tier": ("risklevel", "level", "urgency", "risk")}
"""Other names that models give to a tier."""


class Found(Value):
    """One finding as the model writes it. `tier` and `about` None leave them to the message's tier and the name."""

    ALSO: ClassVar[Mapping[str, tuple[str, ...]]] = _TIERS
    quote: Annotated[str, BeforeValidator(_quoted)]
    rule: str = UNNAMED
    tier: Annotated[Tier | None, BeforeValidator(_spelt)] = None
    about: Annotated[About | None, BeforeValidator(_known)] = None
    lethality: bool = False


class Read(Value):
    """What the model is asked for. The tier comes last, so that it is chosen after its grounds and an answer that was
    cut off has none."""

    ALSO: ClassVar[Mapping[str, tuple[str, ...]]] = _TIERS
    findings: tuple[Found, ...] = ()
    tier: Annotated[Tier, BeforeValidator(_spelt)]


class LlmRiskReader:
    """A `RiskReader`. `policy` holds the clinic's own decisions. Raises ModelFailed where the model gives no usable
    answer."""

    def __init__(
        self,
        model: LanguageModel,
        budget: Budget,
        policy: Policy = Policy(),  # noqa: B008  # frozen value
    ) -> None:
        self._model: Final = model
        self._budget: Final = budget
        self._policy: Final = policy

    @property
    def name(self) -> str:
        """`provider/model`."""
        return self._model.name

    async def read(self, message: Message) -> Reading:
        """Read one message by one call, by two where words of the first answer are not the message's. Raises
        ModelFailed."""
        request = Request(
            role="risk",
            messages=messages(message, self._policy),
            schema=Read,
            temperature=0.0,
            budget=self._budget,
            check=partial(faults, text=message.text),
            join=partial(_joined, text=message.text),
        )
        reply = await self._model.complete(request)
        return reading(reply.value, message, self.name)


def faults(read: Read, text: str) -> tuple[str, ...]:
    """What speaks against a reading: a danger pinned on words that are not the message's, or on none."""
    wrong = [
        f"findings.{place}.quote stands nowhere in the message; copy it letter by letter"
        for place, one in enumerate(read.findings[:MOST_FINDINGS])
        if (one.tier or read.tier) is not Tier.NONE and not _spans(one.quote, text)
    ]
    if read.tier is not Tier.NONE and not read.findings:
        wrong.append(f"tier is {read.tier} without a finding: quote the words that it rests on, or say none")
    return tuple(wrong)


def _joined(first: Read, second: Read, text: str) -> Read:
    """Both answers together: nothing said in one makes a danger less that was said in the other. A claim of the first
    on words that are not the message's goes where the second found words for one as high."""
    located = [one for one in second.findings if _spans(one.quote, text)]
    best = highest([one.tier or second.tier for one in located])
    kept = [
        one
        for one in first.findings[:MOST_FINDINGS]
        if one not in second.findings and (_spans(one.quote, text) or (one.tier or first.tier).rank > best.rank)
    ]
    own = [one if one.tier else one.model_copy(update={"tier": first.tier}) for one in kept]
    given = [one if one.tier else one.model_copy(update={"tier": second.tier}) for one in second.findings]
    return Read(findings=(*own, *given), tier=highest([first.tier, second.tier]))


def messages(message: Message, policy: Policy) -> tuple[System, User]:
    """The prompt for one message, which stands in it whole; of the question and of earlier findings what is needed."""
    tiers = usual(policy)
    named = sorted((rule, told) for rule, told in catalogue().items() if not rule.startswith((LEARNT, _LANGUAGE)))
    system = render(
        SYSTEM,
        names=[(rule, tiers[rule].value if rule in tiers else "", told) for rule, told in named],
        bare_wish=policy.bare_wish.value,
        undated_attempt=policy.undated_attempt.value,
    )
    item = level1.items()[message.item] if message.item is not None else None
    return System(text=system), User(text=render(USER, item=item, given=_given(message)))


def _given(message: Message) -> dict[str, Any]:
    shown: dict[str, Any] = {"item": message.item, "text": message.text}
    if message.on:
        shown["day"] = f"{message.on:%A, %Y-%m-%d}"
    if message.context:
        shown["context"] = message.context[-_QUESTION_CHARACTERS:]
    read = [finding for finding in message.prior if finding.about != _LANGUAGE]
    weighty = sorted(read, key=lambda finding: finding.tier.rank)[-_PRIOR:]
    if weighty:
        shown["prior"] = list(map(_short, weighty))
    return shown


def _short(finding: Finding) -> dict[str, Any]:
    """What a model is told of an earlier finding: no name of the learnt reader's, which says who found it."""
    unnamed = {"rule"} if finding.rule.startswith(LEARNT) else set()
    told = finding.model_copy(update={"text": finding.text[:_PRIOR_CHARACTERS]})
    return told.model_dump(mode="json", by_alias=True, exclude={"likely", "start", "end"} | unnamed)


def reading(read: Read, message: Message, engine: str) -> Reading:
    """The reading as the contract wants it: its tier is that of findings on the patient's own characters, weighed with
    earlier ones. What the model claims without words of the message stands apart and counts for nothing."""
    found: list[Finding] = []
    unlocated: list[Unlocated] = []
    for one in read.findings[:MOST_FINDINGS]:
        made = _placed(one, read.tier, message.text)
        if isinstance(made, Finding):
            found.append(made)
        elif made.tier is not Tier.NONE:  # a denial that stands nowhere in the message is none
            unlocated.append(made)
    risky = [one for one in found if one.tier is not Tier.NONE]
    if read.tier.rank > highest([one.tier for one in risky] + [one.tier for one in unlocated]).rank:
        if risky and not unlocated:
            found.append(_together(risky, read.tier, message.text))
        else:
            unlocated.append(Unlocated(rule=UNNAMED, tier=read.tier, about=_about(UNNAMED)))
    whole = assembled(escalated(found, message.prior))
    return whole.model_copy(update={"unlocated": tuple(dict.fromkeys(unlocated)), "engine": engine})


def _placed(one: Found, of_message: Tier, text: str) -> Finding | Unlocated:
    """The finding on its characters, or the claim where its quote stands nowhere in the message."""
    rule = _NOT_KEBAB.sub("-", one.rule.lower()).strip("-")[:_LONGEST_NAME].rstrip("-") or UNNAMED
    tier, about, spans = one.tier or of_message, one.about or _about(rule), _spans(one.quote, text)
    if not spans:
        return Unlocated(rule=rule, tier=tier, about=about, claimed=one.quote[:_MOST_CLAIMED])
    start, end = min(one.start for one in spans), max(one.end for one in spans)
    return Finding(
        rule=rule, tier=tier, about=about, start=start, end=end, text=text[start:end], lethality=one.lethality
    )


def _spans(quote: str, text: str) -> list[Span]:
    return looked_up((quote,), lambda words, alike: locate(words, (text,), alike))[0]


def _together(risky: list[Finding], tier: Tier, text: str) -> Finding:
    """What the model makes of its findings together, on the stretch that holds them all."""
    start, end = min(one.start for one in risky), max(one.end for one in risky)
    about = max(risky, key=lambda one: one.tier.rank).about
    return Finding(rule=UNNAMED, tier=tier, about=about, start=start, end=end, text=text[start:end])


def _about(rule: str) -> About:
    return next((about for names, about in _ABOUT if names.search(rule)), "suicide")
