"""Hugging Face: the one catalogue that joins papers to models and data sets, by arXiv id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg.link.answers import Answer, Query, Unreadable, json_of
from kg.link.records import Kind, Record, author
from kg.link.services.base import Pace, Service, Wanted, day, found_ids, items, mapping, text
from kg.link.settings import LinkSettings
from kg.link.titles import plain_title
from kg.normalise.identifiers import Identifier, Rejected, Scheme, arxiv_doi, identify


class HuggingFace(Service):
    """Papers by arXiv id, and what is published with them."""

    name = "huggingface"
    label = "Hugging Face"
    homepage = "https://huggingface.co/papers"
    licence = "not stated"
    address = "https://huggingface.co"
    pace = Pace(0.5)
    schemes = (Scheme.ARXIV,)
    parts = ("", "repos")

    def headers(self, settings: LinkSettings) -> Mapping[str, str]:
        """The token, where there is one."""
        token = settings.secret("huggingface_token")
        return {"Authorization": f"Bearer {token}"} if token else {}

    def by_id(self, wanted: Sequence[Wanted]) -> Iterator[Query]:
        """Two questions an id: the paper, and its repositories."""
        for one in wanted:
            for arxiv in one.of(Scheme.ARXIV):
                yield self.single(one, arxiv, self.url(f"/api/papers/{arxiv.id}"))
                yield self.single(one, arxiv, self.url(f"/api/arxiv/{arxiv.id}/repos"), part="repos")

    def read(self, answer: Answer) -> list[Record]:
        """The paper, or the paper with what is linked to it."""
        if answer.is_missing:
            return []
        told = mapping(json_of(answer))
        if answer.url.endswith("/repos"):
            found = repositories(answer.url.split("/")[-2], told)
            return [found] if found else []
        return [paper(told)]


def paper(told: Mapping[str, Any]) -> Record:
    """A paper page as JSON."""
    node, ids = _ids(text(told.get("id")) or "")
    names = (author(text(mapping(a).get("name")) or "") for a in items(told.get("authors")))
    return Record(
        service=HuggingFace.name,
        id=node,
        ids=ids,
        title=plain_title(text(told.get("title")) or "") or None,
        authors=tuple(a for a in names if a),
        date=day(told.get("publishedAt")),
        kind=Kind.PREPRINT,
        models=_repositories(told.get("linkedModels"), Scheme.HF_MODEL),
        datasets=_repositories(told.get("linkedDatasets"), Scheme.HF_DATASET),
    )


def repositories(arxiv: str, told: Mapping[str, Any]) -> Record | None:
    """Models and data sets that name the paper; None where there are none."""
    if not {"models", "datasets"} & told.keys():
        raise Unreadable("no list of repositories")
    node, ids = _ids(arxiv)
    models = _repositories(told.get("models"), Scheme.HF_MODEL)
    datasets = _repositories(told.get("datasets"), Scheme.HF_DATASET)
    if not (models or datasets):
        return None
    return Record(HuggingFace.name, node, ids, kind=Kind.PREPRINT, models=models, datasets=datasets)


def _ids(printed: str) -> tuple[Identifier, frozenset[Identifier]]:
    found = identify(printed, Scheme.ARXIV)
    if isinstance(found, Rejected):
        raise Unreadable(f"a paper without an arXiv id: {found.reason}")
    node = Identifier(Scheme.HF_PAPER, found.id)
    return node, frozenset({node, found, Identifier(Scheme.DOI, arxiv_doi(found.id))})


def _repositories(listed: Any, scheme: Scheme) -> tuple[Identifier, ...]:
    return tuple(sorted(found_ids(*((mapping(r).get("id"), scheme) for r in items(listed)))))
