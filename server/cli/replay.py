"""Run whole interviews through the machine, with the patient's replies given.

in   a persona              {"id", "items": {"1": {"reply", "followup"?}, ..}, "intro"?}
     or a published one     {"id", "conversation": [{"role": "interviewer|patient", "text"}, ..]}
out  {"id", "status", "items": {"1": {"score", "ambiguity", "evidence": [texts]}, ..}, "domains": {name: severity},
      "followups", "turns", "risk", "unanswered": [items]}   and "stoppedBy": [rules] where it was ended for safety;
      an item that was skipped has "declined": true, one whose replies did not answer it "unclear": true (to be asked
      by you); both keep a score of 0, and neither counts towards its domain

The questions of a published interview are matched to items. An item without a reply is recorded as declined
and listed in "unanswered"; a follow-up question without a reply stays unanswered. "turns" counts the patient's
messages, "risk" is the highest tier of any of them. With --via-server the interviews go through a running server's
websocket.
"""

import argparse
from typing import Any

from agents.diagnostician.port import Mode
from server.cli.batch.answering import WHOLE, answer_each
from server.cli.batch.engine_arguments import add_arguments

SOCKETS = 8
MOST_SOCKETS = 500


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    add_arguments(parser, "interviews")
    parser.add_argument("--mode", choices=[mode.value for mode in Mode], default=Mode.SCREENING.value)
    parser.add_argument("--profile", action="store_true", help='add the whole profile as "profile"')
    server = parser.add_argument_group("through a running server")
    server.add_argument("--via-server", metavar="URL", help="its address, or a one-time link that signs in")
    server.add_argument("--sign-in", metavar="LINK", help="a one-time link (see `anamnesis sign-in-link`)")
    server.add_argument("--sockets", type=_sockets, default=SOCKETS, metavar="N", help=f"at once (default {SOCKETS})")


def _sockets(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= MOST_SOCKETS:
        raise argparse.ArgumentTypeError(f"1 to {MOST_SOCKETS} sockets, not {text!r}")
    return int(text)


def execute(options: argparse.Namespace) -> int:
    """Replays the file."""
    if options.via_server:
        from server.cli.remote.replays import replay_file

        return replay_file(options)
    return _in_process(options.file, Mode(options.mode), options.profile)


def _in_process(path: str, mode: Mode, with_profile: bool) -> int:
    from benchmarks.personas.replay import replay
    from server.cli.batch.event_loop import run_to_end
    from server.cli.batch.interviews import case, described
    from server.cli.batch.offline_team import offline_team

    team = offline_team()

    def answer(value: Any) -> dict[str, Any]:
        given = case(value)
        outcome = run_to_end(replay(given.held, team, str(given.id), mode))
        return described(given.id, outcome, given.held, with_profile)

    return answer_each(path, "interviews", answer, WHOLE)
