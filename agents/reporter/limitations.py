"""The report's limitations, in plain words."""

from collections.abc import Iterable

from agents.diagnostician.port import Diagnosis, Source
from agents.diagnostician.unknown import about_unknown
from agents.domain.level1 import items
from agents.language import ENGLISH
from agents.reading.model.reader import reader
from agents.reporter.doubts import WORDS, doubt, open_doubts
from agents.reporter.markdown import bullets, escape
from agents.reporter.overview import Overview


def limitations(seen: Overview) -> str:
    """The section's text below its heading."""
    return bullets(_lines(seen))


def _lines(seen: Overview) -> Iterable[str]:
    brief = seen.brief
    yield "This is screening, not a diagnosis. The clinician decides."
    yield "This software is not a medical device. It has been measured with simulated patients only."
    yield _held(seen)
    scorers = sorted({answer.engine for answer in seen.answers.values()})
    meta = brief.profile.session_meta
    yield (
        f"Engines: interview {escape(meta.model)} (prompts {escape(meta.prompt_version)}), "
        f"items {escape(', '.join(scorers) or 'none')}, impressions {escape(brief.diagnosis.engine)}."
    )
    if seen.declined or not seen.filled:
        yield f"Declined items (they count towards no domain): {_listed(seen.declined)}."
    if seen.to_ask:
        yield f"Unclear items, to be asked by you (they count towards no domain): {_listed(seen.to_ask)}."
    if seen.passed:
        yield f"Items that were not asked (they count towards no domain): {_listed(seen.passed)}."
    yield from _doubtful(seen)
    if not reader().whole:
        yield (
            "Part of the reading software did not run. Answers and danger were read less reliably: read the whole "
            "transcript yourself."
        )
    yield from _library(brief.diagnosis)
    yield from _language(seen)
    yield from map(escape, _of_impressions(seen))


def _held(seen: Overview) -> str:
    """How the answers were given, and what that means for the printed form's figures."""
    apart, answered = seen.in_person, [item for item in seen.answers if item not in seen.in_person]
    if not apart:
        return (
            "The answers were given in conversation, to paraphrased questions, over the past two weeks; the printed "
            "form's published figures do not carry over."
        )
    told = apart - set(seen.passed)
    if not told and not answered:
        return "No item was asked."
    to = "The answers" if not answered and told == apart else f"The answers to {_numbers(told)}"
    rest = " the others in conversation, to paraphrased questions;" if answered else ""
    return (
        f"{to} were given in person, to the items' own words read out;{rest} all are scored by how often in the past "
        "two weeks, which the printed form words otherwise, so its published figures do not carry over."
    )


def _numbers(numbers: Iterable[int]) -> str:
    found = sorted(numbers)
    return f"item{'' if len(found) == 1 else 's'} {', '.join(map(str, found))}"


def _doubtful(seen: Overview) -> Iterable[str]:
    """The answers that wait for the clinician, each with the reason, and those that were settled, with who did."""
    profile = seen.brief.profile
    waiting = [f"{_listed([item])} ({WORDS[why]})" for item, why in open_doubts(profile)]
    yield f"Doubtful answers, to be settled by you: {', '.join(waiting) or 'none'}."
    doubted = ((one.item_id, doubt(one)) for one in profile.item_responses if one.item_id in seen.scorers)
    settled = [
        f"{_listed([item])} ({WORDS[why]}), {seen.answers[item].score} by {escape(seen.scorers[item])}"
        for item, why in doubted
        if why
    ]
    if settled:
        yield f"Doubtful answers that the clinician has settled: {'; '.join(settled)}."


def _of_impressions(seen: Overview) -> Iterable[str]:
    """The limits of the impressions. They could not rest on what had no score then, whoever has scored it since."""
    told, answers = seen.brief.diagnosis.limitations, seen.brief.profile.item_responses
    if not seen.filled:
        return told
    formed = set(about_unknown(answers))
    still = about_unknown([one for one in answers if one.item_id not in seen.filled])
    since = (
        f"Scored by the clinician after the impressions were formed, so not counted in them: {_listed(seen.filled)}."
    )
    return [*(text for text in told if text not in formed), *still, since]


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(f"{i} {escape(items()[i].short)}" for i in numbers) or "none"


def _library(diagnosis: Diagnosis) -> Iterable[str]:
    if diagnosis.rag_used:
        yield f"Passages of {_whose(diagnosis.sources)} were used; a citation opens its page while that book is kept."
    else:
        yield "No passage of a reference library was used, so there are no citations."
    if diagnosis.dropped_citations:
        yield f"Citations taken out because their passages were never retrieved: {diagnosis.dropped_citations}."


def _whose(sources: Iterable[Source]) -> str:
    """Whether the cited books are the clinic's or the product's; neither is claimed unless it is known for each."""
    known = {source.own for source in sources}
    if known == {True}:
        return "the clinic's own library"
    if known == {False}:
        return "the open reference that comes with this product, which is not the DSM-5 and no book of the clinic's,"
    return "the reference library"


def _language(seen: Overview) -> Iterable[str]:
    if any(finding.about == "language" for finding in seen.brief.findings):
        yield "At least one message was in a language that the rules don't read: check those turns yourself."
    spanish = "Spanish, where danger is missed more often: read the whole transcript yourself"
    read_in = "English" if seen.brief.language == ENGLISH else spanish
    yield f"Replies are read in {read_in}. Irony, other languages and what was left unsaid are not understood."
