"""Large files are answered by several processes; what comes out is what one process gives, in the lines' order."""

import json

import pytest

from server.cli.batch.answering import BRIEF, WHOLE

REPLIES = {"reply": "Three or four days.", "followup": "Maybe three."}
PERSONA = {"items": {str(item): REPLIES for item in range(1, 24)}}


def records(kind: str, number: int) -> list[dict[str, object]]:
    if kind == "score":
        return [{"id": n, "item": 1 + n % 4, "reply": f"On {n % 15} of the fourteen days."} for n in range(number)]
    if kind == "risk":
        return [
            {"id": n, "text": f"Take {n % 60}: I would rather be dead." if n % 7 else "Fine."} for n in range(number)
        ]
    return [{"id": n, **PERSONA, "intro": f"Yes, that is fine, {n}."} for n in range(number)]


@pytest.mark.parametrize(
    ("kind", "many"),
    [("score", BRIEF.least), ("risk", BRIEF.least), ("replay", WHOLE.least), ("impressions", WHOLE.least)],
)
def test_many_lines_are_answered_as_one_by_one(anamnesis, tmp_path, kind, many):
    given = records(kind, many + 1)
    lines = [json.dumps(one) for one in given]
    lines.insert(many // 2, "no json")
    path = tmp_path / "many.jsonl"
    path.write_text("\n".join(lines))
    shared = anamnesis(kind, path)
    alone = anamnesis(kind, "-", given="\n".join(lines).encode())
    assert [one["id"] for one in shared.answers] == [one["id"] for one in given]
    assert shared == alone
    assert shared.code == 1
    assert f"line {many // 2 + 1}: not JSON" in shared.err
