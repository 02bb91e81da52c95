"""Which labelled interviews are meant: the arguments that the research commands share."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from agents.assessment.formats.variants import Variant

if TYPE_CHECKING:
    from server.assessments.labelled_files import Selection

SPLITS = ("train", "dev", "test")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The data, its labels, and which participants of it."""
    parser.add_argument("data", type=Path, metavar="DATA", help="a folder of transcripts, a file, or a .jsonl file")
    parser.add_argument(
        "--labels", type=Path, action="append", default=[], metavar="CSV", help="known scores; repeatable"
    )
    parser.add_argument(
        "--ids", type=Path, metavar="FILE", help="only these participants (a split file, or one a line)"
    )
    parser.add_argument("--split", choices=SPLITS, help="only this part of a seeded, stratified split (41, 30, 29 %%)")
    parser.add_argument("--split-seed", type=int, default=42, metavar="N")
    parser.add_argument("--variant", choices=[one.value for one in Variant], default=Variant.BOTH.value)
    parser.add_argument(
        "--participant", metavar="NAME", help="which speaker is the participant, where names don't show it"
    )


def selection(options: argparse.Namespace) -> "Selection":
    """What the arguments say."""
    from server.assessments.labelled_files import Selection

    return Selection(
        data=options.data,
        labels=tuple(options.labels),
        ids=options.ids,
        split=options.split,
        seed=options.split_seed,
        variant=Variant(options.variant),
        participant=options.participant,
    )
