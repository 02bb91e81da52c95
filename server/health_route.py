"""Whether the server can do its work: for load balancers and people."""

from collections.abc import Mapping

from litestar import get
from litestar.di import NamedDependency
from litestar.response import Response

from server.health import OK, Health, Healthy
from server.openapi.contract import described, json_of


@get(
    "/healthz",
    **described(
        "health",
        "Whether the server can do its work",
        gives={200: (json_of(Healthy),), 503: (json_of(Healthy),)},
        stable=True,
    ),
)
async def healthz(health: NamedDependency[Health]) -> Response[Mapping[str, str]]:
    """200 when database and queue took a write within the last two seconds, 503 otherwise; which of them did not is
    named. Answers within two seconds whatever hangs."""
    found = await health.found()
    return Response(found, status_code=200 if set(found.values()) == {OK} else 503)


HANDLERS = (healthz,)
