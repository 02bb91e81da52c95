"""An interview in the hands of a member of staff, over HTTP: what its page is made of, and where its forms lead."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID, uuid4

from litestar.di import NamedDependency, Provide
from litestar.params import FromPath
from litestar.response import Redirect, Template

from agents.domain import level1
from agents.errors import CorrectInput, NotNow
from agents.interview.holding import Settled
from agents.interview.presence import Why
from server.accounts.tables import Account
from server.database import Database
from server.digits import number
from server.errors import status_of
from server.interviews.patient_links import PatientLinks
from server.interviews.person.repository import InPerson
from server.interviews.standing_alerts import standing
from server.interviews.tables import SCREENS

_GAP: Final = "Item {} is empty. What is filled in below it is not kept yet."
_FIRST: Final = "What was done about item 11 comes first. The answers below it are kept with the note."
_WITHOUT: Final[Mapping[str, Settled]] = {"declined": "declined", "not_asked": "not_asked"}


@dataclass(frozen=True, slots=True)
class InHand:
    """An interview in the hands of a member of staff, and what its page is made of."""

    interview: UUID
    account: Account
    in_person: InPerson
    database: Database
    links: PatientLinks

    async def page(
        self,
        asked: int | None,
        wrong: CorrectInput | NotNow | None = None,
        given: Mapping[str, Any] | None = None,
    ) -> Template | Redirect:
        """The item asked for, else the next one; with what was wrong and what was sent, where something was."""
        reading = await self.in_person.reading(self.account, self.interview, asked)
        held = reading.state.held
        in_hand = held is not None and held.why is Why.IN_PERSON
        if not in_hand and wrong is None:
            return self.onto()
        shown = {"reading": reading, "interview": reading.row, "in_hand": in_hand}
        shown["link"] = await self.links.latest(self.interview)
        shown |= {"instrument": level1.instrument(), "items": level1.items(), "domain_of": level1.domain_of}
        shown["stands"] = (await standing(self.database.pool, [self.interview])).get(self.interview)
        shown |= {"wrong": str(wrong) if wrong else "", "given": given or {}, "form": uuid4(), "screens": SCREENS}
        status = 200 if wrong is None else status_of(type(wrong))
        return Template("in_person.html.j2", context=shown, status_code=status)

    async def settle(self, item: int, did: str, again: bool) -> None:
        """Keep what was tapped. Raises CorrectInput, NotNow."""
        if did in _WITHOUT:
            await self.in_person.settle(self.account, self.interview, item, _WITHOUT[did], 0, again)
            return
        if (score := number(did, level1.MAX_SCORE)) is None:
            raise CorrectInput("did: 0 to 4, declined, not_asked or words")
        await self.in_person.settle(self.account, self.interview, item, "scored", score, again)

    async def settle_rest(self, given: dict[str, Any]) -> Redirect | Template:
        """Keep the fields `item-N`, as far as they are filled without a gap and before item 11 halts; what is left of
        them comes back on the page."""
        try:
            while not (now := await self.in_person.reading(self.account, self.interview)).gate:
                again = next((item for item in now.left if f"item-{item}" in given), None)
                item = again or now.item or 0
                if (did := given.get(f"item-{item}")) is None:
                    break
                await self.settle(item, str(did), again=again is not None)
        except (CorrectInput, NotNow) as wrong:
            return await self.page(None, wrong, given)
        if any(f"item-{item}" in given for item in level1.items() if item not in now.state.responses):
            return await self.page(None, CorrectInput(_FIRST if now.gate else _GAP.format(now.item)), given)
        return self.onto("/in-person")

    def onto(self, page: str = "") -> Redirect:
        """To the interview's page, or one below it, after something was done."""
        return Redirect(f"/interviews/{self.interview}{page}", status_code=303)


async def hand_of(
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    in_person: NamedDependency[InPerson],
    database: NamedDependency[Database],
    links: NamedDependency[PatientLinks],
) -> InHand:
    """The interview that the address names, for whoever asks."""
    return InHand(interview_id, account, in_person, database, links)


HAND: Final = {"hand": Provide(hand_of)}
