"""Clinicians settle what the machine left open: the queue of answers to confirm, their own scores, the sign-off of the
report, and how often clinician and machine agree. The words themselves are entries of the interview's log."""
