"""For how long what was removed or ended can be taken back; after that it is gone for good."""

from datetime import timedelta
from typing import Final

UNDO: Final = timedelta(minutes=30)
