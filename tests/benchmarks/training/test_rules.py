"""The bench of the rule engines: its figures by hand, its files, its table and the JSON on its last line."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.domain import level1
from agents.errors import CorrectInput
from agents.risk.port import Message
from agents.risk.rules import read as read_risk
from benchmarks.training.datasets import REPLIES as TOLD
from benchmarks.training.datasets import RISK
from benchmarks.training.figures.__main__ import main
from benchmarks.training.figures.beside import beside, ordinary
from benchmarks.training.figures.hostile import HOSTILE, LONGEST
from benchmarks.training.figures.interviews import CODES, measure_personas, measure_published, profile_of
from benchmarks.training.figures.labelled import ItemReply, Labelled, read
from benchmarks.training.figures.messages import measure as measure_messages
from benchmarks.training.figures.own import own
from benchmarks.training.figures.replies import measure as measure_replies
from benchmarks.training.figures.speed import pace
from benchmarks.training.figures.statistics import calibration, f1, qwk, share, spearman, wilson

NEVER = {str(item): {"score": 0, "reply": "No, not once.", "followup": "No days."} for item in level1.items()}
REPLIES = [
    ("no", 0, 0, "No, not on any day."),
    ("yes", 4, 4, "Every single day of the two weeks."),
    ("yes", 1, 3, "It comes over me."),
]


def reply(number: int, endorsed: str, low: int, high: int, text: str) -> dict[str, object]:
    return {
        "id": f"r{number}",
        "item": 2,
        "question": None,
        "reply": text,
        "lo": low,
        "hi": high,
        "best": [(low + high) // 2],
        "endorsed": [endorsed],
        "followup": [low != high],
    }


MESSAGES = [
    {"id": "m1", "context": None, "text": "I am going to kill myself tonight.", "accept": ["stop"]},
    {"id": "m2", "context": None, "text": "The bus was late and I missed the film.", "accept": ["none"]},
    {"id": "m3", "context": None, "text": "The soup was too salty.", "accept": ["flag", "urgent"]},
]
QUESTIONS = {item.id: item.text for item in level1.items().values()}


def published(profile: str) -> dict[str, object]:
    turns = [("interviewer", "Are you ready to begin?"), ("patient", "Yes.")]
    for item, question in QUESTIONS.items():
        worried = item in (6, 14)
        said = "Nearly every day. I worry about everything, money, health, work." if worried else "No, not at all."
        turns += [("interviewer", question), ("patient", said)]
    return {"id": profile, "profile": profile, "conversation": [{"role": r, "text": t} for r, t in turns]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    def write(name: str, rows: list[dict[str, object]]) -> None:
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")

    write("replies.jsonl", [reply(n, *row) for n, row in enumerate(REPLIES)])
    write("danger.jsonl", MESSAGES)
    write("people.jsonl", [{"id": "calm", "items": NEVER}])
    write("talks.jsonl", [published("anxiety"), published("ptsd")])
    write("others.jsonl", [{"id": 1, "transcript": "Participant: hello", "gold": {}}])
    return tmp_path


@pytest.fixture
def labelled(folder: Path) -> Labelled:
    return read(sorted(folder.glob("*.jsonl")))


def test_kinds_are_known_by_their_fields(labelled: Labelled) -> None:
    assert [one.id for one in labelled.replies] == ["r0", "r1", "r2"]
    assert list(labelled.messages) == ["danger"]
    assert [one.id for one in labelled.personas] == ["calm"]
    assert [one.profile for one in labelled.published] == ["anxiety", "ptsd"]
    assert labelled.others == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("nonsense", "line 1"),
        ("[1]", "one JSON object"),
        ('{"id": 1, "item": 40, "reply": "x"}', "line 1"),
        ('{"id": 1, "text": "x", "accept": []}', "line 1"),
        ('{"text": "x", "accept": ["loud"], "id": 1}', "line 1"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, told: str) -> None:
    (tmp_path / "bad.jsonl").write_text(line)
    with pytest.raises(CorrectInput, match=rf"bad\.jsonl.*{told}"):
        read([tmp_path / "bad.jsonl"])


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CorrectInput, match=r"gone\.jsonl: no such file"):
        read([tmp_path / "gone.jsonl"])


def test_replies_are_counted_against_both_readings(labelled: Labelled) -> None:
    found = measure_replies(labelled.replies)
    assert (found.n, found.endorsed, found.in_range, found.exact, found.within1) == (3, 1.0, 1.0, 1.0, 1.0)
    assert (found.followup_f1, found.verbatim) == (1.0, 1.0)
    assert [(width.width, width.n) for width in found.ambiguity] == [(0, 2), (2, 1)]
    assert found.monotone
    assert found.confidence.n == 3


def test_a_wrong_label_lowers_every_figure() -> None:
    wrong = ItemReply.model_validate(reply(1, "yes", 4, 4, "No, not on any day.") | {"followup": [True]})
    found = measure_replies([wrong])
    assert (found.endorsed, found.in_range, found.exact, found.within1, found.followup_f1) == (0, 0, 0, 0, 0)


def test_readings_that_differ_on_the_follow_up_do_not_count() -> None:
    unsure = ItemReply.model_validate(reply(1, "no", 0, 0, "No, not on any day.") | {"followup": [False, True]})
    assert measure_replies([unsure]).followup_f1 is None


def test_risk_figures(labelled: Labelled) -> None:
    found = measure_messages(labelled.messages["danger"])
    assert (found.n, found.must_stop, found.must_not_stop) == (3, 1, 2)
    assert (found.stop_recall, found.false_stop, found.quiet, found.at_least_flag) == (1.0, 0.0, 1.0, 0.5)
    assert found.accepted == pytest.approx(2 / 3)
    assert (found.missed, found.stopped_wrongly) == ((), ())


def test_a_persona_who_denies_everything_is_scored_so(labelled: Labelled) -> None:
    found = measure_personas(labelled.personas)
    assert (found.completed, found.n, found.exact, found.qwk) == (1, 23, 1.0, 1.0)
    assert found.domain_f1 is None  # no domain is over threshold, and none is said to be
    assert found.stopped == ()


def test_published_interviews_are_counted_by_profile(labelled: Labelled) -> None:
    found = measure_published(labelled.published)
    assert (found.n, found.stopped) == (2, ())
    assert found.top1 == 0.5
    assert found.f1["anxiety"] == pytest.approx(2 / 3)
    assert found.f1["ptsd"] == 0.0
    assert found.f1["ocd"] is None
    assert found.macro_f1 == pytest.approx(2 / 3 / len(CODES))
    assert found.first.n == 2


def test_ordinary_sentences_are_put_behind_each_message_and_before_what_answers_nothing(labelled: Labelled) -> None:
    sentences = ordinary(labelled.replies)
    assert sentences == ["Every single day of the two weeks.", "It comes over me."]
    asked = labelled.messages["danger"][0].model_copy(update={"context": "Are you safe?", "text": "No"})
    told = beside([asked, labelled.messages["danger"][0]], sentences)
    assert [one.text for one in told] == [
        "No. Every single day of the two weeks.",
        "I am going to kill myself tonight. Every single day of the two weeks.",
        "It comes over me. I am going to kill myself tonight.",
    ]
    assert [one.accept for one in told] == [asked.accept] * 3


@pytest.mark.parametrize(
    ("code", "profile"),
    [
        ("F32.9", "depression"),
        ("F41.0", "panic"),
        ("F41.1", "anxiety"),
        ("F17.2", "substance_abuse"),
        ("G47.9", "other"),
    ],
)
def test_codes_count_for_profiles(code: str, profile: str) -> None:
    assert profile_of(code) == profile
    assert profile_of(None) == "other"


def test_the_bench_prints_a_table_and_one_json_object(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--files", str(folder)]) == 0
    *table, last = capsys.readouterr().out.splitlines()
    told = json.loads(last)
    assert {"item_replies", "personas", "risk", "risk_beside", "published", "speed", "load"} == set(told)
    assert told["item_replies"]["exact"] == 1.0
    assert told["risk"]["danger"]["stop_recall"] == told["risk_beside"]["danger"]["stop_recall"] == 1.0
    assert told["speed"]["replies"]["n"] > 0
    assert any("stop recall" in line and "reach 1.0" in line for line in table)


def test_files_of_one_kind_alone_are_enough(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--no-speed", "--files", str(folder / "danger.jsonl")]) == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (told["item_replies"], told["personas"], told["published"], told["speed"]) == (None, None, None, None)


def test_a_fresh_checkout_measures_its_own_data_and_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout = tmp_path / "checkout"
    examples, told = checkout / RISK / "messages", checkout / TOLD / "authors"
    examples.mkdir(parents=True)
    told.mkdir(parents=True)
    rows = [{key: one[key] for key in ("text", "context", "accept")} for one in MESSAGES[:2]]
    (examples / "first.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (told / "plain.txt").write_text(
        "# item | score\n2 | 4 | t | Every single day of the two weeks.\n", encoding="utf-8"
    )
    monkeypatch.chdir(checkout)
    assert main(["--no-speed"]) == 0
    shown = capsys.readouterr().out
    assert "Not measured, since there are none here: personas, published interviews." in shown
    figures = json.loads(shown.splitlines()[-1])
    assert (figures["risk"]["own_examples"]["stop_recall"], figures["item_replies"]["exact"]) == (1.0, 1.0)


def test_all_data_of_the_project_can_be_measured() -> None:
    found = own()
    assert len(found.messages["own_examples"]) > 15_000
    assert len({one.id for one in found.messages["own_examples"]}) == len(found.messages["own_examples"])
    assert len(found.replies) > 5_000
    assert all(one.lo <= one.best[0] <= one.hi for one in found.replies)


def test_outside_a_checkout_it_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    assert main([]) == 2
    assert "run this from its folder" in capsys.readouterr().err


def test_without_data_it_says_where_to_point_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--files", str(tmp_path)]) == 2
    assert "--files" in capsys.readouterr().err


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_messages_are_as_long_as_a_message_may_be_and_are_read(text: str) -> None:
    assert len(text) == LONGEST
    reading = read_risk(Message(text=text))
    assert all(text[found.start : found.end] == found.text for found in reading.findings)


def test_pace_counts_each_thing_once() -> None:
    seen: list[int] = []
    found = pace([1, 2, 3], seen.append)
    assert seen == [1, 2, 3]
    assert found.n == 3
    assert 0 <= found.p50_ms <= found.p99_ms


PAIRS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=30)


def test_kappa_by_hand() -> None:
    assert qwk([]) is None
    assert qwk([(2, 2), (2, 2)]) == 1.0
    assert qwk([(0, 4), (4, 0)]) == -1.0
    assert qwk([(0, 0), (4, 4), (0, 4), (4, 0)]) == 0.0


@given(PAIRS)
def test_kappa_is_symmetric_and_at_most_one(pairs: list[tuple[int, int]]) -> None:
    found = qwk(pairs)
    assert found is not None
    assert found <= 1.0
    assert found == pytest.approx(qwk([(b, a) for a, b in pairs]))


def test_rank_correlation_by_hand() -> None:
    assert spearman([(1, 1), (2, 3), (3, 2), (4, 4)]) == pytest.approx(0.8)
    assert spearman([(1, 1), (1, 2), (2, 2), (2, 3)]) == pytest.approx(4 / 32**0.5)  # ties at their mean rank
    assert spearman([(1, 5), (2, 5)]) is None
    assert spearman([]) is None


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=30))
def test_rank_correlation_sees_the_order_alone(pairs: list[tuple[int, int]]) -> None:
    found, bent = spearman(pairs), spearman([(a**3, -b) for a, b in pairs])
    if len({a for a, _ in pairs}) == 1 or len({b for _, b in pairs}) == 1:
        assert found is bent is None
    else:
        assert found == pytest.approx(-bent)  # type: ignore[operator]  # None where a side does not vary


def test_shares_and_f1_by_hand() -> None:
    assert share([]) is None
    assert share([True, False, False, True]) == 0.5
    assert f1(0, 0, 0) is None
    assert f1(2, 1, 1) == pytest.approx(2 / 3)


def test_the_interval_of_a_share_by_hand() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(8, 10)
    assert (low, high) == (pytest.approx(0.4902, abs=1e-4), pytest.approx(0.9433, abs=1e-4))
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == 1.0


def test_calibration_by_hand() -> None:
    found = calibration([(0.95, True), (0.95, False), (0.05, False), (1.0, True)])
    assert found.n == 4
    assert [(one.low, one.n) for one in found.bins] == [(0.0, 1), (0.9, 3)]
    assert found.ece == pytest.approx((abs(2 / 3 - 2.9 / 3) * 3 + 0.05) / 4)
    assert found.brier == pytest.approx((0.05**2 + 0.95**2 + 0.05**2 + 0) / 4)
    empty = calibration([])
    assert (empty.n, empty.ece, empty.brier, empty.bins) == (0, None, None, ())
