"""The answer that a language model is asked for as a diagnostician. None of it is used before `review.py` checks it."""

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from agents.domain.value import Value
from agents.llm.scalars import Maybe, Share


class Opinion(Value):
    """One impression, from what speaks for it to how sure the model is. The descriptions are part of the request."""

    ALSO: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "name": ("disorder", "diagnosis", "condition", "impression", "title"),
        "icd10": ("icd", "icdcode", "code"),
        "evidence": ("quotes",),
        "steps": ("reasoning", "rationale"),
    }
    name: str = Field(description="the domain, category or disorder, by its usual name")
    category: str = Field(description="the category it belongs to")
    items: tuple[int, ...] = Field(default=(), description="numbers of the answered items that speak for it")
    evidence: tuple[str, ...] = Field(default=(), description="quotes copied letter by letter from the patient's words")
    criteria: tuple[str, ...] = Field(default=(), description="features found, in your own words")
    steps: tuple[str, ...] = Field(default=(), description="the reasoning, one step each, with what speaks against it")
    citations: tuple[str, ...] = Field(default=(), description="chunkId of each passage that was used")
    confidence: Share = Field(default=0.5, description="0 to 1, beside all other impressions")
    icd10: Maybe = Field(default=None, description="an ICD-10-CM code, null where none is asked for")


class Opinions(Value):
    """The whole answer."""

    ALSO: ClassVar[Mapping[str, tuple[str, ...]]] = {"impressions": ("diagnoses", "hypotheses", "disorders")}
    impressions: tuple[Opinion, ...] = Field(description="most likely first, empty when nothing stands out")
    summary: str = Field(description="what was found, in plain words")
    limitations: tuple[str, ...] = Field(default=(), description="what could not be told from this interview")
    rag_used: bool = Field(default=False, description="whether a passage changed what is said here")
