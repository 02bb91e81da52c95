"""The executive summary: findings, risk and next steps, readable in half a minute."""

import re
from collections.abc import Iterable
from typing import Final

from agents.domain.level1 import HARM_ITEM, items
from agents.domain.profile import ItemResponse
from agents.domain.risk import Finding
from agents.reporter.doubts import WORDS, Why, doubt
from agents.reporter.markdown import bullets, escape, medicine, numbered, patient_words, placed, quoted, symptom
from agents.reporter.overview import Overview, Standing
from agents.reporter.substances import named
from agents.risk.catalogue import catalogue, whence

SUICIDE_SCREEN = "Administer C-SSRS or ASQ: a conversational item 11 is not a validated suicide screen."
SCREEN_IN_PERSON: Final = "Administer C-SSRS or ASQ: item 11 by itself is not a validated suicide screen."
RULES_FOLLOW: Final = "what follows is the rule engine's."
"""With this ends the line that says who wrote the prose above the facts."""
_PROSE: Final = re.compile(rf"\n\n(.*^\*Written by [^\n]*; {RULES_FOLLOW}[^\n]*\*$)", re.DOTALL | re.MULTILINE)


def prose_of(written: str) -> str:
    """A model's prose in a written section, with the line that says whose it is; empty where the rules wrote it all."""
    found = _PROSE.search(written)
    return found[1] if found else ""


def with_prose(section: str, prose: str) -> str:
    """The rules' section with a model's prose below its heading, where there is any."""
    heading, _, facts = section.partition("\n\n")
    return "\n\n".join((heading, prose, facts)) if prose else section


def summary(seen: Overview) -> str:
    """The section's text below its heading."""
    return "\n\n".join(
        (
            _opening(seen),
            "**What was found**",
            bullets(_found(seen)),
            "**Risk**",
            bullets(_risk(seen)),
            "**What to do next**",
            numbered(_next(seen)),
        )
    )


def _opening(seen: Overview) -> str:
    filled = seen.filled.values()
    answered = sum(answer.known for answer in seen.answers.values()) - len(filled)
    declined = len(seen.declined) + sum(one.declined for one in filled)
    unclear = f", {count} unclear" if (count := sum(one.unclear for one in filled)) else ""
    unclear += f", {len(seen.to_ask)} to be asked by you" if seen.to_ask else ""
    unclear += f", {len(seen.passed)} not asked" if seen.passed else ""
    since = f"; the clinician has scored {len(filled)} of these since" if filled else ""
    unknown = len([one for one in seen.standings if one.open])
    label = f"{escape(seen.brief.label)}: " if seen.brief.label else ""
    return (
        f"{label}screening interview with the DSM-5 Level-1 Cross-Cutting Symptom Measure, past two weeks. "
        f"{answered} of 23 items answered, {declined} declined{unclear}{since}. "
        f"{len(seen.over)} of 13 domains are at or over their threshold{f', {unknown} not known' if unknown else ''}."
    )


def _found(seen: Overview) -> Iterable[str]:
    over = [f"{symptom(s.domain.title)} {s.highest.in_words}" for s in seen.over if s.highest]
    yield "At or over threshold: " + ("; ".join(over) if over else "none") + "."
    if under := [f"{_listed([one.item_id])} {one.in_words}" for one in seen.under]:
        yield f"Under threshold: {'; '.join(under)}."
    denied = [escape(s.domain.title) for s in seen.standings if s.denied]
    if denied:
        yield f"Asked about and not reported: {', '.join(denied)}."
    if seen.declined:
        yield f"Declined: {_listed(seen.declined)}."
    if seen.to_ask:
        yield f"To be asked by you: {_listed(seen.to_ask)}."
    if seen.passed:
        yield f"Not asked: {_listed(seen.passed)}."
    if filled := "; ".join(_filled(seen)):
        yield f"Declined or unclear, and scored by the clinician since: {filled}."
    if substances := named(seen.brief.profile.transcript):
        yield (
            "Substances and medicines named: "
            + ", ".join(f"{medicine(q.text)} (turn {q.turn})" for q in substances)
            + "."
        )
    yield _formed(seen)


def _filled(seen: Overview) -> Iterable[str]:
    """What the patient left without a score and the clinician has scored since, with who did."""
    for item, answer in seen.filled.items():
        left = WORDS[doubt(answer) or Why.UNCLEAR]
        short = escape(items()[item].short)
        yield f"{item} {short}: {seen.answers[item].in_words} ({left}; by {escape(seen.scorers[item])})"


def _formed(seen: Overview) -> str:
    """What the impressions came to, and where the clinician's scores say otherwise since."""
    told = escape(seen.brief.diagnosis.summary)
    if not any(one.moves for one in seen.brief.profile.ratings):
        return told
    added = (
        f" By the clinician's scores, also at or over threshold: {escape(', '.join(seen.added))}." if seen.added else ""
    )
    taken = f" By the clinician's scores, no longer at or over threshold: {escape(', '.join(seen.taken))}."
    return f"From the machine's scores: {told}{added}{taken if seen.taken else ''}"


def _risk(seen: Overview) -> Iterable[str]:
    findings = sorted(seen.brief.findings, key=lambda f: -f.tier.rank)
    for finding in findings:
        yield _finding(seen, finding)
    if not findings:
        yield nothing_found(seen)
    answer = seen.answers.get(HARM_ITEM)
    quotes = "; ".join(quoted(q) for q in answer.evidence_quotes) if answer else ""
    others = "; ".join(map(placed, answer.elsewhere)) if answer else ""
    yield (
        f"Item {HARM_ITEM}, {symptom('thoughts of self-harm')}: {_harm(answer)}{f': {quotes}' if quotes else ''}"
        f"{f'; **said elsewhere**: {others}' if others else ''}"
    )


def nothing_found(seen: Overview) -> str:
    """What it means that no message was read as a danger."""
    if seen.needs_suicide_screen or HARM_ITEM in seen.unclear:
        return "No single message was read as a danger; that does not settle what follows."
    return "No message was read as a danger."


def _harm(answer: ItemResponse | None) -> str:
    if answer is not None and answer.known:
        return answer.in_words
    if answer is not None and answer.passed:
        return "**not asked, so not known**"
    if answer is not None and answer.unclear:
        return "**unclear, so not known; to be asked by you**"
    return "declined, so not known."


def _finding(seen: Overview, finding: Finding) -> str:
    quote = seen.quote_of(finding)
    words = quoted(quote) if quote else patient_words(finding.text)
    about = escape(finding.about.replace("_", "-"))
    meaning = escape(catalogue().get(finding.rule) or whence(finding))
    return f"**{finding.tier.value}**, {about}: {words}. {meaning}"


def _next(seen: Overview) -> Iterable[str]:
    if seen.needs_suicide_screen:
        yield f"**{SCREEN_IN_PERSON if HARM_ITEM in seen.in_person else SUICIDE_SCREEN}**"
    if HARM_ITEM in seen.put_off:
        yield "**Ask about thoughts of self-harm in person: item 11 was left to be asked.**"
    elif HARM_ITEM in seen.passed:
        yield "**Ask about thoughts of self-harm in person: item 11 was not asked.**"
    elif HARM_ITEM in seen.unclear:
        yield "**Ask about thoughts of self-harm in person: item 11 was not answered, or answered both ways.**"
    elif _contradicted(seen):
        yield "**Ask about thoughts of self-harm in person: item 11 says not at all, another answer says otherwise.**"
    elif HARM_ITEM in seen.declined and not seen.needs_suicide_screen:
        yield "Ask about thoughts of self-harm in person: item 11 was declined."
    if seen.hurt_by_others:
        yield "Talk in private about their safety: they told of being hurt or threatened by somebody."
    yield from _closer_look(seen.over)
    if unclear := [i for i in seen.unclear if i != HARM_ITEM]:
        yield f"Ask in person, not known until then: {_listed(unclear)}."
    if rest := [i for i in seen.declined if i != HARM_ITEM]:
        yield f"Ask again in person, if it fits: {_listed(rest)}."
    if seen.settled_low:
        yield "No domain is at or over threshold: the form asks for no closer look."
    yield "Read the quotes against the transcript before relying on any score."


def _contradicted(seen: Overview) -> bool:
    """Whether item 11 is a plain no of which the clinician has said nothing, and another answer says otherwise."""
    answer, rated = seen.answers.get(HARM_ITEM), {one.item_id for one in seen.brief.profile.ratings}
    return answer is not None and answer.known and bool(answer.elsewhere) and HARM_ITEM not in rated


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(f"item {i} {escape(items()[i].short)}" for i in numbers)


def _closer_look(over: Iterable[Standing]) -> Iterable[str]:
    """The form's guide, domain by domain; those without a Level-2 measure share one line."""
    unnamed = []
    for standing in over:
        if standing.domain.level2:
            yield f"{escape(standing.domain.title)}: {standing.domain.level2}."
        else:
            unnamed.append(escape(standing.domain.title))
    if unnamed:
        yield f"{', '.join(unnamed)}: ask further in conversation; the form's guide names no Level-2 measure here."
