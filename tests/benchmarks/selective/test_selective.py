"""Selective prediction against values worked out by hand, and against slow references written from the definitions."""

import math
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.errors import CorrectInput
from benchmarks.selective import accuracy
from benchmarks.selective.calibration import METHODS, fitted, isotonic, platt, temperature
from benchmarks.selective.curve import Curve, achievable, augrc, aurc, by_confidence, by_loss, curve, risk_at
from benchmarks.selective.figures import compared, figures
from benchmarks.selective.plot import svg
from benchmarks.selective.prediction import Prediction, Table
from benchmarks.selective.reliability import brier, ece
from benchmarks.selective.resampling import Resampling, draws, interval, two_sided
from benchmarks.selective.trust import calibration

FEW = Resampling(resamples=200, seed=7)


def table(*rows: tuple[int | None, int, float], per: int = 2) -> Table:
    """Rows of score, gold and confidence; `per` rows a participant."""
    return Table.of([Prediction(f"p{n // per}", f"i{n % per}", *row) for n, row in enumerate(rows)])


HAND = table((2, 2, 0.9), (1, 2, 0.6), (3, 0, 0.3), (None, 1, 0.0))
"""Losses 0, 1, 3 in the order of confidence, one abstention: working points at coverage 1/4, 1/2, 3/4 with generalized
risk 0, 1/4, 1."""


def ours(of: Table) -> Curve:
    return curve(of, by_confidence(of))


def test_the_curve_and_its_areas_by_hand() -> None:
    of = ours(HAND)
    assert of.coverage.tolist() == [[0, 0.25, 0.5, 0.75]]
    assert of.generalized.tolist() == [[0, 0, 0.25, 1]]
    assert augrc(of)[0] == pytest.approx(0.25 * 0.125 + 0.25 * 0.625)
    # selective risk is 1 - 0.25/c from 1/4 to 1/2, and 3 - 1.25/c from 1/2 to 3/4
    by_hand = (0.25 - 0.25 * math.log(2)) + (0.75 - 1.25 * math.log(1.5))
    assert aurc(of)[0] == pytest.approx(by_hand)
    assert aurc(of, 0.5)[0] == pytest.approx(0.25 - 0.25 * math.log(2))
    assert aurc(of, 0.25)[0] == 0
    assert [risk_at(of, c)[0] for c in (0.25, 0.5, 0.75)] == pytest.approx([0, 0.5, 4 / 3])
    assert risk_at(of, 0.625)[0] == pytest.approx(0.625 / 0.625)
    assert math.isnan(risk_at(of, 0.8)[0])


def test_equally_sure_answers_are_accepted_in_random_order() -> None:
    tied = table((0, 0, 0.5), (2, 0, 0.5))
    assert aurc(ours(tied))[0] == pytest.approx(1.0)
    assert augrc(ours(tied))[0] == pytest.approx(0.5)


def test_hull_by_hand() -> None:
    bad_first = table((3, 0, 0.9), (0, 0, 0.8), (0, 0, 0.7), (0, 0, 0.6))
    hull = achievable(ours(bad_first))
    assert (hull.coverage.tolist(), hull.generalized.tolist()) == ([[0, 1]], [[0, 0.75]])
    assert aurc(hull)[0] == pytest.approx(0.75)


def test_errors_in_three_averages() -> None:
    of = table((0, 3, 0.1), (1, 1, 0.1), (None, 2, 0), (2, 1, 0.1), (None, 0, 0), (None, 3, 0))
    assert accuracy.weighted(of)[0] == pytest.approx(4 / 3)
    assert accuracy.over_items(of)[0] == pytest.approx((3 + 0.5) / 2)
    assert accuracy.over_subjects(of)[0] == pytest.approx((1.5 + 1) / 2)
    assert accuracy.subjects(of) == {"p0": 1.5, "p1": 1.0, "p2": None}
    assert accuracy.coverage(of)[0] == 0.5
    twice = np.array([[2.0, 0.0, 1.0]])
    assert accuracy.weighted(of, twice)[0] == 1.5


ROWS = st.lists(
    st.tuples(st.none() | st.integers(0, 3), st.integers(0, 3), st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.9, 1.0])),
    min_size=1,
    max_size=24,
)


def accepted(of: Table, share: float, key: str = "confidence") -> float:
    """Generalized risk at a coverage, from the definition: accept groups of equals whole, the last one in part."""
    answers = [one for one in of.predictions if one.score is not None]

    def rank(one: Prediction) -> float:
        assert one.score is not None
        return -one.confidence if key == "confidence" else abs(one.score - one.gold)

    left, lost = share * len(of.predictions), 0.0
    for value in sorted({rank(one) for one in answers}):
        group = [abs(one.score - one.gold) for one in answers if rank(one) == value and one.score is not None]
        taken = min(left, len(group))
        lost += taken * sum(group) / len(group)
        left -= taken
    return lost / len(of.predictions)


@given(ROWS, st.floats(0.05, 1))
@settings(max_examples=40, deadline=None)
def test_areas_are_the_integrals_of_their_definitions(rows: list[tuple[int | None, int, float]], until: float) -> None:
    of = table(*rows)
    limit = min(until, of.coverage)
    steps = 2000
    at = [(step + 0.5) / steps * limit for step in range(steps)]
    for key, order in (("confidence", by_confidence(of)), ("loss", by_loss(of))):
        found = curve(of, order)
        middle = [accepted(of, share, key) for share in at[:: steps // 40]]
        assert augrc(found, until)[0] == pytest.approx(np.mean(middle) * limit, abs=0.05)
        grid = np.interp(at, found.coverage[0], found.generalized[0])
        assert middle == pytest.approx(grid[:: steps // 40].tolist())
        assert augrc(found, until)[0] == pytest.approx(float(np.sum(grid)) * limit / steps, abs=1e-4)
        assert aurc(found, until)[0] == pytest.approx(
            float(np.sum(grid / at)) * limit / steps if limit else 0, abs=5e-3
        )


@given(ROWS)
@settings(deadline=None)
def test_nobody_beats_the_optimum_and_the_hull_lies_between(rows: list[tuple[int | None, int, float]]) -> None:
    of = table(*rows)
    best, hull, real = curve(of, by_loss(of)), achievable(ours(of)), ours(of)
    for area in (aurc, augrc):
        assert area(best)[0] <= area(hull)[0] + 1e-9
        assert area(hull)[0] <= area(real)[0] + 1e-9
    assert aurc(real)[0] <= 3 * of.coverage + 1e-9


@given(ROWS, st.randoms())
@settings(deadline=None)
def test_a_resample_is_the_table_with_participants_repeated(rows: list[tuple[int | None, int, float]], random) -> None:  # type: ignore[no-untyped-def]
    of = table(*rows)
    drawn = [random.choice(of.participants) for _ in of.participants]
    weights = np.array([[float(drawn.count(name)) for name in of.participants]])
    copies = [
        Prediction(f"{turn}{one.participant}", one.item, one.score, one.gold, one.confidence)
        for turn, name in enumerate(drawn)
        for one in of.predictions
        if one.participant == name
    ]
    again = Table.of(copies)
    for area in (aurc, augrc):
        assert area(curve(of, by_confidence(of), weights))[0] == pytest.approx(area(ours(again))[0])
        assert area(curve(of, by_loss(of), weights))[0] == pytest.approx(area(curve(again, by_loss(again)))[0])
    assert risk_at(curve(of, by_confidence(of), weights), 0.5)[0] == pytest.approx(
        risk_at(ours(again), 0.5)[0], nan_ok=True
    )
    for mean in (accuracy.weighted, accuracy.over_items, accuracy.over_subjects, accuracy.coverage):
        assert mean(of, weights)[0] == pytest.approx(mean(again)[0], nan_ok=True)


def test_draws_are_seeded_and_of_the_right_size() -> None:
    first, again = (np.concatenate(list(draws(5, Resampling(resamples=1300, seed=3)))) for _ in range(2))
    other = np.concatenate(list(draws(5, Resampling(resamples=1300, seed=4))))
    assert first.shape == (1300, 5)
    assert (first.sum(axis=1) == 5).all()
    assert (first == again).all()
    assert not (first == other).all()
    assert first.mean() == pytest.approx(1)
    assert np.var(first) == pytest.approx(0.8, abs=0.05), "binomial (5, 1/5)"


def test_intervals() -> None:
    found = interval(np.append(np.arange(1001.0), np.nan))
    assert found is not None
    assert (found.low, found.high) == pytest.approx((25, 975))
    assert found.share == pytest.approx(0.999, abs=1e-4)
    assert interval(np.array([np.nan])) is None
    assert two_sided(np.array([1.0, 2, 3, -1])) == 0.8
    assert two_sided(np.zeros(4)) == 1
    assert two_sided(np.ones(4)) == 0.4
    assert two_sided(np.array([np.nan])) is None


def random_table(seed: int, coverage: float = 0.7, people: int = 12) -> Table:
    random = np.random.default_rng(seed)
    rows = []
    for _ in range(people * 8):
        gold, off = int(random.integers(4)), int(random.choice([0, 0, 1, -1]))
        score = int(np.clip(gold + off, 0, 3)) if random.random() < coverage else None
        rows.append((score, gold, float(np.clip(0.8 - 0.4 * abs(off) + random.normal(0, 0.2), 0, 1))))
    return table(*rows, per=8)


def test_figures_hold_everything_and_are_reproducible() -> None:
    of = random_table(1)
    found = figures(of, FEW)
    assert found == figures(of, FEW)
    assert found.until == of.coverage
    values = {name: figure.value for name, figure in found.figures.items()}
    assert values["aurcExcess"] == pytest.approx(values["aurc"] - values["aurcOptimal"])  # type: ignore[operator]
    assert values["aurcOptimal"] <= values["aurcAchievable"] <= values["aurc"]  # type: ignore[operator]
    assert values["maeWeighted"] == pytest.approx(np.nanmean(of.losses))
    for name, figure in found.figures.items():
        if figure.interval:
            assert figure.value is not None
            assert figure.interval.low <= figure.value <= figure.interval.high, name
    assert found.risk_at_coverage["0.5"].value == pytest.approx(risk_at(ours(of), 0.5)[0])
    assert found.risk_at_coverage["1"].value is None
    assert list(found.mae_by_item) == [f"i{n}" for n in range(8)]
    assert len(found.mae_of_subjects) == 12


def test_a_run_without_answers_has_no_figures_and_no_zeros() -> None:
    found = figures(table((None, 1, 0.0), (None, 2, 0.0)), FEW)
    assert found.figures["coverage"].value == 0
    assert {name for name, figure in found.figures.items() if figure.value is not None} == {"coverage"}
    assert all(figure.value is None for figure in found.risk_at_coverage.values())


def test_runs_are_compared_at_equal_coverage() -> None:
    whole = random_table(1, coverage=1.0)
    timid = Table.of(
        [
            Prediction(one.participant, one.item, one.score if one.confidence > 0.5 else None, one.gold, one.confidence)
            for one in whole.predictions
        ]
    )
    found = compared(whole, timid, FEW)
    assert found.until == timid.coverage < 1
    assert found.differences["aurc"].value == pytest.approx(0, abs=1e-12), "the same answers up to the same coverage"
    assert found.differences["augrc"].value == pytest.approx(0, abs=1e-12)
    assert found.differences["maeAnsweredByBoth"].value == 0
    assert found.differences["coverage"].value == pytest.approx(timid.coverage - 1)
    assert figures(timid, FEW).figures["aurc"].value < figures(whole, FEW).figures["aurc"].value  # type: ignore[operator]
    lower = compared(whole, timid, FEW, until=0.2)
    assert lower.until == 0.2


def test_a_comparison_takes_what_both_have_in_any_order() -> None:
    one = random_table(2)
    shuffled = Table.of(list(reversed(one.predictions[8:])))
    found = compared(one, shuffled, FEW)
    assert (found.participants, found.predictions) == (11, 88)
    assert all(difference.value == pytest.approx(0) for difference in found.differences.values())
    wrong = Table.of([Prediction("p3", "i0", 1, (one.predictions[24].gold + 1) % 4, 0.5)])
    with pytest.raises(CorrectInput, match="known scores"):
        compared(one, wrong, FEW)
    with pytest.raises(CorrectInput, match="in common"):
        compared(one, Table.of([Prediction("x", "i0", 1, 1, 0.5)]), FEW)
    with pytest.raises(CorrectInput, match="above 0"):
        figures(one, FEW, until=0)


def test_a_better_run_is_found_better() -> None:
    worse = random_table(3, people=40)
    better = Table.of(
        [
            Prediction(p.participant, p.item, None if p.score is None else p.gold, p.gold, p.confidence)
            for p in worse.predictions
        ]
    )
    found = compared(worse, better, FEW).differences["maeWeighted"]
    assert found.interval is not None
    assert found.interval.high < 0
    assert found.p == pytest.approx(2 / 201)


def test_tables_refuse_what_they_cannot_hold() -> None:
    one = Prediction("p", "i", 1, 1, 0.5)
    with pytest.raises(CorrectInput, match="twice"):
        Table.of([one, one])
    with pytest.raises(CorrectInput, match="no prediction"):
        Table.of([])


def test_reliability_by_hand() -> None:
    probabilities, right = np.array([0.95, 0.95, 0.55, 1.0]), np.array([1.0, 0, 1, 1])
    assert brier(probabilities, right) == pytest.approx((0.05**2 + 0.95**2 + 0.45**2) / 4)
    assert ece(probabilities, right) == pytest.approx((abs(2.9 - 2) + 0.45) / 4)
    assert math.isnan(ece(np.array([]), np.array([])))


def test_temperature_finds_the_heat_that_was_applied() -> None:
    random = np.random.default_rng(5)
    true = random.uniform(0.05, 0.95, 20_000)
    right = (random.random(20_000) < true).astype(float)
    hot = 1 / (1 + np.exp(-2.0 * np.log(true / (1 - true))))
    assert temperature(hot, right).slope == pytest.approx(0.5, rel=0.05)
    shifted = 1 / (1 + np.exp(-(2.0 * np.log(true / (1 - true)) + 1)))
    found = platt(shifted, right)
    assert (found.slope, found.shift) == (pytest.approx(0.5, rel=0.06), pytest.approx(-0.5, rel=0.12))
    for method in METHODS:
        after = fitted(method, hot, right)(hot)
        assert ece(after, right) < ece(hot, right) / 2


def test_isotonic_by_hand() -> None:
    found = isotonic(np.array([0.1, 0.2, 0.3, 0.4, 0.4]), np.array([0.0, 1, 0, 1, 1]))
    assert found(np.array([0.0, 0.1, 0.2, 0.25, 0.3, 0.4, 0.9])).tolist() == [0, 0, 0.5, 0.5, 0.5, 1, 1]


@given(st.lists(st.tuples(st.integers(0, 6), st.booleans()), min_size=1, max_size=9))
@settings(deadline=None)
def test_isotonic_is_the_best_rising_fit(pairs: list[tuple[int, bool]]) -> None:
    """Against the min-max formula of isotonic regression (Barlow et al., 1972)."""
    at, right = np.array([x / 6 for x, _ in pairs]), np.array([float(y) for _, y in pairs])
    groups = sorted(set(at.tolist()))
    means = [[right[(at >= low) & (at <= high)].mean() if low <= high else 0 for high in groups] for low in groups]
    expected = [
        max(min(means[low][high] for high in range(k, len(groups))) for low in range(k + 1)) for k in range(len(groups))
    ]
    assert isotonic(at, right)(np.array(groups)).tolist() == pytest.approx(expected)


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=30), st.sampled_from(METHODS))
@settings(deadline=None)
def test_calibrated_confidences_are_probabilities(pairs: list[tuple[float, bool]], method: str) -> None:
    at, right = np.array([x for x, _ in pairs]), np.array([float(y) for _, y in pairs])
    found = fitted(method, at, right)(np.linspace(0, 1, 11))
    assert ((found >= 0) & (found <= 1)).all()
    if method != "platt":
        assert (np.diff(found) >= -1e-12).all()


def shy(of: Table) -> Table:
    """The same answers, with much less confidence."""
    return Table.of([Prediction(p.participant, p.item, p.score, p.gold, p.confidence**4) for p in of.predictions])


def test_calibration_of_a_run() -> None:
    one, other = (shy(random_table(seed, people=60)) for seed in (6, 7))
    across, learned = calibration(one, 1), calibration(one, 1, ("the other run", other))
    assert "cross-validation" in across.learned_on
    assert learned.learned_on == "the other run"
    for found in (across, learned):
        assert found.raw is not None
        assert set(found.by_method) == set(METHODS)
        assert found.by_method["platt"].brier < found.raw.brier
        assert found.by_method["isotonic"].ece < found.raw.ece
    assert calibration(one, 1) == across
    alone = calibration(table((1, 1, 0.5), (2, 2, 0.4)), 1)
    assert (alone.raw, alone.reason) == (None, "calibration needs answers of two participants at least")
    assert "from 0 to 1" in (calibration(table((1, 1, 7.0), (2, 2, 9.0), per=1), 1).reason or "")


def test_the_plot_is_well_formed_and_names_the_runs() -> None:
    drawn = svg(
        [("zero <shot>", ours(HAND)), ("few", ours(random_table(1))), ("none", ours(table((None, 1, 0.0))))], 0.5
    )
    root = ElementTree.fromstring(drawn)  # our own output
    words = " ".join(root.itertext())
    assert "zero <shot> reaches coverage 0.75 at risk 1.33" in words
    assert "Coverage" in words
    assert len(root.findall(".//{*}polyline")) == 3
    numbers = [
        float(n) for line in root.findall(".//{*}polyline") for n in line.attrib["points"].replace(",", " ").split()
    ]
    assert all(0 <= number <= 720 for number in numbers)
    with pytest.raises(ValueError, match="1 to 4"):
        svg([])
