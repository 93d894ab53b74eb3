"""``/download/<file>``: the files of the version, byte for byte, and nothing else."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from kg.serve.context import Context
from kg.serve.problems import Problem
from kg.serve.ranges import FileOrRange
from kg.serve.respond import is_match
from kg.store import SOURCES_FOLDER

_MEDIA_TYPES = {
    "nq": "application/n-quads",
    "trig": "application/trig",
    "ttl": "text/turtle; charset=utf-8",
    "nt": "application/n-triples",
    "jsonld": "application/ld+json",
    "rdf": "application/rdf+xml",
    "csv": "text/csv; charset=utf-8",
    "gz": "application/gzip",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "txt": "text/plain; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "rq": "application/sparql-query; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
    "SHA256SUMS": "text/plain; charset=utf-8",
}


def media_type(name: str) -> str:
    """The Content-Type of a file of a version, by the end of its name."""
    last = name.rpartition("/")[2]
    return _MEDIA_TYPES.get(last.rpartition(".")[2], "application/octet-stream")


async def download(request: Request) -> Response:
    """A file of the version that is served; its entity tag is its checksum."""
    version = Context.of(request).version
    name = request.path_params["name"]
    if name.startswith(f"{SOURCES_FOLDER}/"):
        raise Problem(
            404,
            "the pages themselves are not handed out, since their licences are not stated; "
            "schema:url of a source says where its publisher keeps it",
        )
    digest = version.files.get(name)
    path = version.path / name
    if digest is None or not path.is_file():
        raise Problem(404, f"no file {name[:80]!r} in this version; SHA256SUMS lists them all")
    headers = {"ETag": f'"{digest}"', "Cache-Control": "no-cache"}
    if is_match(request, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    return FileOrRange(path, media_type=media_type(name), headers=headers)
