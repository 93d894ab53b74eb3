#!/bin/sh
# Ask our endpoint with Comunica 4.4, a query engine that runs on Node: try_comunica.sh BIN. Needs Node 20 or newer and npm.
set -eu
bin=$(cd "$1" && pwd)
. scripts/serving.sh

"$bin/kg" build --out "$work/build" >/dev/null
start "$bin/kg" serve "$work/build" --port 0

cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @comunica/query-sparql@4.4.1
ask() { node_modules/.bin/comunica-sparql "sparql@$url/sparql" "$@"; }

check() { [ "$2" = "$3" ] || { echo "comunica: $1: '$2' where '$3' is right" >&2; cat serve.log >&2; exit 1; } }

lb='PREFIX lb: <https://w3id.org/leaderboard-kg/ontology#>'
check rows "$(ask "$lb SELECT (COUNT(?r) AS ?n) { ?r a lb:Result }" -t text/csv | tail -n +2 | tr -dc 0-9)" 472
check truth "$(ask "$lb ASK { ?r lb:printedValue \"3,027\" }" -t simple)" true
check triples "$(ask "$lb CONSTRUCT { ?m lb:direction ?d } { ?m a lb:Metric ; lb:direction ?d }" \
    -t application/n-triples | grep -c 'ontology#direction>')" "$(grep -c 'ontology#direction> ' build/current/graph.nt)"
# Comunica joins patterns of its own here: each is a request to us.
check joins "$(ask "$lb SELECT ?v { ?r lb:printedMethod \"MedReasoner-7B\" ; lb:value ?v } LIMIT 3" -t text/csv |
    tail -n +2 | grep -c .)" 3
echo "comunica: rows, truth, triples and joins over our endpoint"
