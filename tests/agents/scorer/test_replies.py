"""Invented replies in many voices, each with the score its speaker means."""

from dataclasses import dataclass

from agents.scorer.port import Answer
from agents.scorer.rules import score
from benchmarks.training.datasets import REPLIES


@dataclass(frozen=True)
class Reply:
    item: int
    score: int
    text: str
    followup: str


def replies() -> list[Reply]:
    found = []
    for line in (REPLIES / "with_follow_up.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            item, meant, text, followup = (part.strip() for part in line.split("|"))
            found.append(Reply(int(item), int(meant), text, followup))
    return found


def final(reply: Reply) -> int:
    """The score after the follow-up, when one is asked."""
    first = score(Answer(item=reply.item, reply=reply.text))
    if not first.needs_followup:
        return first.score
    return score(Answer(item=reply.item, reply=reply.text, followup_reply=reply.followup)).score


def test_there_are_replies_for_every_item():
    assert {reply.item for reply in replies()} == set(range(1, 24))
    assert len(replies()) >= 400


def test_nearly_all_replies_get_the_score_that_is_meant():
    missed = [(reply.item, reply.score, final(reply), reply.text) for reply in replies() if final(reply) != reply.score]
    assert len(missed) <= 0.01 * len(replies()), missed


def test_no_reply_with_its_followup_misses_by_more_than_the_odd_one():
    missed = []
    for reply in replies():
        got = score(Answer(item=reply.item, reply=reply.text, followup_reply=reply.followup)).score
        if got != reply.score:
            missed.append((reply, got))
    assert len(missed) <= 0.01 * len(replies()), missed


def test_a_followup_is_asked_for_a_minority_of_telling_replies():
    asked = sum(score(Answer(item=reply.item, reply=reply.text)).needs_followup for reply in replies())
    assert 0.25 <= asked / len(replies()) <= 0.5
