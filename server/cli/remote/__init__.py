"""A running server as the command line meets it: signing in, and interviews held at its websocket by made patients.

What talks to a server belongs here; what works in this process alone does not."""
