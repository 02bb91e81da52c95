from agents.interviewer.port import Purpose
from benchmarks.personas.patient import BACK_AGAIN, READY, Held, Patient, Reply

HELD = Held(items={3: Reply(reply="Now and then.", followup="Four days."), 4: Reply(reply="No."), 5: Reply(reply="  ")})


def test_each_reply_is_said_once_and_then_the_question_is_passed_over():
    patient = Patient(HELD)
    assert patient.answer(Purpose.QUESTION, 3) == "Now and then."
    assert patient.answer(Purpose.FOLLOW_UP, 3) == "Four days."
    assert patient.answer(Purpose.REPHRASE, 3) is None


def test_what_is_not_held_is_passed_over():
    patient = Patient(HELD)
    assert patient.answer(Purpose.QUESTION, 1) is None
    assert patient.answer(Purpose.QUESTION, 5) is None
    assert patient.answer(Purpose.QUESTION, 4) == "No."
    assert patient.answer(Purpose.FOLLOW_UP, 4) is None


def test_a_question_put_again_gets_what_was_held_for_the_follow_up():
    patient = Patient(HELD)
    patient.answer(Purpose.QUESTION, 3)
    assert patient.answer(Purpose.REPHRASE, 3) == "Four days."


def test_the_introduction_is_answered_with_its_reply_once():
    patient = Patient(Held(items={}, intro="How long does it take?"))
    assert patient.answer(Purpose.INTRO, None) == "How long does it take?"
    assert patient.answer(Purpose.REASSURE, None) == READY
    assert patient.answer(Purpose.PAUSED, None) == BACK_AGAIN


def test_blank_replies_count_as_unanswered():
    assert HELD.unanswered == (1, 2, *range(5, 24))
