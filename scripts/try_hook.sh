#!/bin/sh
# Try the pre-commit hooks on good and bad files in a repository of their own: try_hook.sh BIN
# Where pre-commit can be installed it runs them; else, or with KG_TRY_INSTALLED=1, their entries are run
# on the files that pre-commit would give them.
set -eu
bin=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work/home" PRE_COMMIT_HOME="$work/hooks" GIT_CONFIG_NOSYSTEM=1
mkdir -p "$work/home" "$work/repository"
cd "$work/repository"
git init --quiet .
git config user.name Tester
git config user.email tester@example.org
cp -r "$root/data" data
mkdir submissions
printf 'method,value,metric,benchmark,unit\nNewNet-9B,155,accuracy,med-cmr-multiple-choice,PERCENT\n' >submissions/rows.csv
git add . && git commit --quiet -m files

way=entry
if [ -z "${KG_TRY_INSTALLED:-}" ] && "$bin/python" -m venv "$work/venv" &&
    "$work/venv/bin/python" -m pip install -qq --disable-pip-version-check pre-commit >"$work/log" 2>&1; then
    way=pre-commit
else
    # what pre-commit would put on the path
    mkdir "$work/bin"
    printf '#!/bin/sh\nexec "%s/python" -m kg.cli "$@"\n' "$bin" >"$work/bin/kg"
    chmod +x "$work/bin/kg"
    export PATH="$work/bin:$PATH" PYTHONPATH="$root${PYTHONPATH:+:$PYTHONPATH}"
fi

hook() {
    id=$1
    if [ "$way" = pre-commit ]; then
        "$work/venv/bin/pre-commit" try-repo "$root" "$id" --all-files --verbose >"$work/out" 2>&1
    else
        git ls-files >"$work/files"
        "$bin/python" - "$root/.pre-commit-hooks.yaml" "$id" "$work/files" >"$work/out" 2>&1 <<'END'
import re, shlex, subprocess, sys
from pathlib import Path

import yaml

hooks, id_, files = sys.argv[1:]
hook = next(h for h in yaml.safe_load(Path(hooks).read_text()) if h["id"] == id_)
chosen = [f for f in Path(files).read_text().splitlines() if re.search(hook["files"], f)]
assert chosen, "no file for this hook"
sys.exit(subprocess.run([*shlex.split(hook["entry"]), *hook.get("args", []), *chosen]).returncode)
END
    fi
}

fail() {
    echo "hook: $1" >&2
    cat "$work/out" >&2
    exit 1
}

hook kg-check || fail "the shipped pages are not clean"
if hook kg-check-submission; then fail "a value above the maximum passed"; fi
grep -q "submissions/rows.csv\|rows.csv:2:2: '155'" "$work/out" || fail "the cell is not named"

sed -i 's/\t57\.81\t/\t57,81\t/; s/\t57\.81$/\t57,81/' data/sources/med-cmr/page.txt
if cmp -s data/sources/med-cmr/page.txt "$root/data/sources/med-cmr/page.txt"; then fail "nothing was spoiled"; fi
git add . && git commit --quiet -m spoiled
if hook kg-check; then fail "a decimal comma passed"; fi
grep -q "'57,81'" "$work/out" || fail "the cell is not named"
echo "hook: works ($way)"
