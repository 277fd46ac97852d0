# The commands of this repository; `make help` lists them. Nothing here needs a C compiler but
# the race detector, and nothing needs to be installed but git, Go, Node and make.

.DEFAULT_GOAL := help
export CGO_ENABLED := 0

# One set of flags for everything that is compiled: other flags would recompile each dependency. Debug information is
# left out, which halves the link time. Vet runs in `make lint` only: here it would process each dependency once more.
own_flags := -trimpath -buildvcs=false -ldflags=-s -vet=off
export GOFLAGS := $(strip $(filter-out $(own_flags),$(shell go env GOFLAGS 2>/dev/null)) $(own_flags))

# The version number is in the file VERSION; the build adds the commit.
COMMIT := $(shell git describe --always --dirty --exclude '*' 2>/dev/null)
GO_FLAGS := -ldflags '-s -X shanmen.commit=$(COMMIT)'
GO_DIRS := bench cmd internal locales version.go web/embed.go

WEB_SOURCES := $(shell find web/src web/public web/scripts locales web/*.html web/*.ts web/package.json -type f \
	! -path 'web/src/styles/fonts/*' ! -name '*.test.ts*' ! -name '*.go' 2>/dev/null)
WEB_BUILT := web/dist/ssr.js
FONT := internal/platform/document/font/lxgw-wenkai.ttf

# npm writes this file last, so it shows that the folder is complete.
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
run: ## Serve the demonstration temple on http://localhost:8080, kept in ./data
	@test -x bin/shanmen || echo 'The first build takes some two minutes on two cores, and the time of its downloads; later ones some seconds.'
	@$(MAKE) --no-print-directory build
	bin/shanmen serve --demo

# Stopping Vite also stops the program behind it. The program renders pages from the last build; the browser renders
# them again from the sources.
.PHONY: dev
dev: build ## Serve the demonstration temple from the sources of its pages, with hot reload, on http://localhost:8080
	@trap 'kill 0' EXIT; \
	PORT=8081 BASE_URL=http://localhost:8080 bin/shanmen serve --demo & \
	cd web && PORT=8080 GO_URL=http://127.0.0.1:8081 npm run --silent dev

# Go packages that need no built page are compiled while npm and Vite work. With an explicit -j this is left to make.
.PHONY: build
build: ## Build bin/shanmen, one static program with the pages in it
	+@$(MAKE) --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j3) ahead $(WEB_BUILT) $(FONT)
	@echo 'the program: compile and link it'
	go build $(GO_FLAGS) -o bin/shanmen ./cmd/shanmen

# Packages to compile before the first build of the pages: all dependencies and own packages that embed none of its
# output.
.PHONY: ahead
ahead:
	@test -e $(WEB_BUILT) || { \
		echo 'the program: download its modules, and compile what needs no page (most of the work)'; \
		go build $$(go list -e -deps -f '{{if not (or .Error .DepsErrors)}}{{.ImportPath}}{{end}}' ./cmd/shanmen); }

.PHONY: release
release: ## Make what a temple downloads, twice, and compare: archives, Debian packages, checksums, in bin/release
	scripts/release.sh

# ---- generated files ----

# QUERIES= (empty) skips regenerating the SQL queries (scripts/fresh.sh).
QUERIES ?= queries

.PHONY: generate queries
generate: $(QUERIES) $(FONT) $(CODEGEN_PACKAGES) $(PICTURE_PACKAGES) $(PINYIN_PACKAGES) ## Write again what is generated: queries, routes, API description and types, pictures
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
	go run ./internal/base/licences/licencegen

queries: bin/tools/sqlc
	rm -f internal/platform/db/query/*.sql.go
	bin/tools/sqlc generate

# sqlc contains a MySQL grammar that is not used here: optimizing that one package would take half a minute.
grammar := github.com/pingcap/tidb/pkg/parser
bin/tools/sqlc: tools/go.mod tools/go.sum
	cd tools && go build -gcflags='$(grammar)=-N -l' -o ../bin/tools/sqlc github.com/sqlc-dev/sqlc/cmd/sqlc

bin/tools/staticcheck: tools/go.mod tools/go.sum
	cd tools && go build -o ../bin/tools/staticcheck honnef.co/go/tools/cmd/staticcheck

# ---- tests ----

.PHONY: test
test: ## Run every test: Go on both databases, the pages, a browser on the program
	+scripts/timed.sh test-go test-web test-browser

# Tests wait for their databases half of the time, so more of them run in parallel than there are cores.
.PHONY: test-go
test-go: $(WEB_BUILT) $(FONT) $(TEST_PACKAGES) bin/tools/pgserver ## Run the Go tests, on SQLite and PostgreSQL
	bin/tools/pgserver run scripts/go-test.sh -parallel 4 -timeout 20m ./...

.PHONY: test-quick
test-quick: $(WEB_BUILT) $(FONT) $(TEST_PACKAGES) bin/tools/pgserver ## Run what the change at hand needs (BASE=main: all since then)
	bin/tools/pgserver run scripts/test-quick.sh

.PHONY: test-web
test-web: $(WEB_PACKAGES) $(TEST_PACKAGES) ## Run the tests of the pages, without a browser
	npm run --silent test

.PHONY: test-browser
test-browser: bin/shanmen-e2e $(TEST_PACKAGES) bin/tools/pgserver bin/tools/pdftext ## Run the tests that drive the program in a browser
	browser="$$(node scripts/browser.mjs)" && CHROMIUM_PATH="$$browser" bin/tools/pgserver run npm run --silent e2e

.PHONY: journey
journey: bin/shanmen-e2e $(TEST_PACKAGES) bin/tools/pgserver bin/tools/pdftext ## Film the journey anew: walk it on a phone, and lay the pictures side by side in docs/
	browser="$$(node scripts/browser.mjs)" && E2E_STEPS=1 CHROMIUM_PATH="$$browser" bin/tools/pgserver run npm run --silent e2e -- --project=phone web/e2e/journey.spec.ts
	node scripts/journey.mjs

# The program for browser tests: built with the tag e2e, which lets tests set its clock.
.PHONY: bin/shanmen-e2e
bin/shanmen-e2e: $(WEB_BUILT) $(FONT)
	go build $(GO_FLAGS) -tags e2e -o $@ ./cmd/shanmen

.PHONY: bin/tools/pgserver bin/tools/pdftext
bin/tools/pgserver bin/tools/pdftext:
	go build -o $@ ./internal/testkit/$(@F)

# On disk, as in production; the tests keep their databases in memory where possible.
.PHONY: bench
bench: build bin/shanmen-e2e $(TEST_PACKAGES) bin/tools/pgserver ## Run the benchmarks, which print ratios, and weigh the pages
	TMPDIR="$${TMPDIR:-/tmp}" bin/tools/pgserver run go test -run '^$$' -bench . -timeout 20m ./...
	browser="$$(node scripts/browser.mjs)" && E2E_BENCH=1 CHROMIUM_PATH="$$browser" bin/tools/pgserver run npm run --silent e2e -- --workers=1
	node scripts/size.mjs

.PHONY: siege
siege: $(WEB_BUILT) $(FONT) bin/tools/pgserver ## Attack the program for ten seconds each way, and print its memory and how long another visitor waits
	SIEGE=10s TMPDIR="$${TMPDIR:-/tmp}" bin/tools/pgserver run go test -count=1 -v -timeout 20m -run '^TestSiege' ./internal/app

# The fault tests of docs/reliability.md on the built program. WORD selects faults whose name contains it; not part of
# `make check`.
.PHONY: faults
faults: build bin/shanmen-e2e $(TEST_PACKAGES) ## Kill, stop, fill, freeze and cut off the program while members order, and count what is lost (Linux; WORD=kill)
	go run ./bench/faults $(WORD)

SOAK ?= 10m

.PHONY: soak
soak: build ## Ten minutes of a busy day with people who leave: what the program holds stays as it is (Linux; SOAK=1m)
	go run ./bench/soak -for $(SOAK)

FUZZTIME ?= 60s

.PHONY: fuzz
fuzz: $(WEB_BUILT) $(FONT) ## Send each decoder of what strangers send a minute of damaged bytes (FUZZTIME=10s, WORD=httpd)
	FUZZTIME=$(FUZZTIME) scripts/fuzz.sh $(WORD)

.PHONY: memory
memory: build ## Print the memory of the program at rest and after its public pages (Linux)
	node scripts/memory.mjs

.PHONY: lighthouse
lighthouse: build $(TEST_PACKAGES) $(LIGHTHOUSE_PACKAGES) ## Let Lighthouse look at five pages as on a phone; wants a machine that is idle
	browser="$$(node scripts/browser.mjs)" && CHROMIUM_PATH="$$browser" node_modules/.bin/node scripts/lighthouse.mjs

# ---- further checks ----

.PHONY: check
check: test verify ## Do all that a change must pass: test, and verify

.PHONY: verify
verify: ## Check all beside the tests: generated files, style, types, weight, HTML, races
	$(MAKE) timed-fresh
	$(MAKE) -j2 --output-sync=target timed-lint timed-types timed-size timed-html
	$(MAKE) -j2 --output-sync=target timed-race timed-prove
	$(MAKE) timed-mutants
	$(MAKE) timed-model
	$(MAKE) timed-pgdump
	$(MAKE) timed-guide

timed-%:
	+@scripts/timed.sh $*

.PHONY: fresh
fresh: $(WEB_BUILT) $(FONT) $(CODEGEN_PACKAGES) $(PICTURE_PACKAGES) $(PINYIN_PACKAGES) ## Check that the generated files are up to date
	scripts/fresh.sh

# With other tags vet would process each dependency once more. These tags have only tests; files added by the tag e2e
# are listed by name.
test_tags := html,keep,pgdump,guide

.PHONY: lint
lint: $(WEB_BUILT) $(FONT) $(TEST_PACKAGES) ## Check format, and what vet and the linter find
	@unformatted="$$(gofmt -l $(GO_DIRS))"; test -z "$$unformatted" || { echo "not formatted (make fmt):"; echo "$$unformatted"; exit 1; }
	go vet -tags $(test_tags) ./...
	go vet -tags $(test_tags) $$(go list -tags e2e -f '{{range .GoFiles}}{{$$.Dir}}/{{.}} {{end}}' ./internal/app)
	npm run --silent format:check
	npm run --silent lint
	@if [ -n "$$(printf 'staticcheck\ttools/go.mod Makefile\n' | scripts/due.sh)" ]; then $(MAKE) staticcheck; fi

# It reads every dependency, which takes four minutes of CPU time without a cache, so continuous integration runs it
# in turns.
.PHONY: staticcheck
staticcheck: bin/tools/staticcheck $(WEB_BUILT) $(FONT) ## Check the Go code by staticcheck
	bin/tools/staticcheck -tags $(test_tags) ./...

.PHONY: vulns
vulns: ## Look for known faults of our Go libraries (reads vuln.go.dev, so it is no part of check)
	cd tools && go build -o ../bin/tools/govulncheck golang.org/x/vuln/cmd/govulncheck
	bin/tools/govulncheck ./...

.PHONY: types
types: $(WEB_PACKAGES) $(TEST_PACKAGES) ## Check the types of the pages and their tests
	npm run --silent types

.PHONY: size
size: $(WEB_BUILT) ## Check the weight of the pages' JavaScript against its budget
	node scripts/size.mjs

.PHONY: html
html: $(WEB_BUILT) $(FONT) $(TEST_PACKAGES) ## Check that every page is valid HTML, by the Nu checker (SKIP_JAVA=1 leaves it out)
	@if [ "$(SKIP_JAVA)" = 1 ]; then \
		echo 'SKIP_JAVA=1: the HTML is not checked'; \
	elif ! java -version >/dev/null 2>&1; then \
		echo 'no Java to check the HTML with: install a runtime (default-jre-headless), or set SKIP_JAVA=1' >&2; exit 1; \
	else \
		echo "go test -tags html -run '^TestPagesAreValidHTML' ./internal/app"; \
		go test -tags html -count=1 -run '^TestPagesAreValidHTML' ./internal/app; \
	fi

# Packages to run under the race detector: those with goroutines or locks of their own, and the race tests of checkout
# (scripts/race.sh). RACE="internal/sales/bank internal/sales/till" selects others.
RACE ?= internal/platform/db internal/platform/outbox internal/platform/ssr internal/sales/checkout

.PHONY: race
race: $(WEB_BUILT) $(FONT) $(TEST_PACKAGES) bin/tools/pgserver ## Run the Go tests under the race detector, where there is a C compiler
	@if command -v "$$(go env CC)" >/dev/null; then \
		CGO_ENABLED=1 bin/tools/pgserver run scripts/race.sh $(RACE); \
	else \
		echo 'no C compiler: the race detector is left out'; \
	fi

.PHONY: pgdump
pgdump: $(WEB_BUILT) $(FONT) $(TEST_PACKAGES) bin/tools/pgserver ## Back up and restore PostgreSQL as docs/operations.md says, where there is a pg_dump
	@if PATH="$(TEST_PG_BIN):$$PATH" command -v pg_dump >/dev/null; then \
		echo "go test -tags pgdump -run '^TestPostgresRestores' ./internal/app"; \
		bin/tools/pgserver run go test -tags pgdump -count=1 -run '^TestPostgresRestores' ./internal/app; \
	else \
		echo 'no pg_dump on PATH or in TEST_PG_BIN: the restore of PostgreSQL is left out'; \
	fi

# A check that is skipped because its program is missing says so.
.PHONY: guide
guide: build ## Run the operators' guide block by block, and check the files of deploy/, where there are nginx, Caddy and systemd
	go test -tags guide -count=1 -v ./internal/guide

.PHONY: prove
prove: $(WEB_BUILT) $(FONT) $(TEST_PACKAGES) bin/tools/pgserver ## Show that the tests of races fail without the locks that they are about
	bin/tools/pgserver run scripts/prove.sh

# The packages that decide about money; the model tests their rules.
MONEY := internal/ledger internal/sales/bank internal/sales/bankfile internal/sales/checkout internal/sales/invoice internal/sales/late internal/sales/payment \
	internal/offer/position internal/sales/report internal/sales/subscription internal/sales/till

.PHONY: model
model: $(WEB_BUILT) $(FONT) bin/tools/pgserver ## Play 2,000 random sequences of acts against the model of money
	@if printf 'model\t%s\n' '$(MONEY)' | scripts/due.sh | grep -q .; then \
		echo 'MODEL_SEQUENCES=2000 go test ./internal/ledger'; \
		MODEL_SEQUENCES=2000 bin/tools/pgserver run go test -count=1 -timeout 30m ./internal/ledger; \
	fi

.PHONY: model-long
model-long: $(WEB_BUILT) $(FONT) bin/tools/pgserver ## Play 60,000 random sequences of acts against the model of money
	MODEL_SEQUENCES=60000 bin/tools/pgserver run go test -count=1 -timeout 8h ./internal/ledger

.PHONY: keep-database
keep-database: $(WEB_BUILT) $(FONT) bin/tools/pgserver ## Keep a temple as this version leaves it, for the tests of later ones (KEEP_VERSION=0.2.0; needs pg_dump)
	KEEP_VERSION=$(KEEP_VERSION) bin/tools/pgserver run go test -tags keep -count=1 -run '^TestKeepDatabase' ./internal/ledger

.PHONY: mutants
mutants: $(WEB_BUILT) $(FONT) bin/tools/pgserver ## Show that the models of money, lists and printing notice when a rule is taken out
	bin/tools/pgserver run go run ./internal/ledger/mutants

.PHONY: fmt
fmt: $(TEST_PACKAGES) ## Format Go, TypeScript and JSON
	gofmt -w $(GO_DIRS)
	npm run --silent format

.PHONY: clean
clean: ## Remove what was built, and the packages; ./data stays
	rm -rf bin node_modules web/node_modules tools/api-codegen/node_modules tools/pictures/node_modules tools/lighthouse/node_modules tools/pinyin/node_modules tools/release/node_modules web/src/styles/fonts test-results playwright-report reports
	find web/dist internal/platform/document/font -mindepth 1 ! -name .keep -delete

# ---- made when out of date ----

$(WEB_PACKAGES): web/package.json web/package-lock.json
	@echo 'the pages: fetch their npm packages (some 10 s)'
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
	@echo 'the pages: build them (some 15 s)'
	cd web && npm run --silent build && touch dist/ssr.js

$(FONT): $(WEB_PACKAGES) $(wildcard internal/platform/document/fontgen/*.go)
	go run ./internal/platform/document/fontgen && touch $@
