"""The data of a running SPARQL endpoint, fetched in bounded pages and checked like a file.

A page holds the triples of a number of subjects, taken in the order of their IRIs, so that no page
grows with the data and none depends on another one's offset; those with a blank node come together.
What was fetched is counted against what the endpoint says it has: an endpoint that cuts its answers
short is an error, not a pass.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import httpx
import pyoxigraph as ox

from kg.checking.options import Options
from kg.checking.targets import check_rdf
from kg.checking.verdict import Verdict
from kg.errors import SourceError
from kg.validation import Table, table_of_lines

#: Subjects of a page; triples with a blank node that are fetched at most; bytes of one answer.
_SUBJECTS, _BLANK, _BYTES = 500, 10_000, 64 * 2**20

_ACCEPT_GRAPH = "application/n-triples, text/turtle;q=0.8, application/rdf+xml;q=0"
_ACCEPT_ROWS = "application/sparql-results+json"

_FORMATS = {
    "application/n-triples": ox.RdfFormat.N_TRIPLES,
    "text/plain": ox.RdfFormat.N_TRIPLES,
    "text/turtle": ox.RdfFormat.TURTLE,
    "application/x-turtle": ox.RdfFormat.TURTLE,
    "application/n-quads": ox.RdfFormat.N_QUADS,
}


def check_endpoint(
    url: str, options: Options, seconds: float, *, clock: Callable[[], float] = time.monotonic
) -> Verdict:
    """Check the data of a SPARQL 1.1 endpoint; raises SourceError where it does not answer as one.

    ``seconds`` is the time for all requests together.
    """
    if not re.match(r"https?://[^\s/]", url):
        raise SourceError(f"{url}: no http or https address; give the address of a SPARQL endpoint")
    with httpx.Client(follow_redirects=True) as client:
        client_ = _Endpoint(client, url, clock, clock() + seconds, seconds)
        data, pattern = client_.everything()
    verdict = check_rdf(data, options)
    count = len(data)
    context = (f"Fetched {count} triples{_WHERE[pattern]}.", *verdict.context)
    return replace(
        verdict,
        target=url,
        kind=f"endpoint, {verdict.kind}",
        profile=options.profile,
        context=context,
        again=("--in", url, *options.words),
    )


_DEFAULT, _NAMED = "?s ?p ?o .", "GRAPH ?g { ?s ?p ?o . }"
_BOTH = f"{{ {_DEFAULT} }} UNION {{ {_NAMED} }}"

#: Where triples were found, by the pattern that finds them.
_WHERE = {
    _DEFAULT: "",
    _NAMED: " of its named graphs (its default graph is empty)",
    _BOTH: " of its default graph and its named graphs",
}


class _Endpoint:
    def __init__(
        self, client: httpx.Client, url: str, clock: Callable[[], float], until: float, seconds: float
    ) -> None:
        self.client, self.url, self.clock, self.until, self.seconds = client, url, clock, until, seconds
        self.fetched = 0

    def everything(self) -> tuple[Table, str]:
        """All triples, and the pattern that finds them."""
        pattern, own, count = _DEFAULT, self._count(_DEFAULT), self._count(_BOTH)
        if count > own:  # its default graph is not the union of all
            pattern = _BOTH if own else _NAMED
        lines: set[str] = set()
        for page in self._pages(pattern):
            lines |= page
            self.fetched = len(lines)
        if len(lines) < count:
            raise SourceError(
                f"{self.url}: {len(lines)} of {count} triples were answered: the endpoint cuts its answers short; "
                "raise its limit of rows, or check a dump of its data"
            )
        return table_of_lines(sorted(lines)), pattern

    def _count(self, pattern: str) -> int:
        query = f"SELECT (COUNT(*) AS ?count) WHERE {{ SELECT DISTINCT ?s ?p ?o WHERE {{ {pattern} }} }}"
        response = self._ask(query, _ACCEPT_ROWS)
        try:
            return int(response.json()["results"]["bindings"][0]["count"]["value"])
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise SourceError(
                f"{self.url}: no SPARQL results in its answer ({_type(response) or 'no content type'}); "
                "give the address of a SPARQL endpoint"
            ) from error

    def _pages(self, pattern: str) -> Iterator[set[str]]:
        other = pattern.replace("?p ?o", "?other_p ?other_o")
        last = ""
        while True:
            after = f' && STR(?s) > "{_escaped(last)}"' if last else ""
            asked = f"{other} FILTER(isIRI(?s) && !isBlank(?other_o){after})"
            some = f"SELECT DISTINCT ?s WHERE {{ {asked} }} ORDER BY STR(?s) LIMIT {_SUBJECTS}"
            query = f"CONSTRUCT {{ ?s ?p ?o }} WHERE {{ {{ {some} }} {{ {pattern} }} FILTER(!isBlank(?o)) }}"
            page, subjects = self._graph(query)
            if not page:
                break
            yield page
            following = max(subjects)
            if following <= last:
                raise SourceError(f"{self.url}: answers the same page again; it does not order subjects by their IRI")
            last = following
        yield self._blank(pattern)

    def _blank(self, pattern: str) -> set[str]:
        """All triples with a blank node: its name holds within one answer only, so they come in one."""
        some = f"SELECT DISTINCT ?s ?p ?o WHERE {{ {pattern} FILTER(isBlank(?s) || isBlank(?o)) }} LIMIT {_BLANK + 1}"
        found, _ = self._graph(f"CONSTRUCT {{ ?s ?p ?o }} WHERE {{ {some} }}")
        if len(found) > _BLANK:
            raise SourceError(
                f"{self.url}: more than {_BLANK} triples with a blank node, which is all that kg fetches of them, "
                "since they have to come in one answer; check a dump of its data"
            )
        return found

    def _graph(self, query: str) -> tuple[set[str], set[str]]:
        """The triples of an answer as lines of N-Triples, and their subjects."""
        response = self._ask(query, _ACCEPT_GRAPH)
        format_ = _FORMATS.get(_type(response))
        if format_ is None:
            raise SourceError(
                f"{self.url}: answers CONSTRUCT with {_type(response) or 'no content type'}, not with RDF"
            )
        lines: set[str] = set()
        subjects: set[str] = set()
        try:
            for quad in ox.parse(response.content, format_):
                lines.add(f"{quad.subject} {quad.predicate} {quad.object} .\n")
                subjects.add(quad.subject.value if isinstance(quad.subject, ox.NamedNode) else "")
        except SyntaxError as error:
            raise SourceError(f"{self.url}: its answer is no {_type(response)}: {error.msg}") from error
        return lines, subjects

    def _ask(self, query: str, accept: str) -> httpx.Response:
        response = self._send("POST", query, accept)
        if response.status_code in (405, 415, 501):
            response = self._send("GET", query, accept)
        if response.status_code != 200:
            said = " ".join(response.text.split())[:200] if response.text else "nothing"
            raise SourceError(
                f"{self.url}: answers {response.status_code} to a query and says: {said}; "
                "is it a SPARQL endpoint that may be read?"
            )
        return response

    def _send(self, method: str, query: str, accept: str) -> httpx.Response:
        left = self.until - self.clock()
        if left <= 0:
            raise self._too_late()
        form = {"data": {"query": query}} if method == "POST" else {"params": {"query": query}}
        try:
            with self.client.stream(method, self.url, headers={"Accept": accept}, timeout=left, **form) as response:  # type: ignore[arg-type]
                body = bytearray()
                for chunk in response.iter_bytes():
                    body += chunk
                    if len(body) > _BYTES:
                        raise SourceError(
                            f"{self.url}: an answer of more than {_BYTES} bytes, which is more than kg reads at once; "
                            "check a dump of its data"
                        )
                    if self.clock() > self.until:
                        raise self._too_late()
                headers = {"Content-Type": response.headers.get("Content-Type", "")}
                return httpx.Response(response.status_code, headers=headers, content=bytes(body))
        except httpx.TimeoutException as error:
            raise self._too_late() from error
        except httpx.HTTPError as error:
            raise SourceError(f"{self.url}: cannot be reached: {error}; check the address and the network") from error

    def _too_late(self) -> SourceError:
        return SourceError(
            f"{self.url}: not fetched within {self.seconds:g} seconds ({self.fetched} triples so far); "
            "give it more by --timeout, or check a dump of its data"
        )


def _type(response: httpx.Response) -> str:
    return str(response.headers.get("Content-Type", "")).partition(";")[0].strip().lower()


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
