# Every target sets up what it needs. `make demo` and `make test` are the two to begin with.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null || echo .tools/bin/uv)
export UV_PYTHON_DOWNLOADS := never
DEMO_QUESTION := Who founded Skerrion Instruments and when? Which roles has Ailsa Hestvane held there? \
How many people does Skerrion employ, and what was its revenue in 2023?

.PHONY: help demo test check lint types layers bench docs lock lowest corpus chromium pywb examples clean

help: ## Say what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: $(VENV)/.run-ready ## Research a question over the demo documents and write a report
	@$(BIN)/ascertain research "$(DEMO_QUESTION)" --corpus demo/corpus --runtime extractive --out runs
	@echo "Open the page above in a browser. Where each document comes from: demo/README.md"

test: $(VENV)/.dev-ready chromium pywb ## Run all tests, with branch coverage
	@$(BIN)/python -m pytest -n auto --dist loadscope --cov --cov-report=term:skip-covered
	@$(BIN)/python tests/coverage_floors.py

examples: .venv-examples/.ready ## Run the examples for agent frameworks, with scripted models
	@.venv-examples/bin/python -m pytest tests/examples -p no:cacheprovider

.venv-examples/.ready: examples/requirements.txt pyproject.toml | $(UV)
	@$(UV) venv -q --clear --python $(PYTHON) .venv-examples
	@$(UV) pip install -q --python .venv-examples/bin/python -e . -r examples/requirements.txt 'pytest>=8.3,<10' 'pytest-asyncio>=1,<2' 'pytest-timeout>=2.3,<3'
	@touch $@

check: lint types layers ## Ruff, pyright, import-linter, architecture tests

lint: $(VENV)/.dev-ready
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .

types: $(VENV)/.dev-ready
	@$(BIN)/pyright

layers: $(VENV)/.dev-ready
	@$(BIN)/lint-imports
	@$(BIN)/python -m pytest tests/architecture --no-cov

bench: $(VENV)/.dev-ready ## Measure: anchoring, reading, search, recall, whole runs
	@$(BIN)/python bench/everything.py

docs: $(VENV)/.dev-ready ## Write the command line's reference from the commands themselves
	@$(BIN)/python -m typer ascertain.interfaces.cli.app utils docs --name ascertain --title "Command line" --output docs/reference/command-line.md

corpus: $(VENV)/.dev-ready ## Build the demo documents again from their texts
	@$(BIN)/python demo/make_corpus.py

lock: $(UV) ## Resolve the dependencies anew into requirements/
	@$(UV) pip compile -q pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate --upgrade -o requirements/run.txt
	@$(UV) pip compile -q pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate --upgrade --extra semantic --group dev -c requirements/run.txt -o requirements/dev.txt

lowest: $(UV) ## Run the tests with the lowest direct versions
	@$(UV) venv -q --clear --python $(PYTHON) .venv-lowest
	@$(UV) pip install -q --python .venv-lowest/bin/python --resolution lowest-direct -e '.[browser,claude,duckdb,model,semantic,trace]' --group dev
	@.venv-lowest/bin/python -m pytest

pywb:
	@sh tools/pywb.sh

chromium:
	@sh tools/chromium.sh

clean: ## Remove what was set up and what tests left
	rm -rf $(VENV) .venv-examples .venv-lowest .tools .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage

.tools/bin/uv:
	@$(PYTHON) -m venv .tools || { echo "python3 -m venv does not work here (Debian: apt-get install python3-venv)." >&2; exit 1; }
	@.tools/bin/python -m pip install -q 'uv>=0.8,<1'

$(VENV)/bin/python: | $(UV)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; name one: make demo PYTHON=python3.12" >&2; exit 1; }
	@$(UV) venv -q --seed --python $(PYTHON) $(VENV)

$(VENV)/.run-ready: requirements/run.txt pyproject.toml | $(VENV)/bin/python
	@echo "Setting up (once) ..."
	@$(UV) pip install -q --python $(BIN)/python --require-hashes -r requirements/run.txt
	@$(UV) pip install -q --python $(BIN)/python --no-deps -e .
	@touch $@

$(VENV)/.dev-ready: requirements/dev.txt pyproject.toml | $(VENV)/bin/python
	@echo "Setting up for development (once) ..."
	@$(UV) pip install -q --python $(BIN)/python --require-hashes -r requirements/dev.txt
	@$(UV) pip install -q --python $(BIN)/python --no-deps -e .
	@touch $@ $(VENV)/.run-ready
