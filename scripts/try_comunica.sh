#!/bin/sh
# Ask our endpoint with Comunica 4.4, a query engine that runs on Node: try_comunica.sh BIN [PORT]
# Needs Node 20 or newer and npm; `kg build` must have been run.
set -eu
bin=$(cd "$1" && pwd)
port=${2:-8921}
root=$(pwd)
work=$(mktemp -d)
pid=
cleanup() {
    if [ -n "$pid" ]; then kill "$pid" 2>/dev/null || true; fi
    rm -rf "$work"
}
trap cleanup EXIT

"$bin/kg" serve "$root/build" --port "$port" >"$work/serve.log" 2>&1 &
pid=$!
for _ in $(seq 1 120); do
    if curl -sf "http://127.0.0.1:$port/health" >/dev/null; then break; fi
    sleep 0.25
done

cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @comunica/query-sparql@4.4.1
ask() { node_modules/.bin/comunica-sparql "sparql@http://127.0.0.1:$port/sparql" "$@"; }

check() { [ "$2" = "$3" ] || { echo "comunica: $1: '$2' where '$3' is right" >&2; exit 1; } }

lb='PREFIX lb: <https://w3id.org/leaderboard-kg/ontology#>'
check rows "$(ask "$lb SELECT (COUNT(?r) AS ?n) { ?r a lb:Result }" -t text/csv | tail -n +2 | tr -dc 0-9)" 472
check truth "$(ask "$lb ASK { ?r lb:printedValue \"3,027\" }" -t simple)" true
check triples "$(ask "$lb CONSTRUCT { ?m lb:direction ?d } { ?m a lb:Metric ; lb:direction ?d }" \
    -t application/n-triples | grep -c 'ontology#direction>')" "$(grep -c 'ontology#direction> ' "$root/build/current/graph.nt")"
# Comunica joins patterns of its own here: each is a request to us.
check joins "$(ask "$lb SELECT ?v { ?r lb:printedMethod \"MedReasoner-7B\" ; lb:value ?v } LIMIT 3" -t text/csv |
    tail -n +2 | grep -c .)" 3
echo "comunica: rows, truth, triples and joins over our endpoint"
