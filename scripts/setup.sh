#!/bin/sh
# Make the virtual environment and install what a lock file pins: setup.sh PYTHON VENV LOCK STAMP...
# Each thing that can be missing gives one line with the remedy and exit status 2.
set -eu
python=$1 venv=$2 lock=$3
shift 3

fail() {
    echo "setup: $1" >&2
    exit 2
}

command -v "$python" >/dev/null 2>&1 ||
    fail "no '$python' found: install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3 ..."
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "$("$python" --version 2>&1) is too old: Python 3.11 or newer is needed; name one: make PYTHON=python3.12 ..."
"$python" -c 'import venv, ensurepip' >/dev/null 2>&1 ||
    fail "this Python has no venv module: install it (Debian, Ubuntu: apt-get install python3-venv)"

if ! "$venv/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
    rm -rf "$venv"
    echo "setup: making $venv" >&2
    "$python" -m venv "$venv" || fail "$venv could not be made: see the lines above"
fi
rm -f "$venv"/.installed-*
echo "setup: installing what $lock pins" >&2
"$venv/bin/python" -m pip install -qq --disable-pip-version-check --require-hashes -r "$lock" ||
    fail "the packages of $lock could not be installed: is the package index reachable? then try again"
# The project itself, in place; its build tool is pinned in the lock too.
"$venv/bin/python" -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation --editable . ||
    fail "the project could not be installed into $venv: see the lines above"
touch "$@"
