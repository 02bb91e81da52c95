"""Whole reports. The patients' words here are written for these tests."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from agents.diagnostician.port import Mode, Source
from agents.diagnostician.rules import diagnose
from agents.domain.evidence import Quote
from agents.domain.level1 import instrument, items
from agents.domain.profile import ItemResponse, PatientProfile, QuestionState, RiskFlags, SessionMeta, SessionStatus
from agents.domain.risk import About, Finding, Tier
from agents.domain.transcript import Role, Turn
from agents.errors import NotNow
from agents.reporter.port import Brief, Reporter
from agents.reporter.rules import RulesReporter, render
from agents.reporter.summary import SUICIDE_SCREEN

KEYS = ("executive_summary", "domains", "items", "impressions", "limitations")
NO_FLAGS = RiskFlags()
HOSTILE = "a | b <script>alert(1)</script> `c` *d* _e_ [f](javascript:g) </quote> &amp; \\| \n| h |"


def profile(
    scores: dict[int, int] | None = None,
    texts: dict[int, str] | None = None,
    *,
    declined: tuple[int, ...] = (),
    unclear: tuple[int, ...] = (),
    flags: RiskFlags = NO_FLAGS,
    status: SessionStatus = SessionStatus.COMPLETED,
    pending: tuple[int, ...] = (),
) -> PatientProfile:
    turns = [
        Turn(index=0, role=Role.INTERVIEWER, text="Shall we begin?"),
        Turn(index=1, role=Role.PATIENT, text="Yes."),
    ]
    answers = []
    for item in range(1, 24):
        score = (scores or {}).get(item, 0)
        text = (texts or {}).get(item, "Most days." if score else "No, not at all.")
        turns.append(Turn(index=len(turns), role=Role.INTERVIEWER, text="And this?", item_id=item))
        turns.append(Turn(index=len(turns), role=Role.PATIENT, text=text, item_id=item))
        refused, open_ = item in declined, item in unclear
        quote = Quote(text=text, turn=turns[-1].index, start=0, end=len(text))
        answers.append(
            ItemResponse(
                item_id=item,
                score=0 if refused or open_ else score,
                ambiguity=10 if refused or open_ else 8 if item == 3 else 2,
                confidence=0.5,
                evidence_quotes=() if refused else (quote,),
                declined=refused,
                unclear=open_,
                follow_up_asked=item == 2,
                note="the model was out of reach; scored by rules" if item == 1 else None,
            )
        )
    return PatientProfile(
        session_status=status,
        transcript=tuple(turns),
        item_responses=tuple(answers),
        risk_flags=flags,
        question_state=QuestionState(pending=pending),
        session_meta=SessionMeta(id="s1", model="rules", prompt_version="3"),
    )


def brief(of: PatientProfile, *findings: Finding, mode: Mode = Mode.DIAGNOSTIC) -> Brief:
    return Brief(profile=of, diagnosis=diagnose(of, mode), findings=findings, label="P-17")


def sections(of: Brief) -> dict[str, str]:
    return {section.key: section.markdown for section in render(of)}


def finding(of: PatientProfile, turn: int, text: str, tier: Tier = Tier.FLAG, about: About = "suicide") -> Finding:
    start = of.transcript[turn].text.index(text)
    return Finding(
        rule="passive_wish", tier=tier, about=about, start=start, end=start + len(text), text=text, turn=turn
    )


def parse(markdown: str) -> list[Token]:
    return MarkdownIt("commonmark", {"html": True}).enable("table").parse(markdown)


def cells(markdown: str) -> list[list[str]]:
    """The body rows of the one table, cell by cell, as source text."""
    rows: list[list[str]] = []
    tokens = parse(markdown)
    for place, token in enumerate(tokens):
        if token.type == "tr_open":
            rows.append([])
        if token.type == "td_open":
            rows[-1].append(tokens[place + 1].content)
    return rows[1:]


def test_five_sections_in_order_with_their_headings() -> None:
    found = render(brief(profile()))
    assert tuple(section.key for section in found) == KEYS
    titles = [
        "Executive Summary",
        "Symptom Domain Table",
        "Item-Level Appendix",
        "Provisional Impressions",
        "Limitations",
    ]
    for number, (section, title) in enumerate(zip(found, titles, strict=True), 1):
        assert section.markdown.startswith(f"## {number}. {title}\n")


async def test_the_port_streams_the_same() -> None:
    engine: Reporter = RulesReporter()
    of = brief(profile({1: 3}))
    assert engine.name == "rules"
    assert tuple([section async for section in engine.write(of)]) == render(of)


@pytest.mark.parametrize(
    "refused",
    [
        profile(status=SessionStatus.TERMINATED_FOR_SAFETY),
        profile(status=SessionStatus.ACTIVE, pending=(23,)),
        profile(status=SessionStatus.COMPLETED, pending=(23,)),
    ],
)
async def test_stopped_and_unfinished_interviews_are_refused(refused: PatientProfile) -> None:
    of = brief(profile()).model_copy(update={"profile": refused})
    with pytest.raises(NotNow):
        render(of)
    with pytest.raises(NotNow):
        _ = [section async for section in RulesReporter().write(of)]


def test_the_last_item_answered_is_enough() -> None:
    assert render(brief(profile(status=SessionStatus.ACTIVE)))


def test_the_domain_table_has_thirteen_rows() -> None:
    rows = cells(sections(brief(profile({1: 1, 2: 3, 11: 1, 20: 1}, declined=(3, 14))))["domains"])
    assert [row[0] for row in rows] == [domain.title for domain in instrument().domains]
    by_title = {row[0]: row for row in rows}
    assert by_title["Depression"][1] == "3, more than half the days"
    assert "**yes**" in by_title["Depression"][2]
    assert "**yes**" in by_title["Suicidal Ideation"][2]
    assert by_title["Personality Functioning"][2].startswith("no")
    assert by_title["Anger"][1] == "declined"
    assert by_title["Mania"][1] == "0, not at all"
    assert "<quote>Most days.</quote> (turn 5)" in by_title["Depression"][4]


def test_a_domain_that_is_not_known_names_its_declined_items_beside_the_highest() -> None:
    rows = cells(sections(brief(profile({}, declined=(22, 14), unclear=(21,))))["domains"])
    by_title = {row[0]: row[1:3] for row in rows}
    assert by_title["Sleep Problems"] == ["declined", "not known (threshold 2)"]
    both = "0, not at all; to be asked by you: item 21; declined: item 22"
    assert by_title["Substance Use"] == [both, "not known (threshold 1)"]


def test_one_definition_says_which_answers_are_doubtful() -> None:
    limits = sections(brief(profile({1: 2}, declined=(9,), unclear=(17,))))["limitations"]
    (line,) = (one for one in limits.splitlines() if "Doubtful" in one)
    for named in ("3 Irritability or anger (vague)", "9 Unexplained aches and pains (declined)", "17 "):
        assert named in line


def test_the_appendix_has_twenty_three_rows() -> None:
    rows = cells(sections(brief(profile({5: 4}, declined=(9,))))["items"])
    assert [row[0] for row in rows] == [str(item) for item in range(1, 24)]
    assert rows[4][1] == f"<sym>{items()[5].short}</sym>"
    assert rows[4][2] == "4, nearly every day"
    assert rows[8][2:4] == ["declined", "10"]
    assert rows[0][6] == "the model was out of reach; scored by rules"
    assert rows[1][6] == "follow-up asked"
    assert all(row[5] == "rules" for row in rows)
    found = re.fullmatch(r"<quote>(.+)</quote> \(turn 11\), characters (\d+)–(\d+)", rows[4][4])
    assert found is not None
    said = profile({5: 4}, declined=(9,)).transcript[11].text
    assert said[int(found[2]) : int(found[3])] == found[1]


def test_each_domain_over_threshold_brings_its_level_2_measure() -> None:
    summary = sections(brief(profile(dict.fromkeys(range(1, 24), 2))))["executive_summary"]
    lines = [line for line in summary.splitlines() if re.match(r"\d+\. ", line)]
    for domain in instrument().domains:
        (line,) = (line for line in lines if re.search(rf"\. (.*, )?{domain.title}(, .*)?: ", line))
        assert (domain.level2 or "names no Level-2 measure") in line
    none = sections(brief(profile()))["executive_summary"]
    assert "LEVEL 2" not in none


@pytest.mark.parametrize("mode", Mode)
def test_item_11_brings_the_suicide_screen(mode: Mode) -> None:
    assert SUICIDE_SCREEN in sections(brief(profile({11: 1}), mode=mode))["executive_summary"]
    assert SUICIDE_SCREEN not in sections(brief(profile(), mode=mode))["executive_summary"]


@pytest.mark.parametrize(("about", "expected"), [("suicide", True), ("self_harm", True), ("violence", False)])
def test_a_finding_brings_the_suicide_screen(about: About, expected: bool) -> None:
    of = profile(texts={2: "Sometimes I wish I could just vanish for good."})
    summary = sections(brief(of, finding(of, 5, "wish I could just vanish", about=about)))["executive_summary"]
    assert (SUICIDE_SCREEN in summary) is expected
    assert "**flag**" in summary
    assert "passive" in summary
    assert "<quote>wish I could just vanish</quote> (turn 5)" in summary


def test_a_declined_item_11_is_asked_again_in_person() -> None:
    summary = sections(brief(profile(declined=(11,))))["executive_summary"]
    assert "item 11 was declined" in summary
    assert SUICIDE_SCREEN not in summary


def test_answers_under_their_threshold_are_told_too() -> None:
    told = sections(brief(profile({1: 3, 2: 1, 3: 1, 14: 0}, {14: "hard to say"}, unclear=(15,))))["executive_summary"]
    (line,) = (one for one in told.splitlines() if one.startswith("- Under threshold"))
    assert line == (
        "- Under threshold: item 2 Low mood 1, rarely (1-2 days); item 3 Irritability or anger 1, rarely (1-2 days)."
    )


def denied(summary: str) -> str:
    """The line of domains that were asked about and denied."""
    return next((line for line in summary.splitlines() if line.startswith("- Asked about and not reported")), "")


def test_an_unclear_item_is_the_clinician_s_to_ask_wherever_the_report_speaks_of_it() -> None:
    found = sections(brief(profile({1: 3}, {14: "yes. no"}, unclear=(7, 14))))
    assert "21 of 23 items answered, 0 declined, 2 to be asked by you." in found["executive_summary"]
    assert "To be asked by you: item 7 Panic or fright, item 14" in found["executive_summary"]
    domains = {row[0]: row for row in cells(found["domains"])}
    assert domains["Sleep Problems"][1:3] == ["to be asked by you: item 14", "not known (threshold 2)"]
    assert domains["Anxiety"][1:3] == ["0, not at all; to be asked by you: item 7", "not known (threshold 2)"]
    rows = cells(found["items"])
    assert rows[13][2:4] == ["unclear, to be asked by you", "10"]
    assert "<quote>yes. no</quote>" in rows[13][4]
    assert (
        "Unclear items, to be asked by you (they count towards no domain): 7 Panic or fright, 14"
        in found["limitations"]
    )
    assert "Unclear, to be asked by you, so neither for nor against: 7 Panic or fright, 14" in found["limitations"]


def test_an_unclear_item_11_is_asked_in_person_and_never_denied() -> None:
    for flags in (RiskFlags(), RiskFlags(self_harm_ideation=True)):
        summary = sections(brief(profile({}, {11: "yes. no"}, unclear=(11,), flags=flags)))["executive_summary"]
        assert "Ask about thoughts of self-harm in person" in summary
        assert "unclear, so not known; to be asked by you" in summary
        assert "Suicidal Ideation" not in denied(summary)
        assert (SUICIDE_SCREEN in summary) is flags.self_harm_ideation
        assert "No domain is at or over threshold" not in summary
        assert "No message was read as a danger" not in summary


@pytest.mark.parametrize(
    ("about", "title"),
    [("suicide", "Suicidal Ideation"), ("violence", "Anger"), ("substance", "Substance Use")],
)
def test_a_domain_that_a_risk_finding_speaks_of_was_not_denied(about: About, title: str) -> None:
    of = profile(texts={14: "I sleep fine. There is something else on my mind."})
    of = of.model_copy(
        update={"item_responses": tuple(one.model_copy(update={"ambiguity": 2}) for one in of.item_responses)}
    )
    assert title in denied(sections(brief(of))["executive_summary"])
    found = finding(of, 29, "something else on my mind", about=about)
    summary = sections(brief(of, found))["executive_summary"]
    assert title not in denied(summary)
    assert "Sleep Problems" not in denied(summary)  # what was said to its item is no plain denial
    assert "Somatic Symptoms" in denied(summary)
    assert "No domain is at or over threshold" not in summary


def test_only_a_plain_denial_of_every_item_is_listed_as_denied() -> None:
    of = profile({2: 1}, declined=(6,), unclear=(9,))
    listed = denied(sections(brief(of))["executive_summary"])
    for title in ("Depression", "Anxiety", "Somatic Symptoms", "Anger"):  # 1, declined, unclear, ambiguity 8
        assert title not in listed
    assert "Mania" in listed


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("over", [11, 12, 20, 22])
def test_no_sentence_denies_a_threshold_that_is_reached(mode: Mode, over: int) -> None:
    text = "\n".join(sections(brief(profile({over: 3}), mode=mode)).values())
    assert "nothing in this interview is above threshold" not in text
    assert "No domain is at or over threshold" not in text
    assert "At or over threshold: none" not in text


def test_item_11_at_one_is_over_threshold_in_every_sentence() -> None:
    text = "\n".join(sections(brief(profile({11: 1}))).values())
    assert "nothing in this interview is above threshold" not in text
    assert "at or over threshold: Suicidal Ideation" in text
    assert "No message was read as a danger" not in text


def test_substances_are_named_unless_denied() -> None:
    texts = {21: "Wine, six glasses on Friday.", 22: "I don't smoke cigarettes.", 23: "Somebody's Valium, twice."}
    summary = sections(brief(profile({21: 2, 23: 1}, texts)))["executive_summary"]
    assert "<med>Wine</med> (turn 43)" in summary
    assert "<med>Valium</med> (turn 47)" in summary
    assert "igarettes" not in summary


def test_no_impression_is_said_plainly_once() -> None:
    text = sections(brief(profile()))["impressions"]
    assert text.count("No impression") == 1
    assert "ICD-10-CM" not in text


def test_an_impression_shows_all_it_rests_on() -> None:
    texts = {7: "Panic attacks, out of the blue.", 8: "I stay off buses in case I get another attack."}
    of = profile({6: 3, 7: 3, 8: 4}, texts)
    text = sections(brief(of))["impressions"]
    assert "### 4.1 Panic disorder (ICD-10-CM F41.0), confidence 0." in text
    for word in ("Items:", "Quotes:", "Criteria found:", "Citations:", "\n1. ", "\n2. "):
        assert word in text
    screening = sections(brief(of, mode=Mode.SCREENING))["impressions"]
    assert "Screening mode" in screening
    assert "ICD-10-CM" not in screening


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ((True, True), "Passages of the clinic's own library were used"),
        ((False,), "which is not the DSM-5 and no book of the clinic's, were used"),
        ((True, False), "Passages of the reference library were used"),
        ((None,), "Passages of the reference library were used"),
    ],
)
def test_a_library_of_the_clinics_is_named_only_where_there_is_one(own: tuple[bool | None, ...], said: str) -> None:
    given = brief(profile({1: 2, 2: 3}))
    sources = tuple(Source(chunk_id=str(n), source=f"Book, p. {n}", own=one) for n, one in enumerate(own))
    cited = given.diagnosis.model_copy(update={"rag_used": True, "sources": sources})
    text = sections(given.model_copy(update={"diagnosis": cited}))["limitations"]
    assert said in text
    assert ("clinic's own" in text) == (set(own) == {True})


def test_limitations_say_what_the_report_cannot() -> None:
    text = sections(brief(profile({1: 2}, declined=(9,))))["limitations"]
    for words in (
        "not a diagnosis",
        "not a medical device",
        "simulated patients only",
        "Engines: interview rules (prompts 3), items rules, impressions rules",
        "9 Unexplained aches and pains",
        "3 Irritability or anger",
        "No passage of a reference library was used",
        "Replies are read in English. Irony, other languages and what was left unsaid are not understood.",
    ):
        assert words in text


def test_a_message_in_another_language_is_named() -> None:
    of = profile(texts={2: "Ich bin müde"})
    text = sections(brief(of, finding(of, 5, "Ich bin", about="language")))["limitations"]
    assert "a language that the rules don't read" in text


def test_a_hostile_patient_changes_nothing_but_words() -> None:
    calm = profile(dict.fromkeys(range(1, 24), 3))
    loud = profile(dict.fromkeys(range(1, 24), 3), dict.fromkeys(range(1, 24), HOSTILE))
    for key in KEYS[1:3]:
        before, after = sections(brief(calm))[key], sections(brief(loud))[key]
        assert [len(row) for row in cells(before)] == [len(row) for row in cells(after)]
        assert "<script" not in after
        assert "](" not in after


@settings(max_examples=25, deadline=None)
@given(
    scores=st.lists(st.integers(0, 4), min_size=23, max_size=23),
    said=st.text(min_size=1, max_size=80),
    declined=st.sets(st.integers(1, 23)),
    mode=st.sampled_from(Mode),
)
def test_any_profile_gives_whole_tables(scores: list[int], said: str, declined: set[int], mode: Mode) -> None:
    of = profile(dict(enumerate(scores, 1)), dict.fromkeys(range(1, 24), said), declined=tuple(declined))
    found = sections(brief(of, finding(of, 5, said), mode=mode))
    assert [len(row) for row in cells(found["domains"])] == [5] * 13
    assert [len(row) for row in cells(found["items"])] == [7] * 23
    for text in found.values():
        html = [t for token in parse(text) for t in (token.children or []) if t.type == "html_inline"]
        assert {t.content for t in html} <= {"<quote>", "</quote>", "<sym>", "</sym>", "<med>", "</med>"}
        assert not any(token.type in ("html_block", "fence", "code_block", "hr") for token in parse(text))
        assert sum(token.type == "heading_open" and token.tag == "h2" for token in parse(text)) == 1
