"""A batch report as Markdown, HTML and CSV."""

import csv
import html
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from benchmarks.runs.aggregate import Aggregate
from benchmarks.runs.results import Settings
from benchmarks.runs.tables import SIMULATED, Table, tables

STEM: Final = "report"
_STYLE: Final = """
:root { color-scheme: light dark; --line: #8884; --ink: 37 99 235; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin-top: 2rem }
p { max-width: 46rem } .scroll { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .7rem; text-align: left; white-space: nowrap }
td:last-child { white-space: normal }
td.count { text-align: right; background: rgb(var(--ink) / var(--share)) }
"""


def write(folder: Path, found: Aggregate, settings: Settings) -> tuple[Path, ...]:
    """Write `report.md`, `report.html`, `report.csv` and `report.json` into the folder."""
    ready = tables(found)
    written = {
        "md": markdown(ready, settings),
        "html": page(ready, settings),
        "csv": figures(found),
        "json": found.model_dump_json(indent=1) + "\n",
    }
    for suffix, text in written.items():
        (folder / f"{STEM}.{suffix}").write_text(text, "utf-8")
    return tuple(folder / f"{STEM}.{suffix}" for suffix in written)


def _about(settings: Settings) -> str:
    return f"Dataset: {settings.dataset}. Mode: {settings.mode}. Parts: {', '.join(settings.parts)}."


def markdown(ready: Iterable[Table], settings: Settings) -> str:
    """The report for reading as text."""
    lines = ["# Benchmark", "", _about(settings), "", SIMULATED, ""]
    for table in ready:
        lines += [f"## {_cell(table.title)}", "", *([table.note, ""] if table.note else [])]
        lines += [_row(table.header), "|" + " --- |" * len(table.header), *map(_row, table.rows), ""]
    return "\n".join(lines)


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(map(_cell, cells)) + " |"


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "&#124;").replace("<", "&lt;").split()) or " "


def page(ready: Iterable[Table], settings: Settings) -> str:
    """The report as one HTML file that needs nothing else."""
    body = "\n".join(map(_section, ready))
    intro = f"<p>{html.escape(_about(settings))}</p><p>{html.escape(SIMULATED)}</p>"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Benchmark</title><style>{_STYLE}</style></head><body><main><h1>Benchmark</h1>{intro}\n{body}\n"
        "</main></body></html>\n"
    )


def _section(table: Table) -> str:
    head = "".join(f'<th scope="col">{html.escape(cell)}</th>' for cell in table.header)
    most = max((int(cell) for row in table.rows for cell in row[1:]), default=1) if table.shade else 1
    rows = "".join(_html_row(row, table.shade, max(most, 1)) for row in table.rows)
    note = f"<p>{html.escape(table.note)}</p>" if table.note else ""
    return (
        f'<section><h2>{html.escape(table.title)}</h2>{note}<div class="scroll" tabindex="0">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></section>"
    )


def _html_row(row: tuple[str, ...], shade: bool, most: int) -> str:
    cells = [f'<th scope="row">{html.escape(row[0])}</th>']
    for cell in row[1:]:
        share = f' class="count" style="--share: {int(cell) / most * 0.6:.2f}"' if shade else ""
        cells.append(f"<td{share}>{html.escape(cell)}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def figures(found: Aggregate) -> str:
    """Every figure with its interval, one per line: system, figure, profile, value, low, high, n."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("system", "figure", "profile", "value", "low", "high", "n"))
    for one in found.systems:
        for name in ("done", "truncated", "failed", "stopped", "errors", "unread"):
            writer.writerow((_plain(one.system), name, "", getattr(one, name), "", "", ""))
        accuracy = (("top1", one.top1), ("top3", one.top3), ("macro_f1", one.macro_f1))
        averages = tuple((average.key, average.interval) for average in one.averages)
        for name, interval in (*accuracy, *averages):
            writer.writerow((_plain(one.system), name, "", interval.value, interval.low, interval.high, interval.n))
        for each in one.profiles:
            averages = tuple((average.key, average.interval) for average in each.averages)
            for name, interval in (("top1", each.top1), ("top3", each.top3), ("f1", each.f1), *averages):
                bounds = (interval.value, interval.low, interval.high, interval.n)
                writer.writerow((_plain(one.system), name, each.profile, *bounds))
        for row in one.confusion:
            for column, count in zip(one.columns, row.counts, strict=True):
                writer.writerow((_plain(one.system), f"confusion: {column}", row.label, count, "", "", ""))
    return out.getvalue()


def _plain(name: str) -> str:
    """A name that no spreadsheet interprets as a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name
