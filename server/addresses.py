"""Where messages may go: e-mail addresses, the mail server that takes them, and webhooks."""

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from agents.errors import CorrectInput

_PORTS: Final = {"smtp": 587, "smtps": 465}
_FORM: Final = "write it as smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465"


def tidy(email: str) -> str:
    """An address as it is stored: trimmed, in lower case."""
    return email.strip().lower()


def valid(email: str) -> str:
    """The tidied address. Raises CorrectInput if it cannot be an e-mail address."""
    address = tidy(email)
    name, _, host = address.rpartition("@")
    if not name or not host or len(address) > 320 or any(sign.isspace() for sign in address):
        raise CorrectInput("An e-mail address looks like name@example.org.")
    return address


@dataclass(frozen=True, slots=True)
class MailServer:
    """A mail server that takes messages. `tls`: from the first byte, after STARTTLS, or not at all."""

    host: str
    port: int
    user: str | None
    password: str | None
    tls: str

    @classmethod
    def parse(cls, url: str) -> "MailServer":
        """The server of a URL. Raises CorrectInput, which never repeats the URL: it holds a password."""
        parts = _split(url, _FORM)
        if parts.scheme not in _PORTS or not parts.hostname or parts.path.strip("/"):
            raise CorrectInput(f"This is no mail server: {_FORM}.")
        tls = "tls" if parts.scheme == "smtps" else parse_qs(parts.query).get("tls", ["starttls"])[0]
        if tls not in ("tls", "starttls", "none"):
            raise CorrectInput("After ? only tls=none may stand: a mail server in your own network without encryption.")
        if tls == "none" and parts.password and not _this_machine(parts.hostname):
            raise CorrectInput("A password is not sent without encryption: leave out tls=none, or the password.")
        user, password = (unquote(part) if part else None for part in (parts.username, parts.password))
        return cls(parts.hostname, parts.port or _PORTS[parts.scheme], user, password, tls)


def mail_server(url: str) -> str:
    """The URL itself, if it names a mail server. Raises CorrectInput."""
    MailServer.parse(url)
    return url.strip()


def web_page(url: str) -> str:
    """The tidied address of a page of the web. Raises CorrectInput for anything but http and https."""
    parts = _split(url, "write it as https://www.example.org/")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise CorrectInput("This is no page of the web: write it as https://www.example.org/.")
    return url.strip()


def webhook(url: str) -> str:
    """The tidied address of a webhook. Raises CorrectInput for anything but https; http may lead to this machine."""
    parts = _split(url, "write it as https://host/path")
    if not parts.hostname or parts.username or parts.fragment or any(sign.isspace() for sign in url.strip()):
        raise CorrectInput("This is no webhook: write it as https://host/path.")
    if parts.scheme != "https" and not (parts.scheme == "http" and _this_machine(parts.hostname)):
        raise CorrectInput("A webhook begins with https:// (http:// only leads to this machine, as http://localhost).")
    return url.strip()


def host_of(url: str) -> str:
    """The host that a URL names, without its port."""
    return urlsplit(url).hostname or ""


def _split(url: str, form: str) -> SplitResult:
    try:
        parts = urlsplit(url.strip())
        _ = parts.port
    except ValueError:
        raise CorrectInput(f"This address cannot be read: {form}.") from None
    return parts


def _this_machine(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
