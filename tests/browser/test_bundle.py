"""What is served without a build step: the committed bundle, and templates that a strict content policy lets run."""

import hashlib
import re

from agents.resources import CHECKOUT as ROOT

PAGES = ROOT / "templates" / "pages"
BUNDLE = PAGES / "static" / "streamdown.js"
SCRIPTS_AND_PAGES = [*PAGES.glob("*.j2"), *(path for path in PAGES.glob("static/*.js") if path != BUNDLE)]
SOURCES = ("build.mjs", "package-lock.json", "src/report.jsx")


def test_the_bundle_was_built_from_the_sources_beside_it() -> None:
    digest = hashlib.sha256(b"".join((ROOT / "templates" / "streamdown" / name).read_bytes() for name in SOURCES))
    with BUNDLE.open(encoding="utf-8") as bundle:
        named = bundle.readline().split()[-1]
    assert named == digest.hexdigest(), "run `npm run build` in templates/streamdown"


def test_the_lock_names_no_download_address() -> None:
    assert "://" not in re.sub(
        r'"(url|funding)": .*', "", (ROOT / "templates" / "streamdown" / "package-lock.json").read_text("utf-8")
    )


def test_pages_hold_nothing_inline_and_nothing_from_elsewhere() -> None:
    data = r'(?! type="application/json" id="\w+">\{\{ \w+ \| tojson \}\}</script>)'  # words for a script, never run
    inline = re.compile(
        rf"<script{data}(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|(?:src|href)=\"(?:https?:)?//", re.IGNORECASE
    )
    found = {path.name: inline.findall(path.read_text("utf-8")) for path in PAGES.glob("*.j2")}
    assert len(found) > 8
    assert {name: hits for name, hits in found.items() if hits} == {}


def test_our_scripts_and_styles_name_only_files_that_exist() -> None:
    text = "".join(path.read_text("utf-8") for path in SCRIPTS_AND_PAGES)
    named = set(re.findall(r"/static/([\w.-]+\.(?:js|css|svg))", text))
    named |= set(re.findall(r"block style %}([\w.-]+)\{%", text))
    assert {"app.css", "chat.css"} <= named
    assert [name for name in named if not (PAGES / "static" / name).is_file()] == []
    icons = re.findall(r'id="(\w+)"', (PAGES / "static" / "icons.svg").read_text("utf-8"))
    used = set(re.findall(r"icon\(['\"](\w+)['\"]", text))
    assert used
    assert used <= set(icons)
