"""Mail goes out encrypted, to a server whose certificate is right, and to no other."""

import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from agents.domain.risk import AlertLevel
from server.addresses import MailServer
from server.alerts.notice import Notice
from server.alerts.sending import NotTaken, send_mail
from tests.server.alerts.receivers import Mailbox, mail_server


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for localhost, signed by itself, with its key."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "here")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(
        subject_name=name,
        issuer_name=name,
        public_key=key.public_key(),
        serial_number=x509.random_serial_number(),
        not_valid_before=now - timedelta(days=1),
        not_valid_after=now + timedelta(days=1),
    ).add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    signed = made.sign(key, hashes.SHA256())
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    path = tmp_path_factory.mktemp("certificate") / "localhost.pem"
    path.write_bytes(
        signed.public_bytes(serialization.Encoding.PEM) + key.private_bytes(serialization.Encoding.PEM, *plain)
    )
    return path


@pytest.fixture(scope="module")
def mailbox(certificate: Path) -> Iterator[Mailbox]:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    with mail_server(context) as box:
        yield box


def notice() -> Notice:
    number = uuid4()
    link = f"https://screening.example/interviews/{number}"
    return Notice(
        id=uuid4(),
        level=AlertLevel.STOP,
        at=datetime.now(UTC),
        session_id=str(number),
        interview=link,
        second=False,
    )


async def sent(mailbox: Mailbox, one: Notice, password: str = "correct%20horse") -> str:
    server = MailServer.parse(f"smtp://clinic:{password}@localhost:{mailbox.port}")
    return await send_mail(one, server, "alerts@clinic.example", "me@clinic.example")


async def test_a_server_with_a_known_certificate_gets_it_after_starttls(
    mailbox: Mailbox, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    one = notice()
    assert "kept" in await sent(mailbox, one)
    assert len(mailbox.to("me@clinic.example", one.session_id)) == 1
    with pytest.raises(NotTaken, match="refused it \\(535") as wrong:
        await sent(mailbox, notice(), password="wrong")
    assert not wrong.value.final


async def test_a_server_with_an_unknown_certificate_gets_nothing(mailbox: Mailbox) -> None:
    one = notice()
    with pytest.raises(NotTaken, match="the mail server cannot be reached"):
        await sent(mailbox, one)
    assert mailbox.to("me@clinic.example", one.session_id) == []
