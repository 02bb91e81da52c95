"""How long the lists take to answer with 10,000 interviews, 1,000 of them with an acknowledged alert that nobody has
followed up, and 1,000 clients, over HTTP: each filter, sort, search, last page, today and the clients.

    python tests/load/interview_list.py [--interviews 10000] [--times 20]

Starts a PostgreSQL and a server of its own. The last line is one JSON object: for each address the median and the
slowest answer in milliseconds, for the therapist whose interviews they are. It exits with 1 when a median is over 100.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import httpx
import psycopg

from agents.resources import CHECKOUT as ROOT
from server.embedded import Postgres, Redis
from server.schema import migrate
from server.settings import Settings

LIMIT = 100.0
PATIENCE = 300.0
ADDRESSES = (
    "/interviews",
    "/interviews?show=review",
    "/interviews?show=completed&sort=label",
    "/interviews?show=archived&sort=oldest",
    "/interviews?sort=changed",
    "/interviews?sort=alerts",
    "/interviews?q=L-00999",
    "/interviews?q=nothing-like-it",
    "/interviews?page=150",
    "/today",
    "/today?after=all",
    "/clients",
    "/clients?show=new&sort=latest",
    "/clients?q=C-0099",
    "/clients?page=20",
)
FILL = """
insert into interview (id, owner_id, label, mode, locale, phase, status, answered, last_seq, created_at, updated_at,
  completed_at, archived_at)
select gen_random_uuid(), (select id from account order by created_at limit 1), 'L-' || lpad(n::text, 5, '0'),
  'screening', 'en-US', case when n %% 4 = 0 then 'ASK_ITEM' else 'DONE' end,
  case when n %% 4 = 0 then 'active' else 'completed' end, 23, 0, now() - n * interval '1 hour',
  now() - n * interval '1 hour', case when n %% 4 = 0 then null else now() - n * interval '1 hour' end,
  case when n %% 10 = 1 then now() end
from generate_series(1, %s) n
"""
OUTCOMES = """
insert into interview_outcome (interview_id, seq, scores, doubts, doubt_count)
select id, 0, '{"1": 3, "2": 2, "14": 4}', '[{"item": 14, "why": "unclear"}]', 1 from interview
where status = 'completed'
"""
CLIENTS = """
insert into client (id, owner_id, code)
select gen_random_uuid(), (select id from account order by created_at limit 1), 'C-' || lpad(n::text, 5, '0')
from generate_series(1, 1000) n
"""
OF_CLIENTS = """
update interview i set client_id = c.id from client c
where substring(i.label from 3)::int %% 1000 = substring(c.code from 3)::int - 1 and i.label < 'L-05000'
"""
ALERTS = """
with chosen as (
  update interview set alert_level = 2, alerted_at = now() - interval '1 day',
    acknowledged_at = now() - interval '1 hour'
  where label > 'L-00000' and label <= 'L-01000' returning id)
insert into event (interview_id, seq, kind, body)
select id, 1, 'alert', '{"kind": "alert", "turn": 3, "level": "urgent", "tier": "urgent", "findings": [],
  "quotes": []}'::jsonb from chosen
union all
select id, 2, 'acknowledged', '{"kind": "acknowledged", "by": "r@clinic.example",
  "note": "Will call the patient at: 15:00"}'::jsonb from chosen
"""


def main() -> int:
    """Fill, ask, tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--interviews", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=20)
    options = parser.parse_args()
    load = os.getloadavg()[0]
    folder = Path(tempfile.mkdtemp(prefix="anamnesis-"))
    postgres, redis = Postgres(folder / "postgres"), Redis(folder / "redis")
    try:
        postgres.start()
        redis.start()
        migrate(postgres.url)
        settings = Settings(database_url=postgres.url, redis_url=redis.url, data=folder, open_reference=False)
        asked = served(settings, options.interviews, options.times)
    finally:
        postgres.stop()
        redis.stop()
        shutil.rmtree(folder, ignore_errors=True)
    told = {"interviews": options.interviews, "limitMs": LIMIT, "loadBefore": round(load, 2), "ms": asked}
    print(json.dumps(told))
    return int(any(one["median"] > LIMIT for one in asked.values()))


def served(settings: Settings, interviews: int, times: int) -> dict[str, dict[str, float]]:
    """The figures of a server that keeps so many interviews of its first account, three quarters of them completed."""
    running = started(settings)
    try:
        told = json.loads(waited(settings.data / "server.json"))
        with httpx.Client(base_url=told["url"], follow_redirects=True, timeout=60) as staff:
            staff.get(f"/welcome/{told['token']}").raise_for_status()
            with psycopg.connect(settings.database_url or "", autocommit=True) as connection:
                connection.execute(FILL, (interviews,))
                connection.execute(OUTCOMES)
                connection.execute(CLIENTS)
                connection.execute(OF_CLIENTS.replace("%%", "%"))
                connection.execute(ALERTS)
                connection.execute("analyze")
            return {address: measured(staff, address, times) for address in ADDRESSES}
    finally:
        running.terminate()
        running.wait(60)


def started(settings: Settings) -> subprocess.Popen[bytes]:
    """The server, on a free port."""
    given = {
        "DATABASE_URL": settings.database_url or "",
        "REDIS_URL": settings.redis_url or "",
        "ANAMNESIS_DATA": str(settings.data),
        "ANAMNESIS_OPEN_REFERENCE": "False",
    }
    command = [sys.executable, "-m", "server.cli", "run", "--port", "0"]
    return subprocess.Popen(command, cwd=ROOT, env=os.environ | given, stdout=subprocess.DEVNULL)


def waited(told: Path) -> str:
    """What the server says of itself once it answers."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(OSError, ValueError, httpx.TransportError):
            if httpx.get(f"{json.loads(told.read_text())['url']}/healthz").status_code == 200:
                return told.read_text()
        time.sleep(0.1)
    raise TimeoutError("the server did not start")


def measured(staff: httpx.Client, address: str, times: int) -> dict[str, float]:
    """The median and the slowest of so many answers, after one that is not counted."""
    staff.get(address).raise_for_status()
    took = []
    for _ in range(times):
        started = time.perf_counter()
        staff.get(address).raise_for_status()
        took.append(1000 * (time.perf_counter() - started))
    return {"median": round(statistics.median(took), 1), "slowest": round(max(took), 1)}


if __name__ == "__main__":
    sys.exit(main())
