# Every target sets up .venv by itself; `make study` and `make test` are all a newcomer needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: study test fuzz coverage lint bench notebooks lock clean

study: $(READY)
	$(BIN)/fivehundred study default --again

test: $(READY)
	$(BIN)/python -m pytest -n 2 --dist loadgroup

# Random rules on both engines for ten minutes.
fuzz: $(READY)
	$(BIN)/python tests/fuzz.py

# How often the intervals hold the truth, on millions of hands: some eight minutes.
coverage: $(READY)
	$(BIN)/python tests/check_intervals.py

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/fivehundred bench

notebooks: $(READY)
	$(BIN)/jupyter lab notebooks

# Pins every package with hashes; written without the addresses of a registry.
lock: $(READY)
	$(BIN)/pip-compile --quiet --upgrade --all-extras --allow-unsafe --generate-hashes --strip-extras \
	    --no-header --no-annotate --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
	    pyproject.toml -o requirements.new
	(echo "# Pinned for Python 3.11 with hashes for every platform; made by: make lock"; \
	    cat requirements.new) > requirements.lock
	rm requirements.new

clean:
	rm -rf $(VENV)

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	# the lock is complete: without --no-deps pip looks at newer versions and stops at their extras
	$(BIN)/python -m pip install --quiet --no-deps --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	touch $(READY)
