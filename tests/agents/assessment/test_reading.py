"""Model output in the wild: tags, marks and scores in every spelling; what can't be told is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from agents.judge.reading import read_mark
from agents.llm.errors import Malformed
from agents.llm.structured import read as read_json
from agents.qualitative.sections import TAGS, read
from agents.quantitative.llm import AllScored, Scored

WHOLE = "\n".join(f"<{tag}>words of {tag}</{tag}>" for tag in TAGS)


@pytest.mark.parametrize(
    "text",
    [
        WHOLE,
        f"```xml\n{WHOLE}\n```",
        f"<think>I will write <assessment>a draft</assessment></think>\nSure:\n{WHOLE}\nHope this helps.",
        WHOLE.replace("<assessment>", '<Assessment lang="en">').replace("phq8_symptoms", "PHQ8_Symptoms"),
        f"<report>\n{WHOLE}\n</report>",
        WHOLE.replace("words of risk_factors", "<level>words of risk_factors</level>"),
        WHOLE.replace("</social_factors>", ""),
        WHOLE.replace("words", "\0words"),
    ],
)
def test_sections_are_found(text: str) -> None:
    found = read(text)
    assert found.overall == "words of assessment"
    assert found.risk_factors == "words of risk_factors"
    assert found.social_factors == "words of social_factors"


def test_a_missing_part_is_named() -> None:
    with pytest.raises(Malformed, match="<social_factors>"):
        read(WHOLE.replace("social_factors", "society"))
    with pytest.raises(Malformed, match="<assessment>"):
        read("I'm sorry, but I can't help with that.")


def test_quotes_are_listed_without_bullets_and_marks() -> None:
    text = WHOLE + '\n<exact_quotes>\n- "I sleep badly"\n2. “every night”\n\n</exact_quotes>'
    assert read(text).quotes == ("I sleep badly", "every night")


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("Score: 4", 4),
        ("**Score:** 4", 4),
        ("Score (1-5): 4", 4),
        ("**Score (1 to 5)**: 4/5", 4),
        ("3 of 5 symptoms covered, score so far: 3. Then again.\nScore: 5", 5),
        ('{"score": "2", "mistakes": []}', 2),
        ('```json\n{"explanation": "Score: 1", "score": 4}\n```', 4),
        ("<think>Score: 1</think>\nMistakes:\n- none\nScore: 5.", 5),
        ("Score: N/A, there is no text", None),
        ('{"score": null}', None),
    ],
)
def test_marks_are_read(text: str, score: int | None) -> None:
    assert read_mark(text)[0] == score


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a fine text",
        "Score: 2.5",
        "Score: 7",
        "Score: 0",
        '{"score": NaN}',
        '{"score": 4} {"score": 2}',
        "Score: x",
    ],
)
def test_a_mark_that_cannot_be_told_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        read_mark(text)


def test_mistakes_are_named() -> None:
    assert read_mark("Mistakes:\n- one\n* two\nScore: 4\n- not this")[1] == ("one", "two")
    assert read_mark("Mistakes:\n- none\nScore: 5")[1] == ()


def item(score: object) -> dict[str, object]:
    grounds = {"explanation": "", "quotes": [], "reason": "judged", "confidence": 0.5}
    return {"item": "Sleep", "score": score, **grounds}


@pytest.mark.parametrize(("given_score", "score"), [(2, 2), ("2", 2), (0, 0), ("N/A", None), (None, None), (3.0, 3)])
def test_item_scores_are_read(given_score: object, score: int | None) -> None:
    assert Scored.model_validate(item(given_score)).score == score


@pytest.mark.parametrize("wrong", [2.5, "2.5", 4, "4", -1, "two", float("nan"), "1-2", [1]])
def test_item_scores_between_or_beyond_are_refused(wrong: object) -> None:
    with pytest.raises(ValidationError):
        Scored.model_validate(item(wrong))


def test_two_objects_are_two_answers() -> None:
    with pytest.raises(Malformed, match="two objects"):
        read_json('{"items": []}\nor rather\n{"items": [{}]} {', AllScored)


PIECES = """<assessment> </assessment> <phq8_symptoms\u00a0x='1'> <think> </think> Score: 5 { } "score" : ``` N/A - none
</risk_factors> <exact_quotes> < > 4/5 (1-5) NaN"""
SCRAPS = st.lists(st.sampled_from([*PIECES.split(), "\0", "\n", " "]) | st.text(max_size=8)).map("".join)


@given(text=SCRAPS)
def test_anything_else_is_refused_and_nothing_crashes(text: str) -> None:
    for reader in (read, read_mark):
        try:
            reader(text)
        except Malformed:
            continue
