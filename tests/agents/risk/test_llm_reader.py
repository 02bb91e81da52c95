"""The risk reader's language-model engine against the scripted provider, over HTTP."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.domain.risk import Finding, Reading, Tier, highest
from agents.errors import TryAgain
from agents.interview.session import Session
from agents.llm.adapters.adapter import Call
from agents.llm.budget import Budget
from agents.llm.errors import Malformed, ModelFailed
from agents.llm.model import Model
from agents.risk import rules
from agents.risk.catalogue import catalogue
from agents.risk.llm import LlmRiskReader, Read, messages, reading
from agents.risk.policy import Policy
from agents.risk.port import Message
from agents.rules_team import rules_team
from agents.scripted.faults import FaultName
from agents.scripted.model import by_rules, in_order, scripted_model
from agents.scripted.provider import Said
from tests.agents.llm.conftest import Stub

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

PLAIN = Message(text="The week was long, but nothing out of the way.", context="How was your week?")
PASSIVE = Message(text="Some mornings I wish I didn't wake up, and that's the truth.", context="How have you been?")
STOP = Message(text="I've decided. I'm going to kill myself tonight.", context="How have you been?")
FAILING = {
    FaultName.RATE_LIMIT, FaultName.SERVER_ERROR, FaultName.HANG, FaultName.DROP, FaultName.WRONG_SCHEMA,
    FaultName.REFUSAL, FaultName.SCORE_7,
}  # fmt: skip


def read(tier: str, *findings: dict[str, object]) -> Read:
    plain = {"tier": None, "about": None, "lethality": False}
    return Read.model_validate({"tier": tier, "findings": [plain | one for one in findings]})


@pytest.mark.parametrize("message", [PLAIN, PASSIVE, STOP], ids=["plain", "passive", "stop"])
async def test_over_http_it_reads_what_the_rules_behind_the_stub_read(
    any_model: Model, stub: Stub, message: Message
) -> None:
    given, expected = await LlmRiskReader(any_model, Budget()).read(message), rules.read(message)
    assert given.tier is expected.tier
    assert [(f.rule, f.text, f.start, f.end) for f in given.findings] == [
        (f.rule, f.text, f.start, f.end) for f in expected.findings
    ]
    assert given.engine == any_model.name
    assert [(call.role, call.status) for call in stub.calls] == [("risk", 200)]


@pytest.mark.parametrize("fault", FaultName)
async def test_every_fault_ends_in_a_reading_or_in_an_error(model: Model, stub: Stub, fault: FaultName) -> None:
    stub.order(fault.value)
    reader = LlmRiskReader(model, Budget())
    if fault in FAILING:
        with pytest.raises((ModelFailed, TryAgain)) as raised:
            await reader.read(PASSIVE)
        assert "wake" not in str(raised.value)
    else:
        given = await reader.read(PASSIVE)
        assert all(PASSIVE.text[one.start : one.end] == one.text for one in given.findings)


async def test_a_tier_that_does_not_exist_is_no_reading(model: Model, stub: Stub) -> None:
    stub.order("score-7")
    with pytest.raises(Malformed):
        await LlmRiskReader(model, Budget()).read(STOP)
    assert len(stub.calls) == 2


async def test_an_answer_cut_off_before_its_tier_is_no_reading() -> None:
    whole = '{"findings": [{"quote": "wake up", "rule": "passive-wish", "tier": "flag", "about": "suicide"'
    reader = LlmRiskReader(scripted_model(in_order([whole, whole])), Budget())
    with pytest.raises(Malformed):
        await reader.read(PASSIVE)


async def test_an_invented_quote_is_no_finding_and_is_kept_apart(model: Model, stub: Stub) -> None:
    stub.order("invented-quotes")
    given = await LlmRiskReader(model, Budget()).read(PASSIVE)
    assert (given.tier, given.findings) == (Tier.NONE, ())
    assert [(one.rule, one.tier) for one in given.unlocated] == [("invented", Tier.FLAG)]
    assert "radio" in given.unlocated[0].claimed


@pytest.mark.parametrize(
    "quote", ["I will do it tonight", "", "...", "…", "!?", "bridge", "I wish I didn't wake up tomorrow night"]
)
def test_words_that_are_not_in_the_message_never_stop_and_are_pinned_on_nothing(quote: str) -> None:
    given = reading(read("stop", {"quote": quote, "rule": "present-intent", "tier": "stop"}), PASSIVE, "x/y")
    assert (given.tier, given.findings) == (Tier.NONE, ())
    assert [(one.rule, one.tier, one.claimed) for one in given.unlocated] == [("present-intent", Tier.STOP, quote)]


def test_an_invented_stop_beside_words_that_were_said_leaves_the_tier_of_those() -> None:
    said = {"quote": "I wish I didn't wake up", "rule": "passive-wish", "tier": "flag"}
    made_up = {"quote": "I have the pills here", "rule": "present-intent", "tier": "stop"}
    given = reading(read("stop", said, made_up), PASSIVE, "x/y")
    assert (given.tier, [one.rule for one in given.findings]) == (Tier.FLAG, ["passive-wish"])
    assert [(one.rule, one.tier) for one in given.unlocated] == [("present-intent", Tier.STOP)]


@pytest.mark.parametrize(
    "quote", ["i WISH I didn’t wake up", "I wish I didn't w\u200bake up", "Some mornings ... wake up"]
)
def test_a_stop_on_words_that_were_said_stops(quote: str) -> None:
    given = reading(read("stop", {"quote": quote, "rule": "present-intent", "tier": "stop"}), PASSIVE, "x/y")
    assert (given.tier, given.unlocated) == (Tier.STOP, ())


@pytest.mark.parametrize("spelt", ["Urgent", "URGENT", " urgent ", "urgent\n"])
def test_a_tier_is_read_however_it_is_spelt(spelt: str) -> None:
    found = {"quote": "wake up", "rule": "self-injury", "tier": spelt, "about": " Self-Harm"}
    written = json.dumps({"findings": [found], "tier": spelt})
    for answer in (read(spelt, found), Read.model_validate_json(written)):
        (one,) = reading(answer, PASSIVE, "x/y").findings
        assert (one.tier, one.about) == (Tier.URGENT, "self_harm")
    assert read("NONE").tier is Tier.NONE


def test_a_quote_is_brought_back_to_the_patients_characters() -> None:
    given = reading(read("flag", {"quote": "I wish I didn’t WAKE up", "rule": "Passive Wish!"}), PASSIVE, "x/y")
    (one,) = given.findings
    assert (one.rule, one.text, one.tier, one.about) == (
        "passive-wish",
        "I wish I didn't wake up",
        Tier.FLAG,
        "suicide",
    )


def test_the_highest_of_message_and_findings_counts() -> None:
    urgent = {"quote": "wake up", "rule": "passive-wish", "tier": "urgent"}
    assert reading(read("flag", urgent), PASSIVE, "x/y").tier is Tier.URGENT
    given = reading(read("stop", urgent), PASSIVE, "x/y")
    assert given.tier is Tier.STOP
    assert {one.tier for one in given.findings} == {Tier.URGENT, Tier.STOP}


def test_what_findings_mean_together_rests_on_the_words_that_hold_them() -> None:
    first = {"quote": "I wish", "rule": "passive-wish", "tier": "flag"}
    second = {"quote": "wake up", "rule": "method-thought", "tier": "urgent"}
    given = reading(read("stop", first, second), PASSIVE, "x/y")
    assert [(one.rule, one.text) for one in given.findings if one.tier is Tier.STOP] == [
        ("model-reading", "I wish I didn't wake up")
    ]


@pytest.mark.parametrize("tier", ["flag", "urgent", "stop"])
def test_a_tier_without_a_finding_rests_on_nothing(tier: str) -> None:
    given = reading(read(tier), PASSIVE, "x/y")
    assert (given.tier, given.findings) == (Tier.NONE, ())
    assert [(one.rule, one.tier) for one in given.unlocated] == [("model-reading", Tier(tier))]
    denial = {"quote": "that's the truth", "rule": "denial", "tier": "none"}
    assert reading(read(tier, denial), PASSIVE, "x/y").tier is Tier.NONE
    assert reading(read("none"), PLAIN, "x/y") == Reading(engine="x/y")


def test_denials_stand_apart_and_only_where_they_were_said() -> None:
    message = Message(text="No, I'd never hurt myself.", item=11)
    said = {"quote": "I'd never hurt myself", "rule": "denial", "tier": "none", "about": "self_harm"}
    made_up = {"quote": "I love my life as it is", "rule": "denial", "tier": "none"}
    nothing = {"quote": None, "tier": "none"}
    given = reading(read("none", said, made_up, nothing), message, "x/y")
    assert given.tier is Tier.NONE
    assert given.findings == ()
    assert [one.text for one in given.denials] == ["I'd never hurt myself"]


def test_a_second_urgent_message_about_means_stops() -> None:
    means = {"quote": "what it would take", "rule": "lethality-question", "tier": "urgent", "lethality": True}
    before = Finding(
        rule="lethality-question",
        tier=Tier.URGENT,
        about="suicide",
        start=0,
        end=4,
        text="pill",
        lethality=True,
        turn=2,
    )
    message = Message(text="I looked up what it would take.")
    assert reading(read("urgent", means), message, "x/y").tier is Tier.URGENT
    again = message.model_copy(update={"prior": (before,)})
    assert reading(read("urgent", means), again, "x/y").tier is Tier.STOP


@pytest.mark.parametrize(
    ("rule", "about"),
    [
        ("threat", "violence"),
        ("recent-self-injury", "self_harm"),
        ("medicine-misuse", "substance"),
        ("farewell", "suicide"),
    ],
)
def test_what_a_finding_is_about_follows_from_its_name_where_it_is_not_told(rule: str, about: str) -> None:
    assert reading(read("flag", {"quote": "wake", "rule": rule}), PASSIVE, "x/y").findings[0].about == about


@given(
    text=st.text(max_size=60),
    tier=st.sampled_from(Tier),
    findings=st.lists(
        st.fixed_dictionaries(
            {"quote": st.text(max_size=20), "rule": st.text(max_size=90), "tier": st.none() | st.sampled_from(Tier)}
        ),
        max_size=15,
    ),
)
def test_whatever_comes_the_contract_holds(text: str, tier: Tier, findings: list[dict[str, object]]) -> None:
    given = reading(read(tier, *findings), Message(text=text), "x/y")
    assert highest((given.tier, *(one.tier for one in given.unlocated))).rank >= tier.rank
    assert all(one.text.strip() for one in given.findings)
    assert all(text[one.start : one.end] == one.text for one in (*given.findings, *given.denials))
    assert given.tier is Tier.NONE or given.findings
    assert all(one.tier is not Tier.NONE for one in given.findings)
    assert all(one.rule and one.rule == one.rule.lower() for one in given.findings)


def test_the_prompt_holds_the_whole_message_and_the_clinics_decisions() -> None:
    flagged = reading(read("flag", {"quote": "wake up", "rule": "passive-wish"}), PASSIVE, "x/y")
    long = Message(text="and so on " * 1_900 + "the end", prior=flagged.findings * 30)
    system, user = messages(long, Policy(bare_wish=Tier.URGENT, undated_attempt=Tier.STOP))
    assert "the end" in user.text
    assert user.text.count('"rule"') == 4
    assert '"I want to die" about oneself is urgent' in system.text
    assert "date is stop" in system.text


async def test_the_beginning_of_the_prompt_is_served_from_the_cache(model: Model, stub: Stub) -> None:
    reader = LlmRiskReader(model, Budget())
    for message in (PLAIN, PASSIVE):
        await reader.read(message)
    assert stub.calls[1].usage.cached_tokens >= 1024


def test_the_prompt_gives_the_usual_tier_of_a_name_and_the_clinics_own_decisions() -> None:
    given = messages(PLAIN, Policy(bare_wish=Tier.URGENT, undated_attempt=Tier.FLAG))[0].text
    names = dict(line.split(": ", 1) for line in given.split("Names, with")[1].split("\n\n")[0].splitlines()[1:])
    assert {"means-kept (urgent)", "giving-away (flag)", "threat (stop)", "denial (none)"} <= names.keys()
    assert {"want-to-die (urgent)", "undated-attempt (flag)", "hypothetical"} <= names.keys()
    assert {name.partition(" ")[0] for name in names} <= catalogue().keys()


async def test_a_message_is_read_with_the_day_on_which_it_was_written() -> None:
    """ "In March" may be three weeks or eleven months ago."""
    seen: list[dict[str, object]] = []
    by_rule = by_rules()

    def script(call: Call) -> Said | Exception:
        seen.append(json.loads(call.messages[1].text.split("```json data\n")[1].split("\n```")[0]))
        return by_rule(call)

    team = replace(rules_team(lambda _: "Stop."), second=LlmRiskReader(scripted_model(script), Budget()))
    session = await Session.start(team, "day")
    await session.say("Yes, let's begin.")
    assert date.fromisoformat(str(seen[-1]["day"]).split(", ")[1]) <= datetime.now(UTC).date()
    assert "day" not in json.loads(messages(PLAIN, Policy())[1].text.split("```json data\n")[1].split("\n```")[0])
