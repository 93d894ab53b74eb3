#!/bin/sh
# Run the steps of action.yml with inputs in a clean folder, as a workflow would: try_action.sh BIN
# With KG_TRY_INSTALLED=1 the kg of BIN is used and nothing is installed.
set -eu
bin=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/repository" "$work/temp"
cp -r "$root/data" "$work/repository/data"
cd "$work/repository"
mkdir submissions
export RUNNER_TEMP="$work/temp"
if [ -n "${KG_TRY_INSTALLED:-}" ]; then
    mkdir -p "$work/temp/kg-venv/bin"
    printf '#!/bin/sh\nexec "%s/python" -m kg.cli "$@"\n' "$bin" >"$work/temp/kg-venv/bin/kg"
    chmod +x "$work/temp/kg-venv/bin/kg"
    export PYTHONPATH="$root${PYTHONPATH:+:$PYTHONPATH}"
fi

run() {
    if [ -x "$work/temp/kg-venv/bin/kg" ]; then set -- --skip "Install kg" "$@"; fi
    "$bin/python" "$root/scripts/run_action.py" "$root" "$@" 2>"$work/log"
}

fail() {
    echo "action: $1" >&2
    cat "$work/log" "$work/out" >&2
    exit 1
}

# The shipped data: seven warnings with file, line and characters, status 0.
run files=data/sources/med-cmr >"$work/out" || fail "the shipped page is not clean"
test "$(grep -c '^::warning file=data/sources/med-cmr/page.txt,line=' "$work/out")" -eq 7 || fail "not seven warnings"
grep -q '^run_action: status=0$' "$work/out" || fail "no status"

# Two files that are wrong: errors at their cells, status 1, and SARIF beside it.
printf 'Board\n\nScores\n\nModel\tAcc\nAlpha\t91,4\nBeta\t88.1\n' >'board 1.txt'
printf 'method,value,metric,benchmark,unit\nNewNet-9B,155,accuracy,med-cmr-multiple-choice,PERCENT\n' >submissions/rows.csv
status=0
run files='board 1.txt
submissions/rows.csv' registry=data/registry profile=core sarif=found.sarif >"$work/out" || status=$?
test "$status" -eq 1 || fail "status $status, not 1"
grep -q '^::error file=board 1.txt,line=6,col=7,endColumn=11,title=ambiguous-comma::' "$work/out" || fail "no cell of the page"
grep -q '^::error file=submissions/rows.csv,line=2,col=11,endColumn=14,title=S11::' "$work/out" || fail "no cell of the rows"
grep -q '^run_action: status=1$' "$work/out" || fail "no status"
"$bin/python" -c 'import json; assert json.load(open("found.sarif"))["version"] == "2.1.0"' || fail "no SARIF"

# A file that is not there: one line, status 2.
status=0
run files=no-such-file.ttl sarif=lost.sarif >"$work/out" || status=$?
test "$status" -eq 2 || fail "status $status, not 2"
grep -q 'no-such-file.ttl: no such file' "$work/log" || fail "no message"
grep -q '^::error title=not checked::no-such-file.ttl: no such file' "$work/out" || fail "no annotation"
"$bin/python" -c 'import json; run, = json.load(open("lost.sarif"))["runs"]; assert run["invocations"][0]["executionSuccessful"] is False' ||
    fail "the SARIF says that all was checked"
echo "action: works in a clean folder"
