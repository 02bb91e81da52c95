"""Every built sentence has a known score; the engine gets nearly all."""

import importlib.util
import sys
from itertools import islice
from pathlib import Path
from types import ModuleType

from agents.scorer.port import Answer
from agents.scorer.rules import score


def _grammar() -> ModuleType:
    """The generator beside this file (the test folders are no packages)."""
    spec = importlib.util.spec_from_file_location("scorer_grammar", Path(__file__).with_name("grammar.py"))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


GRAMMAR = _grammar()


def _misses(cases):
    """Every seventh of the built sentences: what is missed, what is asked on, and how many there are."""
    found, asked, total = [], [], 0
    for case in islice(cases, 0, None, 7):
        total += 1
        got = score(Answer(item=case.item, reply=case.reply, followup_reply=case.followup))
        if got.score != case.score:
            found.append((case, got.score))
        if got.needs_followup:
            asked.append(case)
    return found, asked, total


def test_problem_with_frequency_is_scored_without_asking():
    missed, asked, total = _misses(GRAMMAR.endorsed())
    assert total > 430
    assert len(missed) <= 0.002 * total, missed[:20]
    assert len(asked) <= 0.01 * total, asked[:20]


def test_frequency_when_asked():
    missed, asked, total = _misses(GRAMMAR.asked_back())
    assert total > 430
    assert len(missed) <= 0.001 * total, missed[:20]
    assert len(asked) <= 0.001 * total, asked[:20]


def test_denials_are_zero_and_need_nothing_more():
    missed, asked, total = _misses(GRAMMAR.denied())
    assert total > 130
    assert not missed, missed[:20]
    assert not asked, asked[:20]
