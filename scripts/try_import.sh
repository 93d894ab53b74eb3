#!/bin/sh
# Three files as people find them, from the raw file to a served graph, in an empty folder: try_import.sh BIN [FOLDER]
# FOLDER holds pubmedqa_leaderboard.html, ogb.json and timm_imagenet.csv below it; without it three small files of ours are taken.
set -eu
bin=$(cd "${1:-.venv/bin}" && pwd)
given=${2:-}
. scripts/serving.sh
cd "$work"
mkdir raw
began=$(date +%s)

if [ -n "$given" ]; then
    for name in pubmedqa_leaderboard.html ogb.json timm_imagenet.csv; do
        cp "$(find "$given" -name "$name" | head -1)" raw/
    done
    "$bin/kg" import raw/pubmedqa_leaderboard.html
    "$bin/kg" import raw/ogb.json --missing 'Please tell us'
    "$bin/kg" import raw/timm_imagenet.csv
    wanted=6727
else
    cat >raw/board.html <<'PAGE'
<h1>Widgets-50</h1><table><tr><th>Model</th><th>Accuracy (%) &uarr;</th></tr>
<tr><td>NetA</td><td>91.4</td></tr><tr><td>NetB</td><td>-</td></tr></table>
PAGE
    echo '{"model_name": "NetA", "results": {"mmlu": {"acc,none": 0.61, "acc_stderr,none": 0.004}}, "versions": {"mmlu": 2}, "n-shot": {"mmlu": 5}, "config": {"model": "hf", "model_args": "pretrained=lab/NetA"}}' >raw/results.json
    printf 'model,WER\nNetA,3.1\nNetC,n/a yet\n' >raw/speech.csv
    "$bin/kg" import raw/board.html
    "$bin/kg" import raw/results.json
    "$bin/kg" import raw/speech.csv --dataset 'LibriSpeech' --split test-clean --unit percent --missing 'n/a yet'
    wanted=3
fi
"$bin/kg" build
start "$bin/kg" serve --port 0
curl -sf "$url/health" | tee health.json
echo
grep -q "\"results\":$wanted" health.json
test "$(curl -sf "$url/questions/best-recorded?format=csv" | wc -l)" -gt 1
echo "import: three raw files are a served graph of $wanted results after $(($(date +%s) - began)) s"
