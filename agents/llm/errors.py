"""What can go wrong with a language model, named by what the caller should do about it.

Messages name the provider, the status and the vendor's error code, never a key, a prompt or an answer.
"""

import re
from typing import Final

from agents.errors import AnamnesisError, TryAgain


class ModelFailed(AnamnesisError):
    """Base of all: no usable answer came from the model. A caller with a rule engine lets it answer instead."""


class Unreachable(ModelFailed, TryAgain):
    """The provider could not be reached."""


class TimedOut(Unreachable):
    """The provider was reached but gave no answer in time."""


class Dropped(Unreachable):
    """The connection broke in the middle of an answer; the part streamed so far is not an answer."""


class CircuitOpen(Unreachable):
    """The provider has failed so often lately that it is left alone for some seconds; nothing was sent."""


class RateLimited(ModelFailed, TryAgain):
    """The provider asks to slow down. `retry_after` is in seconds, None when it does not say."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Overloaded(ModelFailed, TryAgain):
    """The provider failed on its side (5xx), or all lines to it are in use here."""


class Refused(ModelFailed):
    """The model declined to answer this content."""


class Malformed(ModelFailed):
    """The answer does not have the requested form. The message lists places and reasons, never the answer itself."""


class BudgetSpent(ModelFailed):
    """The interview's token or money budget is used up; nothing was sent."""


class NotConfigured(ModelFailed):
    """The provider rejects this request under the current configuration: key, model name, address or parameter.

    `unsupported` names the parameter that the model does not support, where the provider says so. `rejected`: the
    provider read the request and does not take it in this form.
    """

    def __init__(self, message: str, unsupported: str | None = None, rejected: bool = False) -> None:
        super().__init__(message)
        self.unsupported = unsupported
        self.rejected = rejected


_REASONS: Final = {
    401: "does not accept the key",
    402: "says that the account is out of credit",
    403: "does not allow this key to do that",
    404: "does not know this model or address",
    413: "finds the request too long",
}
_AGAIN: Final = {408, 409, 425}
_REJECTED: Final = {400, 422}
_PARAMETERS: Final = {
    "tools": re.compile(r"\btools?\b|\bfunction.?call"),
    "temperature": re.compile(r"temperature"),
    "response_format": re.compile(
        r"response.?format|output.?(?:format|config)|json.?(?:schema|object|mode)|structured|grammar|guided"
    ),
    "effort": re.compile(r"reasoning|effort|\bthink"),
}
_NO_CREDIT: Final = {"insufficient_quota", "billing_error", "billing_hard_limit_reached"}


def by_status(
    provider: str, status: int, code: str | None = None, retry_after: float | None = None, about: str = ""
) -> ModelFailed:
    """The error for an HTTP status. `code` is the vendor's error code; `about` is all that it says of the parameter
    that it complains about, which goes nowhere else."""
    said = f"({status}{', ' + code if code else ''})"
    if code in _NO_CREDIT:
        return NotConfigured(f"{provider} {_REASONS[402]} {said}")
    if status == 429:
        return RateLimited(f"{provider} asks to slow down {said}", retry_after)
    if status >= 500 or status in _AGAIN:
        return Overloaded(f"{provider} failed on its side {said}")
    rejected = status in _REJECTED
    parameter = next((name for name, named in _PARAMETERS.items() if rejected and named.search(about.lower())), None)
    return NotConfigured(f"{provider} {_REASONS.get(status, 'does not take this request')} {said}", parameter, rejected)
