"""The interviewer's rule engine: hears by pattern, speaks from the question bank. Deterministic and offline."""

from agents.interviewer.dialogue_acts import act
from agents.interviewer.port import Brief, Heard, Situation, Utterance
from agents.interviewer.replies import for_therapist
from agents.interviewer.speech import speak


def hear(text: str, situation: Situation) -> Heard:
    """The move that the patient made with a message. Never raises; an answer when in doubt."""
    return act(text, situation)


def say(brief: Brief) -> str:
    """The words for a brief, the same for the same brief.

    Raises ValueError for SCRIPT (the safety script belongs to the risk reader) and for a question without an item.
    """
    return speak(brief)


class RulesInterviewer:
    """The rule engine as an `Interviewer`."""

    @property
    def name(self) -> str:
        """Always `rules`."""
        return "rules"

    async def hear(self, text: str, situation: Situation) -> Heard:
        """See `hear`."""
        return hear(text, situation)

    async def say(self, brief: Brief) -> Utterance:
        """See `say`."""
        return Utterance(text=say(brief), question=for_therapist(brief))
