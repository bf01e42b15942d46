# Everything runs from .venv, made with the system's Python and pip alone; nothing is installed outside it.
# The tools are started as `python -m …`: a script's first line cannot hold a path with spaces.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check install --quiet
SOURCES := src tests tools $(patsubst %/,%,$(sort $(dir $(wildcard examples/*.py benchmarks/*.py))))
# One more than two cores: many tests wait for another process, and the third does its work meanwhile.
WORKERS ?= 3

.DEFAULT_GOAL := venv
.PHONY: venv dev play test check format texts docs bench soak clean help

# An editable install remembers an absolute path, so a checkout that was moved installs again.
PLACE := $(shell cat $(VENV)/place 2>/dev/null)
ifneq ($(PLACE),$(CURDIR))
.PHONY: $(VENV)/place
endif

venv: $(VENV)/base ## make .venv with what Plyground needs to run
	@echo "Ready: 'make play' starts a game, 'make test' runs the tests, 'make help' lists the rest."

dev: $(VENV)/dev ## add what the checks and the tests need

$(VENV)/place:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Plyground needs Python 3.11 or newer as '$(PYTHON)': install it, or name another with 'make PYTHON=/path/to/python3'." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "This Python has no 'venv' module: install it first (Debian and Ubuntu: sudo apt install python3-venv)." >&2; exit 1; }
	@echo "Making $(VENV) ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@printf '%s' "$(CURDIR)" > $@

$(VENV)/base: $(VENV)/place pyproject.toml
	@echo "Installing Plyground into $(VENV) ..."
	@$(PIP) --editable .
	@touch $@

$(VENV)/dev: $(VENV)/base
	@echo "Installing what the checks and the tests need ..."
	@$(PIP) --editable '.[dev]'
	@touch $@

play: $(VENV)/base ## play in the browser; `plyground play` is the game in the terminal
	@$(PY) -m plyground serve $(ARGS)

check: $(VENV)/dev ## ruff, mypy, the contract between the rooms, and the types of the page
	@status=0; run() { echo "$$@"; "$$@" || status=1; }; \
	run $(PY) -m ruff check $(SOURCES); \
	run $(PY) -m ruff format --check $(SOURCES); \
	run $(PY) -m mypy $(SOURCES); \
	run $(PY) tools/rooms.py; \
	run $(PY) tools/page_types.py; \
	[ $$status = 0 ] || echo "plyground: checks NOT ok"; exit $$status

format: $(VENV)/dev ## rewrite the sources the way `make check` wants them
	$(PY) -m ruff check --fix $(SOURCES)
	$(PY) -m ruff format $(SOURCES)

test: check ## the checks, then every test; ends with one summary line
	@$(PY) tools/run_tests.py -n $(WORKERS)

soak: $(VENV)/dev ## the tests that take minutes
	@$(PY) tools/run_tests.py --soak

bench: $(VENV)/dev ## the measurements under benchmarks/, or ONLY=name
	@$(PY) tools/bench.py $(ONLY)

# One of them, with options of its own: make bench-solver ARGS="--positions FOLDER"
bench-%: $(VENV)/dev
	@$(PY) tools/bench.py $* -- $(ARGS)

$(VENV)/docs: $(VENV)/base
	@echo "Installing what the documentation needs ..."
	@$(PIP) --editable '.[docs]'
	@touch $@

docs: $(VENV)/docs ## build the documentation site into build/site; a warning is an error
	@$(PY) -m sphinx --quiet --fail-on-warning --keep-going --builder html --doctree-dir build/doctrees docs build/site
	@echo "Ready: open build/site/index.html"

texts: $(VENV)/dev ## extract the texts, update the translations, name what is untranslated
	@$(PY) tools/catalogue.py

clean: ## remove .venv and everything the tools left behind
	rm -rf $(VENV) .node build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .numba_cache
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
