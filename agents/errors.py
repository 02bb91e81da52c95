"""What can go wrong in the core, named by what the caller should do about it."""


class AnamnesisError(Exception):
    """Base of every error that the product raises on purpose."""


class CorrectInput(AnamnesisError):
    """The input cannot be read; the message says what to change."""


class NotNow(AnamnesisError):
    """The request is sound, but the interview's phase does not allow it."""


class TryAgain(AnamnesisError):
    """Something outside failed for now; the same call may succeed later."""


class NotFound(AnamnesisError):
    """There is no such thing, or none that the caller may see; the error does not reveal which."""


class Unreadable(AnamnesisError):
    """An entry of an interview's log cannot be read; whoever runs the server has to look at it."""
