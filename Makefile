# neuronbook: `make serve` reads the book, `make test` checks it. Both set themselves up.
# Without make, see README.md: the same in four plain commands.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
TSC    := typescript@5.9.3
PARALLEL := -n logical --maxprocesses 8 --dist loadgroup

export NO_MKDOCS_2_WARNING := 1
ifneq ($(filter C POSIX,$(LC_ALL)),)
unexport LC_ALL # before 3.13, Python would not find the library in a folder with an é in its path
endif

.PHONY: serve test check build pdf offline outputs lint bench lighthouse pins clean
.DEFAULT_GOAL := serve

# A set-up that was broken off leaves a mark, and the next one begins anew. One that pip refuses, for
# lack of a network, say, leaves none: what was installed is still there.
BEGUN  := $(VENV)/.begun
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check

$(READY): requirements.txt pyproject.toml
	@command -v "$(PYTHON)" >/dev/null || { echo "there is no $(PYTHON): name a Python, make PYTHON=python3.12 ..."; exit 1; }
	@"$(PYTHON)" -c 'import sys; v = sys.version_info; sys.exit(0 if v >= (3, 11) else "neuronbook needs Python 3.11 or newer; $(PYTHON) is %d.%d. Name another: make PYTHON=python3.12 ..." % v[:2])'
	@test ! -e $(BEGUN) && $(BIN)/python -c 'import pip' 2>/dev/null || "$(PYTHON)" -m venv --clear $(VENV)
	@touch $(BEGUN)
	$(PIP) -r requirements.txt || { rm -f $(BEGUN); exit 1; }
	$(PIP) --no-deps --no-build-isolation --editable . || { rm -f $(BEGUN); exit 1; }
	@rm -f $(BEGUN)
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

pdf: $(READY)            ## the book as one PDF, dist/neuronbook.pdf (needs a Chromium)
	PYTHONPATH=docs/hooks $(BIN)/python -m bookbuild.paper

offline: $(READY)        ## the book to open from disk, dist/neuronbook-offline.zip
	PYTHONPATH=docs/hooks $(BIN)/python -m bookbuild.offline

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

lighthouse: build        ## what Lighthouse gives the pages (needs Node.js with npx)
	$(BIN)/python -m tests.lighthouse

pins:                    ## renew requirements.txt (needs uv)
	uv pip compile --universal --upgrade --no-emit-index-url --no-header --no-annotate \
	  --extra test --extra lint --python-version 3.11 pyproject.toml -o requirements.txt

clean:
	rm -rf site .cache
