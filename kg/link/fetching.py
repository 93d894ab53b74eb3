"""Asks services as a good guest: paced, patient, bounded; what does not come is told, never raised.

A question is sent at most three times. Between two, the service says how long to wait
(Retry-After), or the wait doubles. A service that asks for a longer wait than a minute, or fails
three questions in a row, is left alone for the rest of the run. The whole run has a budget of
questions and of time. Redirects are followed within the service's own origin only.
"""

from __future__ import annotations

import datetime
import email.utils
import logging
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Generic, TypeVar
from urllib.parse import urljoin, urlsplit

import httpx

from kg import __version__
from kg.link.answers import Answer, NotFetched, Query, Unreadable
from kg.link.cache import Cache
from kg.link.clock import Clock, moment, stamp
from kg.link.services.base import Service
from kg.link.settings import LinkSettings

T = TypeVar("T")

#: How often one question is sent, how long a wait may be, how many failures in a row end the asking.
TRIES, LONGEST_WAIT, FAILURES = 3, 60.0, 3
#: How many redirects are followed, and how many bytes are read.
REDIRECTS, MOST_BYTES = 3, 20_000_000

_AGAIN = frozenset({429, 500, 502, 503, 504})
_REDIRECT = frozenset({301, 302, 303, 307, 308})


@dataclass
class Budget:
    """How much a run may ask for and how long it may take; shared by all threads."""

    questions: int
    seconds: float
    asked: dict[str, int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _started: float | None = None

    def take(self, service: str, now: float) -> str | None:
        """Count one request; the reason where there is nothing left."""
        with self._lock:
            if self._started is None:
                self._started = now
            if sum(self.asked.values()) >= self.questions:
                return f"the budget of {self.questions} requests is used up"
            if now - self._started > self.seconds:
                return f"the budget of {self.seconds:.0f} seconds is used up"
            self.asked[service] = self.asked.get(service, 0) + 1
            return None


class _Gate:
    """Lets requests to one service start one after the other at its pace."""

    def __init__(self, seconds: float, clock: Clock) -> None:
        self._seconds, self._clock = seconds, clock
        self._next = 0.0
        self._lock = threading.Lock()

    def wait(self) -> None:
        with self._lock:
            now = self._clock.monotonic()
            start = max(now, self._next)
            self._next = start + self._seconds
            if start > now:
                self._clock.sleep(start - now)

    def hold(self, seconds: float) -> None:
        with self._lock:
            self._next = max(self._next, self._clock.monotonic() + seconds)


@dataclass
class _State:
    """How a service has behaved in this run."""

    gate: _Gate
    failures: int = 0
    given_up: str | None = None


class Fetcher:
    """Answers questions from the cache, or from the services; one for a run."""

    def __init__(
        self,
        settings: LinkSettings,
        cache: Cache,
        clock: Clock,
        *,
        offline: bool = False,
        budget: Budget | None = None,
        timeout: float = 30.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.settings, self.cache, self.clock, self.offline = settings, cache, clock, offline
        self.budget = budget or Budget(2000, 1800)
        self._states: dict[str, _State] = {}
        self._random = random.Random(0)
        self._timeout = timeout
        self._transport = transport
        self._client: httpx.Client | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> Fetcher:
        self._filter = _Redacting(self.settings.secrets())
        logging.getLogger("httpx").addFilter(self._filter)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger("httpx").removeFilter(self._filter)
        if self._client is not None:
            self._client.close()

    def fetch(
        self,
        service: Service,
        queries: Sequence[Query],
        read: Callable[[Query, Answer], T],
        *,
        max_age: datetime.timedelta | None = None,
    ) -> Iterator[tuple[Query, T | NotFetched, Answer | None]]:
        """Ask all questions and read the answers, in the order of the questions.

        An answer kept within ``max_age`` is not asked for again. One that ``read`` cannot read
        (Unreadable) is not kept, and told as not fetched.
        """
        for_reading = _Reader(read)
        if self.offline or not queries:
            for query in queries:
                yield query, *self._kept(query, for_reading)
            return
        state = self._state(service)
        with ThreadPoolExecutor(service.pace_of(self.settings).at_a_time) as pool:
            waiting = [pool.submit(self._one, service, state, query, for_reading, max_age) for query in queries]
            for query, future in zip(queries, waiting, strict=True):
                yield query, *future.result()

    def _kept(self, query: Query, read: _Reader[T]) -> tuple[T | NotFetched, Answer | None]:
        answer = self.cache.get(query)
        if answer is None:
            return NotFetched("not in the cache", is_offline=True), None
        try:
            return read(query, answer), answer
        except Unreadable as error:
            return NotFetched(str(error)), None

    def _one(
        self,
        service: Service,
        state: _State,
        query: Query,
        read: _Reader[T],
        max_age: datetime.timedelta | None,
    ) -> tuple[T | NotFetched, Answer | None]:
        kept = self.cache.get(query)
        if kept is not None and (max_age is None or self._is_fresh(kept, max_age)):
            try:
                return read(query, kept), kept
            except Unreadable:
                pass  # kept by an older version that read it otherwise: ask again
        if state.given_up:
            return NotFetched(state.given_up), None
        if missing := service.missing(self.settings):
            return NotFetched(missing), None
        try:
            answer = self._ask(service, state, query)
            if isinstance(answer, NotFetched):
                return answer, None
            found = read(query, answer)
        except Unreadable as error:
            return self._failed(service, state, str(error)), None
        state.failures = 0
        self.cache.put(query, answer)
        return found, answer

    def _is_fresh(self, answer: Answer, max_age: datetime.timedelta) -> bool:
        return self.clock.now() - moment(answer.time) <= max_age

    def _ask(self, service: Service, state: _State, query: Query) -> Answer | NotFetched:
        """Send one question up to three times."""
        reason = ""
        for attempt in range(TRIES):
            if state.given_up:
                return NotFetched(state.given_up)
            state.gate.wait()
            if spent := self.budget.take(service.name, self.clock.monotonic()):
                return NotFetched(spent)
            try:
                status, headers, body = self._send(service, query)
            except httpx.TimeoutException:
                reason, wait = "no answer in time", 0.0
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                reason, wait = f"the connection broke ({type(error).__name__})", 0.0
            else:
                if status not in _AGAIN:
                    if 200 <= status < 300 or status in (404, 410):
                        time, kind = stamp(self.clock.now()), headers.get("content-type", "")
                        return Answer(query.url, status, body, time, kind)
                    return self._failed(service, state, str(status))
                reason, wait = str(status), self._retry_after(headers)
            if wait > LONGEST_WAIT:
                state.given_up = f"{reason}: {service.label} asks to wait for {wait:.0f} s"
                return NotFetched(state.given_up)
            if attempt + 1 < TRIES:
                state.gate.hold(max(wait, 2.0**attempt + self._random.random()))
        return self._failed(service, state, reason)

    def _failed(self, service: Service, state: _State, reason: str) -> NotFetched:
        with self._lock:
            state.failures += 1
            if state.failures >= FAILURES and not state.given_up:
                state.given_up = f"{service.label} was left alone after {FAILURES} failures in a row ({reason})"
        return NotFetched(reason)

    def _send(self, service: Service, query: Query) -> tuple[int, httpx.Headers, bytes]:
        """One request, redirects within the origin followed; raises httpx errors and Unreadable."""
        url = query.url
        extra = service.parameters(self.settings)
        headers = {"User-Agent": self._agent(), "Accept": query.accept, **service.headers(self.settings)}
        method, content = ("GET", None) if query.body is None else ("POST", query.body.encode())
        if content is not None:
            headers["Content-Type"] = "application/json"
        for _ in range(REDIRECTS + 1):
            if not _same_origin(url, service.origin):
                raise Unreadable(f"a redirect to {urlsplit(url).hostname or url[:60]!r} was refused")
            target = httpx.URL(url).copy_merge_params(extra) if extra else httpx.URL(url)
            with self._open().stream(method, target, headers=headers, content=content) as response:
                if response.status_code in _REDIRECT and "location" in response.headers:
                    url = urljoin(url, response.headers["location"])
                    continue
                body = bytearray()
                for part in response.iter_bytes():
                    body += part
                    if len(body) > MOST_BYTES:
                        raise Unreadable(f"more than {MOST_BYTES} bytes")
                return response.status_code, response.headers, bytes(body)
        raise Unreadable(f"more than {REDIRECTS} redirects")

    def _open(self) -> httpx.Client:
        with self._lock:
            if self._client is None:
                self._client = httpx.Client(
                    timeout=self._timeout, follow_redirects=False, transport=self._transport, trust_env=True
                )
            return self._client

    def _agent(self) -> str:
        contact = f"mailto:{self.settings.mail}" if self.settings.mail else self.settings.link_contact
        return f"leaderboard-kg/{__version__} ({contact})" if contact else f"leaderboard-kg/{__version__}"

    def _state(self, service: Service) -> _State:
        pace = service.pace_of(self.settings)
        return self._states.setdefault(service.name, _State(_Gate(pace.seconds, self.clock)))

    def _retry_after(self, headers: httpx.Headers) -> float:
        """Seconds that a service asks to wait: a number, or a date; 0 where it asks for none."""
        value = headers.get("retry-after", "").strip()
        if value.isdigit():
            return float(value)
        try:
            until = email.utils.parsedate_to_datetime(value)
        except (TypeError, ValueError):
            return 0.0
        if until.tzinfo is None:
            until = until.replace(tzinfo=datetime.UTC)
        return max(0.0, (until - self.clock.now()).total_seconds())


@dataclass(frozen=True)
class _Reader(Generic[T]):
    """Reads answers so that whatever a service serves ends as a record or as Unreadable."""

    read: Callable[[Query, Answer], T]

    def __call__(self, query: Query, answer: Answer) -> T:
        try:
            return self.read(query, answer)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            raise Unreadable(f"another form than the service promises ({type(error).__name__})") from error


def _same_origin(url: str, origin: str) -> bool:
    return urlsplit(url)[:2] == urlsplit(origin)[:2]


class _Redacting(logging.Filter):
    """Takes keys and contact out of what the HTTP library logs."""

    def __init__(self, secrets: Sequence[str]) -> None:
        super().__init__()
        self._secrets = secrets

    def filter(self, record: logging.LogRecord) -> bool:
        text = record.getMessage()
        for secret in self._secrets:
            for form in (secret, httpx.QueryParams({"k": secret}).__str__()[2:]):
                text = text.replace(form, "***")
        record.msg, record.args = text, ()
        return True
