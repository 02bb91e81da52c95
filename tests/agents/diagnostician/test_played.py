"""Whole interviews that five authors played: the impression is that of the patient who was played."""

from benchmarks.training.figures.played import measure


def test_nearly_every_played_patient_is_recognised_and_little_else_is_seen() -> None:
    found = measure()
    assert found.n == 100
    assert found.top1[0] >= 0.97
    assert found.false <= 18
