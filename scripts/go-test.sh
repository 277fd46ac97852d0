#!/bin/bash
# go-test.sh runs `go test` and writes its events to reports/go.json for scripts/times.mjs. It prints what go test prints
# without -v. It skips vet, which `make lint` runs. Temporary folders are in memory, like the databases
# (internal/testkit/pgserver), because on a disk each commit would wait for it.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p reports
go test -json -vet=off -exec 'env -u GOTMPDIR' "$@" | tee reports/go.json | node scripts/go-output.mjs
