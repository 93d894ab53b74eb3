#!/bin/sh
# Clone the checkout into an empty folder and run its first command as a newcomer would: try_clone.sh [PORT]
set -eu
port=${1:-8917}
root=$(pwd)
work=$(mktemp -d)
pid=
cleanup() {
    if [ -n "$pid" ]; then kill "$pid" 2>/dev/null || true; fi
    rm -rf "$work"
}
trap cleanup EXIT

git clone --quiet "$root" "$work/kg"
cd "$work/kg"

serve() {
    # The server is a child of make: setsid puts both into one group, which is stopped by its number.
    setsid make run PORT="$port" >"$work/run.log" 2>&1 &
    pid=$!
    for _ in $(seq 1 240); do
        if curl -sf "http://127.0.0.1:$port/health" >"$work/health.json" 2>/dev/null; then return 0; fi
        if ! kill -0 "$pid" 2>/dev/null; then break; fi
        sleep 0.5
    done
    cat "$work/run.log" >&2
    echo "clone: make run did not serve" >&2
    exit 1
}

stop() {
    kill -INT "-$pid" 2>/dev/null || kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    pid=
}

serve
grep -q '"results":472' "$work/health.json"
test "$(curl -sf "http://127.0.0.1:$port/questions/models-on-several-medical-benchmarks?format=csv" | wc -l)" -eq 5
cat "$work/run.log"
stop

# A second run needs no network and no new build.
started=$(date +%s%N)
serve
echo "clone: second 'make run' answered after $((($(date +%s%N) - started) / 1000000)) ms"
grep -q 'nothing changed' "$work/run.log"

# The port is busy now: one line with the remedy, status 2.
if make run PORT="$port" >"$work/busy.log" 2>&1; then exit 1; fi
grep -i "$port" "$work/busy.log"
stop
echo "clone: works in an empty folder"
