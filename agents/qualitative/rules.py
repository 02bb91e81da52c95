"""The rule engine of the qualitative stage: plain sentences about the other rules' findings, each with its quote."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from agents.domain.evidence import Quote
from agents.domain.mark import Mark
from agents.domain.transcript import Transcript
from agents.qualitative.port import Qualitative
from agents.quantitative.exchanges import Answer, exchanges
from agents.quantitative.item_names import NAMES
from agents.quantitative.port import ItemScore, Reason
from agents.quantitative.scoring import quote, score
from agents.risk.transcript import quoted, read_lines
from agents.stages.cache import remembered

MOST: Final = 5
"""The most statements of one kind."""
_OFTEN: Final = {
    0: "not on more than one day",
    1: "on several days",
    2: "on more than half the days",
    3: "nearly every day",
}


class RulesAssessor:
    """The rule engine behind the contract of the qualitative stage."""

    name: Final = "rules"

    async def assess(self, transcript: Transcript) -> Qualitative:
        """See `Assessor.assess`."""
        return assess(transcript)

    async def refine(self, transcript: Transcript, version: Qualitative, marks: tuple[Mark, ...]) -> Qualitative:
        """The same version: rules find nothing new at a second look."""
        return version


@remembered
def assess(transcript: Transcript) -> Qualitative:
    """The five sections. Pure and deterministic; every statement is supported by a quote. The last few are cached."""
    scores = score(transcript)
    answers = exchanges(transcript)
    risk = tuple(dict.fromkeys(_risk(transcript)))
    social, biological = _told(answers, "social", risk), _told(answers, "biological", risk)
    besides = " besides what is quoted under the risk factors" if risk else ""
    quotes = dict.fromkeys((*(one for item in scores for one in item.evidence), *social, *biological, *risk))
    return Qualitative(
        overall=_overall(scores, risk),
        phq8_symptoms="\n".join(map(_symptom, scores)),
        social_factors=_listed(social, f"The participant tells nothing of family, work or other people{besides}."),
        biological_factors=_listed(
            biological, f"The participant tells nothing of illness, treatment or substances{besides}."
        ),
        risk_factors=_risks(risk),
        quotes=tuple(quotes),
        engine="rules",
    )


def _overall(scores: tuple[ItemScore, ...], risk: tuple[Quote, ...]) -> str:
    there = [one for one in scores if one.score or one.reason is Reason.NOT_ENOUGH_FREQUENCY]
    denied = [one for one in scores if one.score == 0]
    open_items = [one for one in scores if one.score is None and one not in there]
    said = [
        _group("The participant speaks of", there, "no problem of the PHQ-8"),
        _group("Not a problem, by the participant's own words:", denied, ""),
        _group("The interview does not tell about", open_items, ""),
        "Words that may point to a risk are quoted under the risk factors." if risk else "",
    ]
    return " ".join(one for one in said if one)


def _group(lead: str, items: Iterable[ItemScore], instead: str) -> str:
    names = [NAMES[one.item] for one in items]
    if not names and not instead:
        return ""
    return f"{lead} {', '.join(names) or instead}."


def _symptom(one: ItemScore) -> str:
    quotes = "; ".join(f'"{quote.text}"' for quote in one.evidence[:2])
    name = NAMES[one.item].capitalize()
    if one.score is not None:
        return f"- {name}: {_OFTEN[one.score]} ({quotes})."
    if one.reason is Reason.NOT_ENOUGH_FREQUENCY:
        return f"- {name}: there, on how many days was not said ({quotes})."
    return f"- {name}: not told of for the last two weeks."


def _told(answers: tuple[Answer, ...], kind: str, risk: tuple[Quote, ...]) -> tuple[Quote, ...]:
    """The first sentences with words of a kind, one per answer; a danger stands under the risk factors alone."""
    firsts = (next(_sentences(answer, kind, risk), None) for answer in answers)
    return tuple(islice((one for one in firsts if one), MOST))


def _sentences(answer: Answer, kind: str, risk: tuple[Quote, ...]) -> Iterator[Quote]:
    for span in answer.marks[f"background.{kind}"]:
        sentence = next(s for s in reversed(answer.sentences or ((0, 0),)) if s[0] <= span[0])
        one = quote(answer, sentence)
        if one and 3 <= len(one.text.split()) <= 40 and not any(map(one.overlaps, risk)):
            yield one


def _listed(quotes: tuple[Quote, ...], instead: str) -> str:
    return "\n".join(f'- "{one.text}"' for one in quotes) or instead


def _risk(transcript: Transcript) -> Iterable[Quote]:
    """The sentences with the risk rules' findings, the most urgent first."""
    return (quoted(one.finding, transcript) for one in read_lines(transcript).found)


def _risks(found: tuple[Quote, ...]) -> str:
    instead = "The rules found no words that point to a danger. That is no proof that there is none."
    return _listed(found, instead)
