# What a person runs. Everything is set up on demand; a second run only checks stamps.
PY := .venv/bin/python
STAMPS := .venv/.stamps
EXT_SOURCES := $(shell find extension -path 'extension/dist*' -prune -o -type f -print 2>/dev/null) src/gasoline/__init__.py
SHOP_SOURCES := $(shell find demo/shop -path demo/shop/dist -prune -o -type f -print 2>/dev/null)

# Each file goes to the next free worker, in the order of collection: files that drive a browser last.
PARALLEL := --numprocesses 2 --dist loadfile --no-loadscope-reorder --max-worker-restart 0
WORLDS := page content probes worker ui dashboard test
CHECKS := check-python-format check-python-lint check-python-types check-imports check-extension-lint check-page-rules \
	$(WORLDS:%=check-types-of-%) check-generated

.PHONY: setup demo test check $(CHECKS) gen bench ext package pictures clean

setup: $(STAMPS)/python $(STAMPS)/node $(STAMPS)/apps $(STAMPS)/devservers $(STAMPS)/browser extension/dist/manifest.json demo/shop/dist/.built

demo: setup
	@$(PY) demo/run.py

test: setup
	npx --no-install vitest run --root extension
	$(PY) -m pytest $(PARALLEL)

# Every tool runs, also after one that found something.
check: $(STAMPS)/python $(STAMPS)/node
	@$(MAKE) --no-print-directory --keep-going $(CHECKS)

check-python-format:
	.venv/bin/ruff format --check

check-python-lint:
	.venv/bin/ruff check

check-python-types:
	.venv/bin/mypy

check-imports:
	.venv/bin/lint-imports

check-extension-lint:
	npx --no-install biome check

check-page-rules:
	node extension/pageRules.mjs

$(WORLDS:%=check-types-of-%): check-types-of-%:
	npx --no-install tsc --noEmit -p extension/tsconfig.$*.json

check-generated:
	$(PY) scripts/gen.py --check

gen: $(STAMPS)/python $(STAMPS)/node
	$(PY) scripts/gen.py

bench: setup
	$(PY) bench/run.py

ext: $(STAMPS)/node
	node extension/build.mjs

package: $(STAMPS)/python $(STAMPS)/node
	$(PY) scripts/package.py

pictures: setup
	$(PY) scripts/pictures.py

clean:
	rm -rf .venv node_modules tests/apps/node_modules tests/devservers/node_modules extension/dist extension/dist-dashboard demo/shop/dist

$(STAMPS)/python: requirements.txt requirements-dev.txt pyproject.toml
	@sh scripts/need-python.sh
	test -x $(PY) || python3 -m venv .venv
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(PY) -m compileall -q src
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/node: package.json package-lock.json
	npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error
	@mkdir -p $(STAMPS) && touch $@

# Applications for tests have their own packages: several versions of one framework do not fit beside each other.
$(STAMPS)/apps: tests/apps/package.json tests/apps/package-lock.json
	cd tests/apps && npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error
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
	@touch $@

demo/shop/dist/.built: $(STAMPS)/node $(SHOP_SOURCES)
	node demo/shop/build.mjs
	@touch $@
