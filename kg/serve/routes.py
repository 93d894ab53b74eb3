"""Which path is answered by what, in the order in which they are tried."""

from __future__ import annotations

from starlette.routing import Router

from kg.serve import descriptions, paths
from kg.serve.addresses import about, address, explain
from kg.serve.data import data, graph_address, graph_list
from kg.serve.downloads import download
from kg.serve.editor import asset, editor
from kg.serve.endpoint import sparql
from kg.serve.health import health, ready
from kg.serve.limits import limits_page
from kg.serve.lists import list_page, to_list
from kg.serve.metrics import metrics_page
from kg.serve.pages import index, question, question_list, stylesheet


def add_routes(router: Router) -> None:
    """Add all routes."""
    paths.register()
    for path in ("/sparql", "/sparql/"):
        router.add_route(path, sparql, ["GET", "HEAD", "POST"])
    for path, endpoint in (
        ("/", index),
        ("/data", data),
        ("/graphs", graph_list),
        ("/graph/{name}", graph_address),
        ("/{kind:kind}/{name}", address),
        ("/metrics", metrics_page),
        ("/{name:list}", list_page),
        ("/{kind:kind}", to_list),
        ("/about", about),
        ("/explain", explain),
        ("/ontology", descriptions.ontology),
        ("/ontology.{view}", descriptions.ontology),
        ("/ontology/{name}", descriptions.ontology_part),
        ("/shapes", descriptions.shapes),
        ("/shapes.{view}", descriptions.shapes),
        ("/shapes/{name}", descriptions.shapes_part),
        ("/context.jsonld", descriptions.context_document),
        ("/void", descriptions.void),
        ("/void.{view}", descriptions.void),
        ("/catalog", descriptions.catalog),
        ("/catalog.{view}", descriptions.catalog),
        ("/.well-known/void", descriptions.well_known_void),
        ("/questions", question_list),
        ("/questions/{name}", question),
        ("/download/{name:path}", download),
        ("/query", editor),
        ("/assets/style.css", stylesheet),
        ("/assets/{name}", asset),
        ("/limits", limits_page),
        ("/health", health),
        ("/ready", ready),
    ):
        router.add_route(path, endpoint, ["GET"])
