"""The web server, its worker and the command line: everything that knows HTTP, SQL or a queue.

Each domain is a room with its routes, tables, repository, jobs and page views together; beside the rooms lies only what
all of them share. What an interview or a measurement means is decided in `agents` and `benchmarks`.
"""
