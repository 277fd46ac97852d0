#!/bin/bash
# go-test.sh is `go test` that also writes its events to reports/go.json for scripts/times.mjs. It prints what go test
# prints without -v. Vet is left to `make lint`. The tests' temporary folders are beside the test databases
# (internal/testkit/pgserver), because on a slow disk every commit would wait.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p reports
go test -json -vet=off -exec 'env -u GOTMPDIR' "$@" | tee reports/go.json | node scripts/go-output.mjs
