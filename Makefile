# Two commands for a newcomer: `make demo` and `make test`. Each sets up what it needs.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help demo test check bench docs results screenshots format constraints clean

help:  ## Say what there is to do
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

demo: .venv/.runtime  ## Index Python's own documentation, ask it three questions
	@$(BIN)/ilk demo

test: check  ## Set up, lint, type-check and test

check: .venv/.development .venv/.axe  ## The same, by its other name
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto --dist loadfile

bench: .venv/.bench  ## Measure ilk beside its rivals and print the ratios
	$(BIN)/python -m benchmarks

docs: .venv/.docs  ## Build the manual into docs/_build/html
	$(BIN)/sphinx-build -W --keep-going -q -d docs/_build/doctrees -b html docs docs/_build/html
	@echo "The manual is in docs/_build/html/index.html"

results: .venv/.development  ## Make the pages and figures of docs/results again, from the results kept there
	@for file in $(wildcard docs/results/*.json); do \
		$(BIN)/ilk reproduce $$(basename $$file .json) --redraw --out docs/results > /dev/null || exit 1; \
	done

screenshots: .venv/.development  ## Take the pictures of the page again; needs a Chromium
	$(BIN)/python docs/make_screenshots.py

format: .venv/.development  ## Format the code and mend what the linter can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

constraints: .venv/.development .venv/.bench  ## Pin the versions that are installed now
	$(BIN)/python -m pip --disable-pip-version-check freeze --exclude-editable | grep -v '@' > constraints.txt

clean:  ## Remove the virtual environment and everything generated
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist src/*.egg-info demo.ilk docs/_build

.venv/.python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "ilk needs Python 3.11 or newer, " + sys.executable + " is " + sys.version.split()[0] + "; try: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.runtime: .venv/.python pyproject.toml constraints.txt
	$(PIP) --editable .
	@touch $@

.venv/.development: .venv/.python pyproject.toml constraints.txt
	$(PIP) --editable '.[dev]'
	@touch $@ .venv/.runtime

# The accessibility checks of the page; their tests skip where npm is absent.
.venv/.axe: .venv/.python
	-@command -v npm >/dev/null && npm install --prefix .venv/axe --silent --no-fund --no-audit axe-core@4
	@touch $@

.venv/.bench: .venv/.python pyproject.toml constraints.txt
	$(PIP) --editable '.[bench]'
	@touch $@ .venv/.runtime

.venv/.docs: .venv/.python pyproject.toml constraints.txt
	$(PIP) --editable '.[docs]'
	@touch $@ .venv/.runtime
