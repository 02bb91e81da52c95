"""What the note of an acknowledgement leaves to be done: the patient is reached only where it says so."""

import pytest

from agents.domain.risk import AlertLevel, Tier
from agents.interview import events as ev
from agents.interview.safety.noted import unanswered
from agents.interview.safety.to_do import still_to_call


def alert(level: AlertLevel) -> ev.Alerted:
    return ev.Alerted(turn=1, level=level, tier=Tier.FLAG, findings=())


def owed(level: AlertLevel, note: str) -> bool:
    return bool(still_to_call([alert(level), ev.Acknowledged(by="a@clinic.example", note=note)]))


@pytest.mark.parametrize(
    "note",
    [
        "Seen",
        "Saw the alert, informed Dr. Meyer",
        "Saw her message",
        "To be called at 15:00 by Anna",
        "Patient to be seen on Monday",
        "Called, line busy",
        "Called, cannot reach him",
        "Called three times, phone switched off",
        "Called but failed to reach her",
        "Called without success",
        "Called, no response",
        "Rang out twice",
        "Reached the answering machine",
        "Reached her voicemail",
        "Called the emergency contact",
        "called 112",
        "Called 112 and spoke with them",
        "Spoke with his mother",
        "Spoke with the patient's sister",
        "Called her husband. Spoke with him.",
        "Spoke with colleague on duty",
        "Nobody at St. Mary's reached her",
        "Not reached; next step: spoke with the patient's sister, who saw her",
        "Last spoke with the patient in May",
        "Has Anna spoken with her?",
        "Stayed with the patient's file",
        "Called the patient",
        "Called her, no answer",
        "Called the patient, left a message to say that I am fine with Monday",
        "Called the patient at 15:00 to make sure she is safe",
        "Called the patient, mother says she is safe",
        "Denies SI in item 11",
        "Called the patient to ask whether she denies SI",
        "Called her sister, pt not suicidal",
        "Not contacted the patient yet",
        "Unable to contact the patient",
        "Contacted her mother",
        "Contacted the patient by e-mail",
        "Contacted the patient, no reply yet",
        "Contacted him: left a message",
        "Llamé a la paciente, no sé si está bien",
        "not reached - next step: duty team sees her",
        "will call the patient at 15:00",
        "Will have spoken with her by tonight",
        "Patient not reached by phone",
        "Saw the patient write this",
        "Spoke with the patient family",
        "Spoke with the patient last week",
        "The patient told me she spoke with him",
        "Read it, is there no danger?",
        "No hablé con la paciente",
        "La llamé, no contesta",
        "La llamaré a las 15",
        "Hablé con su madre",
        "Hablaré con él mañana",
    ],
)
def test_after_a_stop_a_note_in_doubt_leaves_the_call(note: str) -> None:
    assert owed(AlertLevel.STOP, note)


@pytest.mark.parametrize(
    "note",
    [
        "Spoke with the patient: will come in tomorrow",
        "Stayed with the patient",
        "Read it; no danger, because: it is a line of a song",
        "Spoke with the patient, no intent now",
        "I talked to her at 15:00. Will see her on Monday.",
        "Reached him by phone, safe tonight",
        "met the patient in person",
        "Tried at 14:00, nobody there; spoke with pt at 14:20",
        "spoke with the patient: will come in tomorrow",
        "SPOKE WITH THE PATIENT - will come in tomorrow",
        "Spoke with the patient, will come in tomorrow",
        "Spoke to the patient, she will call tomorrow",
        "Spoke with her, not suicidal now",
        "Called the patient, who is safe",
        "Called patient, denies SI",
        "Called pt; not suicidal, safety plan reviewed",
        "Spoke w/ pt, denies SI/HI",
        "Spoke w/her at 15:00",
        "Contacted the patient",
        "Contacted client at 15:00, safety plan agreed",
        "Phoned her, she is safe now",
        "Spoke with the patient briefly",
        "Met with the patient",
        "I am with the patient now",
        "Patient is with us",
        "Patient seen at 15:00",
        "read it, no danger because it is a line of a song",
        "Hablé con la paciente",
        "La llamé y está a salvo",
        "Hablé con él",
        "Estoy con la paciente",
        "No hay peligro, porque es una canción",
    ],
)
def test_after_a_stop_whoever_says_that_the_patient_was_reached_has_no_call_left(note: str) -> None:
    assert not owed(AlertLevel.STOP, note)


@pytest.mark.parametrize(
    ("note", "call"),
    [
        ("I will call her at 15:00", True),
        ("Tried twice, nobody answered", True),
        ("Called, line busy", True),
        ("Patient to be seen on Monday", True),
        ("Will call the patient at: 15:00", True),
        ("La llamaré a las 15", True),
        ("Left a voicemail", True),
        ("She didn't pick up", True),
        ("Left a message", True),
        ("Called twice, left message", True),
        ("Called the patient", True),
        ("LVM", True),
        ("No reply", True),
        ("Phone is off", True),
        ("Texted her, waiting for a reply", True),
        ("Went to the flat, nobody home", True),
        ("Awaiting her answer", True),
        ("Called Dr. Meyer, who takes over", True),
        ("Called patient, not reached", True),
        ("Contacted him by text", True),
        ("Dejé un mensaje", True),
        ("Buzón de voz", True),
        ("La paciente no responde", True),
        ("Seen", False),
        ("Saw the alert, informed Dr. Meyer", False),
        ("Read the message and the answers", False),
        ("Called patient, denies SI", False),
        ("spoke with the patient - will come in tomorrow", False),
        ("Spoke to the patient, she will call tomorrow", False),
        ("Read what was said; for supervision", False),
        ("Spoke with the patient: will come in tomorrow", False),
        ("Read it; no danger, because: nobody will call it one", False),
    ],
)
def test_below_a_stop_a_plan_to_call_keeps_the_call(note: str, call: bool) -> None:
    assert owed(AlertLevel.URGENT, note) is call


def test_having_reached_the_patient_once_clears_nothing_that_comes_later() -> None:
    spoke = ev.Acknowledged(by="a@clinic.example", note="Spoke with the patient: safe tonight")
    read = ev.Acknowledged(by="a@clinic.example", note="Seen")
    stop = alert(AlertLevel.STOP)
    assert still_to_call([stop, spoke, stop, read])
    assert not still_to_call([stop, read, stop, spoke])


@pytest.mark.parametrize(
    ("note", "nobody"),
    [
        ("Left a voicemail", True),
        ("Called twice, no answer", True),
        ("Not reached; next step: Anna calls at 15:00", True),
        ("Will call the patient at: 15:00", True),
        ("C-SSRS by video right after the call: no plan, no intent", False),
        ("C-SSRS at home visit: no intent now", False),
        ("Spoke with the patient: safe, no intent", False),
        ("Discussed with the crisis team, who take over", False),
    ],
)
def test_a_later_note_settles_it_unless_nobody_was_reached(note: str, nobody: bool) -> None:
    assert unanswered(note) is nobody
