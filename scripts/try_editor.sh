#!/bin/sh
# Try the query editor in Chromium: try_editor.sh BIN [PICTURE]. The browser is Debian's package chromium
# (KG_CHROMIUM names another); what drives it is installed into a folder of its own.
set -eu
bin=$(CDPATH='' cd -- "$1" && pwd)
here=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)
chromium=${KG_CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[ -n "$chromium" ] || { echo "try_editor: no chromium found: install it, or name one in KG_CHROMIUM" >&2; exit 2; }
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT INT TERM

"$bin/python" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install -qq --disable-pip-version-check --require-hashes -r "$here/requirements-browser.lock"
"$bin/kg" build "$here/data" --out "$folder/build" >/dev/null 2>&1
"$bin/kg" serve "$folder/build" --port 0 >"$folder/log" 2>&1 &
server=$!
for _ in $(seq 120); do
    url=$(sed -n 's|^serving on \(http://127.0.0.1:[0-9]*\)/.*|\1|p' "$folder/log")
    [ -z "$url" ] || break
    sleep 0.5
done
[ -n "$url" ] || { cat "$folder/log" >&2; exit 1; }
"$folder/venv/bin/python" "$here/scripts/try_editor.py" "$url" "$chromium" ${2+"$2"}
