"""The command line: data on stdout, talk on stderr, exit status 0, 1 or 2, never a traceback."""

from __future__ import annotations

import csv
import fcntl
import io
import json
import os
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

import kg
from tests.conftest import PAGES, ROOT

SOURCE = ROOT / "data" / "sources" / "mr-medseg-val"


def call(*arguments: str, cwd: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kg.cli", *arguments]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"}
    return subprocess.run(command, cwd=cwd, input=stdin, capture_output=True, text=True, env=env, timeout=120)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the whole data set was built by the command line."""
    folder = tmp_path_factory.mktemp("cli")
    done = call("build", *map(str, PAGES), cwd=folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert "5 leaderboards, 472 results of 47 methods on 22 benchmarks" in done.stderr
    assert "474 value cells = 472 results + 2 missing + 0 rejected" in done.stderr
    assert "0 violations, 7 warnings" in done.stderr
    return folder


def test_a_second_build_has_nothing_to_do(folder: Path) -> None:
    done = call("build", *map(str, PAGES), cwd=folder)
    assert done.returncode == 0
    assert "nothing changed" in done.stderr


def test_the_files_of_a_build(folder: Path) -> None:
    current = folder / "build" / "current"
    listed = {line.split("  ")[1] for line in (current / "SHA256SUMS").read_text().splitlines()}
    wanted = {
        "graph.nq",
        "graph.trig",
        "graph.nt",
        "graph.ttl",
        "graph.jsonld",
        "graph.rdf",
        "results.csv",
        "results.parquet",
    }
    wanted |= {"build-report.json", "void.ttl", "catalog.ttl", "shacl-report.ttl", "shacl-report.txt"}
    wanted |= {"context.jsonld", "ontology/leaderboard.ttl", "shapes/result.ttl"}
    assert wanted <= listed
    assert (current / "store").is_dir()


def test_check_of_a_build(folder: Path) -> None:
    done = call("check", cwd=folder)
    assert done.returncode == 0
    assert done.stdout.startswith("Conforms: 0 violation(s), 7 warning(s)")


def test_check_of_a_graph_file_with_a_fault(folder: Path) -> None:
    good = (folder / "build/current/graph.nq").read_text(encoding="utf-8")
    bad = good.replace('printedValue> "77.7"', 'printedValue> "77.7"', 1).replace(
        '#value> "77.7"^^<http://www.w3.org/2001/XMLSchema#decimal>', '#value> "banana"', 1
    )
    assert bad != good
    (folder / "bad.nq").write_text(bad, encoding="utf-8")
    done = call("check", "bad.nq", "--format", "json", cwd=folder)
    assert done.returncode == 1
    verdict = json.loads(done.stdout)
    assert verdict["conforms"] is False
    finding = next(f for f in verdict["findings"] if f["severity"] == "Violation")
    assert "banana" in finding["message"]
    assert finding["cells"] == [{"place": "mr-medseg-val/page.md:37:2", "printed": "77.7"}]
    assert finding["remedy"]


def test_check_of_source_pages_without_a_build(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("Board\n\nScores\n\nModel\tAcc\nA\t91,4\n", encoding="utf-8")
    done = call("check", "board.txt", cwd=tmp_path)
    assert done.returncode == 1
    assert "Rejected board.txt:6:2: '91,4'" in done.stdout
    assert call("check", str(SOURCE), cwd=tmp_path).returncode == 0


def test_rejects_end_with_status_1_and_say_where(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("Board\n\nScores\n\nModel\tAcc\nA\t91,4\nB\t3\n", encoding="utf-8")
    done = call("build", "board.txt", cwd=tmp_path)
    assert done.returncode == 1
    assert "reject: board.txt:6:2:" in done.stderr
    assert not (tmp_path / "build" / "current").exists()
    accepted = call("build", "board.txt", "--accept-findings", cwd=tmp_path)
    assert accepted.returncode == 1
    assert (tmp_path / "build" / "current" / "results.csv").is_file()


def test_query_alone_lists_the_questions(folder: Path) -> None:
    done = call("query", cwd=folder)
    assert done.returncode == 0
    for number in range(1, 10):
        assert f"cq{number:02}" in done.stdout


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("models-on-several-medical-benchmarks", 4),
        ("cq02", 19),
        ("cq03-models-on-several-medical-benchmarks-with-components", 6),
        ("best-recorded", 31),
    ],
)
def test_named_questions_as_csv(folder: Path, name: str, rows: int) -> None:
    done = call("query", name, "--format", "csv", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert len(list(csv.reader(io.StringIO(done.stdout)))) == rows + 1


def test_query_forms_and_formats(folder: Path) -> None:
    ask = call("query", "-", "--format", "json", cwd=folder, stdin="ASK { ?s ?p ?o }")
    assert json.loads(ask.stdout)["boolean"] is True
    (folder / "own.rq").write_text("CONSTRUCT { ?s a ?c } WHERE { ?s a ?c } LIMIT 3", encoding="utf-8")
    graph = call("query", "own.rq", "--format", "ttl", cwd=folder)
    assert graph.returncode == 0
    assert "a lb:" in graph.stdout
    table = call("query", "best-recorded", "--format", "table", cwd=folder)
    assert "MedReasoner-7B" in table.stdout
    assert "31 rows" in table.stderr
    nothing = call("query", "-", "--format", "csv", cwd=folder, stdin="SELECT ?s WHERE { ?s a <urn:x> }")
    assert (nothing.returncode, nothing.stdout) == (0, "s\n")


def test_parameters(folder: Path) -> None:
    done = call("query", "cq01", "--format", "csv", "--param", "minimum=3", cwd=folder)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1
    wrong = call("query", "cq01", "--param", "maximum=3", cwd=folder)
    assert wrong.returncode == 2
    assert "it takes: domain, minimum" in wrong.stderr


def test_a_parameter_may_be_typed_as_tables_print_it(folder: Path) -> None:
    names = ("method:gpt-5", "method/gpt-5", "https://w3id.org/leaderboard-kg/method/gpt-5")
    done = [call("query", "cq05", "--format", "csv", "--param", f"method={name}", cwd=folder) for name in names]
    assert len({one.stdout for one in done}) == 1
    assert len(done[0].stdout.splitlines()) == 1 + 8 + 5
    unknown = call("query", "cq05", "--format", "csv", "--param", "method=method:gpt55", cwd=folder)
    assert unknown.returncode == 0
    assert "holds nothing called <https://w3id.org/leaderboard-kg/method/gpt55>" in unknown.stderr
    assert call("query", "cq05", "--param", "method=GPT-5", cwd=folder).returncode == 2


@pytest.mark.parametrize(("what", "rows"), [("leaderboards", 5), ("methods", 47), ("metrics", 12)])
def test_lists(folder: Path, what: str, rows: int) -> None:
    done = call("list", what, "--format", "csv", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert len(list(csv.reader(io.StringIO(done.stdout)))) == rows + 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["build", "nowhere"], "nowhere: no such file or folder"),
        (["check", "--build", "nowhere"], "no build in nowhere: run kg build"),
        (["query", "cq01", "--build", "nowhere"], "no build in nowhere: run kg build"),
        (["serve", "nowhere"], "no build in nowhere: run kg build"),
        (["list", "papers"], "leaderboards, methods, metrics"),
        (["query", "best-recordd"], "did you mean best-recorded?"),
        (["query", "cq01", "--format", "xml"], "--format must be one of table, csv, json, ttl"),
        (["query", "missing.rq"], "missing.rq: no such query file"),
        (["frobnicate"], "No such command 'frobnicate'"),
        (["build", "--registry", "nowhere"], "nowhere: no such registry folder"),
    ],
)
def test_wrong_calls_give_one_line_and_status_2(folder: Path, arguments: list[str], said: str) -> None:
    (folder / "data").mkdir(exist_ok=True)
    done = call(*arguments, cwd=folder)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""


@pytest.mark.parametrize("query", ["SELEC *", "SELECT * WHERE { ?s foo:bar ?o }", "DELETE WHERE { ?s ?p ?o }"])
def test_bad_queries_give_one_line_and_status_2(folder: Path, query: str) -> None:
    done = call("query", "-", cwd=folder, stdin=query)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("kg: ")


def test_service_is_refused(folder: Path) -> None:
    query = "SELECT * WHERE { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }"
    done = call("query", "-", cwd=folder, stdin=query)
    assert done.returncode == 2
    assert "SERVICE" in done.stderr


def test_export_gives_the_bytes_of_the_build(folder: Path) -> None:
    current = folder / "build" / "current"
    done = call("export", "ttl", "--out", "mine.ttl", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert (folder / "mine.ttl").read_bytes() == (current / "graph.ttl").read_bytes()
    assert call("export", "csv", "--out", "-", cwd=folder).stdout == (current / "results.csv").read_text(
        encoding="utf-8"
    )
    assert call("export", "all", "--out", "all", cwd=folder).returncode == 0
    assert len(list((folder / "all").iterdir())) == 8
    wrong = call("export", "turtle", cwd=folder)
    assert wrong.returncode == 2
    assert "did you mean ttl?" in wrong.stderr


def test_explain_tells_the_story_of_a_cell(folder: Path) -> None:
    done = call("explain", "u-mrg-14k-test/page.txt:6:5", cwd=folder)
    assert done.returncode == 0, done.stderr
    for part in ("MedReasoner-7B", "3,027", "30.27", "0.3027", "ASM=MedSAM2"):
        assert part in done.stdout, part
    unknown = call("explain", "method/gpt-55", cwd=folder)
    assert unknown.returncode == 2
    assert len(unknown.stderr.strip().splitlines()) == 1


def test_review_lists_what_to_look_at(folder: Path) -> None:
    done = call("review", "--format", "json", "--registry", str(ROOT / "data/registry"), cwd=folder)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)
    assert call("review", "--kind", "nonsense", cwd=folder).returncode == 2


def test_version_and_help(folder: Path) -> None:
    assert call("--version", cwd=folder).stdout == f"kg {kg.__version__}\n"
    for command in ("build", "check", "query", "serve", "export", "explain", "review", "list"):
        help_ = call(command, "--help", cwd=folder)
        assert help_.returncode == 0
        assert f"Example: kg {command}" in help_.stdout


def test_a_bad_base_is_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kg.cli", "build", str(SOURCE)]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "KG_BASE_IRI": "not an iri"}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=env)
    assert done.returncode == 2
    assert done.stderr.startswith("kg: KG_BASE_IRI")


def _unread(pipe: int) -> int:
    """The bytes that stand in a pipe."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def test_an_interrupt_ends_with_one_line(tmp_path: Path) -> None:
    # Tests that run in the background inherit an interrupt that is ignored; a person's terminal does not.
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    heard += "; from kg.cli.running import main; main()"
    command = [sys.executable, "-c", heard, "query", "-", "--build", str(tmp_path)]
    (tmp_path / "SHA256SUMS").write_text("")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    )
    assert process.stdin is not None
    process.stdin.write("ASK")
    process.stdin.flush()
    # While its modules are loaded an interrupt may get lost; once it has read what there is, it waits for the rest.
    end = time.monotonic() + 60
    while _unread(process.stdin.fileno()) and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, talk = process.communicate(timeout=30)
    assert process.returncode == 130
    assert talk.strip() == "kg: interrupted"
