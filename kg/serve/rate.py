"""How often one client may ask: so many requests a second in the long run, so many at once.

Clients on this machine are not counted; behind a proxy the address is the one that it forwards
(``X-Forwarded-For``, which only a proxy on this machine may set). Of an IPv6 address the network
counts, since one client has many of them.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from kg.serve.failures import problem_response
from kg.serve.problems import Problem

#: Clients that are remembered; who was not seen for longest is forgotten first.
_CLIENTS = 10_000

#: Asked by machines that look after this one.
_FREE = ("/health", "/ready", "/metrics", "/assets/")


class Bucket:
    """What each client has left: ``burst`` requests, refilled with ``rate`` a second."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> float:
        """Take one; 0 where there was one, else the seconds until there will be."""
        now = self._clock()
        left, then = self._left.pop(client, (float(self._burst), now))
        left = min(self._burst, left + (now - then) * self._rate)
        wait = 0.0 if left >= 1 else (1 - left) / self._rate
        self._left[client] = (left if wait else left - 1, now)
        while len(self._left) > _CLIENTS:
            self._left.popitem(last=False)
        return wait


class RateLimit:
    """ASGI middleware that turns away a client that asks too often, with 429."""

    def __init__(self, app: ASGIApp, rate: float, burst: int) -> None:
        self._app = app
        self._bucket = Bucket(rate, burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        client = _client(scope) if scope["type"] == "http" and not scope["path"].startswith(_FREE) else None
        wait = self._bucket.take(client) if client is not None else 0
        if not wait:
            await self._app(scope, receive, send)
            return
        seconds = str(math.ceil(wait))
        problem = Problem(
            429,
            f"too many requests: the next one in {seconds} s; /limits says how many",
            headers={"Retry-After": seconds},
        )
        await problem_response(Request(scope, receive), problem)(scope, receive, send)


def _client(scope: Scope) -> str | None:
    """Whom a request counts for; None for this machine, and where it cannot be told."""
    try:
        address = ipaddress.ip_address(str((scope.get("client") or ("",))[0]))
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address.is_loopback:
        return None
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else str(address)
