# What a person runs. Everything is set up on demand; a second run only checks stamps.
PY := .venv/bin/python
STAMPS := .venv/.stamps
EXT_SOURCES := $(shell find extension -path extension/dist -prune -o -path extension/dist-dashboard -prune -o -type f -print 2>/dev/null) src/gasoline/__init__.py
SHOP_SOURCES := $(shell find demo/shop -path demo/shop/dist -prune -o -type f -print 2>/dev/null)

.PHONY: setup demo test check gen bench ext package pictures clean

setup: $(STAMPS)/python $(STAMPS)/node $(STAMPS)/apps $(STAMPS)/browser extension/dist/manifest.json demo/shop/dist/.built

demo: setup
	@$(PY) demo/run.py

test: setup
	npx --no-install vitest run --root extension
	$(PY) scripts/run_tests.py

check: $(STAMPS)/python $(STAMPS)/node
	.venv/bin/ruff format --check
	.venv/bin/ruff check
	.venv/bin/mypy
	.venv/bin/lint-imports
	npx --no-install biome check
	for world in page content probes worker ui dashboard test; do npx --no-install tsc --noEmit -p extension/tsconfig.$$world.json || exit 1; done
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
	rm -rf .venv node_modules tests/apps/node_modules extension/dist extension/dist-dashboard demo/shop/dist

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

$(STAMPS)/browser: $(STAMPS)/python
	@sh scripts/need-browser.sh
	@touch $@

extension/dist/manifest.json: $(STAMPS)/node $(EXT_SOURCES)
	node extension/build.mjs
	@touch $@

demo/shop/dist/.built: $(STAMPS)/node $(SHOP_SOURCES)
	node demo/shop/build.mjs
	@touch $@
