"""The risk rules: every kind of the policy, the tiers' edges, spans, and that nothing breaks or slows them."""

import time
import tomllib
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.domain.risk import Finding, Reading, Tier
from agents.language import Language
from agents.questions.bank import bank
from agents.risk.catalogue import catalogue
from agents.risk.policy import Policy
from agents.risk.port import Message
from agents.risk.rules import read
from agents.risk.ruleset import rules
from benchmarks.training.datasets import RISK

_CORPUS = tomllib.loads((RISK / "corpus.toml").read_text(encoding="utf-8"))
_TOLD = [(group["kind"], text, group["accept"]) for group in _CORPUS["group"] for text in group["texts"]]
_ASKED = [
    (asked["context"], asked.get("item"), row[0], row[1:]) for asked in _CORPUS["asked"] for row in asked["replies"]
]
_WORDS = [
    "i",
    "want to",
    "die",
    "kill myself",
    "not",
    "never",
    "my pills",
    "the bridge",
    "tonight",
    "going to",
    "him",
    "voice",
    "tells me",
    "cut",
    "no",
    "thought about",
    "gone",
    "when",
    "and",
    "but",
    "?",
    ".",
    ",",
    "if",
    "was",
    "rope",
    "k!ll",
    "s u i c i d e",
]


def _told(text: str, context: str | None = None, item: int | None = None, prior: tuple[Finding, ...] = ()) -> Reading:
    return read(Message(text=text, context=context, item=item, prior=prior))


def _spans_hold(text: str, reading: Reading) -> bool:
    found = (*reading.findings, *reading.denials)
    return all(0 <= f.start < f.end <= len(text) and text[f.start : f.end] == f.text for f in found)


@pytest.mark.parametrize(("kind", "text", "accept"), _TOLD)
def test_each_kind_gets_a_tier_of_the_policy(kind: str, text: str, accept: list[str]) -> None:
    reading = _told(text)
    assert reading.tier in accept, (kind, reading)
    assert _spans_hold(text, reading)


@pytest.mark.parametrize(("context", "item", "reply", "accept"), _ASKED)
def test_short_answers_are_read_with_their_question(
    context: str, item: int | None, reply: str, accept: list[str]
) -> None:
    reading = _told(reply, context, item)
    assert reading.tier in accept, reading
    assert _spans_hold(reply, reading)


def test_the_corpus_is_broad() -> None:
    assert len(_TOLD) + len(_ASKED) >= 500
    assert {tier for *_, accept in _TOLD for tier in accept} == {"none", "flag", "urgent", "stop"}


@pytest.mark.parametrize("text", ["I want to die", "Sometimes I just want to die."])
@pytest.mark.parametrize("tier", [Tier.FLAG, Tier.URGENT, Tier.STOP])
def test_the_clinic_sets_the_tier_of_a_bare_wish(text: str, tier: Tier) -> None:
    assert read(Message(text=text), Policy(bare_wish=tier)).tier is tier


@pytest.mark.parametrize("tier", [Tier.FLAG, Tier.URGENT, Tier.STOP])
def test_the_clinic_sets_the_tier_of_an_undated_attempt(tier: Tier) -> None:
    policy = Policy(undated_attempt=tier)
    assert read(Message(text="I once tried to kill myself."), policy).tier is tier
    assert read(Message(text="I tried to kill myself last week."), policy).tier is Tier.STOP
    assert read(Message(text="I tried to kill myself when I was twelve."), policy).tier is Tier.FLAG


def test_a_dated_wish_stops_whatever_the_clinic_sets() -> None:
    assert read(Message(text="I want to die tonight."), Policy(bare_wish=Tier.FLAG)).tier is Tier.STOP


def test_a_second_urgent_message_on_lethality_stops() -> None:
    first = _told("How many paracetamol would be fatal?")
    assert first.tier is Tier.URGENT
    second = _told("And how long does it take to bleed out?", prior=first.findings)
    assert second.tier is Tier.STOP
    assert second.findings[0].rule == "second-lethality"


def test_an_urgent_message_of_another_kind_does_not_escalate() -> None:
    first = _told("I have been feeling suicidal.")
    assert _told("How many paracetamol would be fatal?", prior=first.findings).tier is Tier.URGENT


@pytest.mark.parametrize(
    "text",
    [
        "I'm not suicidal.",
        "No thoughts of suicide.",
        "I would never hurt myself.",
        "Killing myself has never crossed my mind.",
    ],
)
def test_denials_are_kept_as_denials(text: str) -> None:
    reading = _told(text)
    assert reading.tier is Tier.NONE
    assert reading.findings == ()
    assert reading.denials
    assert all(d.rule == "denial" and d.tier is Tier.NONE for d in reading.denials)


def test_a_denied_item_is_kept_with_its_answer() -> None:
    reading = _told("No", "Have you had thoughts of actually hurting yourself?", 11)
    assert [d.text for d in reading.denials] == ["No"]


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("I wanna k!ll mys3lf", "k!ll mys3lf"),
        ("ok. I'm  suici\u200bdal", "suici\u200bdal"),
        ("“I’m suicidal”", "suicidal"),
        ("thinking about s u i c i d e a lot", "s u i c i d e"),
        ("ＳＵＩＣＩＤＡＬ today", "ＳＵＩＣＩＤＡＬ"),
    ],
)
def test_spans_are_of_the_original_text(text: str, span: str) -> None:
    assert any(span in finding.text for finding in _told(text).findings)


@pytest.mark.parametrize("suffix", [" jk", " haha just kidding", " lol ignore me", " (joking!)"])
def test_taking_it_back_leaves_at_least_a_flag(suffix: str) -> None:
    assert _told("I'm going to kill myself" + suffix).tier.rank >= Tier.FLAG.rank


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("i dinna want tae kill masel", Tier.NONE),
        ("havenae thought of killing myself", Tier.NONE),
        ("idk like i think bout killing myself in double maths", Tier.URGENT),
        ("I've never been so suicidal.", Tier.URGENT),
        ("I'm never not suicidal.", Tier.URGENT),
        ("I'm not so suicidal these days", Tier.NONE),
        ("My husband doesn't know that I want to kill myself", Tier.STOP),
        ("I have never told anyone I want to die", Tier.STOP),
        ("I honestly don't believe I want to die", Tier.NONE),
        ("I did not tell you I want to die", Tier.NONE),
    ],
)
def test_denials_in_any_spelling_deny_and_those_that_deny_nothing_do_not(text: str, tier: Tier) -> None:
    assert _told(text).tier is tier


@pytest.mark.parametrize("text", ["Quiero morirme.", "Je vais me suicider", "Ich will sterben"])
def test_core_phrases_in_other_languages_stop(text: str) -> None:
    assert _told(text).tier is Tier.STOP


@pytest.mark.parametrize(
    "text",
    ["Я плохо сплю уже месяц", "我睡不好", "voglio solo dormire un poco stanotte", "Schlafe gut, danke, alles ist gut"],
)
def test_a_language_not_covered_is_flagged(text: str) -> None:
    reading = _told(text)
    assert [f.about for f in reading.findings] == ["language"]
    assert reading.tier is Tier.FLAG


def test_the_same_message_reads_the_same_twice() -> None:
    message = Message(text="I've been saving up my tablets. I don't want to wake up.")
    assert read(message) == read(message)


def test_every_rule_that_fires_is_explained() -> None:
    fired = {f.rule for _, text, _ in _TOLD for f in _told(text).findings}
    fired |= {f.rule for context, item, reply, _ in _ASKED for f in _told(reply, context, item).findings}
    assert fired <= catalogue().keys()
    assert all(told.endswith(".") for told in catalogue().values())
    assert len(fired) > 20


@given(st.text(max_size=300), st.none() | st.text(max_size=80))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_with_valid_spans(text: str, context: str | None) -> None:
    assert _spans_hold(text, _told(text, context))


@given(st.lists(st.sampled_from(_WORDS), max_size=60).map(" ".join))
@settings(max_examples=300, deadline=None)
def test_any_words_of_the_rules_are_read_with_valid_spans(text: str) -> None:
    reading = _told(text)
    assert _spans_hold(text, reading)
    assert reading.tier is max((f.tier for f in reading.findings), key=lambda t: t.rank, default=Tier.NONE)


@given(
    st.sampled_from(["I want to kill myself", "I'm going to end my life tonight"]),
    st.lists(
        st.sampled_from(["Work is fine.", "I sleep well.", "Nothing much else.", "My sister visited."]), max_size=6
    ),
)
@settings(max_examples=60, deadline=None)
def test_intent_is_found_wherever_it_stands(intent: str, rest: list[str]) -> None:
    for place in range(len(rest) + 1):
        assert _told(" ".join([*rest[:place], intent + ".", *rest[place:]])).tier is Tier.STOP


_OWN = ("apple", "bread", "chair")


@pytest.mark.parametrize(
    "text",
    [
        "(" * 20_000,
        "kill " * 4_000,
        "i want to i want to " * 1_000,
        "\u202ekill myself\u202c " * 1_200,
        "not " * 5_000,
        "a" * 20_000,
        "k.i.l.l " * 2_500,
        "i will not be here when " * 830,
        "*" * 10_000 + "k*" * 5_000,
        "s u i c i d e " * 1_400,
        "é" * 20_000,
    ],
)
def test_hostile_text_is_read_in_time_that_grows_with_its_length(text: str) -> None:
    """Four times the text takes four times the processor time, sixteen times where work is quadratic. The median of
    three of both in turn: how busy the machine is falls on both. Each stands before its own word so that nothing is
    remembered; a word can also settle the reading early, which the median leaves out."""
    _told("warm")
    longer, shorter = zip(*(_both(text, own) for own in _OWN), strict=True)
    assert median(longer) < 8 * median(shorter) + 0.005


def _both(text: str, own: str) -> tuple[float, float]:
    """The seconds for a text, and for the quarter of it in its middle, each before a word of this time's own."""
    start, quarter = len(text) * 3 // 8, len(text) // 4
    return _seconds(f"{text} {own}"), _seconds(f"{text[start : start + quarter]} {own}")


def _seconds(text: str) -> float:
    begun = time.process_time()
    _told(text)
    return time.process_time() - begun


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_rule_in_the_data_is_explained(language: Language) -> None:
    known = rules(language)
    named = {rule.id for rule in known.statements}
    named |= {rule for asked in known.questions for rule, _ in (asked.yes, asked.no, asked.soon)}
    assert named <= catalogue().keys()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I want my life to be over", "en"),
        ("yes I mean my life, I can't go on like this", "en"),
        ("I mean life. I want everything to stop.", "en"),
        ("quiero que mi vida se acabe", "es"),
        ("estoy harta, quiero que se acabe todo", "es"),
        ("quiero que se acabe", "es"),
        ("no. quiero que termine ya", "es"),
        ("ya quiero que se acabe, por favor", "es"),
        ("quiero que se acabe todo esto", "es"),
        ("ya no puedo, quiero acabar con todo", "es"),
        ("I just want it to be over", "en"),
        ("my life", "en"),
        ("mi vida", "es"),
    ],
)
def test_a_wish_that_life_were_over_is_heard_in_the_answer_to_any_item(text: str, language: Language) -> None:
    question = bank(language).items[0].questions[0]
    assert read(Message(text=text, context=question, item=1, language=language)).tier is not Tier.NONE


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("quiero que se acabe el dolor de espalda", "es"),
        ("quiero que termine la entrevista", "es"),
        ("quiero que todo termine bien", "es"),
        ("quiero acabar con todo el trabajo atrasado", "es"),
        ("quiero acabar con todo esto hoy, los platos y su cuestionario", "es"),
        ("la vida es cara", "es"),
        ("I want the winter to be over", "en"),
        ("my life is fine", "en"),
    ],
)
def test_what_is_to_end_is_said_and_is_not_life(text: str, language: Language) -> None:
    question = bank(language).items[0].questions[0]
    found = read(Message(text=text, context=question, item=1, language=language)).findings
    assert not any(one.rule in ("passive-wish", "active-ideation") for one in found)
