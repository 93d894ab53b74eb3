"""The action and the hooks name what there is; scripts/try_action.sh and scripts/try_hook.sh run them."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT

ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


def test_every_input_of_the_action_is_used_and_every_expression_is_known() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    used = set(re.findall(r"\$\{\{ inputs\.([a-z-]+) \}\}", text))
    assert used == set(ACTION["inputs"])
    known = {"github.action_path", "runner.temp", "steps.check.outputs.status"} | {f"inputs.{name}" for name in used}
    assert set(re.findall(r"\$\{\{ (.+?) \}\}", text)) <= known
    assert ACTION["runs"]["using"] == "composite"
    assert all(entry["description"] and "required" in entry for entry in ACTION["inputs"].values())


def test_no_input_is_pasted_into_a_script() -> None:
    """What a pull request can name reaches the shell as the value of a variable only."""
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step.get("run", "")
        if "run" in step:
            assert step["shell"] == "bash"
            assert set(re.findall(r"\$(?:\{)?([A-Z_]+)", step["run"])) <= {*step["env"], "GITHUB_OUTPUT"}


def test_options_of_action_and_hooks_exist() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kg.cli", "check", "--help"], capture_output=True, text=True, check=True
    )
    scripts = "\n".join(step.get("run", "") for step in ACTION["runs"]["steps"] if step["name"] == "Check")
    options = set(re.findall(r"(?<= |\()(--[a-z]+)", scripts)) | {
        w for h in HOOKS for w in h["entry"].split() if w[:2] == "--"
    }
    assert options >= {"--profile", "--format", "--as"}
    for option in options:
        assert option in done.stdout, option


@pytest.mark.parametrize(
    ("name", "hooks"),
    [
        ("data/sources/med-cmr/page.txt", ["kg-check"]),
        ("data/sources/med-cmr/source.toml", ["kg-check"]),
        ("exports/graph.ttl", ["kg-check"]),
        ("submissions/2026/rows.yaml", ["kg-check-submission"]),
        ("submissions/rows.csv", ["kg-check-submission"]),
        ("README.md", []),
        ("data/registry/methods.tsv", []),
    ],
)
def test_hooks_choose_their_files(name: str, hooks: list[str]) -> None:
    assert [hook["id"] for hook in HOOKS if re.search(hook["files"], name)] == hooks
    assert all(shlex.split(hook["entry"])[:2] == ["kg", "check"] for hook in HOOKS)


def test_the_steps_run_with_their_inputs(tmp_path: Path) -> None:
    """The runner of the action's steps fills in what it knows, and refuses what it does not."""
    (tmp_path / "action.yml").write_text(
        "inputs:\n  word: {default: none}\nruns:\n  using: composite\n  steps:\n"
        "    - name: other\n      uses: x/y@v1\n"
        "    - name: say\n      shell: bash\n      env: {WORD: '${{ inputs.word }}'}\n"
        '      run: echo "said=$WORD" >>"$GITHUB_OUTPUT"; exit 3\n'
        "    - name: never\n      shell: bash\n      run: echo never\n",
        encoding="utf-8",
    )
    call = [sys.executable, str(ROOT / "scripts" / "run_action.py"), str(tmp_path)]
    done = subprocess.run([*call, "word=a; echo b"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (3, "run_action: said=a; echo b\n")
    done = subprocess.run([*call, "wrod=a"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "no input wrod; there are word" in done.stderr
    text = (tmp_path / "action.yml").read_text(encoding="utf-8").replace("inputs.word }}", "secrets.x }}")
    (tmp_path / "action.yml").write_text(text, encoding="utf-8")
    done = subprocess.run(call, capture_output=True, text=True)
    assert "the expression ${{ secrets.x }} is not known here" in done.stderr
