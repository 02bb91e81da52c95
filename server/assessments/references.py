"""Puts the reference store together: from the settings to what the transcript pipeline asks."""

import asyncio
from collections.abc import Collection
from functools import cache

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from agents.llm.budget import Budget
from agents.llm.providers import Providers
from agents.reference_checker.port import ReferenceChecker
from rag.references.embedding import embedding
from rag.references.options import Options, Scores
from rag.references.rows import Rows
from rag.references.search import ReferenceStore
from rag.vectors import Embedding
from server.engines.models import Deadline
from server.engines.roles import checking_references
from server.settings import Settings


def reference_store(
    settings: Settings,
    pool: AsyncConnectionPool[AsyncConnection],
    models: Providers,
    name: str | None = None,
    without: Collection[str] = (),
    searches: asyncio.Semaphore | None = None,
    local: Embedding | None = None,
) -> ReferenceStore | None:
    """The store that `name` or the settings name, None when neither does. Nothing is read or loaded yet; whether it can
    serve these settings shows at the first search (or `prepare`). `searches`: see `Rows`; `local` serves MiniLM from
    another process."""
    chosen = name or settings.references
    if chosen is None:
        return None

    @cache
    def opened(embedder: str) -> Embedding:
        return embedding(embedder, models, local)

    checker = _checker(settings, models)
    return ReferenceStore(Rows(pool, searches), chosen, opened, options_of(settings), checker, without)


def options_of(settings: Settings) -> Options:
    """The search options that the settings give."""
    return Options(
        scores=Scores(settings.references_scores),
        tags=settings.references_tags,
        similarity=settings.references_similarity,
        per_item=settings.references_per_item,
        characters=settings.references_characters,
        check=checking_references(settings) is not None,
    )


def _checker(settings: Settings, models: Providers) -> ReferenceChecker | None:
    engine = checking_references(settings)
    if engine is None:
        return None
    from agents.reference_checker.llm import LlmReferenceChecker

    return LlmReferenceChecker(Deadline(models.model(engine), settings.report_seconds), Budget())
