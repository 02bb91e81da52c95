"""What may be on a line, and what happens to the others when one is bad."""

import re

import pytest

GOOD = b'{"id": "good", "text": "All fine here."}\n'

BAD = {
    "cut off": b'{"id": "a", "text": "half',
    "no object": b'["a", "b"]',
    "a bare word": b"hello",
    "nan": b'{"id": "a", "text": "x", "weight": NaN}',
    "field missing": b'{"id": "a"}',
    "id missing": b'{"text": "x"}',
    "number as text": b'{"id": "a", "text": 5}',
    "null text": b'{"id": "a", "text": null}',
    "boolean id": b'{"id": true, "text": "x"}',
    "not utf-8": b'{"id": "a", "text": "\xff\xfe"}',
    "half a surrogate pair": b'{"id": "a", "text": "\\ud83d"}',
    "nested without end": b"[" * 100_000,
    "a number too long": b'{"id": ' + b"9" * 10_000 + b', "text": "x"}',
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_line_is_named_and_the_good_ones_are_answered(anamnesis, kind):
    run = anamnesis("risk", "-", given=GOOD + BAD[kind] + b"\n" + GOOD)
    assert run.code == 1
    assert [answer["id"] for answer in run.answers] == ["good", "good"]
    assert run.err.startswith("anamnesis: line 2: ")
    assert run.err.count("\n") == 1


def test_line_ends_marks_and_empty_lines_do_not_matter(anamnesis):
    run = anamnesis("risk", "-", given=b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n") + b"\r\n   \n" + GOOD.strip())
    assert (run.code, run.err, len(run.answers)) == (0, "", 2)


def test_an_empty_file_has_no_answers(anamnesis, jsonl):
    run = anamnesis("risk", jsonl())
    assert (run.code, run.out, run.err) == (0, "", "")


def test_numbers_and_text_serve_as_id_and_come_back_as_given(anamnesis, jsonl):
    run = anamnesis("risk", jsonl(*({"id": one, "text": "ok"} for one in (7, "7", "ünï", "7"))))
    assert [answer["id"] for answer in run.answers] == [7, "7", "ünï", "7"]
    assert "ünï" in run.out


def test_several_faults_of_a_line_are_all_named(anamnesis, jsonl):
    run = anamnesis("score", jsonl({"id": "a", "item": 24, "followupReply": 3}))
    assert run.code == 1
    for field in ("item:", "reply:", "followupReply:"):
        assert field in run.err


OTHER_KINDS = {
    "CSV": b"id,text\n1,All fine here.\n2,Not at all.\n",
    "CSV with semicolons": b'"id";"text"\n1;"All fine; here."\n',
    "one JSON array": b'[{"id": 1, "text": "x"},\n {"id": 2, "text": "y"}]\n',
    "one JSON array on one line": b'[{"id": 1, "text": "x"}]\n',
    "one JSON object over several lines": b'{\n  "id": 1,\n  "text": "x"\n}\n',
    "UTF-16": '{"id": 1, "text": "x"}\n{"id": 2, "text": "y"}\n'.encode("utf-16"),
    "UTF-16 without a mark": '{"id": 1, "text": "x"}\n'.encode("utf-16-le"),
    "no JSON Lines": b"Therapist: How are you?\nPatient: Fine, thanks.\n",
}


@pytest.mark.parametrize("command", ["risk", "score", "replay", "impressions", "assess"])
@pytest.mark.parametrize("kind", OTHER_KINDS)
def test_a_file_of_another_kind_is_refused_once(anamnesis, kind, command):
    run = anamnesis(command, "-", given=OTHER_KINDS[kind] * 3)
    assert (run.code, run.out, run.err.count("\n")) == (2, "", 1), run.err
    looks = re.match(r"anamnesis: this looks like (?:a )?(.+?)(?: file)?: one JSON object a line is needed", run.err)
    assert looks, run.err
    assert kind.startswith(looks[1])
    assert ("transcripts prepare" in run.err) == (command == "assess")


def test_a_bad_first_line_is_no_other_kind_of_file(anamnesis):
    run = anamnesis("risk", "-", given=b"a, b\n" + GOOD)
    assert (run.code, len(run.answers)) == (1, 1)
    assert run.err.startswith("anamnesis: line 1: ")
