"""The clinic's logo through the door: drawn anew, small, shown where it belongs, and changed by admins alone."""

import html
import io
import re
import struct
import zlib
from collections.abc import Iterator

import httpx
import psycopg
import pypdfium2
import pytest
from PIL import Image

from server.clinic.logo import HEAVIEST, HIGHEST, LARGEST_FILE, WIDEST
from tests.conftest import Running
from tests.server.alerts.receivers import until
from tests.server.interviews.talking import begun, talker

PAGE = "/admin/clinic"
PNG = b"\x89PNG\r\n\x1a\n"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.fixture(autouse=True)
def as_at_first(signed_in: httpx.Client) -> Iterator[None]:
    yield
    signed_in.post(f"{PAGE}/logo/remove").raise_for_status()


def picture(kind: str = "PNG", size: tuple[int, int] = (900, 300), noise: bool = False) -> bytes:
    """A file of this kind that says more than its pixels."""
    made = Image.effect_noise(size, 120).convert("RGB") if noise else Image.new("RGB", size, "#1f6f6a")
    exif = Image.Exif()
    exif[0x010E] = "a secret place"
    out = io.BytesIO()
    made.save(out, kind, exif=exif)
    return out.getvalue()


def bomb(side: int) -> bytes:
    """A tiny file that says that it is huge."""
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return PNG + b"".join(_chunk(name, data) for name, data in ((b"IHDR", head), (b"IDAT", b"x"), (b"IEND", b"")))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def handed_in(staff: httpx.Client, file: bytes, name: str = "logo.png") -> httpx.Response:
    return staff.post(f"{PAGE}/logo", files={"logo": (name, file, "image/png")})


def stranger(staff: httpx.Client, path: str) -> httpx.Response:
    """What somebody without cookies gets."""
    return httpx.get(str(staff.base_url).rstrip("/") + path, timeout=60)


def patients(staff: httpx.Client, interview: str) -> str:
    """The patient's page."""
    with httpx.Client(
        base_url=staff.base_url, follow_redirects=True, headers={"accept": "text/html"}, timeout=60
    ) as browser:
        return browser.get(staff.post(f"/interviews/{interview}/link").json()["url"]).text


def address(page: str) -> str | None:
    found = re.search(r'src="(/clinic/logo/[0-9a-f]{64})"', page)
    return found[1] if found else None


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_picture_is_drawn_anew_and_may_be_kept_for_ever(signed_in: httpx.Client, kind: str) -> None:
    given = picture(kind)
    assert b"a secret place" in given
    page = handed_in(signed_in, given + b"<script>alert(1)</script>").text
    assert "Saved." in page
    where = address(page)
    assert where
    answer = stranger(signed_in, where)
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"] == "private, max-age=31536000, immutable"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert not re.search(rb"secret|script|eXIf|tEXt", answer.content)
    with Image.open(io.BytesIO(answer.content)) as shown:
        assert (shown.format, shown.size) == ("PNG", (WIDEST, HIGHEST))
    assert len(answer.content) <= HEAVIEST
    gone = stranger(signed_in, "/clinic/logo/" + "0" * 64)
    assert (gone.status_code, gone.headers["cache-control"]) == (404, "no-store")


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"not a picture",
        SVG,
        PNG + b"cut off",
        picture()[:400],
        bomb(60_000),
        bomb(8_000),
        picture("GIF"),
        b"\x00" * (LARGEST_FILE + 1),
    ],
    ids=["empty", "text", "SVG", "cut off", "half", "bomb", "smaller bomb", "GIF", "too large"],
)
def test_what_is_no_logo_is_refused_and_nothing_changes(signed_in: httpx.Client, file: bytes) -> None:
    kept = address(handed_in(signed_in, picture()).text)
    answer = handed_in(signed_in, file, "logo.svg")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert re.search(r"picture", html.unescape(answer.text))
    assert kept
    assert address(signed_in.get(PAGE).text) == kept


def test_patients_and_reports_show_it_until_it_is_taken_away(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    plain = patients(signed_in, interview)
    assert address(plain) is None
    assert "of-clinic" not in plain
    version = re.search(r'name="version" value="(\d+)"', signed_in.get(PAGE).text)
    assert version
    signed_in.post(PAGE, data={"version": version[1], "name": "Elm <Street>"})
    assert '<p class="clinic-mark of-clinic">Elm &lt;Street&gt;</p>' in patients(signed_in, interview)
    handed_in(signed_in, picture(noise=True))
    page = patients(signed_in, interview)
    where = address(page)
    assert where
    assert 'alt="Elm &lt;Street&gt;"' in page
    assert address(signed_in.get(f"/interviews/{interview}").text) == where
    assert len(stranger(signed_in, where).content) <= HEAVIEST
    with talker(signed_in, interview) as patient:
        patient.to_item(23)
        if patient.skip()["purpose"] == "review":
            patient.say("No, that's all.")
    address_of_pdf = f"/interviews/{interview}/report.pdf"
    until(lambda: signed_in.get(address_of_pdf).status_code == 200, 60)
    first = pypdfium2.PdfDocument(signed_in.get(address_of_pdf).content)[0]
    assert first.get_textpage().get_text_range().startswith("Elm <Street>")
    assert len(list(first.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]))) == 1
    signed_in.post(f"{PAGE}/logo/remove")
    assert address(patients(signed_in, begun(signed_in))) is None


def test_nobody_but_an_admin_hands_one_in(signed_in: httpx.Client, server: Running, database_url: str) -> None:
    answer = stranger(signed_in, PAGE)
    assert answer.status_code == 401
    with psycopg.connect(database_url) as connection:
        connection.execute("update account set role = 'therapist' where email = 'admin@localhost'")
    try:
        assert handed_in(signed_in, picture()).status_code == 403
        assert signed_in.post(f"{PAGE}/logo/remove").status_code == 403
    finally:
        with psycopg.connect(database_url) as connection:
            connection.execute("update account set role = 'admin' where email = 'admin@localhost'")
