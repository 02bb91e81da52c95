"""One try to deliver a message: to a mail server, or to a webhook with a signature. The caller bounds its time."""

import hashlib
import hmac
import time
from datetime import UTC, datetime
from typing import Final

from httpx import AsyncClient, HTTPError, InvalidURL

from agents.domain.value import Value
from server.addresses import MailServer
from server.alerts.notice import Notice, email
from server.clinic.clock import IN_UTC, Clock

TIMESTAMP: Final = "Anamnesis-Timestamp"
SIGNATURE: Final = "Anamnesis-Signature"
_LONGEST: Final = 200
"""Characters of a mail server's answer that are kept."""


class NotTaken(Exception):
    """The message was not taken; says why, in words for the therapist. `final`: trying again would not help."""

    def __init__(self, why: str, final: bool = False) -> None:
        super().__init__(why)
        self.final = final


async def send_mail(one: Notice, server: MailServer, sender: str, to: str, clock: Clock = IN_UTC) -> str:
    """Send it by e-mail, with its time by this clock; the server's own words when it has taken it. Raises NotTaken."""
    import aiosmtplib

    message = email(one, sender, to, datetime.now(UTC), clock)
    try:
        _, said = await aiosmtplib.send(
            message,
            sender=sender,
            recipients=[to],
            hostname=server.host,
            port=server.port,
            username=server.user,
            password=server.password,
            use_tls=server.tls == "tls",
            start_tls=server.tls == "starttls",
            timeout=None,
        )
    except aiosmtplib.SMTPRecipientsRefused as refused:
        first = refused.recipients[0]
        raise NotTaken(_refusal(first.code, first.message), final=first.code >= 500) from refused
    except aiosmtplib.SMTPResponseException as refused:
        raise NotTaken(_refusal(refused.code, refused.message)) from refused
    except (aiosmtplib.SMTPException, OSError) as failed:
        raise NotTaken(f"the mail server cannot be reached ({type(failed).__name__})") from failed
    return said[:_LONGEST]


def _refusal(code: int, said: str) -> str:
    return f"the mail server refused it ({code} {' '.join(said.split())})"[:_LONGEST]


async def post(one: Value, client: AsyncClient, url: str, secret: str) -> str:
    """Send it to a webhook; the status with which it was taken. Raises NotTaken. A redirect is not followed."""
    body, now = one.model_dump_json().encode(), str(int(time.time()))
    headers = {"content-type": "application/json", TIMESTAMP: now, SIGNATURE: signature(secret, now, body)}
    try:
        answer = await client.post(url, content=body, headers=headers)
    except (HTTPError, InvalidURL, OSError) as failed:
        raise NotTaken(f"the webhook cannot be reached ({type(failed).__name__})") from failed
    if not answer.is_success:
        raise NotTaken(f"the webhook answered {answer.status_code}")
    return str(answer.status_code)


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """`sha256=` and the HMAC-SHA256, in hexadecimal, of the timestamp (Unix seconds), a full stop and the body."""
    signed = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256)
    return f"sha256={signed.hexdigest()}"
