# `make help` lists what there is. The first run sets up .venv; LIGHT=1 leaves torch and bert-score out.
PYTHON ?= python3
EXTRAS := $(if $(LIGHT),light,full)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-compile --constraint constraints.txt
# --no-compile spares the many modules that are seldom needed; these are what a start waits for
COMPILE := $(BIN)/python -c 'import server.processes.web_process, server.worker, server.cli.run, \
  server.cli.assess, server.cli.impressions, server.cli.replay, server.cli.risk, server.cli.score'
export PYTHONDONTWRITEBYTECODE := # some machines set it: each process would compile torch and transformers anew, half a minute
READY := .venv/ready-$(EXTRAS)
READY_DEV := .venv/ready-dev

.PHONY: help run test together check written types rooms format screens train load bench-rules bench-rag mutation

help: ## show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1 - /'

run: $(READY) ## start the server and print a link that signs in (LIGHT=1: without torch and bert-score; DEMO=1: with an invented clinic)
	@$(BIN)/anamnesis run$(if $(DEMO), --demo)

test: $(READY_DEV) ## everything that has to pass: check and the tests
	@$(MAKE) --no-print-directory --jobs 2 check together # mypy keeps one processor busy for a minute: the tests begin beside it
	@$(BIN)/pytest -m alone $$(grep -rl --include='*.py' mark.alone tests)

together: $(READY_DEV)
	@$(BIN)/pytest -m 'not alone' --numprocesses $$($(BIN)/python -c 'import os; print(min(4, (os.cpu_count() or 1) + 2))') --dist loadfile --no-loadscope-reorder

check: written types rooms ## formatting, lint, strict types, import contracts, every HTTP route described

written: $(READY_DEV)
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .

types: $(READY_DEV)
	@$(BIN)/mypy

rooms: $(READY_DEV)
	@$(BIN)/lint-imports --verbose > .venv/lint-imports.log || { cat .venv/lint-imports.log; exit 1; }
	@$(BIN)/python -m server.openapi.check

format: $(READY_DEV) ## bring the code into the one format
	@$(BIN)/ruff format --quiet .
	@$(BIN)/ruff check --quiet --fix .

screens: $(READY_DEV) ## small pictures of every page into docs/screens, of an invented clinic (needs Chromium; 3.5 MB at most)
	@$(BIN)/pytest -p no:logging --numprocesses 0 tests/browser/screens.py

train: $(READY_DEV) ## learn the reader of patients' words anew from the labelled data (an hour on two cores)
	@$(BIN)/python -W ignore -m benchmarks.training.reader

load: $(READY_DEV) ## durable turns a second, against the floor; a turn with models, against one call
	@$(BIN)/python tests/load/turns.py
	@$(BIN)/python tests/load/model_turns.py

bench-rag: $(READY_DEV) ## the library: reading 1,000 pages, bringing up the right disorder, speed of the search
	@$(BIN)/python -m rag.bench.documents
	@$(BIN)/python tests/load/rag_quality.py
	@$(BIN)/python tests/load/rag_speed.py --plot docs/retrieval.svg

bench-rules: $(READY_DEV) ## how well and how fast the rule engine reads labelled data (FILES=...: other data)
	@$(BIN)/python -m benchmarks.training.figures $(if $(FILES),--files $(FILES))

mutation: $(READY_DEV) ## mutation testing of the interview's machine and of the risk rules' judgement (an hour or more)
	@$(PIP) mutmut
	@$(BIN)/mutmut run
	@$(BIN)/mutmut results

$(BIN)/python:
	@echo "Setting up .venv; the first time this takes a few minutes."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; try make PYTHON=python3.12")'
	@$(PYTHON) -m venv .venv
	@$(PIP) --upgrade pip # a current pip resolves in half the time

.venv/ready-light: pyproject.toml constraints.txt | $(BIN)/python
	@$(PIP) --editable .
	@$(COMPILE)
	@touch $@

.venv/ready-full: pyproject.toml constraints.txt | $(BIN)/python
	@$(PIP) --editable '.[full]'
	@$(COMPILE)
	@touch $@ .venv/ready-light

.venv/ready-dev: pyproject.toml constraints.txt | $(BIN)/python
	@$(PIP) --editable '.[full,dev]'
	@$(COMPILE)
	@touch $@ .venv/ready-full .venv/ready-light
