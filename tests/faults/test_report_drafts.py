"""What a model writes of a report is shown while it writes, as far as it has passed its check: over the real socket."""

from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest

from agents.scripted.faults import Fault, FaultName
from agents.scripted.temperaments import Temperament, temper
from server.engines.stub_provider import Pace, StubProvider
from server.engines.stub_running import in_thread
from server.settings import Settings
from tests.conftest import Running, start_server
from tests.faults.line import Frame, Line, interview, kind, sign_in, told

SUMMARY, IMPRESSIONS = "executive_summary", "impressions"
OFTEN, NEVER = "Nearly every day, it hardly ever stops.", "Not at all, none of the days."
FORBIDDEN = ("major depressive", "lithium", "Demonic", "schizophrenia")
REPORTED = 60


@pytest.fixture(scope="module")
def provider() -> StubProvider:
    """One that writes a few words at a time."""
    slowly = (Fault(name=FaultName.SLOW, role="reporter"), Fault(name=FaultName.SLOW, role="diagnostician"))
    return StubProvider(Pace(gap=0.1), slowly)


@pytest.fixture(scope="module")
def server(settings: Settings, provider: StubProvider) -> Iterator[Running]:
    with in_thread(provider) as url:
        led = {"ANAMNESIS_REPORTER": "openai/stub", "ANAMNESIS_DIAGNOSTICIAN": "openai/stub"}
        running = start_server(
            settings, **led, OPENAI_BASE_URL=f"{url}/v1", OPENAI_API_KEY="any", ANAMNESIS_REPORT_SECONDS="60"
        )
        yield running
        running.process.terminate()
        running.process.communicate(timeout=60)


def watched(server: Running, mode: str) -> tuple[list[Frame], list[Frame]]:
    """An interview with a few troubles; what its therapist saw, and its patient."""
    staff = sign_in(server)
    number, cookies = interview(staff, mode=mode)
    seen, patient = Line(server, number, staff.cookies), Line(server, number, cookies)
    watching = Thread(target=lambda: seen.until(kind("ended"), REPORTED + 60))
    watching.start()
    reply = patient.exchange("Yes, let's begin.")
    while not told(reply, "closing"):
        item = reply["body"]["itemId"]
        reply = patient.exchange("No, that's all." if item is None else OFTEN if item in (1, 2, 14) else NEVER)
    watching.join()
    patient.until(kind("ended"), REPORTED)
    return seen.frames, patient.frames


def drafts(frames: list[Frame], key: str) -> list[str]:
    return [frame["markdown"] for frame in frames if frame["type"] == "draft" and frame["key"] == key]


def report(frames: list[Frame]) -> dict[str, str]:
    return {body["key"]: body["markdown"] for body in _bodies(frames, "report")}


def _bodies(frames: list[Frame], name: str) -> list[dict[str, Any]]:
    return [frame["body"] for frame in frames if kind(name)(frame)]


def test_summary_and_impressions_are_shown_as_they_are_written(server: Running) -> None:
    frames, patient = watched(server, "diagnostic")
    summaries, whole = drafts(frames, SUMMARY), report(frames)[SUMMARY]
    assert len(summaries) >= 2
    for draft in summaries:
        assert draft.removesuffix("...").strip() in whole
        assert not whole.endswith("...")
    formed = next(body["output"]["diagnosis"] for body in _bodies(frames, "tool") if body["tool"] == "diagnose")
    names = {one["name"] for one in formed["impressions"]}
    lines = [draft.splitlines() for draft in drafts(frames, IMPRESSIONS)]
    assert [len(one) for one in lines] == sorted(len(one) for one in lines)
    assert {line.removeprefix("- ").rpartition(", confidence")[0] for line in lines[-1]} <= names
    assert not [frame for frame in patient if frame["type"] == "draft"]


def test_nothing_that_fails_its_check_is_ever_shown(server: Running, provider: StubProvider) -> None:
    """A model that names disorders in a screening and advises medicines."""
    provider.temper = temper(Temperament.HOSTILE)
    frames, _ = watched(server, "screening")
    provider.temper = temper(Temperament.CAREFUL)
    shown = [*drafts(frames, SUMMARY), *drafts(frames, IMPRESSIONS), *report(frames).values()]
    assert not [(words, text) for words in FORBIDDEN for text in shown if words in text]
