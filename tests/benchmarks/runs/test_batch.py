"""How far a batch is and how long it will take, told from what it has done."""

from benchmarks.runs.batch import Pace


def test_the_time_left_follows_the_pace_so_far() -> None:
    now = 100.0
    pace = Pace(250, clock=lambda: now)
    now += 30
    assert pace.line() == "1 of 250 done, 2.0 a minute, 2 h 4 min left"
    now += 60
    assert pace.line(done=89) == "90 of 250 done, 60.0 a minute, 2 min 40 s left"
    now += 10
    assert pace.line(done=160) == "250 of 250 done, 150.0 a minute, 0 min 0 s left"
