"""Who is who: from the names that a file uses to interviewer and participant."""

import re
from collections.abc import Sequence
from typing import Final

from agents.assessment.formats.utterance import Utterance
from agents.domain.transcript import Role, Transcript, Turn
from agents.errors import CorrectInput

_INTERVIEWERS: Final = (
    "ellie interviewer therapist clinician doctor counselor counsellor psychologist psychiatrist researcher assistant "
    "moderator nurse agent bot system"
)
_PARTICIPANTS: Final = "participant patient client subject interviewee respondent user"
INTERVIEWERS: Final = frozenset(_INTERVIEWERS.split())
PARTICIPANTS: Final = frozenset(_PARTICIPANTS.split())
SHORT_INTERVIEWERS: Final = frozenset({"t", "i", "q", "dr", "th", "int", "clin"})
SHORT_PARTICIPANTS: Final = frozenset({"p", "pt", "a", "c", "par"})
"""Abbreviations, as in `T:` and `P:`, used only where no whole word says who is who."""
_TITLE: Final = re.compile(r"^(?:dr|doctor|prof|professor)\b\.? *\w", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[\s_#-]*\d+$")
_SHOWN: Final = 40


class UnclearSpeakers(CorrectInput):
    """It is unclear who the participant is. The message lists the speakers' names, which may be people's own; `plain`
    does not."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.plain: Final = "it is not clear which speaker is the participant"


def turns(utterances: Sequence[Utterance], participant: str | None = None) -> Transcript:
    """The transcript, with each utterance that has no speaker added to the one before. `participant` is the name of the
    participant where the file's own names don't make it clear. Raises CorrectInput when nobody, or more than one name,
    could be the participant."""
    told = _joined([one for one in utterances if one.text.strip()])
    if not told:
        raise CorrectInput("the transcript is empty: no line holds words")
    names = list(dict.fromkeys(one.speaker for one in told if one.speaker is not None))
    patients = participants(names, participant)
    return tuple(
        Turn(index=index, role=Role.PATIENT if one.speaker in patients else Role.INTERVIEWER, text=one.text)
        for index, one in enumerate(told)
    )


def participants(names: Sequence[str], chosen: str | None = None) -> frozenset[str]:
    """Which of these names are the participant's. Everybody else counts as the interviewer, so that other people's
    words are never used as evidence. Raises CorrectInput when that is unclear."""
    if chosen is not None:
        found = [name for name in names if name.casefold() == chosen.strip().casefold()]
        if not found:
            raise UnclearSpeakers(f"nobody is called {_shown(chosen)!r}; the speakers are {_listed(names)}")
        return frozenset(found)
    plain = {name: kind(name) for name in names}
    if found := [name for name in names if plain[name] in PARTICIPANTS]:
        return frozenset(found)
    others = [name for name in names if plain[name] not in INTERVIEWERS and not _TITLE.match(name)]
    if short := [name for name in others if plain[name] in SHORT_PARTICIPANTS]:
        others = short
    elif len(others) > 1:
        others = [name for name in others if plain[name] not in SHORT_INTERVIEWERS]
    if len(names) > 1 and len(others) == 1:
        return frozenset(others)
    raise UnclearSpeakers(_unclear(names))


def kind(name: str) -> str:
    """The name in lower case, without a trailing number: `Speaker 2` and `speaker_10` are of the same kind."""
    return _NUMBER.sub("", name.casefold().strip())


def usual(name: str) -> bool:
    """Whether a name alone makes clear which of the two its speaker is."""
    return kind(name) in INTERVIEWERS | PARTICIPANTS | SHORT_INTERVIEWERS | SHORT_PARTICIPANTS


def _unclear(names: Sequence[str]) -> str:
    if not names:
        return "no line names a speaker: write each utterance as “Interviewer: words” or “Participant: words”"
    return (
        f"it is not clear who the participant is among {_listed(names)}: name the speakers Interviewer and "
        "Participant, or give the participant's name (`participant` in JSON, --participant on the command line)"
    )


def _joined(utterances: Sequence[Utterance]) -> list[Utterance]:
    joined: list[Utterance] = []
    for one in utterances:
        text = one.text.strip()
        if one.speaker is None and joined:
            before = joined[-1]
            joined[-1] = Utterance(before.speaker, f"{before.text} {text}", before.line, before.start, one.stop)
        else:
            joined.append(Utterance(one.speaker, text, one.line, one.start, one.stop))
    return joined


def _shown(name: str) -> str:
    return name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…"


def _listed(names: Sequence[str]) -> str:
    shown = [_shown(name) for name in names[:6]]
    return ", ".join(shown) + (f" and {len(names) - 6} more" if len(names) > 6 else "") if shown else "unnamed"
