"""The clinician in an interview in progress: pause, close, carry it on in person, give it back; notes of staff."""
