"""Measure the server side by side with its own engine: ``python -m benchmarks.serve [--seconds 60] [--clients 200]``.

*overhead*: each named question, over HTTP (one connection kept open) and in this process over the same
store, alternating; medians of the same number of runs, and the bound 10 ms + 1.2 x the time in process.

*load*: many clients at once, each asking one question after another in a seeded order, half of them
small; statuses are counted and the slowest hundredth stated.

*hard queries*: six that would run for minutes, with a limit of 3 s, each alone and all at once; when they end,
how long ``/health`` and ASK take meanwhile, and the memory before and after.

Exit status 1 where a query outlives its limit, a small question waits too long, a question is over the
bound, or a status of 500 or more was seen under load.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx

import kg
from benchmarks.serve import hard
from kg.query.execution import run_bytes
from kg.query.formats import find_format
from kg.query.questions import bind, questions
from kg.serve.listen import bind_socket
from kg.store import GRAPH_FILE, Version, load_store

ROOT = Path(__file__).resolve().parent.parent.parent

#: Bound of the overhead: this many seconds, and this many times the time in process.
FIXED, FACTOR = 0.010, 1.2

SMALL = "ASK { ?s <https://w3id.org/leaderboard-kg/ontology#value> ?v }"


def main() -> int:
    """Build, serve, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=31, help="runs of each question (0: the load alone)")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--cold", action="store_true", help="the server remembers no answers (KG_ANSWER_CACHE_BYTES=0)")
    parser.add_argument("--slots", type=int, default=2, help="KG_QUERY_SLOTS of the server")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kg.build(ROOT / "data", out=folder)
        cold = {"KG_ANSWER_CACHE_BYTES": "0"} if arguments.cold else {}
        with _serving(folder, KG_QUERY_SLOTS=str(arguments.slots), KG_QUERY_WAIT="30", **cold) as (address, _):
            good = not arguments.runs or _overhead(address, Version(folder), arguments.runs)
            good = asyncio.run(_load(address, arguments.clients, arguments.seconds)) and good
        with _serving(folder, KG_QUERY_SLOTS="2", KG_QUERY_TIMEOUT=str(hard.LIMIT)) as (address, process):
            good = hard.measure(address, process) and good
    return 0 if good else 1


@contextlib.contextmanager
def _serving(folder: str, **settings: str) -> Iterator[tuple[str, int]]:
    """A server in a process of its own: its address and the number of the process."""
    with bind_socket("127.0.0.1", 0) as probe:
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "kg.cli", "serve", folder, "--port", str(port)],
        stderr=subprocess.DEVNULL,
        env={"PATH": "", "PYTHONPATH": str(ROOT), **settings},
    )
    try:
        address = f"http://127.0.0.1:{port}"
        _wait(address)
        yield address, server.pid
    finally:
        server.terminate()
        server.wait()


def _wait(address: str) -> None:
    for _ in range(240):
        try:
            if httpx.get(f"{address}/health", trust_env=False).is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.25)
    raise SystemExit("the server does not answer")


def _overhead(address: str, version: Version, runs: int) -> bool:
    """Print a line for each question; True where all are within the bound."""
    store = load_store(version.path / GRAPH_FILE)
    csv = find_format("csv", graph=False)
    assert csv is not None
    good = True
    print(f"{'question':8} {'in process':>10} {'HTTP':>10} {'bound':>10}   (medians of {runs} runs, ms)")
    with httpx.Client(base_url=address, trust_env=False, timeout=120) as client:
        for question in questions():
            text = bind(question, {}, base=version.base)
            inside, outside = [], []
            for _ in range(runs):
                began = time.perf_counter()
                own = run_bytes(store, text, csv)
                inside.append(time.perf_counter() - began)
                # Each time another text, so that no cache answers.
                asked = f"{text}\n# {time.perf_counter_ns()}"
                began = time.perf_counter()
                answer = client.post("/sparql", data={"query": asked}, headers={"Accept": "text/csv"})
                outside.append(time.perf_counter() - began)
                answer.raise_for_status()
                assert sorted(answer.content.splitlines()) == sorted(own.splitlines()), question.number
            a, b = statistics.median(inside), statistics.median(outside)
            bound = FIXED + FACTOR * a
            good = good and b <= bound
            mark = "" if b <= bound else "  OVER"
            print(f"{question.number:8} {a * 1000:10.1f} {b * 1000:10.1f} {bound * 1000:10.1f}{mark}")
    return good


async def _load(address: str, clients: int, seconds: float) -> bool:
    """Print statuses and times; True where no status was 500 or more."""
    texts = [question.number for question in questions()]
    times: list[float] = []
    statuses: Counter[str] = Counter()

    async def client(number: int, http: httpx.AsyncClient) -> None:
        choose = random.Random(number)
        while time.monotonic() < end:
            began = time.monotonic()
            try:
                if choose.random() < 0.5:
                    answer = await http.get("/sparql", params={"query": SMALL})
                else:
                    answer = await http.get(f"/questions/{choose.choice(texts)}", params={"format": "csv"})
                statuses[str(answer.status_code)] += 1
            except httpx.HTTPError as error:
                statuses[type(error).__name__] += 1
            times.append(time.monotonic() - began)

    # Made before the clock runs, with one TLS context for all: each would cost 20 ms of this process.
    tls = ssl.create_default_context()
    made = [httpx.AsyncClient(base_url=address, trust_env=False, timeout=120, verify=tls) for _ in range(clients)]
    end = time.monotonic() + seconds
    await asyncio.gather(*(client(number, http) for number, http in enumerate(made)))
    await asyncio.gather(*(http.aclose() for http in made))
    times.sort()
    p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
    print(f"{clients} clients for {seconds:g} s: {len(times)} answers, {len(times) / seconds:.0f} a second")
    print(f"median {p50 * 1000:.0f} ms, 99 of 100 within {p99 * 1000:.0f} ms; statuses {dict(statuses)}")
    return not any(status >= "500" or not status.isdigit() for status in statuses)


if __name__ == "__main__":
    sys.exit(main())
