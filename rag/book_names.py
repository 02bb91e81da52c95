"""Which book a document is: a new one, or a new edition of an existing one. The admin decides."""

from collections.abc import Sequence
from typing import Final

from agents.domain.value import Value
from agents.errors import CorrectInput, NotNow

LONGEST: Final = 120
_NO_NAME: Final = "A book needs a name of 1 to 120 characters."


class NameTaken(NotNow):
    """Another book has this name. `book` is the name as written there."""

    def __init__(self, book: str, remedy: str = "") -> None:
        super().__init__(
            f"The library holds a book named \u201c{book}\u201d already. Nothing was changed. {remedy}".strip()
        )
        self.book = book


class Wish(Value):
    """An admin's request: a `title` for a new book, or the name of the book that this is an edition of; neither if the
    admin has not decided."""

    title: str = ""
    edition_of: str = ""

    @classmethod
    def of(cls, title: str | None, edition_of: str | None) -> "Wish":
        """The wish as it was typed. Raises CorrectInput."""
        wish = cls(title=_plain(title or ""), edition_of=_plain(edition_of or ""))
        if wish.title and wish.edition_of:
            raise CorrectInput("Give a title, for a book of its own, or the book that it is an edition of; not both.")
        if len(wish.name) > LONGEST:
            raise CorrectInput(_NO_NAME)
        return wish

    @property
    def name(self) -> str:
        """The requested name, from whichever of the two fields."""
        return self.edition_of or self.title

    def or_title(self, title: str) -> "Wish":
        """This wish or, if it is empty, a new book under this title."""
        return self if self.name else Wish(title=title[:LONGEST].strip())

    def met_by(self, book: str) -> bool:
        """Whether a document of that book fulfils this wish."""
        return not self.name or self.name.casefold() == book.casefold()

    def resolved(self, other: tuple[str, bool] | None, books: Sequence[str]) -> str:
        """The book's name, given the other document with that name, if there is one, and whether that is the open
        reference. Raises NameTaken, CorrectInput."""
        if not self.name:
            raise CorrectInput(_NO_NAME)
        if self.title and other:
            raise NameTaken(other[0])
        if self.edition_of and (other is None or other[1]):
            listed = ", ".join(f"\u201c{book}\u201d" for book in books) or "none yet"
            raise CorrectInput(
                f"No book named \u201c{self.edition_of}\u201d was handed in. Handed in so far: {listed}."
            )
        return other[0] if other else self.title


def _plain(typed: str) -> str:
    return "".join(filter(str.isprintable, " ".join(typed.split())))
