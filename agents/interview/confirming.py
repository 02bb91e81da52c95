"""What the clinician says of the answers of a completed interview, and the report that follows from it."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from agents.diagnostician.port import Diagnosis
from agents.domain.phase import Phase
from agents.domain.profile import SessionStatus
from agents.domain.rating import Rating
from agents.errors import NotNow
from agents.interview import events as ev
from agents.interview.profile import brief_of
from agents.interview.safety.acknowledgements import SECTION, with_acknowledgements
from agents.interview.state import State, with_entry
from agents.reporter.markdown import bullets, escape
from agents.reporter.port import Section
from agents.reporter.rules import render
from agents.reporter.summary import prose_of, with_prose

_FROM_SCORES: Final = frozenset({SECTION, "domains", "items", "limitations"})
"""The sections that follow from the scores and are written anew."""
_HEADING: Final = "**The clinician's scores**"
_FORMED_BEFORE: Final = "formed from the machine's scores, before these changes."
NOT_COMPLETED: Final = "Only the answers of an interview that was held to the end can be confirmed."
SIGNED: Final = "This version of the report is signed off. Begin a new version to change an answer."
NOT_BEGUN: Final = "No new version was begun, or something was changed in it since: it cannot be discarded."
NOT_SIGNED: Final = "This version of the report is not signed off."


def confirmed(state: State, event: ev.Rated | ev.Unrated | ev.Signed | ev.Reopened | ev.Discarded) -> State:
    """The state after the clinician's word. Raises NotNow where there is nothing to say it of."""
    held_to_the_end(state)
    if isinstance(event, ev.Reopened):
        if not state.signed:
            raise NotNow(NOT_SIGNED)
        return state._replace(signed=False, version=state.version + 1)
    if isinstance(event, ev.Discarded):
        if state.signed or state.version == 1:
            raise NotNow(NOT_BEGUN)
        return state._replace(signed=True, version=state.version - 1)
    if state.signed:
        raise NotNow(SIGNED)
    return state._replace(signed=True) if isinstance(event, ev.Signed) else _rated(state, event)


def untouched(log: Sequence[ev.Event]) -> bool:
    """Whether a new version of a signed report was begun and nothing has changed in it since."""
    said = [event for event in log if isinstance(event, ev.Signed | ev.Reopened | ev.Discarded | ev.Rated | ev.Unrated)]
    signed = [event for event in said if isinstance(event, ev.Signed)]
    return bool(said and isinstance(said[-1], ev.Reopened) and signed) and digest(written(log)) == signed[-1].digest


def held_to_the_end(state: State) -> None:
    """Raises NotNow unless the interview was completed."""
    if state.phase is not Phase.DONE or state.status is not SessionStatus.COMPLETED:
        raise NotNow(NOT_COMPLETED)


def _rated(state: State, event: ev.Rated | ev.Unrated) -> State:
    item = event.rating.item_id if isinstance(event, ev.Rated) else event.item_id
    words = state.rated.get(item, ())
    if isinstance(event, ev.Unrated) and not words:
        raise NotNow("Nothing has been said of this answer that could be taken back.")
    if item not in state.responses:
        raise NotNow("This item was not asked.")
    words = (*words, event.rating) if isinstance(event, ev.Rated) else words[:-1]
    changes = with_entry(state.changes, item, state.changes.get(item, 0) + 1)
    return state._replace(rated=with_entry(state.rated, item, words), changes=changes)


def written(log: Iterable[ev.Event]) -> tuple[Section, ...]:
    """The report as it stands, section by section: of one written more than once the last."""
    last = {event.key: event.markdown for event in log if isinstance(event, ev.Reported)}
    return tuple(Section(key=key, markdown=markdown) for key, markdown in last.items())


def stored(sections: Iterable[Section]) -> str:
    """The report as one text."""
    return "\n\n".join(section.markdown.strip() for section in sections) + "\n"


def digest(sections: Iterable[Section]) -> str:
    """The SHA-256 of that text: two exports with the same digest are of the same report."""
    return sha256(stored(sections).encode()).hexdigest()


class Version(NamedTuple):
    """A version of the report that was signed off: by whom and when, and its sections as they were then."""

    signed: ev.Signed
    sections: tuple[Section, ...]


def signed_versions(log: Sequence[ev.Event]) -> tuple[Version, ...]:
    """Every version that was signed off, the oldest first."""
    return tuple(
        Version(event, written(log[:place])) for place, event in enumerate(log) if isinstance(event, ev.Signed)
    )


def restated(state: State, log: Sequence[ev.Event]) -> Iterator[ev.Reported]:
    """The sections that another score changes, written anew after the ratings of this state; `log` is what is stored.
    The impressions and a model's prose stay as they were formed; the summary ends with what the clinician said."""
    diagnosed = [event.output.diagnosis for event in log if isinstance(event, ev.DiagnoseCalled)]
    diagnosis = diagnosed[-1] if diagnosed else Diagnosis(mode=state.mode, summary="")
    label = [event.input.label for event in log if isinstance(event, ev.ReportCalled)][-1:]
    brief = brief_of(state, diagnosis, label[0] if label else "")
    fresh = {section.key: section.markdown for section in render(brief)}
    seen = [event for event in log if isinstance(event, ev.Acknowledged)]
    for section in written(log):
        if section.key not in _FROM_SCORES:
            continue
        prose = prose_of(section.markdown) if section.key == SECTION else ""
        told = ev.Reported(key=section.key, markdown=with_prose(fresh[section.key], prose))
        yield _with_ratings(with_acknowledgements(told, seen), state.ratings, prose)


def _with_ratings(summary: ev.Reported, ratings: Sequence[Rating], prose: str) -> ev.Reported:
    """The summary with what the clinician said of the answers at its end; any other section as it is."""
    if summary.key != SECTION or not ratings:
        return summary
    listed = bullets(map(_line, ratings))
    formed = "The model's words above and the impressions" if prose else "The impressions"
    after = f"\n\n{formed} were {_FORMED_BEFORE}" if any(one.moves for one in ratings) else ""
    told = f"{summary.markdown.rstrip()}\n\n{_HEADING}\n\n{listed}{after}\n"
    return summary.model_copy(update={"markdown": told})


def _line(one: Rating) -> str:
    when = f"{escape(one.who)}, {one.at:%Y-%m-%d %H:%M} UTC"
    if one.score is None:
        return f"Item {one.item_id}: to be asked in person ({when})"
    if not one.changes:
        return f"Item {one.item_id}: {one.score}, confirmed ({when})"
    before = "no score" if one.machine is None else str(one.machine)
    why = f", {escape(one.reason)}" if one.reason else ""
    return f"Item {one.item_id}: {one.score} instead of {before}{why} ({when})"
