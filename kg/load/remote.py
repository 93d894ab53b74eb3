"""Speaking with the other store: SPARQL 1.1 Graph Store HTTP Protocol or SPARQL 1.1 Update, and queries."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType

import httpx
import pyoxigraph as ox

from kg import __version__
from kg.errors import KgError
from kg.load.target import Target

#: Seconds that one request may take: a large store may think about a piece for a while.
_TIMEOUT = httpx.Timeout(300.0, connect=10.0)

#: Times that a request is sent before a busy or vanished server is given up, and the longest wait between them.
_TRIES = 4
_LONGEST_WAIT = 30.0

_BUSY = (429, 502, 503, 504)


class Remote:
    """One store on the other side; a context manager. Raises KgError for what it refuses.

    Graphs are IRIs, None the default graph. Every request may be sent twice: each one sets or adds
    triples without blank nodes, so a second time changes nothing.
    """

    def __init__(self, target: Target, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self.target = target
        self._sleep = sleep
        self._http = httpx.Client(
            timeout=_TIMEOUT,
            auth=target.credentials.auth(),
            headers={"User-Agent": f"leaderboard-kg/{__version__}", **target.credentials.headers()},
            # A redirect to another host would carry the data and the password there.
            follow_redirects=False,
            trust_env=False,
        )

    def __enter__(self) -> Remote:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._http.close()

    def replace(self, graph: str | None, triples: str) -> None:
        """Make a graph hold these triples (N-Triples) and no other."""
        if self.target.protocol == "gsp":
            self._graph_store("PUT", graph, triples)
        else:
            self._update(f"DROP SILENT {_name(graph)} ; {_insert(graph, triples)}")

    def add(self, graph: str | None, triples: str) -> None:
        """Add triples (N-Triples) to a graph."""
        if self.target.protocol == "gsp":
            self._graph_store("POST", graph, triples)
        else:
            self._update(_insert(graph, triples))

    def drop(self, graph: str | None) -> None:
        """Take a graph away; one that is not there is no error."""
        if self.target.protocol == "gsp":
            self._graph_store("DELETE", graph, None)
        else:
            self._update(f"DROP SILENT {_name(graph)}")

    def count(self, graph: str | None) -> int:
        """The number of triples of a graph; for None, of what a query without a dataset sees."""
        pattern = "{ ?s ?p ?o }" if graph is None else f"{{ GRAPH <{graph}> {{ ?s ?p ?o }} }}"
        ((number,),) = self._select(f"SELECT (COUNT(*) AS ?n) WHERE {pattern}")
        return int(number)

    def graphs(self, base: str) -> list[str]:
        """The named graphs whose IRIs begin with ``base``."""
        rows = self._select(
            f'SELECT DISTINCT ?g WHERE {{ GRAPH ?g {{ ?s ?p ?o }} FILTER(STRSTARTS(STR(?g), "{base}")) }}'
        )
        return sorted(graph for (graph,) in rows)

    def holds(self, triple: str, graph: str | None = None) -> bool:
        """Whether a triple (one line of N-Triples) is in a graph; for None, in what a plain query sees."""
        pattern = triple if graph is None else f"GRAPH <{graph}> {{ {triple} }}"
        rows = self._select(f"SELECT (COUNT(*) AS ?n) WHERE {{ {pattern} }}")
        return rows != [("0",)]

    def objects(self, graph: str, subject: str, predicate: str) -> list[str]:
        """The objects of a subject and a property in a graph, as plain text."""
        return [o for (o,) in self._select(f"SELECT ?o WHERE {{ GRAPH <{graph}> {{ <{subject}> <{predicate}> ?o }} }}")]

    def _select(self, query: str) -> list[tuple[str, ...]]:
        # A form, since some servers garble long addresses and never answer a query sent as it is.
        response = self._send(
            "POST",
            self.target.query_url,
            data={"query": query},
            headers={"Accept": "application/sparql-results+json"},
        )
        if "X-SQL-State" in response.headers:  # Virtuoso answers 200 with a part of the rows
            raise KgError(f"{self.target.query_url}: the answer is not complete: {response.headers['X-SQL-State']}")
        try:
            answer = ox.parse_query_results(response.content, format=ox.QueryResultsFormat.JSON)
            if not isinstance(answer, ox.QuerySolutions):
                raise ValueError("it has no rows")
            return [tuple(_text(term) for term in row) for row in answer]
        except (ValueError, SyntaxError) as error:
            raise KgError(
                f"{self.target.query_url} does not answer in SPARQL JSON ({error}): check --query-url"
            ) from None

    def _graph_store(self, method: str, graph: str | None, triples: str | None) -> None:
        params = {"default": ""} if graph is None else {"graph": graph}
        headers = {"Content-Type": "application/n-triples"}
        if triples is None:
            self._send(method, self.target.url, params=params, missing_is_fine=True)
        else:
            self._send(method, self.target.url, params=params, content=triples.encode(), headers=headers)

    def _update(self, text: str) -> None:
        headers = {"Content-Type": "application/sparql-update"}
        self._send("POST", self.target.url, content=text.encode(), headers=headers)

    def _send(
        self,
        method: str,
        url: str,
        *,
        params: dict[str, str] | None = None,
        data: dict[str, str] | None = None,
        content: bytes | None = None,
        headers: dict[str, str] | None = None,
        missing_is_fine: bool = False,
    ) -> httpx.Response:
        problem = ""
        for attempt in range(_TRIES):
            wait = 2.0**attempt
            try:
                response = self._http.request(method, url, params=params, data=data, content=content, headers=headers)
            except httpx.TransportError as error:
                problem = f"{type(error).__name__}: {error}"
            else:
                if response.is_success or (missing_is_fine and response.status_code == httpx.codes.NOT_FOUND):
                    return response
                problem = _told(response)
                if response.status_code not in _BUSY:
                    break
                wait = _seconds(response.headers.get("Retry-After"), wait)
            if attempt + 1 < _TRIES:
                self._sleep(min(wait, _LONGEST_WAIT))
        raise KgError(f"{method} {url}: {problem}")


def _told(response: httpx.Response) -> str:
    """What a server said, in one line."""
    hints = {
        401: "; set KG_LOAD_USER and KG_LOAD_PASSWORD, or KG_LOAD_TOKEN",
        403: "; is it read-only?",
        404: "; check the address",
        405: "; check the address and --protocol",
        415: "; check --protocol",
    }
    said = " ".join(response.text.split())[:200]
    return f"status {response.status_code}{f' ({said})' if said else ''}{hints.get(response.status_code, '')}"


def _seconds(header: str | None, otherwise: float) -> float:
    return float(header) if header is not None and header.isdigit() else otherwise


def _text(term: object) -> str:
    return term.value if isinstance(term, ox.NamedNode | ox.Literal) else str(term)


def _name(graph: str | None) -> str:
    return "DEFAULT" if graph is None else f"GRAPH <{graph}>"


def _insert(graph: str | None, triples: str) -> str:
    inside = triples if graph is None else f"GRAPH <{graph}> {{ {triples} }}"
    return f"INSERT DATA {{ {inside} }}"
