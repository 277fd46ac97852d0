# The commands of this repository; `make help` lists them. Only the race detector needs a C compiler; otherwise git, Go,
# Node and make are enough.

.DEFAULT_GOAL := help
export CGO_ENABLED := 0

# The same flags everywhere, because other flags would recompile each dependency. -s omits debugging data, which halves
# link time. `go test` skips vet, because `make lint` runs it.
own_flags := -trimpath -buildvcs=false -ldflags=-s -vet=off
export GOFLAGS := $(strip $(filter-out $(own_flags),$(shell go env GOFLAGS 2>/dev/null)) $(own_flags))

# The version number is in the file VERSION; the build adds the commit.
COMMIT := $(shell git describe --always --dirty --exclude '*' 2>/dev/null)
GO_FLAGS := -ldflags '-s -X shanmen.commit=$(COMMIT)'
GO_DIRS := bench cmd internal locales version.go web/embed.go

WEB_SOURCES := $(shell find web/src web/public web/scripts locales web/*.html web/*.ts web/package.json -type f \
	! -path 'web/src/styles/fonts/*' ! -name '*.test.ts*' ! -name '*.go' 2>/dev/null)
WEB_BUILT := web/packed/ssr.js.gz
FONT := internal/platform/document/font/lxgw-wenkai.ttf

# npm writes this file last, so it marks a complete installation.
WEB_PACKAGES := web/node_modules/.package-lock.json
TEST_PACKAGES := node_modules/.package-lock.json
CODEGEN_PACKAGES := tools/api-codegen/node_modules/.package-lock.json
PICTURE_PACKAGES := tools/pictures/node_modules/.package-lock.json
PINYIN_PACKAGES := tools/pinyin/node_modules/.package-lock.json
LIGHTHOUSE_PACKAGES := tools/lighthouse/node_modules/.package-lock.json

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: ## Serve the demonstration temple on http://localhost:8080, with its data in ./data
	@test -x bin/shanmen || echo 'The first build takes about two minutes on two cores, plus downloads; later builds take seconds.'
	@$(MAKE) --no-print-directory build
	bin/shanmen serve --demo

# The program behind Vite stops with it. It renders pages with the last build, and the browser renders them again from the
# sources.
.PHONY: dev
dev: build ## Serve the demonstration temple with hot reload of the front end on http://localhost:8080
	@trap 'kill 0' EXIT; \
	PORT=8081 BASE_URL=http://localhost:8080 bin/shanmen serve --demo & \
	cd web && PORT=8080 GO_URL=http://127.0.0.1:8081 npm run --silent dev

# Go packages that do not embed the front end are compiled while npm and Vite run. For that, a single target starts a make
# of three jobs (an explicit -j is respected); two makes at once would build the front end twice.
build_first := ahead $(WEB_BUILT) $(FONT)
.PHONY: build
build: $(if $(word 2,$(MAKECMDGOALS)),$(build_first)) ## Build bin/shanmen, a static binary that contains the front end
	$(if $(word 2,$(MAKECMDGOALS)),,+@$(MAKE) --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j3) $(build_first))
	@echo 'Compiling and linking the program'
	go build $(GO_FLAGS) -o bin/shanmen ./cmd/shanmen

# Before the first build of the front end: all packages that do not embed it, third-party ones included.
.PHONY: ahead
ahead:
	@test -e $(WEB_BUILT) || { \
		echo 'Downloading Go modules, and compiling what does not embed the front end (most of the work)'; \
		go build $$(go list -e -deps -f '{{if not (or .Error .DepsErrors)}}{{.ImportPath}}{{end}}' ./cmd/shanmen); }

.PHONY: release
release: ## Build the release files in bin/release (archives, Debian packages, checksums) twice, and compare them
	scripts/release.sh

# ---- generated files ----

# QUERIES= skips generating the queries (scripts/fresh.sh).
QUERIES ?= queries

.PHONY: generate queries
generate: $(QUERIES) $(FONT) $(CODEGEN_PACKAGES) $(PICTURE_PACKAGES) $(PINYIN_PACKAGES) ## Regenerate the generated files: queries, routes, API description and types, pictures
	cd internal/platform/db/query && go run ../readergen
	node scripts/word-uses.mjs
	go run ./cmd/shanmen routes > bin/routes.gen.ts
	scripts/replace.sh bin/routes.gen.ts web/src/site/router/routes.gen.ts
	go run ./cmd/shanmen openapi > bin/openapi.json
	scripts/replace.sh bin/openapi.json api/openapi.json
	cd tools/api-codegen && npm run --silent generate
	node scripts/answers.mjs
	node tools/pictures/generate.mjs
	node tools/pinyin/generate.mjs
	go run ./internal/base/pinyin/pinyingen
	go run ./internal/base/licences/licencegen

queries: bin/tools/sqlc
	rm -f internal/platform/db/query/*.sql.go
	bin/tools/sqlc generate

# sqlc contains MySQL's grammar, which is not used here: without optimization it compiles half a minute faster.
grammar := github.com/pingcap/tidb/pkg/parser
bin/tools/sqlc: tools/go.mod tools/go.sum
	cd tools && go build -gcflags='$(grammar)=-N -l' -o ../bin/tools/sqlc github.com/sqlc-dev/sqlc/cmd/sqlc

bin/tools/staticcheck: tools/go.mod tools/go.sum
	cd tools && go build -o ../bin/tools/staticcheck honnef.co/go/tools/cmd/staticcheck

# ---- tests ----

.PHONY: test
test: ## Run all tests: Go on both databases, front end, browser tests
	+scripts/timed.sh test-go test-web test-browser

# Tests spend half of their time waiting for the database, so more run in parallel than there are cores.
.PHONY: test-go
test-go: $(WEB_BUILT) $(FONT) $(TEST_PACKAGES) bin/tools/pgserver ## Run the Go tests, on SQLite and PostgreSQL
	bin/tools/pgserver run scripts/go-test.sh -parallel 4 -timeout 20m ./...

.PHONY: test-quick
test-quick: $(WEB_BUILT) $(FONT) $(TEST_PACKAGES) bin/tools/pgserver ## Run the tests that the current change needs (BASE=main: all changes since main)
	bin/tools/pgserver run scripts/test-quick.sh

.PHONY: test-web
test-web: $(WEB_PACKAGES) $(TEST_PACKAGES) ## Run the front end's tests without a browser
	npm run --silent test

.PHONY: test-browser
test-browser: bin/shanmen-e2e $(TEST_PACKAGES) bin/tools/pgserver bin/tools/pdftext ## Run the browser tests
	export WHOLE="$$(ls web/e2e/*.spec.ts | sed 's/.*/&\t&/' | scripts/due.sh | cut -f1)" TURN="$$(git rev-list --count HEAD 2>/dev/null)"; \
	browser="$$(node scripts/browser.mjs)" && CHROMIUM_PATH="$$browser" bin/tools/pgserver run npm run --silent e2e

.PHONY: journey
journey: bin/shanmen-e2e $(TEST_PACKAGES) bin/tools/pgserver bin/tools/pdftext ## Take new screenshots of a devotee's journey on a phone, for docs/journey.md
	browser="$$(node scripts/browser.mjs)" && E2E_STEPS=1 CHROMIUM_PATH="$$browser" bin/tools/pgserver run npm run --silent e2e -- --project=phone web/e2e/journey.spec.ts
	node scripts/journey.mjs

# The program for browser tests: with the tag e2e, tests can move its clock. It waits for build, which may run its own make.
.PHONY: bin/shanmen-e2e
bin/shanmen-e2e: build
	go build $(GO_FLAGS) -tags e2e -o $@ ./cmd/shanmen

.PHONY: bin/tools/pgserver bin/tools/pdftext
bin/tools/pgserver bin/tools/pdftext:
	go build -o $@ ./internal/testkit/$(@F)

# Benchmarks use databases on disk, as in production; tests keep theirs in memory where possible.
.PHONY: bench
bench: build bin/shanmen-e2e $(TEST_PACKAGES) bin/tools/pgserver ## Run the benchmarks, which print ratios, and measure the size of the pages
	TMPDIR="$${TMPDIR:-/tmp}" bin/tools/pgserver run go test -run '^$$' -bench . -timeout 20m ./...
	browser="$$(node scripts/browser.mjs)" && E2E_BENCH=1 CHROMIUM_PATH="$$browser" bin/tools/pgserver run npm run --silent e2e -- --workers=1
	node scripts/size.mjs

.PHONY: siege
siege: $(WEB_BUILT) $(FONT) bin/tools/pgserver ## Attack the program in several ways for ten seconds each, and print its memory and another visitor's waiting time
	SIEGE=10s TMPDIR="$${TMPDIR:-/tmp}" bin/tools/pgserver run go test -count=1 -v -timeout 20m -run '^TestSiege' ./internal/app

# Tests the statements of docs/reliability.md with the built program. WORD selects faults by name. Not part of `make check`.
.PHONY: faults
faults: build bin/shanmen-e2e $(TEST_PACKAGES) ## Cause faults while members order (kill, stop, full disk, freeze, lost network), and count lost orders (Linux; WORD=kill)
	go run ./bench/faults $(WORD)

SOAK ?= 10m

.PHONY: soak
soak: build ## Simulate ten busy minutes, and check that memory and open files do not grow (Linux; SOAK=1m)
	go run ./bench/soak -for $(SOAK)

F ?= 1
DUR ?= 1m

.PHONY: bench-load
bench-load: build ## Play New Year's Eve for a minute, and check its goals (Linux, idle machine; F=3 DUR=30s, BASE=another program, REPLICAS=2)
	go run ./bench/load -f $(F) -for $(DUR) $(if $(BASE),-base $(BASE)) $(if $(REPLICAS),-replicas $(REPLICAS)) $(if $(ONLY),-only $(ONLY))

FUZZTIME ?= 60s

.PHONY: fuzz
fuzz: $(WEB_BUILT) $(FONT) ## Fuzz each decoder of untrusted input for a minute (FUZZTIME=10s, WORD=httpd)
	FUZZTIME=$(FUZZTIME) scripts/fuzz.sh $(WORD)

# SIZE is the number of orders; the databases of a million do not fit into memory.
SIZE ?= 1000000
.PHONY: bench-growth
bench-growth: $(WEB_BUILT) $(FONT) $(TEST_PACKAGES) bin/tools/pgserver ## Compare a temple of a thousand orders with one of a million (SIZE=20000, GROWTH_ENGINE=sqlite, GROWTH_ONLY=orders)
	TMPDIR="$${TMPDIR:-/var/tmp}" SIZE=$(SIZE) GROWTH_ENGINE=$(GROWTH_ENGINE) GROWTH_ONLY="$(GROWTH_ONLY)" bin/tools/pgserver run go test -run '^$$' -bench Growth -benchtime 1x -timeout 180m ./bench/growth

.PHONY: memory
memory: build ## Play a short New Year's Eve in a control group of 160 MB, and check the program's memory (Linux)
	go run ./bench/memory

.PHONY: lighthouse
lighthouse: build $(TEST_PACKAGES) $(LIGHTHOUSE_PACKAGES) ## Run Lighthouse as a phone on five pages; needs an idle machine (BASE=main: compared with the program of a commit, in turns)
	$(if $(BASE),scripts/build-base.sh $(BASE) bin/base/$(shell git rev-parse --short $(BASE)))
	browser="$$(node scripts/browser.mjs)" && CHROMIUM_PATH="$$browser" exec node_modules/.bin/node scripts/lighthouse.mjs $(if $(BASE),--base bin/base/$(shell git rev-parse --short $(BASE)))

# ---- checks ----

.PHONY: check
check: test verify ## Run everything that a change must pass: test and verify

.PHONY: verify
verify: ## Run all checks besides the tests: generated files, style, types, size, HTML, races, proofs, mutants, memory
	$(MAKE) timed-fresh
	$(MAKE) -j2 --output-sync=target timed-lint timed-types timed-size timed-html
	$(MAKE) -j2 --output-sync=target timed-race timed-prove
	$(MAKE) timed-mutants
	$(MAKE) timed-model
	$(MAKE) timed-pgdump
	$(MAKE) timed-guide
	$(MAKE) timed-memory

timed-%:
	+@scripts/timed.sh $*

.PHONY: fresh
fresh: $(WEB_BUILT) $(FONT) $(CODEGEN_PACKAGES) $(PICTURE_PACKAGES) $(PINYIN_PACKAGES) ## Check that the generated files are up to date
	scripts/fresh.sh

# Tags that only tests have, in one run, because vet checks each dependency again for other tags. Files of the tag e2e are
# passed by name.
test_tags := html,keep,pgdump,guide

.PHONY: lint
lint: $(WEB_BUILT) $(FONT) $(TEST_PACKAGES) ## Check formatting, and run vet and the linters
	@unformatted="$$(gofmt -l $(GO_DIRS))"; test -z "$$unformatted" || { echo "not formatted (make fmt):"; echo "$$unformatted"; exit 1; }
	go vet -tags $(test_tags) ./...
	go vet -tags $(test_tags) $$(go list -tags e2e -f '{{range .GoFiles}}{{$$.Dir}}/{{.}} {{end}}' ./internal/app)
	npm run --silent format:check
	npm run --silent lint
	@if [ -n "$$(printf 'staticcheck\ttools/go.mod Makefile\n' | scripts/due.sh)" ]; then $(MAKE) staticcheck; fi

# It checks every dependency, which takes four minutes of processor time without a cache, so CI runs it in turns.
.PHONY: staticcheck
staticcheck: bin/tools/staticcheck $(WEB_BUILT) $(FONT) ## Run staticcheck on the Go code
	bin/tools/staticcheck -tags $(test_tags) ./...

.PHONY: vulns
vulns: ## Look for known vulnerabilities in Go libraries (needs vuln.go.dev, so it is not part of check)
	cd tools && go build -o ../bin/tools/govulncheck golang.org/x/vuln/cmd/govulncheck
	bin/tools/govulncheck ./...

.PHONY: types
types: $(WEB_PACKAGES) $(TEST_PACKAGES) ## Check the TypeScript types of the front end and its tests
	npm run --silent types

.PHONY: size
size: $(WEB_BUILT) ## Check the size of JavaScript, style sheets and fonts against the budgets
	node scripts/size.mjs

.PHONY: html
html: $(WEB_BUILT) $(FONT) $(TEST_PACKAGES) ## Check that every page is valid HTML with the Nu checker (SKIP_JAVA=1 skips it)
	@if [ "$(SKIP_JAVA)" = 1 ]; then \
		echo 'SKIP_JAVA=1: the HTML is not checked'; \
	elif ! java -version >/dev/null 2>&1; then \
		echo 'Java is missing, which the HTML checker needs: install a runtime (default-jre-headless), or set SKIP_JAVA=1' >&2; exit 1; \
	else \
		echo "go test -tags html -run '^TestPagesAreValidHTML' ./internal/app"; \
		go test -tags html -count=1 -run '^TestPagesAreValidHTML' ./internal/app; \
	fi

# Packages to test with the race detector: those with goroutines or locks; of the checkout only its race tests
# (scripts/race.sh). RACE="internal/sales/bank internal/sales/till" selects others.
RACE ?= internal/platform/admission internal/platform/db internal/platform/outbox internal/platform/ssr internal/sales/checkout

.PHONY: race
race: $(WEB_BUILT) $(FONT) $(TEST_PACKAGES) bin/tools/pgserver ## Run Go tests with the race detector, if there is a C compiler
	@if command -v "$$(go env CC)" >/dev/null; then \
		CGO_ENABLED=1 bin/tools/pgserver run scripts/race.sh $(RACE); \
	else \
		echo 'no C compiler: the race detector is skipped'; \
	fi

.PHONY: pgdump
pgdump: $(WEB_BUILT) $(FONT) $(TEST_PACKAGES) bin/tools/pgserver ## Run the PostgreSQL backup and restore commands of docs/operations.md, if there is a pg_dump
	@if PATH="$(TEST_PG_BIN):$$PATH" command -v pg_dump >/dev/null; then \
		echo "go test -tags pgdump -run '^TestPostgresRestores' ./internal/app"; \
		bin/tools/pgserver run go test -tags pgdump -count=1 -run '^TestPostgresRestores' ./internal/app; \
	else \
		echo 'no pg_dump on PATH or in TEST_PG_BIN: the PostgreSQL restore is skipped'; \
	fi

# It prints what it skips because a program is missing.
.PHONY: guide
guide: build ## Run the commands of the operators' guide, and check the files of deploy/, as far as nginx, Caddy and systemd exist
	go test -tags guide -count=1 -v ./internal/guide

.PHONY: prove
prove: $(WEB_BUILT) $(FONT) $(TEST_PACKAGES) bin/tools/pgserver ## Check that each race test fails when its lock is removed
	bin/tools/pgserver run scripts/prove.sh

# The packages whose rules about money the model tests.
MONEY := internal/ledger internal/sales/payrequest internal/sales/bank internal/sales/bankfile internal/sales/checkout internal/sales/invoice internal/sales/late internal/sales/payment \
	internal/offer/position internal/sales/journal internal/sales/month internal/sales/report internal/sales/subscription internal/sales/till

.PHONY: model
model: $(WEB_BUILT) $(FONT) bin/tools/pgserver ## Play 1,920 random sequences of acts against the model of money; make test-go plays 80
	@for seed in $$(printf '%s\t$(MONEY)\n' $$(seq 3 3 48) | scripts/due.sh 16 | cut -f1); do \
		echo "MODEL_SEED=$$seed MODEL_SEQUENCES=120 go test ./internal/ledger"; \
		MODEL_SEED=$$seed MODEL_SEQUENCES=120 bin/tools/pgserver run go test -count=1 -timeout 30m -run "^TestMoneyInvariantsHoldAfterEveryAction\$$" ./internal/ledger || exit 1; \
	done

.PHONY: model-long
model-long: $(WEB_BUILT) $(FONT) bin/tools/pgserver ## Test 60,000 random sequences of actions against the model of money
	MODEL_SEQUENCES=60000 bin/tools/pgserver run go test -count=1 -timeout 8h ./internal/ledger

.PHONY: keep-database
keep-database: $(WEB_BUILT) $(FONT) bin/tools/pgserver ## Store a database of this version, which later versions' upgrade tests open (KEEP_VERSION=0.2.0; needs pg_dump)
	KEEP_VERSION=$(KEEP_VERSION) bin/tools/pgserver run go test -tags keep -count=1 -run '^TestKeepDatabase' ./internal/ledger

.PHONY: mutants
mutants: $(WEB_BUILT) $(FONT) bin/tools/pgserver ## Check that the models of money, lists and printing fail when a rule is removed
	bin/tools/pgserver run go run ./internal/ledger/mutants

.PHONY: fmt
fmt: $(TEST_PACKAGES) ## Format Go, TypeScript and JSON
	gofmt -w $(GO_DIRS)
	npm run --silent format

.PHONY: clean
clean: ## Remove build output and npm packages; ./data stays
	rm -rf bin node_modules web/dist web/node_modules tools/api-codegen/node_modules tools/pictures/node_modules tools/lighthouse/node_modules tools/pinyin/node_modules tools/release/node_modules web/src/styles/fonts test-results playwright-report reports
	find web/packed internal/platform/document/font -mindepth 1 ! -name .keep -delete

# ---- files that are rebuilt when out of date ----

$(WEB_PACKAGES): web/package.json web/package-lock.json
	@echo 'Downloading npm packages of the front end (about 10 s)'
	cd web && npm ci --no-audit --no-fund && touch node_modules/.package-lock.json

$(TEST_PACKAGES): package.json package-lock.json .npmrc
	npm ci --no-audit --no-fund && touch $@

$(CODEGEN_PACKAGES): tools/api-codegen/package.json tools/api-codegen/package-lock.json
	cd tools/api-codegen && npm ci --no-audit --no-fund && touch node_modules/.package-lock.json

$(PINYIN_PACKAGES): tools/pinyin/package.json tools/pinyin/package-lock.json
	cd tools/pinyin && npm ci --no-audit --no-fund && touch node_modules/.package-lock.json

$(PICTURE_PACKAGES): tools/pictures/package.json tools/pictures/package-lock.json
	cd tools/pictures && npm ci --no-audit --no-fund && touch node_modules/.package-lock.json

$(LIGHTHOUSE_PACKAGES): tools/lighthouse/package.json tools/lighthouse/package-lock.json $(TEST_PACKAGES)
	cd tools/lighthouse && PATH="$(CURDIR)/node_modules/.bin:$$PATH" npm ci --no-audit --no-fund && touch node_modules/.package-lock.json

$(WEB_BUILT): $(WEB_PACKAGES) $(WEB_SOURCES)
	@echo 'Building the front end (about 15 s)'
	cd web && npm run --silent build
	go run ./internal/platform/ssr/pack && touch $@

$(FONT): $(WEB_PACKAGES) $(wildcard internal/platform/document/fontgen/*.go)
	go run ./internal/platform/document/fontgen && touch $@
