"""Models that no setting changes, so that their measurements are comparable between installations and over time."""

from typing import Final

JUDGE: Final = "openai/gpt-4.1"
"""The benchmark's judge. Report cards may be compared only when the same judge wrote them."""
JUDGE_TEMPERATURE: Final = 0.0
"""The judge's temperature: the least variation between two runs that the provider offers."""
EMBEDDER: Final = "openai/text-embedding-3-small"
"""The library's embedder (1,536 dimensions). An index can be searched only with the embedder that built it."""
