"""What a copy of the process does that has read everything before: one command, and it ends with it."""

import os
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection


def command(folder: str, arguments: Sequence[str], environment: Mapping[str, str], *files: Connection) -> None:
    """Run `anamnesis` with these arguments and this environment in a folder; `files` are input, output and errors."""
    for place, file in enumerate(files):
        os.dup2(file.fileno(), place)
    for file in files:
        file.close()
    sys.stdin = os.fdopen(0, closefd=False)  # so far it is another file: nobody's input
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["anamnesis", *arguments]
    from server.cli import main

    sys.exit(main())
