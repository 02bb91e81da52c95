"""Alone: a sentence that by itself makes a stop all but certain, told among others about other things.

In a long answer the other sentences hide it from weights that are summed over the whole message. Only sentences with a
grave word are weighed, as if nothing had been asked."""

from agents.domain.risk import Reading, Tier
from agents.risk.canon import Sentence
from agents.risk.hit import Hit
from agents.risk.lexicon import table
from agents.risk.weights import grave, heaviest, model, sure

_FEWEST = 3
_SHORTEST = 4
_LONGEST = 60
_MOST = 12


def alone(parts: list[Sentence], reading: Reading) -> tuple[Hit, Sentence] | None:
    """The first such sentence of a message of three or more, where the reading is below a stop."""
    clinic = table("weights.toml")["clinic"]
    if len(parts) < _FEWEST or reading.tier is Tier.STOP or any(f.rule in clinic for f in reading.findings):
        return None
    weighty = [
        part for part in parts if _SHORTEST <= len(part.words) <= _LONGEST and not grave().isdisjoint(part.known)
    ]
    limits = model().limits
    for part in weighty[:_MOST]:
        likely = sure(part, None, False, limits["glance"])
        if likely and likely[-1] > limits["sentence"]:
            start, end = heaviest(part.words, Tier.STOP)
            return Hit("words-stop", Tier.STOP, "suicide", start, end), part
    return None
