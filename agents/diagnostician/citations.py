"""The passages that an impression rests on, and the check that nothing else is ever cited."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from agents.diagnostician.port import Diagnosis, Mode, Passage, Source

MOST_CITED: Final = 3
"""The most passages that one impression by rules cites: the first ones found."""
CHAPTERS: Final[Mapping[str, str]] = {
    "depression": "depressive disorders",
    "anger": "disruptive, impulse-control, and conduct disorders",
    "mania": "bipolar and related disorders",
    "anxiety": "anxiety disorders",
    "somatic_symptoms": "somatic symptom and related disorders",
    "psychosis": "schizophrenia spectrum and other psychotic disorders",
    "sleep_problems": "sleep-wake disorders",
    "memory": "neurocognitive disorders",
    "repetitive_thoughts_and_behaviors": "obsessive-compulsive and related disorders",
    "dissociation": "dissociative disorders",
    "personality_functioning": "personality disorders",
    "substance_use": "substance-related and addictive disorders",
}
"""The chapter about each domain in a book ordered like the DSM-5. Suicidal ideation has no chapter of its own."""
_WORD: Final = re.compile(r"[a-z0-9]+")
_PAGE: Final = re.compile(r"(.+?, pp?\. [^,]+), ")
_STEP: Final = " > "


def of_disorder(name: str, passages: Iterable[Passage]) -> tuple[str, ...]:
    """The ids of the passages about a disorder: those under its heading, else those that name it."""
    wanted = _plain(name)
    given = tuple(passages)
    under = [one for one in given if any(wanted in _plain(step) for step in one.section_path.split(_STEP))]
    naming = [one for one in given if wanted in _plain(f"{one.source} {one.text}")]
    return tuple(one.chunk_id for one in (under or naming)[:MOST_CITED])


def of_domain(key: str, passages: Iterable[Passage]) -> tuple[str, ...]:
    """The ids of the passages in the chapter about a domain of the measure."""
    chapter = _plain(CHAPTERS.get(key, ""))
    under = (one.chunk_id for one in passages if chapter and chapter in _plain(one.section_path.split(_STEP)[0]))
    return tuple(under)[:MOST_CITED]


def grounded(diagnosis: Diagnosis, retrieved: Iterable[Passage]) -> Diagnosis:
    """The diagnosis with only those citations whose passages were retrieved for it, and with their places in the book.

    Removed citations are counted; `rag_used` stays true only if a citation is left."""
    known = {one.chunk_id: one for one in retrieved}
    impressions = tuple(
        one.model_copy(update={"citations": tuple(dict.fromkeys(c for c in one.citations if c in known))})
        for one in diagnosis.impressions
    )
    cited = dict.fromkeys(chunk for one in impressions for chunk in one.citations)
    dropped = sum(c not in known for one in diagnosis.impressions for c in one.citations)
    return diagnosis.model_copy(
        update={
            "impressions": impressions,
            "rag_used": bool(cited),
            "dropped_citations": diagnosis.dropped_citations + dropped,
            "sources": tuple(_source(known[chunk], diagnosis.mode) for chunk in cited),
        }
    )


def _source(passage: Passage, mode: Mode) -> Source:
    """The passage's place in the book. Screening names no disorder, so beyond the page it gives at most a manual's
    chapter."""
    found = _PAGE.match(passage.source) if mode is Mode.SCREENING else None
    chapter = passage.section_path.split(_STEP)[0]
    known = _plain(chapter) in {_plain(title) for title in CHAPTERS.values()}
    place = passage.source if found is None else f"{found[1]}, {chapter}" if known else found[1]
    return Source(chunk_id=passage.chunk_id, source=place, own=passage.own)


def _plain(text: str) -> str:
    """The words alone, so that hyphens, commas and capitals do not matter."""
    return " ".join(_WORD.findall(text.lower()))
