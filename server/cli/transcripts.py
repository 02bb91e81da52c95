"""Make transcripts ready for research: clean them, choose whose lines are kept, and say what was done.

`prepare SOURCE OUT` reads a folder (DAIC-WOZ, or any files of text, JSON, WebVTT, SRT), a file, or a JSON Lines file,
and writes OUT/transcripts.jsonl ({"id", "transcript"}, as `anamnesis assess` reads it) and OUT/manifest.json, with
no word of any transcript in it. The sources stay as they are. `--dry-run` writes nothing and prints the manifest.
"""

import argparse
import hashlib
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from agents.assessment.formats.speakers import UnclearSpeakers
from agents.assessment.formats.variants import Variant, as_text
from agents.errors import CorrectInput
from server.cli.batch.lines import ANSWERED, NOT_STARTED, SOME_BAD, say
from server.cli.batch.progress import watched

if TYPE_CHECKING:
    from server.assessments.transcript_files import Prepared

TRANSCRIPTS: Final = "transcripts.jsonl"
MANIFEST: Final = "manifest.json"


def configure(parser: argparse.ArgumentParser) -> None:
    """Where from, where to, and what to keep."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    prepare = actions.add_parser("prepare", help="clean transcripts and write them with a manifest")
    prepare.add_argument("source", type=Path, metavar="SOURCE", help="a folder, a file, or a .jsonl file")
    prepare.add_argument("out", type=Path, metavar="OUT", nargs="?", help="a new folder (not needed with --dry-run)")
    prepare.add_argument("--variant", choices=[one.value for one in Variant], default=Variant.BOTH.value)
    prepare.add_argument(
        "--participant", metavar="NAME", help="which speaker is the participant, where names don't show it"
    )
    prepare.add_argument("--dry-run", action="store_true", help="write nothing; print the manifest")
    prepare.add_argument("--overwrite", action="store_true", help="replace OUT where it was made by this command")


def execute(options: argparse.Namespace) -> int:
    """Prepare: 0 all done, 1 some transcripts could not be read, 2 nothing could be done."""
    try:
        _check(options)
        ready, manifest = _prepared(options)
        if options.dry_run:
            sys.stdout.write(json.dumps(manifest, ensure_ascii=False, indent=1) + "\n")
        else:
            _write(options.out, ready, manifest)
    except (CorrectInput, OSError) as wrong:
        say(str(wrong))
        return NOT_STARTED
    failed = manifest["failed"]
    say(f"{len(ready)} transcripts ready, {len(failed)} could not be read{_where(options)}")
    return SOME_BAD if failed else ANSWERED


def _where(options: argparse.Namespace) -> str:
    return "; nothing was written" if options.dry_run else f": {options.out / TRANSCRIPTS}"


def _check(options: argparse.Namespace) -> None:
    out: Path | None = options.out
    if options.dry_run:
        return
    if out is None:
        raise CorrectInput("say where to write: OUT is a new folder (or --dry-run to write nothing)")
    source = options.source.resolve()
    if source.is_dir() and (out.resolve() == source or source in out.resolve().parents):
        raise CorrectInput(f"{out} lies in the source folder, whose files stay as they are: choose another place")
    if out.exists() and not (options.overwrite and (out / MANIFEST).is_file()):
        raise CorrectInput(f"{out} is there already: choose a new folder, or --overwrite one made by this command")


def _prepared(options: argparse.Namespace) -> "tuple[list[Prepared], dict[str, Any]]":
    from server.assessments.transcript_files import prepared, sources

    found = sources(options.source)
    ready: list[Prepared] = []
    failed: list[dict[str, str]] = []
    for source in watched(found, "transcripts", len(found)):
        try:
            ready.append(prepared(source, Variant(options.variant), options.participant))
        except CorrectInput as wrong:
            failed.append({"id": source.id, "source": source.name, "error": _plain(wrong)})
            say(f"{source.name}: {wrong}")
    return ready, _manifest(options, ready, failed)


def _plain(wrong: CorrectInput) -> str:
    return wrong.plain if isinstance(wrong, UnclearSpeakers) else str(wrong)


def _manifest(options: argparse.Namespace, ready: "list[Prepared]", failed: list[dict[str, str]]) -> dict[str, Any]:
    lines = [_line(one) for one in ready]
    return {
        "variant": options.variant,
        "source": options.source.name,
        "ready": len(ready),
        "sha256": hashlib.sha256("".join(lines).encode()).hexdigest(),
        "transcripts": [one.facts for one in ready],
        "failed": failed,
    }


def _line(one: "Prepared") -> str:
    return json.dumps({"id": one.id, "transcript": as_text(one.transcript)}, ensure_ascii=False) + "\n"


def _write(out: Path, ready: "list[Prepared]", manifest: dict[str, Any]) -> None:
    """All of it or nothing: written beside, then renamed."""
    out.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    try:
        (fresh / TRANSCRIPTS).write_text("".join(_line(one) for one in ready), "utf-8")
        (fresh / MANIFEST).write_text(json.dumps(manifest, ensure_ascii=False, indent=1) + "\n", "utf-8")
        if out.exists():
            shutil.rmtree(out)
        os.rename(fresh, out)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
