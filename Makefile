# neuronbook: `make serve` reads the book, `make test` checks it. Both set themselves up.
# Without make, see README.md: the same in four plain commands.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
TSC    := typescript@5.9.3
PARALLEL := -n logical --maxprocesses 8 --dist loadgroup

export NO_MKDOCS_2_WARNING := 1

.PHONY: serve test check build outputs lint bench pins clean
.DEFAULT_GOAL := serve

$(READY): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(0 if v >= (3, 11) else f"neuronbook needs Python 3.11 or newer; $(PYTHON) is {v[0]}.{v[1]}. Name another: make PYTHON=python3.12 ...")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

serve: $(READY)          ## the book with live reload, on http://127.0.0.1:8000/
	$(BIN)/mkdocs serve

test: $(READY)           ## every snippet, number, figure and page, checked
	$(BIN)/python -m pytest $(PARALLEL)

check: $(READY)          ## all that concerns one page: make check PAGE=docs/chapters/4-regions.md
	@test -n "$(PAGE)" || { echo "which page? make check PAGE=docs/chapters/4-regions.md"; exit 2; }
	$(BIN)/python -m pytest --quiet --page "$(PAGE)" "$(PAGE)" tests/book tests/site/test_pages.py

build: $(READY)          ## the published site, in site/
	$(BIN)/mkdocs build --strict

outputs: $(READY)        ## rewrite what code blocks print, from a real run
	PYTHONPATH=docs/hooks $(BIN)/python -m bookbuild.outputs

lint: $(READY)           ## style, types, spelling
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/codespell
	@if command -v npx >/dev/null; then echo "tsc: the types of the interactive figures"; \
	  npx --yes --package $(TSC) tsc --project .; \
	elif [ "$$NEURONBOOK_REQUIRE_NODE" = 1 ]; then echo "no npx: install Node.js and npm"; exit 1; \
	else echo "skipped: the types of docs/assets/widgets (tsc), for lack of Node.js with npx"; fi

bench: $(READY)          ## the library against bare NumPy, and PyTorch where installed
	$(BIN)/python -m tests.benchmarks

pins:                    ## renew requirements.txt (needs uv)
	uv pip compile --universal --upgrade --no-emit-index-url --no-header --no-annotate \
	  --extra test --extra lint --python-version 3.11 pyproject.toml -o requirements.txt

clean:
	rm -rf site .cache
