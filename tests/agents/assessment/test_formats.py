"""Transcripts as they come: every format gives the same turns, and nothing but CorrectInput is ever raised."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.assessment.formats import daic
from agents.assessment.formats.reading import Format, of_json, read, recognised
from agents.assessment.formats.variants import Variant, as_text, chosen
from agents.domain.transcript import Role, Transcript
from agents.errors import CorrectInput

SAID = [
    ("Interviewer", "How have you been sleeping?"),
    ("Participant", "Badly. I wake at four, most nights."),
    ("Participant", "And then: I lie there."),
    ("Interviewer", "I see."),
    ("Participant", "That's it."),
]
PLAIN = "\n".join(f"{who}: {words}" for who, words in SAID)
TABLE = "start_time\tstop_time\tspeaker\tvalue\n" + "\n".join(
    f"{n}.5\t{n + 1}\t{'Ellie' if who == 'Interviewer' else who}\t{words}" for n, (who, words) in enumerate(SAID)
)
VTT = "WEBVTT - a title\n\nNOTE nobody: says this\n\n" + "\n\n".join(
    f"{n}\n00:0{n}.000 --> 00:0{n + 1}.000 align:start\n<v {who}>{words}</v>" for n, (who, words) in enumerate(SAID)
)
SRT = "\r\n\r\n".join(
    f"{n + 1}\r\n00:00:0{n},000 --> 00:00:0{n + 1},500\r\n<i>{who}: {words}</i>" for n, (who, words) in enumerate(SAID)
)
TURNS = [{"speaker": who, "text": words} for who, words in SAID]


def told(transcript: Transcript) -> list[tuple[str, str]]:
    assert [turn.index for turn in transcript] == list(range(len(transcript)))
    return [("Participant" if turn.role is Role.PATIENT else "Interviewer", turn.text) for turn in transcript]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (PLAIN, Format.PLAIN),
        (PLAIN.replace("\n", "\r\n\r\n"), Format.PLAIN),
        (PLAIN.replace("Interviewer", "Ellie").replace("Participant", "PARTICIPANT"), Format.PLAIN),
        (PLAIN.replace("Interviewer:", "[00:01:02] **Therapist:**").replace("Participant:", "Client :"), Format.PLAIN),
        (PLAIN.replace("Interviewer:", "T:").replace("Participant:", "P:"), Format.PLAIN),
        (PLAIN.replace("Interviewer:", "Q:").replace("Participant:", "A:"), Format.PLAIN),
        (PLAIN.replace("Interviewer", "Dr. Smith").replace("Participant", "Jane Doe"), Format.PLAIN),
        ("Interview of 3 May\n\n" + PLAIN, Format.PLAIN),
        (TABLE, Format.TABLE),
        (VTT, Format.CUES),
        (SRT, Format.CUES),
        (SRT.replace("\r\n\r\n", "\r\n"), Format.CUES),
        (json.dumps(TURNS), Format.JSON),
        (json.dumps({"id": 3, "turns": TURNS}), Format.JSON),
        (json.dumps({"transcript": PLAIN}), Format.JSON),
        (json.dumps({"transcript": TABLE}), Format.JSON),
        (json.dumps({"conversation": [{"role": t["speaker"], "content": t["text"]} for t in TURNS]}), Format.JSON),
    ],
)
def test_every_format_gives_the_same_turns(text: str, kind: Format) -> None:
    assert recognised(text) is kind
    assert told(read(text)) == SAID
    assert told(read(text.encode())) == SAID
    assert told(read(b"\xef\xbb\xbf" + text.encode())) == SAID
    assert told(read(text.encode("utf-16"))) == SAID
    assert told(of_json(text)) == SAID


def test_a_line_without_a_speaker_goes_on_with_the_last_one() -> None:
    text = "Ellie: How are you?\nParticipant: Not good.\nso I thought: no\n\nit goes  on\nEllie: ok"
    assert told(read(text))[1] == ("Participant", "Not good. so I thought: no it goes  on")


def test_everybody_but_the_participant_counts_as_the_interviewer() -> None:
    text = "Participant: I'm tired.\nMother: He never sleeps.\nEllie: I see.\nMother: Never."
    assert [who for who, _ in told(read(text))] == ["Participant", "Interviewer", "Interviewer", "Interviewer"]


def test_the_participant_may_be_named() -> None:
    text = "Speaker 1: How are you?\nSpeaker 2: Fine.\nSpeaker 1: Good."
    with pytest.raises(CorrectInput, match="Speaker 1, Speaker 2"):
        read(text)
    assert [who for who, _ in told(read(text, participant="speaker 2"))] == [
        "Interviewer",
        "Participant",
        "Interviewer",
    ]
    with pytest.raises(CorrectInput, match="nobody is called 'Bob'"):
        read(text, participant="Bob")


def test_a_voice_may_change_within_a_cue() -> None:
    text = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v.loud Ellie>Hi &amp; hello <v Participant>hey <b>you</b>\nagain"
    assert told(read(text)) == [("Interviewer", "Hi & hello"), ("Participant", "hey you again")]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        (b"\xff\x00\x81", "UTF-8"),
        (b"PK\x03\x04\x00\x00", "NUL"),
        ("just words\nand more of them", "names a speaker"),
        ("Ellie: hi\nEllie: hello", "who the participant is"),
        ('{"turns": [{"speaker": "Participant"}]}', "turn 1: `text`"),
        ('{"turns": [3]}', "turn 1"),
        ('{"turns": [{"speaker": "Participant", "text": "a", "start": true}]}', "seconds"),
        ('{"speakers": []}', "holds no transcript"),
        ('[{"speaker": "Participant", "text": "a",]', "not JSON"),
        ('{"turns": []}', "empty"),
        ("WEBVTT\n\nno times here", "no cue"),
        ("start_time\tstop_time\tspeaker\tvalue\nx\t1\tParticipant\thi", "line 2: a time"),
        ("start_time\tstop_time\tspeaker\tvalue\n2\t1\tParticipant\thi", "line 2: stop_time"),
        ("start_time\tstop_time\tspeaker\tvalue\n1\t2\tBob\thi", "line 2: the speaker"),
        ("start_time\tstop_time\tspeaker\tvalue\n1\t2\tEllie\thi", "no words of the participant"),
        ("a" * 2_000_001, "characters"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_what_cannot_be_read_says_why(data: str | bytes, why: str) -> None:
    with pytest.raises(CorrectInput, match=why):
        read(data)


def table(*lines: tuple[float, float, str, str]) -> str:
    return "\n".join(["start_time\tstop_time\tspeaker\tvalue", *("\t".join(map(str, line)) for line in lines)])


def test_daic_woz_is_cleaned_of_its_known_faults() -> None:
    text = table(
        (0, 1, "Participant", "is it on"),
        (1, 2, "Ellie", "hi_ellie (hi i'm ellie)"),
        (2, 3, "Participant", "<sync>"),
        (3, 4, "Participant", 'hello (laughs) "there"'),
        (300, 301, "Participant", "in the middle"),
        (400, 401, "Participant", "fire drill"),
        (427, 429, "Ellie", "half inside"),
        (428, 430, "Participant", "[synching]."),
        (430, 431, "Participant", "i try to sync my phone"),
    )
    cleaned = daic.clean(daic.rows(text), daic.session_of("data/373_P/373_TRANSCRIPT.csv"))
    assert [one.text for one in cleaned.utterances] == [
        "hi i'm ellie",
        'hello (laughs) "there"',
        "in the middle",
        "i try to sync my phone",
    ]
    assert cleaned.removed == {"before_interview": 1, "sync": 2, "interruption": 2}
    assert (cleaned.lines, cleaned.warnings) == (9, ())
    other = daic.clean(daic.rows(text), 300)
    assert "fire drill" in [one.text for one in other.utterances]


def test_sessions_without_the_interviewer_are_told_of() -> None:
    lines = daic.rows(table((0, 1, "Participant", "<sync>"), (1, 2, "Participant", "yes"), (2, 3, "Participant", "")))
    known, unknown = daic.clean(lines, 451), daic.clean(lines, 302)
    assert known.warnings == ("the interviewer's words are missing, as known of this session",)
    assert unknown.warnings == ("the interviewer's words are missing",)
    assert known.removed == {"sync": 1, "empty": 1}


def test_e_daic_holds_the_participant_alone() -> None:
    text = 'Start_Time,End_Time,Text,Confidence\n1.0,2.0,"well, yes",0.9\n3,4,no,0.8'
    assert told(read(text, "301_Transcript.csv")) == [("Participant", "well, yes"), ("Participant", "no")]


def test_variants() -> None:
    both = read("Ellie: a\nEllie: b\nParticipant: c\nParticipant: d\nEllie: e\nParticipant: f\nEllie: g")
    assert [turn.text for turn in chosen(both, Variant.BOTH)] == list("abcdefg")
    assert [turn.text for turn in chosen(both, Variant.PARTICIPANT)] == list("cdf")
    assert [turn.text for turn in chosen(both, Variant.QUESTION)] == list("bcdef")
    assert [turn.index for turn in chosen(both, Variant.QUESTION)] == list(range(5))
    assert told(read(as_text(both))) == told(both)


WORDS = st.text(alphabet=st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1).filter(str.strip)
PIECES = st.sampled_from(
    ["WEBVTT", "00:01.000 --> 00:02.000", "1", "\n", "\n\n", "Ellie:", "Participant: ", "<v Bob>", "</v>", "{", "}",
     "[", "]", '"turns"', ":", ",", '"', "start_time\tstop_time\tspeaker\tvalue\n", "\t", "NaN", "\ufeff", "\0",
     "\ud800", "\x85", "<sync>", "373_P", "-->", "words and words", "é", "P:", "T:", "NOTE",
     "99999999999:00:00,0 --> 0:0:0,0"]
)  # fmt: skip


NAMES = st.sampled_from(["", "a.vtt", "373_TRANSCRIPT.csv", "x.json", "b.srt"])
KEYS = st.sampled_from(["turns", "transcript", "speaker", "text", "start", "value"])
PLAINEST = st.none() | st.booleans() | st.floats() | st.text()
JSON = st.recursive(PLAINEST, lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner), max_leaves=15)


@given(st.lists(st.one_of(PIECES, st.text(max_size=10)), max_size=25).map("".join), NAMES)
@settings(max_examples=400, deadline=None)
def test_any_text_is_read_or_refused(text: str, name: str) -> None:
    for data in (text, text.encode(errors="replace")):
        try:
            transcript = read(data, name)
        except CorrectInput:
            continue
        else:
            assert any(turn.role is Role.PATIENT for turn in transcript)
            assert all(turn.text.strip() for turn in transcript)
            told(transcript)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        told(read(data))
    except CorrectInput:
        return


@given(JSON)
def test_any_json_is_read_or_refused(value: object) -> None:
    try:
        told(of_json(value))
    except CorrectInput:
        return


@given(st.lists(st.tuples(st.sampled_from(["Interviewer", "Participant"]), WORDS.map(str.strip)), min_size=1))
def test_turns_come_back_from_text_as_they_were(said: list[tuple[str, str]]) -> None:
    if not any(who == "Participant" for who, _ in said):
        said = [*said, ("Participant", "yes")]
    assert told(of_json([{"speaker": who, "text": words} for who, words in said])) == said
    written = as_text(of_json([{"speaker": who, "text": words} for who, words in said]))
    assert [words.split() for _, words in told(read(written))] == [words.split() for _, words in said]


def test_what_a_model_thought_is_no_line_of_a_transcript() -> None:
    thinking = [{"speaker": "Participant", "text": "<think>Perhaps I should say that I plan to die."}]
    turns = [one | {"text": f"<THINK>Hm, I plan to die.</think>{one['text']}"} for one in TURNS]
    assert told(of_json(json.dumps({"conversation": [*turns, *thinking]}))) == SAID
