"""The locales that an interview may have: one list, and a safety message and help lines for each."""

from typing import get_args

import httpx
import pytest
from litestar import Litestar

from server.interviews.locales import LOCALES, Locale
from server.settings import Settings
from tests.server.cards.finished import started


def test_every_locale_can_be_chosen() -> None:
    assert tuple(LOCALES) == get_args(Locale)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_locale_has_its_message_and_its_help_lines(locale: str) -> None:
    folder = Settings().safety
    assert (folder / f"{locale}.md.j2").is_file()
    assert (folder / f"{locale}.toml").is_file()


async def test_wordings_that_are_set_are_those_of_every_interview(
    staff: httpx.AsyncClient, app: Litestar, settings: Settings
) -> None:
    for room in [app.state.parts.rooms.room(await started(staff)) for _ in range(2)]:
        await room.refresh()
        assert room.state.seed == settings.wordings is not None
