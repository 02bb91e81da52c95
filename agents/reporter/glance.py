"""The report at a glance: what a clinician reads first, as values for a page. Nothing stands here on which the report
does not rest; `Overview` works it out."""

from collections.abc import Iterable

from agents.diagnostician.port import Impression
from agents.domain.evidence import Quote
from agents.domain.level1 import HARM_ITEM, items
from agents.domain.profile import ItemResponse
from agents.domain.value import Value
from agents.quotes.sentences import sentences_with
from agents.reporter.doubts import doubt, reason, replies
from agents.reporter.impressions import without_lead
from agents.reporter.overview import Overview, Standing
from agents.reporter.summary import nothing_found


class Strip(Value):
    """One domain: its highest known `score` with that score's `anchor`, the first item that has it and its best quote.
    `doubtful`: that answer, or one that might bring it over its threshold, is to be confirmed. `machine` is the score
    by the machine alone, where the clinician's is another; `unscored`: the machine alone had none. `open`: it is not
    known whether it is at or over its threshold; `state` says why."""

    key: str
    title: str
    threshold: int
    over: bool
    open: bool = False
    score: int | None = None
    anchor: str = ""
    item: int | None = None
    doubtful: bool = False
    machine: int | None = None
    unscored: bool = False
    state: str = ""
    quote: Quote | None = None


class Doubt(Value):
    """An answer to confirm: the item, why, the score where it has one, and the patient's words where there are any."""

    item: int
    short: str
    why: str
    score: int | None = None
    quote: Quote | None = None


class Given(Value):
    """An item as it stands: its score, None where it is not known; `machine` is the score that stood before the
    clinician `changed` it."""

    item: int
    short: str
    score: int | None = None
    changed: bool = False
    machine: int | None = None


class Step(Value):
    """A next step, and why or with what; `first` for what cannot wait, `measure` the domain of a Level-2 measure,
    `screen` for the suicide screen."""

    what: str
    why: str
    first: bool = False
    measure: str = ""
    screen: bool = False


class Glance(Value):
    """The whole view. `impressions` is None while they are still being formed; `passages` are all of the patient's
    words that the report quotes; `asked` are the answers that the clinician left to ask in person, open like `doubts`;
    `unknown_in_person` those that the clinician recorded in person as declined or not asked: settled, and not known;
    `changed` counts the answers that the clinician scored otherwise or left open, `added` names the
    domains that their scores bring to the threshold, `taken` those that they take from it, and `fallen` for each
    impression those of them that it rests on; `harm` is the answer to item 11, with
    its best words; `given` are the items that were asked; `calm` says what it means that nothing was read as a risk."""

    strips: tuple[Strip, ...]
    doubts: tuple[Doubt, ...]
    asked: tuple[Doubt, ...]
    unknown_in_person: tuple[Doubt, ...]
    steps: tuple[Step, ...]
    impressions: tuple[Impression, ...] | None
    no_impression: str
    harm: str
    harm_words: Quote | None
    passages: tuple[Quote, ...]
    calm: str
    given: tuple[Given, ...] = ()
    changed: int = 0
    added: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    fallen: tuple[tuple[str, ...], ...] = ()

    @property
    def over(self) -> int:
        """How many domains are at or over their threshold."""
        return sum(one.over for one in self.strips)

    @property
    def unknown(self) -> int:
        """How many domains may or may not be."""
        return sum(one.open for one in self.strips)


def glance(seen: Overview, formed: bool = True) -> Glance:
    """The view of a finished interview; `formed` says whether the impressions are there yet."""
    doubts, asked = tuple(_doubts(seen)), tuple(_asked(seen))
    doubtful = {one.item for one in (*doubts, *asked)}
    harm = _in_full(seen, _best(seen.answers[HARM_ITEM])) if HARM_ITEM in seen.answers else None
    diagnosis = seen.brief.diagnosis
    changed = {one.item_id: one.machine for one in seen.brief.profile.ratings if one.moves}
    return Glance(
        strips=tuple(_strip(seen, standing, doubtful) for standing in seen.standings),
        doubts=doubts,
        asked=asked,
        unknown_in_person=tuple(_unknown_in_person(seen)),
        steps=tuple(_steps(seen)),
        impressions=diagnosis.impressions if formed else None,
        no_impression=without_lead(diagnosis.summary),
        passages=tuple(dict.fromkeys((*_passages(seen, (*doubts, *asked)), *filter(None, [harm])))),
        harm=_harm(seen.answers.get(HARM_ITEM)),
        harm_words=harm,
        given=tuple(
            Given(
                item=item,
                short=items()[item].short,
                score=answer.score if answer.known else None,
                changed=item in changed,
                machine=changed.get(item),
            )
            for item, answer in sorted(seen.answers.items())
        ),
        calm=nothing_found(seen),
        added=seen.added,
        taken=seen.taken,
        fallen=tuple(seen.fallen(one.items) for one in diagnosis.impressions),
        changed=len(changed),
    )


def _strip(seen: Overview, standing: Standing, doubtful: set[int]) -> Strip:
    domain, highest = standing.domain, standing.highest
    score, counts = standing.severity, domain.known(seen.brief.profile.scores)
    alone = domain.known({one.item_id: one.score for one in seen.brief.profile.item_responses if one.known})
    strip = Strip(
        key=domain.key,
        title=domain.title,
        threshold=domain.threshold,
        over=standing.over,
        open=standing.open,
        machine=None if alone == counts else alone,
        unscored=alone is None and counts is not None,
        state=_state(standing),
        doubtful=bool({item.id for item in domain.items if not standing.over} & doubtful),
    )
    if highest is None:
        return strip
    found = {"score": score, "anchor": highest.frequency, "item": highest.item_id, "quote": _best(highest)}
    own = {item.id for item in domain.items if not standing.over} | {highest.item_id}
    return strip.model_copy(update={**found, "doubtful": bool(own & doubtful)})


def _state(standing: Standing) -> str:
    """What is not known of it; empty where all is."""
    if not standing.open:
        return ""
    to_ask = tuple(item for item in standing.unclear if item not in standing.passed)
    told = "to be asked by you" if to_ask else "not asked" if standing.passed else "declined"
    if standing.severity is None:
        return told
    numbers = to_ask or standing.passed or standing.declined
    return f"item{'' if len(numbers) == 1 else 's'} {', '.join(map(str, numbers))} {told}"


def _harm(answer: ItemResponse | None) -> str:
    if answer is None:
        return "not asked"
    if answer.known:
        return answer.in_words
    if answer.passed:
        return "not asked, so not known"
    return "declined, so not known" if answer.declined else "not known yet, to be asked by you"


def _best(answer: ItemResponse) -> Quote | None:
    return answer.evidence_quotes[0] if answer.evidence_quotes else None


def _in_full(seen: Overview, quote: Quote | None) -> Quote | None:
    """The sentence in which these words stand."""
    if quote is None:
        return None
    text = seen.brief.profile.transcript[quote.turn].text
    start, end = next(iter(sentences_with(text, [(quote.start, quote.end)])), (quote.start, quote.end))
    return Quote(text=text[start:end], turn=quote.turn, start=start, end=end)


def _doubts(seen: Overview) -> Iterable[Doubt]:
    """The answers that a clinician should settle and has not, in the form's order."""
    rated = {one.item_id for one in seen.brief.profile.ratings}
    for item, answer in sorted(seen.answers.items()):
        if item in rated or doubt(answer) is None:
            continue
        score = answer.score if answer.known else None
        best = None if answer.unclear else _best(answer)
        quote = next(iter(answer.elsewhere), None) or best or _reply(seen, answer)
        yield Doubt(item=item, short=items()[item].short, why=reason(answer), score=score, quote=quote)


def _asked(seen: Overview) -> Iterable[Doubt]:
    """The answers that the clinician left to ask in person, in the form's order."""
    who = {one.item_id: one.who for one in seen.brief.profile.ratings}
    for item in sorted(seen.put_off):
        answer = seen.answers[item]
        quote = _best(answer) or _reply(seen, answer)
        yield Doubt(item=item, short=items()[item].short, why=f"left to ask in person by {who[item]}", quote=quote)


def _unknown_in_person(seen: Overview) -> Iterable[Doubt]:
    """What the clinician recorded in person as declined or not asked and has not settled since, in the form's order."""
    rated = {one.item_id for one in seen.brief.profile.ratings}
    for item, answer in sorted(seen.answers.items()):
        if item in seen.in_person and item not in rated and not answer.known:
            why = "not asked" if answer.passed else "declined"
            yield Doubt(item=item, short=items()[item].short, why=why, quote=_reply(seen, answer))


def _reply(seen: Overview, answer: ItemResponse) -> Quote | None:
    """The last of its `replies`."""
    return next(reversed(replies(seen.brief.profile, answer)), None)


def _steps(seen: Overview) -> Iterable[Step]:
    """What the report's summary says to do next, but for the answers to confirm, which stand for themselves."""
    if seen.needs_suicide_screen:
        why = f"{seen.lowered}; ask if in doubt" if seen.lowered else "item 11 is not a validated screen"
        yield Step(what="C-SSRS or ASQ, in person", why=why, first=True, screen=True)
    if HARM_ITEM in seen.unclear or (HARM_ITEM in seen.declined and not seen.needs_suicide_screen):
        yield Step(what="Ask about thoughts of self-harm in person", why="item 11 is not known", first=True)
    if seen.hurt_by_others:
        yield Step(what="Talk in private about their safety", why="they told of being hurt by somebody", first=True)
    for one in (one for one in seen.brief.profile.ratings if one.score is None):
        yield Step(what=f"Ask in person: {items()[one.item_id].short}", why=f"{one.who} left it to be asked")
    for item in (item for item in seen.passed if item != HARM_ITEM):
        yield Step(what=f"Ask in person: {items()[item].short}", why="not asked")
    for standing in (one for one in seen.over if one.domain.level2):
        yield _measure(standing.domain.level2 or "")
    unnamed = ", ".join(one.domain.title for one in seen.over if not one.domain.level2)
    if unnamed:
        yield Step(what="Ask further in conversation", why=f"{unnamed}: no Level-2 measure")


def _measure(level2: str) -> Step:
    """The form's name of a measure, "LEVEL 2—Anger—Adult (PROMIS ...)", without the age group, the same for all."""
    name, _, instrument = level2.partition(" (")
    domain = name.removeprefix("LEVEL 2—").removesuffix("—Adult")
    return Step(what=f"Level 2 {domain}", why=instrument.removesuffix(")") or "the form", measure=domain)


def _passages(seen: Overview, doubts: Iterable[Doubt]) -> Iterable[Quote]:
    for answer in seen.answers.values():
        yield from answer.evidence_quotes
    for impression in seen.brief.diagnosis.impressions:
        yield from impression.evidence
    yield from seen.brief.profile.added
    yield from filter(None, (one.quote for one in doubts))
