#!/bin/bash
# go-test.sh is `go test`, with its events in reports/go.json for scripts/times.mjs. It prints what go test prints without -v.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p reports
go test -json "$@" | tee reports/go.json | node scripts/go-output.mjs
