"""What starting an interview asks of `server/clients`, which stands above this room."""

from typing import Protocol, runtime_checkable
from uuid import UUID

from server.accounts.tables import Account


@runtime_checkable
class ClientsOfOwner(Protocol):
    """An account's clients, by their codes."""

    async def coded(self, owner: Account, code: str) -> UUID:
        """The owner's client of this code, made where there is none."""
        ...

    async def started(self, client: UUID) -> None:
        """An interview of the client was started."""
        ...
