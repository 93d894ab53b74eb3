#!/bin/sh
# Pin all dependencies with hashes, for every platform and Python that is supported: lock.sh BIN
set -eu
"$1/python" -m pip install --quiet uv
"$1/uv" pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
    --extra run pyproject.toml --output-file requirements.lock
"$1/uv" pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
    --extra run --extra dev --constraint requirements.lock pyproject.toml --output-file requirements-dev.lock
# What drives the browser of scripts/try_editor.sh: too large for everybody's environment.
echo 'playwright>=1.50' | "$1/uv" pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
    --python-version 3.11 - --output-file requirements-browser.lock
