#!/bin/bash
# go-test.sh runs `go test` and writes its events to reports/go.json for scripts/times.mjs. It prints what go test prints
# without -v. It skips vet, which `make lint` runs. Tests wait for databases and clocks, so one package more than there are
# cores runs at a time; rarer garbage collection takes a tenth less processor time. Temporary folders are in memory, like
# the databases (internal/testkit/pgserver), because on a disk each commit would wait for it.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p reports
cores=$(getconf _NPROCESSORS_ONLN)
GOGC=400 go test -json -vet=off -p $((cores + 1)) -exec 'env -u GOTMPDIR' "$@" | tee reports/go.json | node scripts/go-output.mjs
