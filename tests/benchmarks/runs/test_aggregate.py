"""The aggregate: what counts, what is counted by itself, and intervals."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.runs.aggregate import Aggregate, aggregate
from benchmarks.runs.results import Measure, Result, Settings, Status
from benchmarks.runs.statistics import macro_f1, mean, of_pairs
from benchmarks.runs.tables import tables
from benchmarks.runs.writing import figures, markdown, page

SETTINGS = Settings(dataset="d", mode="diagnostic", parts=("wording",), bertscore="minilm")


def result(number: int, label: str, *codes: str, status: Status = Status.DONE, **more: object) -> Result:
    read = codes if status is Status.DONE else None
    return Result.model_validate(
        {"id": f"r{number}", "asked": "rules", "system": "rules", "label": label, "status": status, "codes": read}
        | more
    )


RESULTS = [
    result(1, "depression", "F32.9", "F41.1"),
    result(2, "depression", "F41.1", "F33.0"),
    result(3, "anxiety", "F41.1"),
    result(4, "anxiety", "F20.9", "F25.0", "F43.2", "F41.1"),
    result(5, "ptsd"),
    result(6, "ptsd", status=Status.TRUNCATED, reason="breaks off"),
    result(7, "ptsd", status=Status.STOPPED, reason="ended for safety"),
    result(8, "ptsd", status=Status.ERROR, reason="died | <b>"),
    result(9, "ptsd", codes=None),
    result(10, "ptsd", status=Status.FAILED, reason="turn 3 is a provider's error"),
]


def found() -> Aggregate:
    return aggregate(RESULTS)


def test_only_what_is_done_counts() -> None:
    (one,) = found().systems
    assert (one.done, one.truncated, one.failed, one.stopped, one.errors, one.unread) == (6, 1, 1, 1, 1, 1)
    assert one.top1.n == 5
    assert one.top1.value == pytest.approx(2 / 5)
    assert one.top3.value == pytest.approx(3 / 5)  # the fourth names the profile after "other" and two more
    rows = {row.label: dict(zip(one.columns, row.counts, strict=True)) for row in one.confusion}
    assert rows["depression"]["depression"] == rows["depression"]["anxiety"] == 1
    assert rows["ptsd"]["none"] == 1
    assert sum(map(sum, (row.counts for row in one.confusion))) == 5
    assert [failure.id for failure in found().failures] == ["r10", "r6", "r7", "r8"]


def test_each_profile_has_its_own_figures() -> None:
    measured = [
        result(n, label, code, measures=(Measure(key="wording.turns", value=value),))
        for n, (label, code, value) in enumerate(
            [("ptsd", "F43.1", 10.0), ("ptsd", "F32", 30.0), ("depression", "F32", 50.0), ("depression", "F43.1", None)]
        )
    ]
    (one,) = aggregate(measured).systems
    ptsd, low = (next(each for each in one.profiles if each.profile == name) for name in ("ptsd", "depression"))
    assert (ptsd.done, ptsd.top1.value, ptsd.f1.value) == (2, 0.5, 0.5)  # one hit, one missed, one spurious
    assert (ptsd.averages[0].interval.value, low.averages[0].interval.value) == (20, 50)
    assert low.averages[0].unavailable == 1
    rows = csv_rows(aggregate(measured))
    assert [row[3] for row in rows if row[1:3] == ["wording.turns", "ptsd"]] == ["20.0"]
    text = markdown(tables(aggregate(measured)), SETTINGS)
    assert "| Figure, mean | depression (2) | ptsd (2) |" in text
    assert "| Turns | 50.0 | 20.0 |" in text


def test_macro_f1_by_hand() -> None:
    pairs = [("a", "a"), ("a", "b"), ("b", "b"), ("b", "b"), ("c", "x")]
    # a: 2/(2+1)=2/3, b: 4/(4+1)=4/5, c: 0
    assert macro_f1(pairs) == pytest.approx((2 / 3 + 4 / 5 + 0) / 3)
    assert macro_f1([]) is None


def test_a_figure_over_nothing_is_unavailable() -> None:
    assert mean([]).value is None
    assert of_pairs([], macro_f1).value is None
    (one,) = aggregate([result(1, "depression", status=Status.ERROR, reason="x")]).systems
    assert one.top1.value is None
    assert "unavailable" not in csv_rows(aggregate(RESULTS))[0]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_an_interval_holds_its_mean_and_is_the_same_again(values: list[float]) -> None:
    one = mean(values, 200)
    assert one.low is not None
    assert one.high is not None
    assert one.value is not None
    assert min(values) - 1e-9 <= one.low <= one.high <= max(values) + 1e-9
    assert one == mean(values, 200)


def test_averages_leave_out_what_is_unavailable() -> None:
    measured = [
        result(n, "ptsd", "F43.1", measures=(Measure(key="wording.turns", value=value),))
        for n, value in enumerate((10.0, None, 20.0))
    ]
    (average,) = aggregate(measured).systems[0].averages
    assert (average.interval.value, average.interval.n, average.unavailable) == (15, 2, 1)


def csv_rows(given: Aggregate) -> list[list[str]]:
    return list(csv.reader(io.StringIO(figures(given))))


def test_all_three_formats_say_the_same() -> None:
    ready = tables(found())
    text, html, rows = markdown(ready, SETTINGS), page(ready, SETTINGS), csv_rows(found())
    assert "| rules | 6 | 1 | 1 | 1 | 1 | 1 |" in text
    assert "died &#124; &lt;b>" in text
    assert "died | &lt;b&gt;" in html
    assert "<b>" not in html
    top1 = next(row for row in rows if row[1] == "top1" and not row[2])
    assert float(top1[3]) == pytest.approx(0.4)
    assert f"{0.4:.3f}" in text
    assert ["rules", "errors", "", "1", "", "", ""] in rows
