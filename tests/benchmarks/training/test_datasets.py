"""The labelled data is where it is said to be, and its README names every set with its size."""

import json
import re

from benchmarks.training.datasets import ACTS, DATA, REPLIES, RISK, TRANSCRIPTS, authors, lines, messages, replies

README = (DATA / "README.md").read_text("utf-8")
SIZES = {name: int(size) for name, size in re.findall(r"^\| `([\w/.]+)` \| (\d+) \|", README, re.MULTILINE)}


def test_every_set_stands_in_the_readme_with_its_size() -> None:
    found = {path.stem: len(path.read_text("utf-8").splitlines()) for path in messages()}
    found |= {f"authors/{path.stem}": len(lines(path)) for path in authors()[1:]}
    found |= {path.stem: len(lines(path)) for path in REPLIES.glob("*.txt")}
    found |= {f"acts/{path.stem}": len(lines(path)) for path in ACTS.glob("*.jsonl")}
    found |= {path.name: len(path.read_text("utf-8").splitlines()) for path in RISK.glob("*.txt")}
    told = {name: size for name, size in SIZES.items() if not name.endswith(".toml")}
    assert told == found
    assert {path.name for path in RISK.glob("*.toml")} <= set(SIZES)


def test_every_line_of_the_authors_is_a_reply_to_an_item() -> None:
    for path in authors():
        for one in replies(path):
            assert 1 <= one.item <= 23
            assert re.fullmatch(r"[0-4](-[0-4])?( \([0-4]\))?", one.score), (path.name, one)
            assert one.asks in ("a", "t")
            assert one.text
    assert len(lines(TRANSCRIPTS / "phq8_exchanges.txt")) >= 300


def test_every_line_of_the_acts_says_what_a_reply_does() -> None:
    asks = {"clarify", "process", "help", "human"}
    ends = {"pause", "stop", "delete", "unsafe"}
    known = {"answers", "other", "nothing", "unsure", "declines", "earlier"} | asks | ends
    for path in ACTS.glob("*.jsonl"):
        rows = [json.loads(line) for line in lines(path)]
        assert len({(row["question"], row["reply"]) for row in rows}) == len(rows)
        for row in rows:
            assert row["act"] in known
            assert 1 <= row["item"] <= 23
            assert row["question"]
            assert row["reply"]
            assert row["act"] == "other" or "about" not in row  # named where its author named it
            assert row.get("score") is None or re.fullmatch(r"[0-4](-[0-4])?", str(row["score"]))
            assert row["act"] != "answers" or row["score"] is not None
