#!/bin/bash
# go-test.sh is `go test`, with its events in reports/go.json for scripts/times.mjs. It prints what go test prints without -v.
# `make lint` vets all. The tests' folders lie with the databases' (internal/testkit/pgserver): on a disk each of their commits waits for it.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p reports
go test -json -vet=off -exec 'env -u GOTMPDIR' "$@" | tee reports/go.json | node scripts/go-output.mjs
