"""What a report shows for itself: made-up quotes, unknown citations and hidden doubts are noticed."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.diagnostician.port import Diagnosis, Impression, Mode, Passage, Search
from agents.domain.evidence import Quote
from agents.reporter.port import Section
from benchmarks.cards.agreement import agreement
from benchmarks.cards.card import Checks, Made, Trace
from benchmarks.cards.explainability import explainability
from benchmarks.cards.integrity import integrity
from benchmarks.cards.snapshot import Snapshot

Edit = Callable[..., Snapshot]


def figure(made: Made, key: str) -> float | None:
    return next(one.number for one in made.figures if one.key == key)


def check(made: Made, name: str) -> bool | None:
    assert isinstance(made.detail, Checks)
    return next(one.passed for one in made.detail.checks if one.name.startswith(name))


def with_impression(snapshot: Snapshot, **changed: Any) -> Snapshot:
    assert snapshot.diagnosis is not None
    first, *rest = snapshot.diagnosis.impressions
    impressions = (first.model_copy(update=changed), *rest)
    diagnosis = snapshot.diagnosis.model_copy(update={"impressions": impressions})
    return snapshot.model_copy(update={"diagnosis": diagnosis})


def with_report(snapshot: Snapshot, markdown: str, key: str = "limitations") -> Snapshot:
    return snapshot.model_copy(update={"report": (Section(key=key, markdown=markdown),)})


def test_a_quote_that_nobody_said_is_not_verbatim(snapshot: Snapshot) -> None:
    turn = snapshot.profile.transcript[3].text
    words = Quote(text=turn[:9], turn=3, start=0, end=9)
    assert figure(explainability(with_report(with_impression(snapshot, evidence=(words,)), "")), _VERBATIM) == 1
    made_up = words.model_copy(update={"text": "I never said"})
    elsewhere = words.model_copy(update={"turn": 2})
    for wrong in (made_up, elsewhere):
        quoted = with_report(with_impression(snapshot, evidence=(words, wrong)), "")
        assert figure(explainability(quoted), _VERBATIM) == 0.5
    report = with_report(with_impression(snapshot, evidence=()), f"<quote>{turn}</quote> <quote>I never said</quote>")
    assert figure(explainability(report), _VERBATIM) == 0.5


_VERBATIM = "explainability.verbatim"


def test_citations_resolve_only_to_what_was_retrieved(snapshot: Snapshot) -> None:
    passage = Passage(
        chunk_id="c1", text="text", source="The book, p. 3", page_start=3, page_end=3, section_path="A", score=0.5
    )
    retrieved = snapshot.model_copy(update={"searches": (Search(query="q", limit=1, passages=(passage,)),)})
    cited = with_impression(retrieved, citations=("c1", "c2"))
    made = explainability(cited)
    assert figure(made, "explainability.citations") == 0.5
    assert isinstance(made.detail, Trace)
    sources = {clause.text: clause.source for clause in made.detail.clauses}
    assert (sources["c1"], sources["c2"]) == ("The book, p. 3", None)
    assert check(integrity(cited), "Use of passages") is False
    honest = with_impression(retrieved, citations=("c1",))
    assert honest.diagnosis is not None
    told = honest.model_copy(update={"diagnosis": honest.diagnosis.model_copy(update={"rag_used": True})})
    assert check(integrity(told), "Use of passages") is True
    assert check(integrity(honest), "Use of passages") is False  # used, and said that it was not


def test_evidence_and_doubts(snapshot: Snapshot) -> None:
    bare = integrity(with_impression(snapshot, evidence=()))
    assert check(bare, "Evidence") is False
    assert figure(bare, "integrity.evidence") == 0.5 or figure(bare, "integrity.evidence") == 0
    silent = integrity(with_report(snapshot, "Nothing is in doubt."))
    assert check(silent, "Doubtful") is False
    assert figure(silent, "integrity.ambiguity") == 0


def test_free_text_reports_show_their_reasoning(snapshot: Snapshot) -> None:
    text = (
        "<sym>Low mood</sym> is described.\n\n**Diagnosis:** <med>Major depressive disorder</med>\n\n"
        "**Reasoning:** The mood was low on most days. Criterion A of DSM-5, p. 161 seems met.\n\n"
        "**Recommended next steps:**\n1. See somebody.\n2. Sleep."
    )
    foreign = with_report(snapshot.model_copy(update={"diagnosis": None}), text, "diagnosis")
    made = explainability(foreign)
    assert figure(made, "explainability.steps") == 2
    assert isinstance(made.detail, Trace)
    assert {tag.name: tag.count for tag in made.detail.tags if tag.count} == {"report: sym": 1, "report: med": 1}
    assert [clause.text for clause in made.detail.clauses] == ["Criterion A", "DSM-5, p. 161"]
    assert figure(explainability(with_report(foreign, "")), "explainability.steps") is None


def impressions(codes: list[str]) -> Diagnosis:
    made = tuple(Impression(name=code, icd10=code, category="x", confidence=0.5) for code in codes)
    return Diagnosis(mode=Mode.DIAGNOSTIC, summary="", impressions=made)


@pytest.mark.parametrize(
    ("one", "other", "top1", "overlap", "rank"),
    [
        (["A", "B", "C"], ["A", "B", "C"], True, 1.0, 1.0),
        (["A", "B", "C"], ["C", "B", "A"], False, 1.0, -1.0),
        (["A", "B", "C"], ["B", "A", "C"], False, 1.0, 1 / 3),
        (["A", "B"], ["A", "X"], True, 1 / 3, None),
        (["A"], [], False, 0.0, None),
        ([], [], None, None, None),
    ],
)
def test_agreement(
    one: list[str], other: list[str], top1: bool | None, overlap: float | None, rank: float | None
) -> None:
    found = agreement(impressions(one), impressions(other))
    assert (found.top1, found.overlap) == (top1, pytest.approx(overlap) if overlap is not None else None)
    assert found.rank == (None if rank is None else pytest.approx(rank))


CODES = st.lists(st.sampled_from("ABCDEF"), unique=True)


@given(CODES, CODES)
def test_agreement_knows_no_first_and_second(one: list[str], other: list[str]) -> None:
    assert agreement(impressions(one), impressions(other)) == agreement(impressions(other), impressions(one))
    assert agreement(impressions(one), impressions(one)).overlap in {1.0, None}
