"""Run the scripted provider: a stand-in for OpenAI, Anthropic and Ollama that answers every role from the rule engines.

Point the product at it with the addresses that it prints. Faults are NAME[:ROLE][:EVERY], for example
`--fault hang:scorer:3 --fault rate-limit`; names: rate-limit server-error hang slow drop truncated wrong-schema prose
refusal invented-quotes score-7 takeover. GET /calls shows what was asked.
`--temperament sloppy` answers in shapes that real models use, `hostile` invents and obeys what patients write.
"""

import argparse
import asyncio
import sys

from agents.errors import CorrectInput
from agents.scripted.faults import Fault
from agents.scripted.temperaments import Temperament

CANNOT_START = 2


def configure(parser: argparse.ArgumentParser) -> None:
    """Where to listen, how slow to be, what to do wrong."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8089, help="port; 0 takes a free one (default 8089)")
    parser.add_argument("--delay-ms", type=float, default=0.0, help="wait before each answer (default 0)")
    parser.add_argument("--gap-ms", type=float, default=200.0, help="wait between pieces under `slow` (default 200)")
    parser.add_argument("--retry-after", type=float, default=1.0, help="seconds that a 429 asks to wait (default 1)")
    parser.add_argument(
        "--temperament", type=Temperament, choices=list(Temperament), default=Temperament.CAREFUL, metavar="NAME",
        help="careful (default), sloppy or hostile",
    )  # fmt: skip
    parser.add_argument("--fault", action="append", type=fault, default=[], metavar="NAME[:ROLE][:EVERY]")


def fault(text: str) -> Fault:
    """One fault. Raises ArgumentTypeError."""
    try:
        return Fault.parse(text)
    except CorrectInput as wrong:
        raise argparse.ArgumentTypeError(str(wrong)) from None


def execute(options: argparse.Namespace) -> int:
    """Serve until interrupted: 0 after a clean end, 2 when the port is taken."""
    from server.engines.stub_provider import Pace, StubProvider
    from server.engines.stub_running import address, listening, server

    pace = Pace(options.delay_ms / 1000, options.gap_ms / 1000, options.retry_after)
    try:
        opened = listening(options.host, options.port)
    except OSError as failed:
        sys.stderr.write(f"Port {options.port} can't be used: {failed.strerror}\n")
        return CANNOT_START
    url = address(opened)
    sys.stdout.write(f"scripted provider on {url}\n")
    sys.stdout.write(f"  OPENAI_BASE_URL={url}/v1 OPENAI_API_KEY=any ANTHROPIC_BASE_URL={url} ANTHROPIC_API_KEY=any\n")
    sys.stdout.write(f"  OLLAMA_API_BASE={url}\n")
    sys.stdout.flush()
    asyncio.run(server(StubProvider(pace, options.fault, options.temperament)).serve([opened]))
    return 0
