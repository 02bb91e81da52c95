"""The program that kills workers while they read a book, with two kills; thirty are for a quiet hour."""

import json
import subprocess
import sys

from agents.resources import CHECKOUT as ROOT


def test_a_killed_worker_shows_no_part_of_a_book_and_the_book_is_read_in_the_end() -> None:
    command = [sys.executable, "tests/load/killed_ingestion.py", "--kills", "2", "--copies", "40"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout.splitlines()[-1])
    assert figures["looks"] > 100
    assert (figures["partial"], figures["left"]) == (0, 0)
    assert figures["done"] == figures["jobs"]
    assert figures["mostStartsOfOneJob"] > 1
