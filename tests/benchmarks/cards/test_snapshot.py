"""A snapshot holds what a card needs, keeps its digest wherever it travels, and is of completed interviews only."""

import json
from collections.abc import Callable

import pytest
from pydantic import ValidationError

from agents.errors import NotNow
from agents.interview.session import Session
from benchmarks.cards.snapshot import Snapshot
from benchmarks.runs.dataset import Entry, Kind, snapshot_of


def test_it_holds_the_whole_interview(snapshot: Snapshot) -> None:
    assert len(snapshot.profile.item_responses) == 23
    assert len(snapshot.report) == 5
    assert snapshot.diagnosis is not None
    assert snapshot.searches
    assert {one.role for one in snapshot.models} >= {"interviewer", "score_response", "diagnose", "risk"}
    assert {one.name for one in snapshot.libraries} >= {"torch", "bert-score", "textstat"}
    assert {one.name for one in snapshot.prompts} >= {"interview", "scorer", "card_judge"}
    assert len(snapshot.tools) == 6
    assert {one.turn for one in snapshot.spoken} <= {turn.index for turn in snapshot.profile.transcript}


def test_the_digest_survives_json_and_the_order_of_keys(snapshot: Snapshot) -> None:
    plain = json.loads(snapshot.model_dump_json())
    turned = dict(reversed(plain.items()))
    assert Snapshot.model_validate(turned).digest == snapshot.digest
    again = snapshot_of(Entry(id="x", value={"id": "x", "snapshot": plain}))
    assert again.digest == snapshot.digest
    assert Entry(id="x", value=plain).kind is Kind.SNAPSHOT


def test_another_word_is_another_digest(snapshot: Snapshot) -> None:
    turn = snapshot.profile.transcript[1]
    changed = snapshot.profile.model_copy(
        update={
            "transcript": (
                snapshot.profile.transcript[0],
                turn.model_copy(update={"text": turn.text + "!"}),
                *snapshot.profile.transcript[2:],
            )
        }
    )
    assert snapshot.model_copy(update={"profile": changed}).digest != snapshot.digest


def test_nobody_can_change_it(snapshot: Snapshot) -> None:
    with pytest.raises(ValidationError):
        snapshot.driver = "another"  # type: ignore[misc]


def test_an_interview_that_was_ended_for_safety_is_refused(finished: Callable[..., Session]) -> None:
    stopped = finished({11: "I am going to kill myself tonight."}, name="stopped")
    with pytest.raises(NotNow, match="ended for safety"):
        Snapshot.of(stopped.events)


def test_an_unfinished_interview_is_refused(finished: Callable[..., Session]) -> None:
    events = finished().events
    report = next(n for n, event in enumerate(events) if event.kind == "report")
    for cut in (3, len(events) // 2, report):
        with pytest.raises(NotNow, match="not finished"):
            Snapshot.of(events[:cut])
