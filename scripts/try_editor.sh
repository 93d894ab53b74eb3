#!/bin/sh
# Try the query editor in Chromium: try_editor.sh BIN [PICTURE]. The browser is Debian's package chromium
# (KG_CHROMIUM names another); what drives it is installed into a folder of its own.
set -eu
bin=$(CDPATH='' cd -- "$1" && pwd)
here=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)
chromium=${KG_CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[ -n "$chromium" ] || { echo "try_editor: no chromium found: install it, or name one in KG_CHROMIUM" >&2; exit 2; }
. "$here/scripts/serving.sh"

"$bin/python" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -qq --disable-pip-version-check --require-hashes -r "$here/requirements-browser.lock"
"$bin/kg" build "$here/data" --out "$work/build" >/dev/null 2>&1
start "$bin/kg" serve "$work/build" --port 0
"$work/venv/bin/python" "$here/scripts/try_editor.py" "$url" "$chromium" ${2+"$2"}
