# What a person runs. Everything is set up on demand; a second run only checks stamps.
BIN := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PY := $(BIN)/python
PYTHON ?= $(if $(filter Windows_NT,$(OS)),python,python3)
STAMPS := .venv/.stamps
EXT_SOURCES := $(shell find extension dashboard -path 'extension/dist*' -prune -o -path dashboard/dist -prune -o -type f -print 2>/dev/null) src/gasoline/__init__.py
SHOP_SOURCES := $(shell find demo/shop -path demo/shop/dist -prune -o -type f -print 2>/dev/null)

# Each file goes to the next free worker, in the order that tests/conftest.py gives: files that drive a browser last.
PARALLEL := --numprocesses 2 --dist loadfile --no-loadscope-reorder --max-worker-restart 0
WORLDS := page content probes worker ui test
CHECKS := check-python-format check-python-lint check-python-types check-imports check-extension-lint check-page-rules check-extension-imports \
	$(WORLDS:%=check-types-of-%) check-types-of-dashboard check-generated check-tools-budget check-workflows

.PHONY: setup demo test chromium test-portable test-one fuzz coverage check fix $(CHECKS) gen hashes bench evals ext package firefox-table pictures clean

setup: $(STAMPS)/python $(STAMPS)/node $(STAMPS)/apps $(STAMPS)/devservers $(STAMPS)/browser extension/dist/manifest.json demo/shop/dist/.built

# make demo BROWSER=firefox
demo: setup
	@$(PY) demo/run.py $(if $(filter firefox,$(BROWSER)),--firefox)

test: setup
	npx --no-install vitest run
	$(PY) -m pytest $(PARALLEL)

# For CI, before the tests: the Chromium that the locked Playwright names, with the libraries of the system.
chromium: $(STAMPS)/node
	npx --no-install playwright install --with-deps chromium

# What needs neither a browser nor a POSIX system: CI runs it on macOS and Windows.
PORTABLE := $(addprefix tests/,analysis dashboard fuzz ingest kernel scripting store tools transport watchers install) \
	tests/adversary/test_working_directory.py
test-portable: $(STAMPS)/python $(STAMPS)/node
	npx --no-install vitest run
	$(PY) -m pytest $(PORTABLE)

# make test-one T=tests/store/test_ring.py, T="tests/store -k ring" or T=extension/test/page/core/patch.test.ts
test-one: setup
	@test -n "$(T)" || { echo 'Say which: make test-one T=tests/store/test_ring.py' >&2; exit 2; }
	$(if $(filter %.ts,$(T)),npx --no-install vitest run $(T),$(PY) -m pytest $(T))

# The tests that Hypothesis writes examples for, with new examples each time. `make test` uses the same ones each time.
fuzz: $(STAMPS)/python
	$(PY) -m pytest -m hypothesis --hypothesis-profile search $(T)

# Which lines of the server the tests run, those in daemons and commands included. Takes longer than `make test`.
coverage: setup
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest $(PARALLEL)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# Everything that the tools of `make check` can correct by themselves.
fix: $(STAMPS)/python $(STAMPS)/node
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	npx --no-install biome check --write
	$(PY) scripts/gen.py

# Every tool runs, also after one that found something.
check: $(STAMPS)/python $(STAMPS)/node
	@$(MAKE) --no-print-directory --keep-going $(CHECKS)

check-python-format:
	$(BIN)/ruff format --check

check-python-lint:
	$(BIN)/ruff check

check-python-types:
	$(BIN)/mypy

check-imports:
	$(BIN)/lint-imports

check-extension-lint:
	npx --no-install biome check

check-page-rules:
	node extension/pageRules.mjs

check-extension-imports:
	node extension/imports.mjs

$(WORLDS:%=check-types-of-%): check-types-of-%:
	npx --no-install tsc --noEmit -p extension/tsconfig.$*.json

check-types-of-dashboard:
	npx --no-install tsc --noEmit -p dashboard/tsconfig.json

check-generated:
	$(PY) scripts/gen.py --check

# How much room the list of tools has left.
check-tools-budget:
	@$(PY) scripts/tools_budget.py

check-workflows:
	node scripts/lint-workflows.mjs

gen: $(STAMPS)/python $(STAMPS)/node
	$(PY) scripts/gen.py

# After a change of a pin in requirements*.txt: reads the package index that pip is configured for. It does not wait for
# `setup`, which refuses a pin whose hashes are not written yet.
hashes:
	@test -x $(PY) || $(MAKE) --no-print-directory $(STAMPS)/python
	$(PY) scripts/hash_pins.py

bench: setup evals
	$(PY) bench/run.py

# What it costs a model to find each of six recorded bugs.
evals: $(STAMPS)/python $(STAMPS)/node
	$(PY) bench/evals/run.py

ext: $(STAMPS)/node
	node extension/build.mjs

package: $(STAMPS)/python $(STAMPS)/node
	$(PY) scripts/package.py

# The table of docs/firefox.md, from both browsers.
firefox-table: setup
	$(PY) scripts/firefox_table.py

pictures: setup
	$(PY) scripts/pictures.py

clean:
	rm -rf .venv node_modules tests/apps/node_modules tests/devservers/node_modules extension/dist extension/dist-firefox dashboard/dist demo/shop/dist

$(STAMPS)/python: requirements.txt requirements-otlp.txt requirements-dev.txt pyproject.toml
	@sh scripts/need-python.sh $(PYTHON)
	test -x $(PY) || $(PYTHON) -m venv .venv
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(PY) -m compileall -q src
	@mkdir -p $(STAMPS) && touch $@

# Not `npm ci`, here and for the development servers: it refuses a lock file without the packages of Biome and Rolldown for
# every system (CONTRIBUTING.md). `npm install` installs the locked versions and checks their hashes, too.
$(STAMPS)/node: package.json package-lock.json
	npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error
	@mkdir -p $(STAMPS) && touch $@

# Applications for tests have their own packages: several versions of one framework do not fit beside each other.
$(STAMPS)/apps: tests/apps/package.json tests/apps/package-lock.json
	cd tests/apps && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@mkdir -p $(STAMPS) && touch $@

# Development servers with hot updates. Their native parts are packages too, so that nothing is downloaded later.
$(STAMPS)/devservers: tests/devservers/package.json tests/devservers/package-lock.json
	cd tests/devservers && npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/browser: $(STAMPS)/python
	@sh scripts/need-browser.sh
	@touch $@

extension/dist/manifest.json: $(STAMPS)/node $(EXT_SOURCES)
	node extension/build.mjs
	@touch $@ extension/dist-firefox/manifest.json

demo/shop/dist/.built: $(STAMPS)/node $(SHOP_SOURCES)
	node demo/shop/build.mjs
	@touch $@
