"""Difficult patients, each in a file beside this one, talk through the socket with the offline engine.

A file tells who it is (`who`), at which item the talk begins (`from_item`; those before it are skipped, 0 is the
introduction), the turns, and how it ends. A turn is what the patient writes (`patient`; `edits`: to an earlier item) or
does (`does`: "skip"; `to`: until that purpose), and what has to follow: `hears` (each stands in the reply; "a|b": one
of them), `never` (none stands there), `purpose` (one of these), `item` (the open item), `alert` ("none", or the level
of the alert that the message raises), `tier` (one of these for the message), `reviewed` (what the patient is shown of
their answer to an item), `open` (how many have no answer). `[end]` holds `status`, under `scores` the range of each
item that was answered ("0-1", or "unclear", "declined"), and under `confirm` what stands on the page on which the
clinician confirms an item; none of `not_shown` does.
"""

import html
import json
import time
import tomllib
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.interviews.talking import WAIT, Talker, begun, talker, watched

TALKS = sorted(Path(__file__).parent.glob("*.toml"))
MOST_QUESTIONS = 1
"""Questions in one reply, without the introduction and the numbers to call."""


@pytest.mark.parametrize("path", TALKS, ids=[path.stem for path in TALKS])
def test_it_goes_as_it_should(signed_in: httpx.Client, path: Path) -> None:
    talk = tomllib.loads(path.read_text("utf-8"))
    interview = begun(signed_in, locale=talk.get("locale", "en-US"))
    with talker(signed_in, interview) as patient:
        _reach(patient, talk["from_item"])
        for number, turn in enumerate(talk["turn"], start=1):
            seen = len(watched(signed_in, interview))
            reply = _do(patient, turn)
            events = watched(signed_in, interview)[seen:]
            _check(f"{path.stem}, turn {number} ({turn.get('patient', turn.get('does'))!r})", turn, reply, events)
    end = talk.get("end", {})
    for item, wanted in end.get("confirm", {}).items():
        _check_page(signed_in, interview, item, wanted, end.get("not_shown", ()))
    _check_end(path.stem, end, _profile(signed_in, interview, end.get("status") == "completed"))


def _profile(staff: httpx.Client, interview: str, completed: bool) -> dict[str, Any]:
    """The profile; of an interview that is to be completed, once its report is written."""
    until = time.monotonic() + WAIT
    while True:
        profile: dict[str, Any] = staff.get(f"/interviews/{interview}/profile").json()
        if not completed or profile["sessionStatus"] == "completed" or time.monotonic() > until:
            return profile
        time.sleep(0.1)


def _reach(patient: Talker, item: int) -> None:
    if item:
        patient.to_item(item)
    else:
        patient.reply_after(0)


def _do(patient: Talker, turn: dict[str, Any]) -> dict[str, Any]:
    if "edits" in turn:
        return patient.edit(turn["edits"], turn["patient"])
    if turn.get("does") != "skip":
        return patient.say(turn["patient"])
    reply = patient.skip()
    while reply["purpose"] != turn.get("to", reply["purpose"]):
        reply = patient.skip()
    return reply


def _check_page(staff: httpx.Client, interview: str, item: str, wanted: list[str], never: list[str]) -> None:
    """What the clinician is shown of an answer to confirm, once the report is written."""
    _profile(staff, interview, completed=True)
    page = html.unescape(staff.get("/confirm", params={"interview": interview, "item": item}).text)
    for words in wanted:
        assert words in page, f"item {item} to confirm: no {words!r}"
    for words in never:
        assert words not in page, f"item {item} to confirm: {words!r}"


def _check(where: str, turn: dict[str, Any], reply: dict[str, Any], events: list[dict[str, Any]]) -> None:
    text = reply["text"].lower().replace("’", "'")
    said = [one["body"] for one in events if one["kind"] == "message" and one["body"]["role"] == "patient"]
    alerts = [one["body"]["level"] for one in events if one["kind"] == "alert"]
    for wanted in turn.get("hears", ()):
        assert any(one.lower() in text for one in wanted.split("|")), f"{where}: no {wanted!r} in {reply['text']!r}"
    for unwanted in turn.get("never", ()):
        assert unwanted.lower() not in text, f"{where}: {unwanted!r} in {reply['text']!r}"
    if "purpose" in turn:
        assert reply["purpose"] in turn["purpose"], f"{where}: {reply['purpose']}, {reply['text']!r}"
    if "item" in turn:
        assert reply["itemId"] == turn["item"], f"{where}: item {reply['itemId']}, {reply['text']!r}"
    if "alert" in turn:
        assert (alerts or ["none"])[0] == turn["alert"], f"{where}: alerts {alerts}"
    if "tier" in turn and said:
        assert said[0]["risk"]["tier"] in turn["tier"], f"{where}: {said[0]['risk']}"
    shown = {str(one["itemId"]): json.dumps(one, ensure_ascii=False) for one in reply["answered"]}
    for item, wanted in turn.get("reviewed", {}).items():
        for one in wanted:
            assert one in shown[item], f"{where}: no {one!r} in {shown[item]}"
    if "open" in turn:
        assert reply["progress"]["open"] == turn["open"], f"{where}: {reply['progress']}"
    if reply["purpose"] not in ("script", "farewell"):
        own = text.removeprefix((reply.get("help") or {}).get("text", "").lower().replace("’", "'"))
        assert own.count("?") <= MOST_QUESTIONS, f"{where}: several questions in {reply['text']!r}"


def _check_end(where: str, end: dict[str, Any], profile: dict[str, Any]) -> None:
    if "status" in end:
        assert profile["sessionStatus"] == end["status"], where
    given = {one["itemId"]: one for one in profile["itemResponses"]}
    for item, wanted in end.get("scores", {}).items():
        answer = given.get(int(item))
        assert answer is not None, f"{where}: item {item} has no answer"
        if wanted in ("unclear", "declined"):
            assert answer[wanted], f"{where}: item {item} is {answer}"
            continue
        low, _, high = wanted.partition("-")
        told = f"{where}: item {item} is {answer['score']}"
        assert not answer["unclear"], f"{told}, unclear"
        assert not answer["declined"], f"{told}, declined"
        assert int(low) <= answer["score"] <= int(high or low), told
    for item in end.get("without", ()):
        assert item not in given, f"{where}: item {item} has an answer: {given.get(item)}"
