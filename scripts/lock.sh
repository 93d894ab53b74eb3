#!/bin/sh
# Pin all dependencies with hashes, for every platform and Python that is supported: lock.sh BIN
set -eu
"$1/python" -m pip install --quiet uv
"$1/uv" pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
    --extra run pyproject.toml --output-file requirements.lock
"$1/uv" pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
    --extra run --extra dev --constraint requirements.lock pyproject.toml --output-file requirements-dev.lock
