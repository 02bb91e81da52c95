"""`anamnesis replay` and `anamnesis impressions` through the door."""

import pytest

from agents.domain import level1

LOW = {
    1: "Nothing interests me, every single day.",
    2: "I feel hopeless nearly every day.",
    14: "I sleep badly every night.",
    19: "No, not at all.",
}


def persona(identity: str, **changed: str) -> dict[str, object]:
    said = {str(item): {"reply": LOW.get(item, "No, never, not once."), "score": 0} for item in level1.items()}
    return {
        "id": identity,
        "description": "own example",
        "items": said | {n: {"reply": text} for n, text in changed.items()},
    }


def published(identity: str) -> dict[str, object]:
    turns = [("Hello. Are you ready to start?", "Yes.")]
    turns += [(item.text, LOW.get(item.id, "No, never, not once.")) for item in level1.items().values() if item.id != 9]
    roles = ("interviewer", "patient")
    said = [{"role": role, "text": text} for turn in turns for role, text in zip(roles, turn, strict=True)]
    return {"id": identity, "profile": "own example", "conversation": said}


def test_a_persona_and_a_published_interview(anamnesis, jsonl):
    run = anamnesis(
        "replay", jsonl(persona("a"), {"id": "b", "items": {"30": {"reply": "x"}}}, published("c"), {"id": "d"})
    )
    assert run.code == 1
    assert "line 2: items.30" in run.err
    assert "line 4: `items`" in run.err
    first, second = run.answers
    assert [first["id"], second["id"]] == ["a", "c"]
    for answer in run.answers:
        assert answer["status"] == "completed"
        assert list(answer["items"]) == [str(item) for item in level1.items()]
        assert set(answer["domains"]) == {domain.key for domain in level1.instrument().domains}
        assert answer["domains"]["depression"] == 4
        assert answer["risk"] == "none"
        assert "stoppedBy" not in answer
        assert answer["items"]["1"]["evidence"]
        assert all(quote in LOW[1] for quote in answer["items"]["1"]["evidence"])
    assert first["unanswered"] == []
    assert second["unanswered"] == [9]
    assert second["items"]["9"] == {"score": 0, "ambiguity": 10, "evidence": [], "declined": True}


def test_an_item_that_nobody_answered_is_told_as_unclear(anamnesis, jsonl):
    whole = persona("u", **{"3": "wrong window sorry", "2": "asdf", "1": "qwerty uiop"})
    (answer,) = anamnesis("replay", "--profile", jsonl(whole)).answers
    for item in ("1", "2", "3"):
        assert answer["items"][item] == {"score": 0, "ambiguity": 10, "evidence": [], "unclear": True}
    assert answer["domains"]["anger"] is None
    assert answer["domains"]["depression"] is None
    assert answer["profile"]["itemResponses"][2]["unclear"] is True


def test_an_interview_without_a_word_scores_no_domain(anamnesis, jsonl):
    (answer,) = anamnesis("replay", jsonl({"id": "p7", "conversation": []})).answers
    assert {(one["score"], one["declined"]) for one in answer["items"].values()} == {(0, True)}
    assert set(answer["domains"].values()) == {None}


def test_a_stopped_interview_says_why_and_has_no_impressions(anamnesis, jsonl):
    lines = jsonl(persona("s", **{"11": "I am going to kill myself tonight."}))
    (answer,) = anamnesis("replay", lines).answers
    assert answer["status"] == "terminated_for_safety"
    assert answer["risk"] == "stop"
    assert answer["stoppedBy"]
    assert "11" not in answer["items"]
    (formed,) = anamnesis("impressions", lines).answers
    assert formed == {"id": "s", "status": "terminated_for_safety", "impressions": []}


def test_impressions_of_an_interview_and_of_its_profile_are_the_same(anamnesis, jsonl):
    (replayed,) = anamnesis("replay", "--profile", jsonl(published("p"))).answers
    (direct,) = anamnesis("impressions", jsonl(published("p"))).answers
    (by_profile,) = anamnesis("impressions", jsonl(replayed)).answers
    (bare,) = anamnesis("impressions", jsonl(replayed["profile"])).answers
    assert direct["impressions"] == by_profile["impressions"] == bare["impressions"]
    assert direct["status"] == "completed"
    first = direct["impressions"][0]
    assert list(first) == ["name", "icd10", "category", "confidence", "items", "evidence"]
    assert first["icd10"].startswith("F")
    assert 0 < first["confidence"] <= 1


@pytest.mark.parametrize("mode", ["screening", "categorical"])
def test_impressions_in_other_modes(anamnesis, jsonl, mode):
    (answer,) = anamnesis("impressions", "--mode", mode, jsonl(persona("m"))).answers
    assert answer["impressions"]


def test_a_profile_that_is_none_is_a_bad_line(anamnesis, jsonl):
    run = anamnesis("impressions", jsonl({"id": "x", "profile": {"sessionStatus": "done"}}))
    assert run.code == 1
    assert "line 1: " in run.err


def test_without_a_server_the_command_says_so(anamnesis, jsonl):
    lines = jsonl(persona("a"))
    gone = anamnesis("replay", lines, "--via-server", "http://127.0.0.1:9/welcome/token")
    assert gone.code == 2
    assert "no server answers at http://127.0.0.1:9" in gone.err
    unknown = anamnesis("replay", lines, "--via-server", "http://127.0.0.1:9")
    assert unknown.code == 2
    assert "--sign-in" in unknown.err
    assert anamnesis("replay", lines, "--sockets", "0").code == 2
