"""How many published conversations a minute go through a batch of report cards, with one worker and with two.

    python tests/load/card_throughput.py FILE [--records 200] [--workers 1 2] [--out DIR]

The same records, one run after the other, each by `anamnesis benchmark run FILE --as-is` into a fresh folder: all
metrics but the judge, into one table. Seconds are from the command's start to its end, models' loading and the written
reports included; `processor` are seconds of processor time of all its processes. The last line is one JSON object; it
exits with 1 when a run fails, leaves a record out, or the tables of the runs differ.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from agents.resources import CHECKOUT as ROOT


def main() -> int:
    """Measure each number of workers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--records", type=int, default=200)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--out", type=Path, help="keep results and tables there, in one folder for each number")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="anamnesis-") as folder:
        runs = [
            run(options.file, options.records, number, (options.out or Path(folder)) / str(number))
            for number in options.workers
        ]
    tables = [found.pop("table") for found in runs]
    same = all(table == tables[0] for table in tables)
    first, last = runs[0], runs[-1]
    told = {
        "records": options.records,
        "runs": runs,
        "sameTable": same,
        "times": round(first["seconds"] / last["seconds"], 2),
        "processors": os.cpu_count(),
    }
    print(json.dumps(told))
    return int(not same or any(found["done"] + found["truncated"] < options.records for found in runs))


def run(file: Path, records: int, workers: int, out: Path) -> dict[str, Any]:
    """One batch with so many workers."""
    command = [sys.executable, "-m", "server.cli", "benchmark", "run", str(file), "--as-is", "--out", str(out)]
    command += ["--workers", str(workers), "--limit", str(records)]
    load, spent, started = os.getloadavg()[0], _processor(), time.monotonic()
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    seconds = time.monotonic() - started
    systems = json.loads(done.stdout.splitlines()[-1])["systems"]
    return {
        "workers": workers,
        "seconds": round(seconds, 1),
        "aMinute": round(60 * records / seconds, 1),
        "processor": round(_processor() - spent, 1),
        "done": sum(one["done"] for one in systems),
        "truncated": sum(one["truncated"] for one in systems),
        "systems": [one["system"] for one in systems],
        "loadBefore": round(load, 2),
        "table": [{name: one[name] for name in one if name != "seconds"} for one in systems],
    }


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
