# make          what there is
# make odds     a first answer on the command line
# make app      the web calculator
#
# Everything is installed into .venv, once; PYTHON=python3.12 picks another interpreter.

PYTHON ?= python3
PREFIX ?= /
HOST   ?=
JOBS   ?= auto
# While one process waits for a browser another works: one more than there are cores.
ALL    ?= $(if $(filter auto,$(JOBS)),$(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)'),$(JOBS))
MINUTES ?= 10
ROOM   ?= chronopia

VENV := .venv
BIN  := $(VENV)/bin
MADE := $(VENV)/.made

CORE  := -e .
WEB   := -e '.[mcp,symbolic,web]'
REPORT := -e '.[report]'
MANUAL := -e '.[web]' --group docs
TESTS := -e '.[all]' --group test
PEERS := -e '.[symbolic]' --group peers

# What takes longest in the engine is left to `make test`.
LONG  := $(patsubst %,tests/exact/test_%.py,playthrough endless foreseen chains odd_values backwards best_play bounds \
	distribution dice_pool faces costs other_libraries)
# What many tests import is a large room: its own tests are what there is time for.
FEW   := 5
# Something of every room: all doctests and documents, and of the tests those that take least for what they find.
QUICK := probcalc docs README.md tests/test_top.py tests/test_catalogue.py tests/notation/test_docs.py tests/sheets/test_words.py \
	$(filter-out $(LONG),$(wildcard tests/exact/test_*.py)) \
	$(patsubst %,tests/analysis/test_%.py,measure modifiers needed number_asked) \
	$(patsubst %,tests/symbolic/test_%.py,algebra counts) \
	$(patsubst %,tests/scenarios/test_%.py,army_list belonging models roles sides) \
	$(patsubst %,tests/systems/test_%.py,contract reikhammer) \
	$(patsubst %,tests/present/test_%.py,decimals headline sentences_and_cards) \
	tests/cli/test_answers.py tests/web/test_addresses.py

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1

# Tests begin many processes: what is compiled once is kept for all of them, whatever the machine says.
test browser quick check fuzz: export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help odds app site docs release reports test browser quick check fuzz lint bench chromium node clean

# Quiet when all is well; when it is not, everything that pip said.
define install
@printf 'Installing %s into $(VENV) ...\n' '$(1)'
@said=$$($(BIN)/python -m pip install -q -c constraints.txt $(2) 2>&1) \
	|| { printf '%s\n' "$$said" >&2; exit 1; }
@touch $@
endef

help: ## what there is (this list)
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

odds: $(MADE)-core ## a first answer on the command line
	@$(BIN)/probcalc odds chronopia.melee attacker=the_cursed target=spearmen charging=true

app: $(MADE)-web ## the web calculator, at the address it prints
	@$(BIN)/python -m probcalc.web

site: $(MADE)-web $(MADE)-docs node ## the same pages as static files, in site/ (PREFIX=/odds: below a path; WITH=my_game: a game of your own; HOST=https://example.org: for previews)
	@$(BIN)/probcalc site build site --prefix '$(PREFIX)' --host '$(HOST)' $(foreach game,$(WITH),--with '$(game)')
	@$(BIN)/python -m docs.manual site/manual

docs: $(MADE)-docs ## the manual, in site/manual: the guides with search, each example opens in the calculator
	@$(BIN)/python -m docs.manual site/manual

test: $(MADE)-test chromium node ## every test, the pages in a browser too when there is one
	@$(BIN)/python -m pytest -n $(ALL) --maxprocesses 4 --dist worksteal -p tests.left

browser: $(MADE)-test chromium node ## those tests alone that drive the pages in a browser
	@$(BIN)/python -m pytest -n $(ALL) --maxprocesses 4 --dist worksteal -p tests.left -m browser

quick: $(MADE)-test ## doctests, documents and something of every room, in half a minute
	@$(BIN)/python -m pytest -q -n $(JOBS) --maxprocesses 4 --dist worksteal -m 'not slow' $(QUICK)

check: $(MADE)-test ## one room, ROOM=chronopia, in a quarter of a minute: its doctests, the tests that bear its name, and those that import it, where they are few
	@found=$$(ls -d tests/$(ROOM) tests/test_$(ROOM)*.py tests/*/test_$(ROOM)*.py 2>/dev/null); \
	using=$$(grep -rlE '(from|import) probcalc\.([a-z_]+\.)?$(ROOM)\b|from probcalc import .*\b$(ROOM)\b' tests --include='test_*.py'); \
	rooms=$$(ls -d probcalc/$(ROOM) probcalc/*/$(ROOM) 2>/dev/null); \
	if [ -z "$$found$$using$$rooms" ]; then echo 'There is no room $(ROOM): docs/house.md lists them' >&2; exit 1; fi; \
	if [ -z "$$found" ] || [ $$(echo "$$using" | wc -l) -le $(FEW) ]; then found="$$found $$using"; fi; \
	$(BIN)/python -m pytest -q -n $(JOBS) --maxprocesses 4 --dist worksteal -m 'not slow and not browser' \
		$(LONG:%=--ignore=%) $$rooms $$found

fuzz: $(MADE)-test ## new examples for every property, MINUTES=10 of them
	@end=$$(($$(date +%s) + 60 * $(MINUTES))); while [ $$(date +%s) -lt $$end ]; do \
		FUZZ=1 $(BIN)/python -m pytest -q -n $(JOBS) --maxprocesses 4 --dist worksteal -m hypothesis || exit 1; done

lint: $(MADE)-test ## style, types, and which room imports which
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: $(MADE)-bench ## how fast, next to other dice libraries
	@$(BIN)/python -m benchmarks

release: $(MADE)-test ## the wheel and the sdist in dist/, installed and tried on every Python here
	@rm -rf dist
	@$(BIN)/python -m pytest -q tests/release tests/promises
	@$(BIN)/python -m build --outdir dist .

reports: $(MADE)-report ## the reports of the five games, as one HTML file each, in reports/
	@mkdir -p reports
	@for game in chronopia oathmark reikhammer thud_and_blunder tide_of_battle; do \
		$(BIN)/probcalc report $$game --out reports/$$game.html || exit 1; done

clean: ## away with everything that was made
	rm -rf $(VENV) build dist site reports .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(MADE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { printf 'probcalc needs Python 3.11 or newer: make PYTHON=python3.12, say\n' >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --upgrade 'pip>=25.1'
	@touch $@

$(MADE)-core: pyproject.toml constraints.txt | $(MADE)
	$(call install,the calculator,$(CORE))

$(MADE)-web: pyproject.toml constraints.txt | $(MADE)
	$(call install,the calculator and its pages,$(WEB))

$(MADE)-test: pyproject.toml constraints.txt | $(MADE)
	$(call install,the calculator and its tests,$(TESTS))

$(MADE)-docs: pyproject.toml constraints.txt | $(MADE)
	$(call install,the calculator and its manual,$(MANUAL))

$(MADE)-report: pyproject.toml constraints.txt | $(MADE)
	$(call install,the calculator and its reports,$(REPORT))

$(MADE)-bench: pyproject.toml constraints.txt | $(MADE)
	$(call install,the calculator and other dice libraries,$(PEERS))

# How to install Debian's packages without a password, "" where that may not be.
define as_root
as_root=; \
if command -v apt-get >/dev/null 2>&1; then \
	if [ "$$(id -u)" = 0 ]; then as_root=env; \
	elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then as_root='sudo -n env'; \
	fi; \
fi
endef

# $(1) for a reader, $(2) the packages: installed where that takes no password, and what went wrong where it fails.
define debian
$(as_root); \
if [ -n "$$as_root" ]; then \
	echo 'Installing $(1) ...'; \
	if said=$$({ $$as_root DEBIAN_FRONTEND=noninteractive apt-get update -qq \
		&& $$as_root DEBIAN_FRONTEND=noninteractive timeout 600 \
			apt-get install -y -qq --no-install-recommends $(2); } 2>&1 </dev/null); \
	then exit 0; fi; \
	printf '%s\n' "$$said" | tail -n 3; \
fi
endef

# The browser tests need a Chromium. The one without a window draws the same pages with a fifth less work.
chromium:
	@for name in chromium-headless-shell chromium chromium-browser google-chrome; do \
		if command -v "$$name" >/dev/null 2>&1; then exit 0; fi; \
	done; \
	$(call debian,Chromium for the browser tests,fonts-liberation \
		$$(apt-cache show chromium-headless-shell >/dev/null 2>&1 && echo chromium-headless-shell || echo chromium)); \
	echo 'skipped: browser tests (no Chromium here, and it could not be installed)'

# The static pages are built with Node and npm.
node:
	@if command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1; then exit 0; fi; \
	$(call debian,Node and npm for the static pages,nodejs npm); \
	echo 'skipped: the static pages and their tests (no Node and npm here, and they could not be installed)'
