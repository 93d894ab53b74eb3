"""``/metrics``: what the server does, counted for monitoring; no addresses, no queries, no names.

With several server processes the counters are those of all of them together: each writes its own
into a folder that ``PROMETHEUS_MULTIPROC_DIR`` names (``kg serve --workers`` makes one).
Metrics in the other sense of the word, the measures of results, are listed at the same path for a
browser: who asks for HTML gets the list.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, multiprocess
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from kg.query.formats import Format
from kg.serve.context import Context
from kg.serve.lanes import LaneRunner
from kg.serve.lists import list_of
from kg.serve.negotiate import HTML, accepted, choose
from kg.serve.remember import RememberingRunner
from kg.serve.watch import Watched

#: Names the folder in which several processes keep their counters.
SHARED = "PROMETHEUS_MULTIPROC_DIR"

#: Seconds: small questions, pages, queries up to the deadline.
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)

#: Methods that are counted apart; a client may make up any number of others.
_METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH"})

_TEXT = Format("txt", "text/plain", False)
_OPEN_METRICS = Format("openmetrics", "application/openmetrics-text", False)


class Metrics:
    """The counters of one application; ``context`` gives what it serves now."""

    def __init__(self, context: Callable[[], Context]) -> None:
        self.registry = CollectorRegistry()
        own = CollectorRegistry() if os.environ.get(SHARED) else self.registry
        labels = ("endpoint", "method", "status", "outcome")
        self.requests = Counter("kg_http_requests", "Requests, by what answered them.", labels, registry=own)
        self.seconds = Histogram(
            "kg_http_request_duration_seconds",
            "Seconds until the last byte was sent.",
            ("endpoint",),
            buckets=_BUCKETS,
            registry=own,
        )
        self.bytes = Counter("kg_http_response_bytes", "Bytes of answers, as sent.", ("endpoint",), registry=own)
        if own is not self.registry:
            multiprocess.MultiProcessCollector(self.registry)  # type: ignore[no-untyped-call]
        self.registry.register(_Served(context))
        ProcessCollector(registry=self.registry)


class _Served(Collector):
    """What is served at this moment, and the queries of this process."""

    def __init__(self, context: Callable[[], Context]) -> None:
        self._context = context

    def collect(self) -> Iterator[Metric]:
        """The figures, asked for when they are wanted."""
        context = self._context()
        yield InfoMetricFamily("kg_version", "The version that is served.", {"version": context.version.digest})
        yield GaugeMetricFamily("kg_results", "Results in that version.", context.version.results)
        runner = context.runner
        if isinstance(runner, RememberingRunner):
            yield CounterMetricFamily("kg_answers_remembered", "Answers given from memory.", runner.hits)
            runner = runner.runner
        if isinstance(runner, LaneRunner):
            yield GaugeMetricFamily("kg_queries_running", "Queries in slots.", runner.running)
            yield GaugeMetricFamily("kg_queries_waiting", "Queries that wait for a slot.", runner.waiting)
            yield GaugeMetricFamily("kg_query_slots", "Slots for queries.", runner.lanes.slots)


class Measure:
    """ASGI middleware that counts each request when its answer is over."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and watch its answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        watched = Watched(send)
        try:
            await self._app(scope, receive, watched.send)
        finally:
            endpoint = getattr(scope.get("endpoint"), "__name__", "none")
            method = scope["method"] if scope["method"] in _METHODS else "other"
            self._metrics.requests.labels(endpoint, method, str(watched.status), watched.outcome).inc()
            self._metrics.seconds.labels(endpoint).observe(watched.seconds)
            self._metrics.bytes.labels(endpoint).inc(watched.size)


async def metrics_page(request: Request) -> Response:
    """Counters for Prometheus; for a browser, the list of the metrics that results are stated by."""
    if choose(accepted(request), (_TEXT, _OPEN_METRICS, HTML)) is HTML:
        return await list_of(request, "metrics")
    metrics = request.app.state.metrics
    assert isinstance(metrics, Metrics)
    encode, content_type = choose_encoder(accepted(request) or "")
    headers = {"Content-Type": content_type, "Cache-Control": "no-store", "Vary": "Accept"}
    return Response(encode(metrics.registry), headers=headers)
