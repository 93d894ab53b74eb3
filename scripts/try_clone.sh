#!/bin/sh
# Clone the checkout into an empty folder and run its first command as a newcomer would: try_clone.sh
set -eu
root=$(pwd)
. scripts/serving.sh

git clone --quiet "$root" "$work/kg"
cd "$work/kg"

start make run PORT=0
curl -sf "$url/health" | grep -q '"results":472'
test "$(curl -sf "$url/questions/models-on-several-medical-benchmarks?format=csv" | wc -l)" -eq 5
cat "$work/serve.log"
stop

# A second run needs no network and no new build.
started=$(date +%s%N)
start make run PORT=0
curl -sf "$url/health" >/dev/null
echo "clone: second 'make run' answered after $((($(date +%s%N) - started) / 1000000)) ms"
grep -q 'nothing changed' "$work/serve.log"

# The port is busy now: one line with the remedy, status 2.
port=${url##*:}
if make run PORT="$port" >"$work/busy.log" 2>&1; then exit 1; fi
grep -i "$port" "$work/busy.log"
stop
echo "clone: works in an empty folder"
