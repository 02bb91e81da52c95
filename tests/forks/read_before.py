"""What a process has read before it is copied: the program's modules, the rules, the learnt reader and the pages."""

from server.cli.loading import load

MODULES = (
    "server.processes.web_process",
    "server.processes.worker_process",
    *(f"server.cli.{name}" for name in ("assess", "impressions", "replay", "risk", "run", "score")),
)


def read() -> None:
    """Import everything first, with the collector at rest."""
    for name in MODULES:
        load(name)
    from server.pages.templates import compile_all, page_templates
    from server.processes.warmup import warm_up
    from server.settings import TEMPLATES

    warm_up(TEMPLATES / "safety")
    compile_all(page_templates(TEMPLATES))


read()
