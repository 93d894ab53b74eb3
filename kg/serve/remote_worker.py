"""A query process that asks another store: ``python -m kg.serve.remote_worker URL MARKER DIGEST MEMORY_MB``.

Queries go to the one address that it was started with, never to one from a request. It is killed
at the deadline like every query process, which closes its connection to the other store.

A store that another version is loaded into while it answers would mix the two. ``kg load`` takes the marker
of the complete version away before it changes anything, so an answer after which the store still
names DIGEST is wholly of that version; any other is not given. DIGEST "-": whatever is there is served.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

import httpx
import pyoxigraph as ox

from kg import __version__
from kg.errors import BuildError, KgError, StoreFailure
from kg.load import Target
from kg.load.command import MARKER, loaded_version
from kg.load.remote import Remote
from kg.query.execution import Execution, execute
from kg.query.foreign import accept, read_answer, refuse_beyond
from kg.query.guard import WIDEST, QueryForm, guard
from kg.serve.frames import Job
from kg.serve.process import answer_all, limit_memory, take_pipes
from kg.serve.worker import answer
from kg.store import Version
from kg.terms import DATA_BASE, DCTERMS

#: In the place of a digest: the store is believed whatever version it holds.
UNCHECKED = "-"


def require_version(url: str, version: Version) -> None:
    """Raise BuildError unless the store holds this very version: pages and answers must not differ."""
    try:
        with Remote(Target(url, "gsp", url)) as remote:
            found = loaded_version(remote, version.base)
    except KgError as error:
        raise BuildError(f"KG_STORE: {error}") from error
    if found != version.digest:
        holds = f"holds version {found}" if found else "says of no version that it is complete there"
        raise BuildError(
            f"KG_STORE: {url} {holds}, but {version.digest} is to be served: push it there with kg load --to, "
            "or set KG_STORE_CHECK=0 to serve what is there"
        )


def arguments_of(url: str, version: Version, check: bool) -> tuple[str, ...]:
    """The arguments of the process that asks a store for a version, but for its memory."""
    return url, f"{version.base}{MARKER}", version.digest if check else UNCHECKED


class RemoteStore:
    """Asks one SPARQL 1.1 endpoint; with a ``marker`` (a graph's IRI) it must say there that it holds ``digest``."""

    def __init__(self, url: str, marker: str = "", digest: str = UNCHECKED) -> None:
        self.url = url
        self.marker = marker
        self.digest = digest
        self._http = httpx.Client(
            timeout=None,  # the server ends this process at the deadline
            headers={"User-Agent": f"leaderboard-kg/{__version__}"},
            follow_redirects=False,
            trust_env=False,
        )
        self._nothing = ox.Store()

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def run(self, job: Job) -> Execution:
        """The answer to a job; raises QueryError for a wrong query, StoreFailure for a wrong answer."""
        form = guard(job.query, WIDEST)
        base = job.base_iri or DATA_BASE
        # Our own parser tells where a query is wrong, in the same words whatever store is behind.
        execute(self._nothing, job.query, base_iri=base)
        fields: dict[str, str | list[str]] = {"query": f"BASE <{base}>\n{job.query}"}
        if job.default_graphs:
            fields["default-graph-uri"] = list(job.default_graphs)
        if job.named_graphs:
            fields["named-graph-uri"] = list(job.named_graphs)
        response = self._ask(fields, form)
        refuse_beyond(response.headers.get("Server", ""), job.query)
        found = Execution(form, read_answer(form, response.status_code, response.headers, response.content), job.query)
        self._confirm()
        return found

    def _ask(self, fields: Mapping[str, str | list[str]], form: QueryForm) -> httpx.Response:
        try:
            # As a form: long addresses are garbled by some stores, a query as the body is never answered by others.
            response = self._http.post(self.url, data=dict(fields), headers={"Accept": accept(form)})
        except httpx.HTTPError as error:
            raise StoreFailure(f"the store behind this endpoint does not answer ({type(error).__name__})") from None
        if not response.is_success:
            raise StoreFailure(f"the store behind this endpoint refused the query with status {response.status_code}")
        return response

    def _confirm(self) -> None:
        """Raise StoreFailure where the store no longer holds the version that is served."""
        if self.digest == UNCHECKED:
            return
        query = f"SELECT ?v WHERE {{ GRAPH <{self.marker}> {{ <{self.marker}> <{DCTERMS.identifier}> ?v }} }}"
        response = self._ask({"query": query}, QueryForm.SELECT)
        rows = read_answer(QueryForm.SELECT, response.status_code, response.headers, response.content)
        if [row["v"].value for row in rows] != [self.digest]:
            raise StoreFailure(
                "another version is being loaded into the store behind this endpoint: ask again when that is done"
            )


def main(arguments: list[str]) -> int:
    """Answer queries until the other side closes the pipe."""
    url, marker, digest, memory_mb = *arguments[:3], int(arguments[3])
    requests, replies = take_pipes()
    store = RemoteStore(url, marker, digest)
    limit_memory(memory_mb)
    answer_all(requests, replies, Job.decode, lambda job: answer(store.run, job, replies))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
