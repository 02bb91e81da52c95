"""`python -m server.cli` is the command `anamnesis`."""

import sys

from server.cli import main

if __name__ == "__main__":
    sys.exit(main())
