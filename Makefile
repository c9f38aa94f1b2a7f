# Everything runs in .venv, which is made here with pip; nothing else is needed than Python 3.11+, git and make.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
# What to give pytest, as in `make test PYTEST="-k undo"`.
PYTEST ?=
FROZEN ?=
# A test of a screen or a terminal waits for a good part of its time: one worker more than there are processors.
WORKERS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1)))

QUICK = $(addprefix tests/,text disk kinds coach mining memory openclaw training render present cli recipes) \
	$(addprefix tests/project/test_project_,rooms.py hygiene.py)

.DEFAULT_GOAL := help
.PHONY: help demo check test lint tests frozen docs check-docs screenshots check-screenshots bench clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.installed  ## a throwaway workspace with a believable history, in the console
	@$(BIN)/dreamtui demo

test: lint tests  ## everything that has to hold: lint, then all tests

check: lint  ## what to run often: lint, and the rooms that touch neither a terminal nor many files
	$(BIN)/python -m pytest -n auto --dist worksteal -q $(QUICK)

tests: $(VENV)/.installed-dev  ## the tests alone
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(PYTEST)

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

check-docs: $(VENV)/.installed-dev  ## exit 1 when something generated is out of date
	$(BIN)/python scripts/generate_docs.py --check
	$(BIN)/python scripts/generate_keys.py --check

screenshots: $(VENV)/.installed-dev  ## make screenshots/ from the demo
	$(BIN)/python scripts/screenshots.py

check-screenshots: $(VENV)/.installed-dev  ## exit 1 when a screenshot is out of date
	$(BIN)/python scripts/screenshots.py --check

bench: $(VENV)/.installed-dev  ## speed, every figure beside its peer in the same run
	$(BIN)/python benchmarks/events.py --quick
	$(BIN)/python benchmarks/transcripts.py --quick
	$(BIN)/python benchmarks/git_history.py
	$(BIN)/python benchmarks/changes.py
	$(BIN)/python benchmarks/list_cli.py
	$(BIN)/python benchmarks/hook.py
	$(BIN)/python benchmarks/promotion.py
	$(BIN)/python benchmarks/regex_growth.py
	$(BIN)/python benchmarks/merge_safety.py
	$(BIN)/python benchmarks/reorganize.py
	$(BIN)/python benchmarks/console.py
	$(BIN)/python benchmarks/console_start.py
	$(BIN)/python benchmarks/console_loop.py

clean:  ## remove .venv and what tools leave behind
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# An environment whose pip does not answer, such as one that was interrupted, is made anew.
define environment
@$(BIN)/python -m pip --version >/dev/null 2>&1 || { \
	test -n "$(PYTHON)" || { echo "dreamtui needs Python 3.11 or newer; name it with PYTHON=..." >&2; exit 1; }; \
	echo "making $(VENV) with $(PYTHON)"; $(PYTHON) -m venv --clear $(VENV); }
endef

$(VENV)/.installed: pyproject.toml
	$(environment)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml
	$(environment)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $(VENV)/.installed $@
