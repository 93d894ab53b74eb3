"""Queries that would run for minutes, on a server with a limit of 3 s: when they end, and who has to wait."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import httpx

#: Seconds: the limit of a query, and by when each must have ended.
LIMIT, END = 3.0, 3.5
#: Seconds within which the server must say that it is up, and answer ASK, whatever else runs.
HEALTH, SMALL = 0.050, 0.300
#: Seconds after which all processes have ended that nobody asks any more, and what the memory then may be, beside
#: that before.
REST, MORE = 12.0, 1.1

_PRODUCT = "?a ?b ?c . ?d ?e ?f . ?g ?h ?i"
ASK = "ASK { ?s <https://w3id.org/leaderboard-kg/ontology#value> ?v }"

QUERIES = {
    "count": f"SELECT (COUNT(*) AS ?n) {{ {_PRODUCT} }}",
    "order": f"SELECT * {{ {_PRODUCT} }} ORDER BY ?i",
    "path": "SELECT * { ?s " + "/".join(["(<x:p>|!<x:q>)"] * 800) + " ?o }",
    "concat": "SELECT (STRLEN(?v40) AS ?n) { BIND('xxxxxxxx' AS ?v0) "
    + " ".join(f"BIND(CONCAT(?v{n}, ?v{n}) AS ?v{n + 1})" for n in range(40))
    + "}",
    "regex": f'SELECT (COUNT(*) AS ?n) {{ {_PRODUCT} FILTER(REGEX(CONCAT(STR(?c), STR(?f)), "^(a+)+(0|9+)*$")) }}',
    "braces": "SELECT * " + "{" * 5000 + "}" * 5000,
}


def measure(address: str, server: int) -> bool:
    """Print a line for each query; True where all bounds are kept. ``server`` is the id of the server's process."""
    with httpx.Client(base_url=address, trust_env=False, timeout=60) as client:
        client.post("/sparql", data={"query": ASK}).raise_for_status()
        time.sleep(REST)
        before = memory(server)
        good = _alone(client)
        good = _together(address, client, server) and good
        time.sleep(REST)
        after = memory(server)
    print(f"memory {REST:g} s after the last query: {before} MB before the hard ones, {after} MB after them")
    return good and after <= before * MORE


def _alone(client: httpx.Client) -> bool:
    good = True
    for name, query in QUERIES.items():
        status, took = _ask(client, query)
        good = good and status >= 400 and took <= END
        print(f"{name:8} alone: status {status} after {took:.2f} s")
    return good


def _together(address: str, client: httpx.Client, server: int) -> bool:
    """All at once, and small questions meanwhile."""
    ended: dict[str, tuple[int, float]] = {}

    def ask(name: str) -> None:
        with httpx.Client(base_url=address, trust_env=False, timeout=60) as own:
            ended[name] = _ask(own, QUERIES[name])

    threads = [threading.Thread(target=ask, args=(name,)) for name in QUERIES]
    for thread in threads:
        thread.start()
    health, small, held = [], [], []
    while any(thread.is_alive() for thread in threads):
        began = time.perf_counter()
        client.get("/health").raise_for_status()
        health.append(time.perf_counter() - began)
        # Another text each time, so that no remembered answer is given.
        status, took = _ask(client, f"{ASK}\n# {time.perf_counter_ns()}")
        small.append(took if status == 200 else float("inf"))
        held.append(memory(server))
        time.sleep(0.02)
    slowest = max(took for _, took in ended.values())
    told = ", ".join(f"{name} {status}" for name, (status, _) in sorted(ended.items()))
    print(f"all at once: {told}; the last after {slowest:.2f} s")
    print(
        f"meanwhile, {len(small)} times each: /health within {max(health) * 1000:.0f} ms, "
        f"ASK within {max(small) * 1000:.0f} ms; memory up to {max(held)} MB"
    )
    errors = all(status >= 400 for status, _ in ended.values())
    return errors and slowest <= END and max(health) <= HEALTH and max(small) <= SMALL


def _ask(client: httpx.Client, query: str) -> tuple[int, float]:
    began = time.perf_counter()
    status = client.post("/sparql", data={"query": query}, headers={"Accept": "text/csv"}).status_code
    return status, time.perf_counter() - began


def memory(process: int) -> int:
    """Memory, in MB, of a process and all under it; a page that several share counts as one (Linux: Pss)."""
    total, waiting = 0, [process]
    while waiting:
        pid = waiting.pop()
        try:
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            said = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            continue
        total += next(int(line.split()[1]) for line in said.splitlines() if line.startswith("Pss:"))
        waiting += [int(child) for child in children]
    return total >> 10
