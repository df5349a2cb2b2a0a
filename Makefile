# Each target alone does all set-up on a machine with Python 3.11 or newer and make.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
BENCH := .venv-bench
# repro-check is installed to name its version; it would execute the repositories and is not run.
PEERS := rrdoctor ml-project-doctor reproready repro-check
PIP_FLAGS := --quiet --disable-pip-version-check
SOURCES := pyproject.toml src/reproscope/__init__.py

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test lint format bench bench-repository bench-study docs readme clean

help: ## say what there is
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 24

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.base: $(SOURCES) | $(BIN)/python
	$(BIN)/python -m pip install $(PIP_FLAGS) --editable .
	@touch $@

$(VENV)/.analysis: $(SOURCES) | $(BIN)/python
	$(BIN)/python -m pip install $(PIP_FLAGS) --editable '.[analysis]'
	@touch $@ $(VENV)/.base

$(VENV)/.test: $(SOURCES) | $(BIN)/python
	$(BIN)/python -m pip install $(PIP_FLAGS) --editable '.[test]'
	@touch $@ $(VENV)/.base $(VENV)/.docs $(VENV)/.analysis

$(VENV)/.dev: $(SOURCES) | $(BIN)/python
	$(BIN)/python -m pip install $(PIP_FLAGS) --editable '.[dev]'
	@touch $@ $(VENV)/.test $(VENV)/.docs $(VENV)/.base $(VENV)/.analysis

$(VENV)/.docs: $(SOURCES) | $(BIN)/python
	$(BIN)/python -m pip install $(PIP_FLAGS) --editable '.[docs]'
	@touch $@ $(VENV)/.base

$(BENCH)/.bench: $(SOURCES)
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python -m pip install $(PIP_FLAGS) --editable '.[bench]'
	@touch $@

demo: $(VENV)/.analysis ## check the bundled examples and write their HTML reports
	@mkdir -p build/demo
	@# Status 1 means "findings", which this example is meant to have; anything else is a failure.
	@$(BIN)/reproscope check examples/claims.yaml || test $$? -eq 1
	@$(BIN)/reproscope check examples/claims.yaml --format html -o build/demo/report.html \
		|| test $$? -eq 1
	@$(BIN)/reproscope study demo -o build/demo/study
	@echo "The reports are build/demo/report.html and build/demo/study/report.html:" \
		"open them in a browser."

test: $(VENV)/.test ## run every test
	$(BIN)/python -m pytest -n 2

lint: $(VENV)/.dev ## check style, types and the rooms' dependencies
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.dev ## put the code into its standard form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(BENCH)/.bench ## measure against the peer, means of curved scores, 100,000 real cases
	$(BENCH)/bin/python -m benchmarks
	$(BENCH)/bin/python -m benchmarks.curved
	$(BENCH)/bin/python -m benchmarks.fuzz 100000 2

# CHECKOUTS is a folder of the repositories in benchmarks/repository/labels, each named as its
# label file is; without it only the generated ones are measured.
bench-repository: $(BENCH)/.bench ## measure repository checks (CHECKOUTS=dir: the peers too)
	$(BENCH)/bin/python -m benchmarks.repository.speed $(CHECKOUTS) --write
ifdef CHECKOUTS
	for peer in $(PEERS); do \
		$(PYTHON) -m venv $(BENCH)/peers/$$peer && \
		$(BENCH)/peers/$$peer/bin/python -m pip install $(PIP_FLAGS) $$peer || exit 1; \
	done
	$(BENCH)/bin/python -m benchmarks.repository.peers $(CHECKOUTS) $(BENCH)/peers --write
endif

bench-study: $(BENCH)/.bench ## measure a study of six million answers, on SQLite and PostgreSQL
	$(BENCH)/bin/python -m benchmarks.study.speed --write

docs: $(VENV)/.docs ## build the documentation into build/site
	$(BIN)/python docs/generate.py build/docs
	$(BIN)/mkdocs build --strict --quiet
	@echo "The documentation is build/site/index.html."

readme: $(VENV)/.test ## rerun the commands shown in README.md and docs/, refresh their output
	$(BIN)/python tests/readme.py
	$(BIN)/python -m tests.repository.wrong_measurements
	$(BIN)/python -m tests.repository.hostile_input

clean: ## remove what make has made
	rm -rf build dist $(VENV) $(BENCH) .mypy_cache .pytest_cache .ruff_cache .hypothesis \
		.import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
