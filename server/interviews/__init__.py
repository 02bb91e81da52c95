"""One interview on the wire and in the tables: its socket, its event log, its rows, its patient's way in.

Here belongs what an interview needs while it is held and read; what it means is decided in `agents/interview`."""
