"""Runs the shell steps of a composite GitHub Action as a runner would: run_action.py FOLDER [--skip STEP] NAME=VALUE...

The action is read from FOLDER/action.yml; the steps run in the current folder with the given
inputs. Steps that use other actions are skipped. What a step writes to GITHUB_OUTPUT is printed at
the end. Expressions that a runner would know and this does not are an error.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

_EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")


def main(arguments: list[str]) -> int:
    """Run all steps; the status of the first that fails."""
    folder = Path(arguments[0]).resolve()
    skipped = {arguments[n + 1] for n, word in enumerate(arguments) if word == "--skip"}
    given = dict(word.split("=", 1) for word in arguments[1:] if "=" in word)
    action = yaml.safe_load((folder / "action.yml").read_text(encoding="utf-8"))
    if unknown := set(given) - set(action["inputs"]):
        sys.exit(f"run_action: no input {', '.join(sorted(unknown))}; there are {', '.join(action['inputs'])}")
    values = {
        f"inputs.{name}": str(given.get(name, entry.get("default", ""))) for name, entry in action["inputs"].items()
    }
    with tempfile.TemporaryDirectory() as temp:
        values |= {"github.action_path": str(folder), "runner.temp": os.environ.get("RUNNER_TEMP", temp)}
        output = Path(temp) / "output"
        output.touch()
        status = 0
        for step in action["runs"]["steps"]:
            if "uses" in step or step["name"] in skipped:
                print(f"run_action: skipped {step['name']!r}", file=sys.stderr)
                continue
            env = {name: _filled(str(value), values) for name, value in step.get("env", {}).items()}
            command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", _filled(step["run"], values)]
            status = subprocess.run(command, env={**os.environ, **env, "GITHUB_OUTPUT": str(output)}).returncode
            if status:
                break
        sys.stdout.flush()
        print("".join(f"run_action: {line}\n" for line in output.read_text(encoding="utf-8").splitlines()), end="")
    return status


def _filled(text: str, values: dict[str, str]) -> str:
    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            sys.exit(f"run_action: the expression {match[0]} is not known here")
        return values[match[1]]

    return _EXPRESSION.sub(value, text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
