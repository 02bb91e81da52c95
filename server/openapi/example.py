"""A worked example for programs, which docs/http.md has and the tests run, and the messages that the server sends."""

from typing import Final, NamedTuple

from server.alerts.ended import EndNotice
from server.alerts.notice import Notice

_NEW: Final = '{"label": "K-17", "client": "K-17", "reference": "visit/77", "mode": "screening", "locale": "en-US"}'
CURL: Final = f"""
KEY=anamnesis_…
ehr() {{ curl --silent --show-error --fail --header "authorization: Bearer $KEY" "$@"; }}
ehr --json '{_NEW}' "$SERVER/interviews"
ehr --request POST "$SERVER/interviews/$INTERVIEW/link"
ehr "$SERVER/interviews/$INTERVIEW/status"
ehr "$SERVER/interviews/$FINISHED/fhir.json"
ehr --output report.pdf "$SERVER/interviews/$FINISHED/report.pdf"
""".strip()
PYTHON: Final = '''
import json
import os
from urllib.request import Request, urlopen

base, key = os.environ["SERVER"], os.environ["ANAMNESIS_TOKEN"]

def ask(path, given=None, method=None):
    body = None if given is None else json.dumps(given).encode()
    headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}
    with urlopen(Request(base + path, body, headers, method=method), timeout=60) as answer:
        return answer.read()

def start(reference, client):
    """A new interview's number, and the link for its patient."""
    asked = {"label": client, "client": client, "reference": reference, "mode": "screening", "locale": "en-US"}
    number = json.loads(ask("/interviews", asked))["id"]
    return number, json.loads(ask(f"/interviews/{number}/link", method="POST"))["url"]

def over(number):
    return json.loads(ask(f"/interviews/{number}/status"))["status"] != "active"
'''.strip()
SAMPLES: Final = (
    {"lang": "Shell", "label": "curl", "source": CURL},
    {"lang": "Python", "label": "Python, standard library", "source": PYTHON},
)
SIGNED: Final = {
    "Anamnesis-Timestamp": "seconds since 1970; refuse one that is more than five minutes away",
    "Anamnesis-Signature": "`sha256=` and the HMAC-SHA256, in hexadecimal, of the timestamp, a full stop and the body",
}


class Hook(NamedTuple):
    """A message that the server sends: its operation's id, what it is for, its body, and where it goes."""

    id: str
    summary: str
    model: type
    goes: str


HOOKS: Final = {
    "interview.ended": Hook(
        "interview_ended",
        "An interview is over",
        EndNotice,
        "Sent to `ANAMNESIS_ENDED_WEBHOOK`, signed with `ANAMNESIS_ENDED_WEBHOOK_SECRET`, and again for about a day "
        "until it is taken; the same `id` may come twice.",
    ),
    "alert": Hook(
        "alert_raised",
        "An alert was raised, or nobody has acknowledged it",
        Notice,
        "Sent to `ANAMNESIS_ALERT_WEBHOOK` and to accounts' own, signed in the same way, until it is taken or the "
        "alert is acknowledged; the same `id` may come twice.",
    ),
}
