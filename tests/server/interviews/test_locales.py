"""The locales that an interview may have: one list, and a safety message and help lines for each."""

from typing import get_args
from uuid import UUID

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


@pytest.mark.parametrize("locale", ["es-US", "en-US"])
async def test_the_report_warns_of_spanish_where_the_interview_was_held_in_it(
    staff: httpx.AsyncClient, app: Litestar, locale: str
) -> None:
    given = {"label": "x", "locale": locale}
    interview = (await staff.post("/interviews", json=given, headers={"accept": "*/*"})).json()["id"]
    await staff.post(f"/interviews/{interview}/hold", data={"why": "in_person"})
    rest = {f"item-{item}": "0" for item in range(1, 24)}
    await staff.post(f"/interviews/{interview}/in-person/form", data=rest)
    await app.state.parts.rooms.room(UUID(interview)).write_report("x")
    for seen in range(2):
        report = (await staff.get(f"/interviews/{interview}/report", headers={"accept": "*/*"})).json()["markdown"]
        assert ("Spanish" in report) is (locale == "es-US")
        assert ("danger is missed more often" in report) is (locale == "es-US")
        rated = {"item": "1", "did": "person", "seen": str(seen)}
        assert (await staff.post(f"/interviews/{interview}/ratings", data=rated)).status_code == 303
