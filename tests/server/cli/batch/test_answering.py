"""What may be on a line, and what happens to the others when one is bad."""

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
