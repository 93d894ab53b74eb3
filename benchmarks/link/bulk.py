"""A snapshot of many synthetic records: time, memory and links a second, beside a plain pandas merge.

    python benchmarks/link/bulk.py --records 1000000 --papers 20000

Writes JSON lines in the form of OpenAlex works, then links papers to them in two ways, each in a
process of its own so that memory is told apart:

- ``kg``: index (streamed, bounded memory) and match by the five rules;
- ``pandas``: read everything, normalise titles, merge on DOI and on title.

What is right is known: each paper was made from one record, with a DOI, with the title alone, or
with a title that a second record carries too (no link is right then).
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import subprocess
import sys
import time
from pathlib import Path

WORDS = re.findall(
    r"\w+",
    "adaptive aligned attention autonomous bayesian benchmark boundary cardiac cell chest clinical coarse "
    "contrastive counterfactual cross dense detection diffusion domain dynamic efficient embedding ensemble "
    "evaluation explainable federated few fine foundation fusion generative graph grounding guided hierarchical "
    "histology imaging incremental instance interactive kernel knowledge label language lesion local margin medical "
    "memory mixture model modal motion multi network neural nodule object online organ parallel patch pixel point "
    "prompt prostate protein query radiology random reasoning recurrent region registration retinal robust scalable "
    "segmentation self semantic sequence shape shot skin slide sparse spatial spectral stable structured supervised "
    "surgical synthetic target temporal tissue token transfer transformer tumour uncertainty unified universal "
    "vessel video view vision visual volumetric weak ",
)
NAMES = ("Ada Berg", "Bo Chen", "Cem Demir", "Dana Eriksen", "Eva Fuchs", "Finn Garcia", "Gao Hong", "Hana Ito")


def title_of(rng: random.Random) -> str:
    """Nine words; a collision is as good as impossible."""
    return " ".join(rng.choice(WORDS) for _ in range(9)).capitalize()


def write_records(path: Path, count: int, seed: int = 7) -> None:
    """OpenAlex works, one a line; each tenth has a namesake of the same title, authors and year."""
    rng = random.Random(seed)
    with path.open("w", encoding="utf-8") as file:
        title, authors, year = "", [""], 0
        for number in range(count):
            if number % 10 != 1:  # 1, 11, 21 … repeat 0, 10, 20 …
                title, authors, year = title_of(rng), rng.sample(NAMES, 3), rng.randint(2012, 2025)
            work = {
                "id": f"https://openalex.org/W{4000000000 + number}",
                "doi": f"https://doi.org/10.5555/{number:09}",
                "title": title,
                "publication_year": year,
                "publication_date": f"{year}-03-04",
                "type": "article",
                "ids": {"openalex": f"https://openalex.org/W{4000000000 + number}"},
                "authorships": [{"author": {"display_name": name, "orcid": None}} for name in authors],
                "locations": [{"landing_page_url": f"https://doi.org/10.5555/{number:09}"}],
                "cited_by_count": number % 97,
                "is_retracted": False,
                "abstract_inverted_index": {word: [place] for place, word in enumerate(title.split() * 4)},
            }
            file.write(json.dumps(work) + "\n")


def write_papers(path: Path, records: Path, count: int, total: int, seed: int = 11) -> None:
    """Papers made from records: a third by DOI, a third by title alone, a third by a title of two records."""
    rng = random.Random(seed)
    tens = rng.sample(range(total // 10), min(count, total // 10))
    wanted = {}
    for place, ten in enumerate(tens):
        kind = ("doi", "title", "namesake")[place % 3]
        wanted[ten * 10 + {"doi": 5, "title": 7, "namesake": 0}[kind]] = kind
    with records.open(encoding="utf-8") as file, path.open("w", encoding="utf-8") as out:
        for number, line in enumerate(file):
            if kind := wanted.get(number):
                work = json.loads(line)
                paper = {
                    "key": f"paper-{number}",
                    "right": work["id"] if kind != "namesake" else None,
                    "title": work["title"].replace(" ", "  ", 1).upper(),
                    "doi": work["doi"].upper().replace("HTTPS://DOI.ORG/", "") if kind == "doi" else None,
                    "authors": [a["author"]["display_name"] for a in work["authorships"]],
                    "year": work["publication_year"],
                }
                out.write(json.dumps(paper) + "\n")


def with_kg(records: Path, papers: Path, folder: Path, memory: str) -> dict[str, float]:
    """Index and match with the rules of kg."""
    from dataclasses import replace

    from kg.link.records import author, work_of
    from kg.link.snapshot import Index, match
    from kg.model import Paper
    from kg.normalise.identifiers import parse_doi

    works, right = [], {}
    for line in papers.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        doi = parse_doi(told["doi"]) if told["doi"] else None
        work = work_of(Paper(told["key"], told["title"], title=told["title"], doi=doi, date=str(told["year"])))
        names = tuple(a.family for a in map(author, told["authors"]) if a)
        works.append(replace(work, families=(names,)))
        right[told["key"]] = told["right"]
    started = time.perf_counter()
    with Index(folder / "bulk.duckdb", "openalex", memory=memory) as index:
        index.add([records])
        indexed = time.perf_counter()
        links = {
            (f.work.key, m.object.iri) for f in match(index, works) for m in f.matches if m.is_link and m.rule in (1, 3)
        }
    done = time.perf_counter()
    return {"index seconds": indexed - started, "match seconds": done - indexed, **_judged(links, right)}


def with_pandas(records: Path, papers: Path) -> dict[str, float]:
    """Read everything and merge on DOI and on normalised title, as a script would."""
    import pandas as pd

    started = time.perf_counter()
    works = pd.read_json(records, lines=True)
    works["doi"] = works["doi"].str.lower().str.replace("https://doi.org/", "", regex=False)
    works["key_title"] = works["title"].str.lower().str.replace(r"[^a-z0-9]+", " ", regex=True).str.strip()
    read = time.perf_counter()
    ours = pd.read_json(papers, lines=True)
    ours["doi"] = ours["doi"].str.lower()
    ours["key_title"] = ours["title"].str.lower().str.replace(r"[^a-z0-9]+", " ", regex=True).str.strip()
    by_doi = ours.dropna(subset=["doi"]).merge(works, on="doi")
    by_title = ours.merge(works, on="key_title")
    links = {*zip(by_doi["key"], by_doi["id"], strict=True), *zip(by_title["key"], by_title["id"], strict=True)}
    done = time.perf_counter()
    right = {k: r if isinstance(r, str) else None for k, r in zip(ours["key"], ours["right"], strict=True)}
    return {"index seconds": read - started, "match seconds": done - read, **_judged(links, right)}


def _judged(links: set[tuple[str, str]], right: dict[str, str | None]) -> dict[str, float]:
    good = sum(right[key] == other for key, other in links)
    return {
        "links": len(links),
        "wrong": len(links) - good,
        "found of those there are": good / max(1, sum(other is not None for other in right.values())),
        "peak memory MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def main() -> None:
    """Make the data, run both ways in processes of their own, print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--papers", type=int, default=20_000)
    parser.add_argument("--memory", default="512MB")
    parser.add_argument("--folder", type=Path, default=Path("build/bulk"))
    parser.add_argument("--only", choices=("kg", "pandas"))
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    records, papers = args.folder / "works.jsonl", args.folder / "papers.jsonl"
    if args.only:
        told = with_kg(records, papers, args.folder, args.memory) if args.only == "kg" else with_pandas(records, papers)
        print(json.dumps(told))
        return
    write_records(records, args.records)
    write_papers(papers, records, args.papers, args.records)
    (args.folder / "bulk.duckdb").unlink(missing_ok=True)
    print(f"{args.records} records ({records.stat().st_size / 1e6:.0f} MB), {args.papers} papers")
    for way in ("kg", "pandas"):
        command = [sys.executable, __file__, "--only", way, "--folder", str(args.folder), "--memory", args.memory]
        told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        seconds = told["index seconds"] + told["match seconds"]
        print(
            f"{way:7} read {told['index seconds']:6.1f} s, match {told['match seconds']:6.1f} s, "
            f"{told['peak memory MB']:6.0f} MB, {told['links']:.0f} links ({told['links'] / seconds:.0f} a second; "
            f"matching alone {told['links'] / told['match seconds']:.0f}), {told['wrong']:.0f} wrong, "
            f"{told['found of those there are']:.1%} of those there are"
        )


if __name__ == "__main__":
    main()
