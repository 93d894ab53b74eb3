#!/bin/sh
# Build the wheel and use it in an empty folder, without the sources and without dev packages: try_wheel.sh BIN
set -eu
bin=$(cd "$1" && pwd)
root=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$bin/python" -m build --wheel --no-isolation --outdir "$work/dist" . >"$work/build.log" 2>&1 || {
    cat "$work/build.log" >&2
    exit 1
}
"$bin/python" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -qq --disable-pip-version-check --require-hashes -r requirements.lock
"$work/venv/bin/python" -m pip install -qq --disable-pip-version-check --no-deps "$work"/dist/*.whl
mkdir "$work/empty"
cp -r "$root/data/sources/mr-medseg-val" "$work/empty/"
cd "$work/empty"
"$work/venv/bin/kg" --version
"$work/venv/bin/kg" build mr-medseg-val
"$work/venv/bin/kg" check
"$work/venv/bin/kg" query best-recorded --format csv | tee best.csv
# three comparison groups, one header line
test "$(wc -l <best.csv)" -eq 4
echo "wheel: works in an empty folder"
