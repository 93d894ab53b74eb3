# make run, make test: nothing but Python 3.11+ and make is needed; `make help` lists the rest.
PYTHON ?= python3
PORT ?= 8000
# Many tests wait for servers and deadlines: more workers than cores.
JOBS ?= 4
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed-
HASH := $(shell cat requirements.lock pyproject.toml 2>/dev/null | cksum | tr -d ' ')
DEV_HASH := $(shell cat requirements-dev.lock pyproject.toml 2>/dev/null | cksum | tr -d ' ')

.DEFAULT_GOAL := help
.PHONY: mutants try-virtuoso try-editor help run test proofs lint types format lock clean build model docs bench-validate bench-import

help:  ## Show these commands
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

run: $(STAMP)$(HASH)  ## Build the graph from data/, check it and serve it on 127.0.0.1 (PORT=8000)
	@$(BIN)/kg build
	@$(BIN)/kg serve --port $(PORT)

build: $(STAMP)$(HASH)  ## Build and check the graph, without serving it
	@$(BIN)/kg build

test: $(STAMP)dev-$(DEV_HASH)  ## Run the tests (ARGS="-k name" to choose)
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(ARGS)

try-virtuoso: $(STAMP)dev-$(DEV_HASH)  ## Try Virtuoso behind the endpoint (virtuoso-opensource-7-bin)
	@KG_TRY_VIRTUOSO=1 $(BIN)/python -m pytest tests/serve/test_virtuoso.py

try-editor: $(STAMP)dev-$(DEV_HASH)  ## Use the query editor in a browser (Debian's chromium, or KG_CHROMIUM)
	@sh scripts/try_editor.sh $(BIN) $(ARGS)

proofs: $(STAMP)dev-$(DEV_HASH)  ## Run the long proofs whole (in make test: a tenth of each); docs/proofs.md
	@$(BIN)/python scripts/run_proofs.py $(JOBS) $(ARGS)

mutants: $(STAMP)dev-$(DEV_HASH)  ## Score the shapes by mutants of the shipped graph (docs/mutants.md)
	@$(BIN)/python -m tests.mutants >docs/mutants.md.new && mv docs/mutants.md.new docs/mutants.md

bench-validate: $(STAMP)dev-$(DEV_HASH)  ## Measure both engines of the check (ARGS="--large 0" without the million)
	@$(BIN)/python -m benchmarks.validate $(ARGS)

bench-import: $(STAMP)dev-$(DEV_HASH)  ## Measure kg import --check on large files (ARGS="--megabytes 200")
	@$(BIN)/python -m benchmarks.importing $(ARGS)

lint: $(STAMP)dev-$(DEV_HASH)  ## Check style
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(STAMP)dev-$(DEV_HASH)  ## Check types
	@$(BIN)/mypy

format: $(STAMP)dev-$(DEV_HASH)  ## Format the code
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

model: $(STAMP)$(HASH)  ## Draw docs/model.svg anew, from the ontology, the shapes and data/
	@$(BIN)/python scripts/draw_model.py

docs: $(STAMP)dev-$(DEV_HASH) model  ## Write the pages that follow from the code (docs/cli.md ...) and the picture anew
	@PYTHONPATH=. $(BIN)/python scripts/write_docs.py

lock: $(STAMP)dev-$(DEV_HASH)  ## Pin the dependencies anew
	@sh scripts/lock.sh $(BIN)

clean:  ## Remove the environment, builds and caches
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP)$(HASH): requirements.lock
	@sh scripts/setup.sh "$(PYTHON)" $(VENV) requirements.lock "$@"

$(STAMP)dev-$(DEV_HASH): requirements-dev.lock
	@sh scripts/setup.sh "$(PYTHON)" $(VENV) requirements-dev.lock "$@" "$(STAMP)$(HASH)"
