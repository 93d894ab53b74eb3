"""Addresses: negotiation, views, headers, conditional requests, errors that help."""

from __future__ import annotations

import re

import httpx
import pyoxigraph as ox
import pytest

from kg.serve import data
from kg.store import Version
from tests.serve.crawl import Page

BASE = "https://w3id.org/leaderboard-kg/"
GPT = "/method/gpt-5"
#: The cell that prints "3,027" for 30.27 percent.
CELL = "u-mrg-14k-test/page.txt:6:5"
TYPES = {
    "ttl": "text/turtle; charset=utf-8",
    "jsonld": "application/ld+json",
    "nt": "application/n-triples",
    "rdf": "application/rdf+xml",
    "html": "text/html; charset=utf-8",
}


@pytest.fixture(scope="module")
def result(shipped_client: httpx.Client) -> str:
    answer = shipped_client.get("/explain", params={"name": CELL})
    assert answer.status_code == 303
    return str(answer.headers["location"])


@pytest.mark.parametrize(
    ("accept", "view"),
    [
        (None, "ttl"),
        ("*/*", "ttl"),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html"),
        ("text/html", "html"),
        ("application/ld+json", "jsonld"),
        ("application/json", "jsonld"),
        ("application/n-triples;q=0.9, text/turtle;q=0.8", "nt"),
        ("text/*", "ttl"),
        ("text/*, text/turtle;q=0", "html"),
        ("application/*", "jsonld"),
        ("*/*, text/turtle;q=0, application/ld+json;q=0", "nt"),
        ("application/rdf+xml", "rdf"),
        ("TEXT/TURTLE;Q=0.1, image/png", "ttl"),
    ],
)
def test_negotiation_says_which_view_was_sent(shipped_client: httpx.Client, accept: str | None, view: str) -> None:
    request = shipped_client.build_request("GET", GPT, headers={"Accept": accept} if accept else {})
    if accept is None:
        del request.headers["accept"]
    answer = shipped_client.send(request)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == TYPES[view]
    assert answer.headers["content-location"] == f"{GPT}.{view}"
    assert "Accept" in [each.strip() for each in answer.headers["vary"].split(",")]
    assert answer.content == shipped_client.get(f"{GPT}.{view}").content


@pytest.mark.parametrize("accept", ["image/png", "text/csv", "*/*;q=0", "nonsense"])
def test_what_cannot_be_had_is_406_with_the_list(shipped_client: httpx.Client, accept: str) -> None:
    answer = shipped_client.get(GPT, headers={"Accept": accept})
    assert answer.status_code == 406
    assert [each.partition(" ")[0] for each in answer.json()["formats"]] == [
        "text/turtle",
        "application/ld+json",
        "application/n-triples",
        "application/rdf+xml",
        "text/html",
    ]


def test_views_and_links_between_them(shipped_client: httpx.Client) -> None:
    for view, content_type in TYPES.items():
        answer = shipped_client.get(f"{GPT}.{view}", headers={"Accept": "image/png"})
        assert answer.headers["content-type"] == content_type
        assert "Accept" not in [each.strip() for each in answer.headers["vary"].split(",")]
        links = re.findall(r'<([^>]*)>; rel="(\w+)"', answer.headers["link"])
        others = {f"{GPT}.{other}" for other in TYPES if other != view}
        assert {target for target, relation in links if relation == "alternate"} == others
        described = [target for target, relation in links if relation == "describedby"]
        assert described == [f"{GPT}.ttl" if view == "html" else "/.well-known/void"]


def test_conditional_requests_and_head(shipped_client: httpx.Client) -> None:
    for path in (GPT, f"{GPT}.jsonld", f"{GPT}.html", "/ontology", "/shapes.html", "/", "/void", "/context.jsonld"):
        answer = shipped_client.get(path, headers={"Accept-Encoding": "identity"})
        tag = answer.headers["etag"]
        assert re.fullmatch(r'(W/)?"[0-9a-f]+"', tag)
        again = shipped_client.get(path, headers={"If-None-Match": f'"x", {tag}'})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"].removeprefix("W/") == tag.removeprefix("W/")
        assert again.headers.get("content-location") == answer.headers.get("content-location")
        assert shipped_client.get(path, headers={"If-None-Match": '"x"'}).status_code == 200
        head = shipped_client.head(path, headers={"Accept-Encoding": "identity"})
        assert (head.status_code, head.content) == (200, b"")
        for name in ("etag", "content-type", "content-length"):
            assert head.headers[name] == answer.headers[name], (path, name)
    assert len({shipped_client.get(f"{GPT}.{view}").headers["etag"] for view in TYPES}) == len(TYPES)


def test_gzip_has_a_tag_of_its_own(shipped_client: httpx.Client, result: str) -> None:
    plain = shipped_client.get(f"{result}.nt", headers={"Accept-Encoding": "gzip;q=0"})
    packed = shipped_client.get(f"{result}.nt", headers={"Accept-Encoding": "br, gzip;q=0.5"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content)
    assert packed.headers["etag"] != plain.headers["etag"]
    assert "Accept-Encoding" in packed.headers["vary"]
    for tag in (packed.headers["etag"], plain.headers["etag"]):
        assert shipped_client.get(f"{result}.nt", headers={"If-None-Match": tag}).status_code == 304


def test_every_answer_is_open_to_all_origins(shipped_client: httpx.Client) -> None:
    for path in (GPT, "/method/none", "/method", "/graph/registry", "/data"):
        assert shipped_client.get(path).headers["access-control-allow-origin"] == "*"
    allowed = shipped_client.options(GPT)
    assert allowed.status_code == 204
    assert allowed.headers["allow"] == "GET, HEAD, OPTIONS"
    assert shipped_client.post(GPT).status_code == 405


def test_unknown_names_are_404_with_what_may_have_been_meant(shipped_client: httpx.Client) -> None:
    for path, near in (
        ("/method/gtp-5", "/method/gpt-5"),
        ("/method/GPT-5", "/method/gpt-5"),
        ("/benchmark/med-cmr-multiple-choce", "/benchmark/med-cmr-multiple-choice"),
        ("/method/gpt-5.xls", "/method/gpt-5"),
    ):
        answer = shipped_client.get(path)
        assert answer.status_code == 404
        assert near in answer.json()["suggestions"], answer.text
        page = shipped_client.get(path, headers={"Accept": "text/html"})
        assert page.status_code == 404
        assert near in list(Page(page.text).links())
    for path in ("/method/%22%3E%3Cscript%3E", "/method/gpt-5/more", "/methodx/gpt-5", "/graph/none"):
        answer = shipped_client.get(path, headers={"Accept": "text/html"})
        assert answer.status_code == 404, path
        assert "<script>" not in answer.text


def test_the_page_of_a_result_says_what_stands_beside_the_value(shipped_client: httpx.Client, result: str) -> None:
    text = shipped_client.get(result, headers={"Accept": "text/html"}).text
    page = Page(text)
    card = next(page.all("dl"))
    words = {
        "".join(term.itertext()): " ".join("".join(value.itertext()).split())
        for term, value in zip(card.findall("dt"), card.findall("dd"), strict=True)
    }
    assert words["value"] == "30.27 percent"
    assert words["printed"] == "3,027"
    assert words["direction"] == "higher is better"
    assert words["method"] == "MedReasoner-7B"
    assert words["benchmark"] == "Medical Reasoning Grounding on U-MRG-14K (test), Abdomen"
    assert words["settings"] == "ASM=MedSAM2"
    assert words["status"] == "author reported"
    assert words["coverage"] == "coverage not stated"
    assert words["page updated"] == "date not recorded"
    assert words["printed at"] == CELL
    (mark,) = page.all("mark")
    assert mark.text == "3,027"
    excerpt = "".join(next(page.all("pre")).itertext())
    assert "MedReasoner-7B" in excerpt
    assert "Qwen2.5-VL-72B" in excerpt
    headings = ["".join(heading.itertext()) for heading in page.all("h2")]
    for heading in ("From the printed text to the value", "Filled in or curated, not printed", "Comparison group"):
        assert heading in headings
    iri = f"{BASE}{result[1:]}"
    lb = f"{BASE}ontology#"
    assert {(iri, f"{lb}value", "30.27"), (iri, f"{lb}normalizedValue", "0.3027")} <= set(page.numbers())


def test_a_method_tells_its_spellings_and_a_finding_its_rule(shipped_client: httpx.Client) -> None:
    text = shipped_client.get("/method/qwen2-5-vl-7b", headers={"Accept": "text/html"}).text
    assert "Qwen2.5VL-7B" in text
    assert "registry/methods.sssom.tsv:" in text
    finding = next(link for link in Page(_html(shipped_client, "/findings")).links() if link.startswith("/finding/"))
    text = _html(shipped_client, finding)
    assert "Rule and remedy" in text
    assert ">remedy<" in text
    assert any(link.startswith("/shapes#") for link in Page(text).links())


def _html(client: httpx.Client, path: str) -> str:
    answer = client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 200, path
    return answer.text


def test_who_uses_a_thing_is_counted_and_named(shipped_client: httpx.Client) -> None:
    page = Page(_html(shipped_client, "/metric/accuracy"))
    (section,) = [each for each in page.all("section") if each.attrib.get("id") == "mentions"]
    terms = [" ".join("".join(term.itertext()).split()) for term in section.iter("dt")]
    assert "lb:metric: 144" in terms
    (all_of_them,) = [link.attrib["href"] for link in section.iter("a") if link.text == "all 144 as CSV"]
    assert len(shipped_client.get(all_of_them).text.split()) == 145


def test_names_and_places_lead_to_their_addresses(shipped_client: httpx.Client, result: str) -> None:
    for name, path in (
        ("method:gpt-5", GPT),
        (f"{BASE}method/gpt-5", GPT),
        ("/method/gpt-5.ttl", GPT),
        ("lb:Result", "/ontology#Result"),
        (CELL, result),
    ):
        answer = shipped_client.get("/explain", params={"name": name})
        assert (answer.status_code, answer.headers["location"]) == (303, path)
    answer = shipped_client.get("/explain", params={"name": "u-mrg-14k-test/page.txt:5:5"})
    assert answer.status_code == 200
    assert "No result comes from u-mrg-14k-test/page.txt:5:5" in answer.text
    assert shipped_client.get("/explain", params={"name": "method:gtp-5"}).status_code == 404


def test_what_is_said_of_others_has_an_address_too(shipped_client: httpx.Client) -> None:
    percent = "http://qudt.org/vocab/unit/PERCENT"
    answer = shipped_client.get("/about", params={"iri": percent}, headers={"Accept": "application/n-triples"})
    assert len(list(ox.parse(answer.content, ox.RdfFormat.N_TRIPLES))) == 3
    assert shipped_client.get("/about", params={"iri": f"{BASE}method/gpt-5"}).headers["location"] == GPT
    for iri in ("http://example.org/", "", "no iri", "javascript:alert(1)"):
        assert shipped_client.get("/about", params={"iri": iri}).status_code == 404


def test_lists_go_on_and_back(shipped_client: httpx.Client) -> None:
    seen: list[str] = []
    path = "/results"
    back = []
    while path:
        page = Page(_html(shipped_client, path))
        seen += [link for link in page.links() if link.startswith("/result/")]
        by_relation = {each.attrib.get("rel"): each.attrib["href"] for each in page.all("a")}
        back.append((path, by_relation.get("prev")))
        path = by_relation.get("next", "")
    assert len(seen) == len(set(seen)) == 472
    assert seen == sorted(seen)
    assert len(back) == 3
    assert back[0][1] is None
    for (_, earlier), (path_before, _) in zip(back[1:], back, strict=False):
        first = Page(_html(shipped_client, str(earlier)))
        assert next(first.numbers()) == next(Page(_html(shipped_client, path_before)).numbers())
    assert "/method/gpt-5" in list(Page(_html(shipped_client, "/methods?from=GPT")).links())
    assert shipped_client.get("/methods?from=%3Cb%3E").status_code == 400
    assert "None from there on" in _html(shipped_client, "/methods?from=zzz")
    assert shipped_client.get("/method").headers["location"] == "/methods"


def test_documents_by_their_versions(shipped_client: httpx.Client) -> None:
    version = re.search(r'owl:versionInfo "([^"]+)"', shipped_client.get("/ontology.ttl").text)
    assert version
    own = shipped_client.get(f"/ontology/{version[1]}.ttl")
    assert own.content == shipped_client.get("/ontology.ttl").content
    missing = shipped_client.get("/ontology/9.9.9")
    assert missing.status_code == 404
    assert f"/ontology/{version[1]}" in missing.json()["suggestions"]
    assert shipped_client.get("/shapes/none").status_code == 404
    assert shipped_client.get("/ontology.xls").status_code == 404
    well_known = shipped_client.get("/.well-known/void")
    assert (well_known.status_code, well_known.headers["location"]) == (302, "/void")
    assert shipped_client.get("/context.jsonld").headers["content-type"] == "application/ld+json"


def test_pages_themselves_are_not_handed_out(shipped_client: httpx.Client, shipped_version: Version) -> None:
    sources = [name for name in shipped_version.files if name.startswith("sources/")]
    assert sources
    for name in sources:
        assert shipped_client.get(f"/download/{name}").status_code == 404
    assert "sources/" not in shipped_client.get("/").text


def test_graphs_that_are_large_are_sent_line_by_line(
    shipped_client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = {"graph": f"{BASE}graph/derived"}
    small = {view: shipped_client.get("/data", params={**graph, "format": view}) for view in ("ttl", "nt")}
    monkeypatch.setattr(data, "_WHOLE", 1000)
    for view, kind in (("ttl", ox.RdfFormat.TURTLE), ("nt", ox.RdfFormat.N_TRIPLES)):
        large = shipped_client.get("/data", params={**graph, "format": view})
        assert large.headers["transfer-encoding"] == "chunked"
        assert list(map(str, ox.parse(large.content, kind))) == list(map(str, ox.parse(small[view].content, kind)))
        head = shipped_client.head("/data", params={**graph, "format": view})
        assert head.headers["etag"] == large.headers["etag"]
        again = shipped_client.get(
            "/data", params={**graph, "format": view}, headers={"If-None-Match": head.headers["etag"]}
        )
        assert again.status_code == 304
    assert shipped_client.get("/data", params={**graph, "format": "jsonld"}).status_code == 406


def test_graph_store_requests_that_break_the_protocol(shipped_client: httpx.Client) -> None:
    for query, status in (
        ("", 400),
        ("?graph=", 400),
        ("?graph=relative", 400),
        ("?graph=http%3A%2F%2Fe%2Fnone", 404),
        ("?default&graph=http%3A%2F%2Fe%2Fnone", 400),
        ("?graph=a&graph=b", 400),
        (f"?graph={BASE}method/gpt-5", 404),
    ):
        for method in ("GET", "HEAD"):
            assert shipped_client.request(method, f"/data{query}").status_code == status, query
    for method in ("PUT", "POST", "DELETE", "PATCH"):
        answer = shipped_client.request(method, "/data?default", content=b"<http://e/a> <http://e/b> <http://e/c> .")
        assert answer.status_code == 405
        assert "GET" in answer.headers["allow"]
    assert shipped_client.get("/data", headers={"Accept": "text/html"}).status_code == 200


def test_a_question_about_nothing_says_so(shipped_client: httpx.Client) -> None:
    path = "/questions/results-of-method"
    page = shipped_client.get(path, params={"method": "method:gpt-55"}, headers={"Accept": "text/html"})
    assert 'class="notice"' in page.text
    assert "gpt-5" in page.text.split('class="notice"')[1][:400]
    table = shipped_client.get(path, params={"method": "method:gpt-55", "format": "csv"})
    assert (table.status_code, table.text.count("\n")) == (200, 1)
    assert "gpt-55" in table.headers["kg-hint"]
    known = shipped_client.get(path, params={"method": "method:gpt-5", "format": "csv"})
    assert "kg-hint" not in known.headers
    assert (
        "UNDEF"
        not in shipped_client.get("/questions/best-recorded", headers={"Accept": "text/html"}).text.split("<pre>")[0]
    )
