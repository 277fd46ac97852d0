#!/bin/bash
# go-test.sh runs `go test` and writes its events to reports/go.json for scripts/times.mjs. It prints what go test prints
# without -v. In CI, tests of both databases run on one of them in turns, except in packages that are due (scripts/due.sh).
# It skips vet, which `make lint` runs. Tests wait for databases and clocks, so one package more than there are
# cores runs at a time; rarer garbage collection takes a tenth less processor time. Temporary folders are in memory, like
# the databases (internal/testkit/pgserver), because on a disk each commit would wait for it.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p reports
cores=$(getconf _NPROCESSORS_ONLN)
packages=$(find bench cmd internal -name '*_test.go' | sed 's#/[^/]*$##' | sort -u)
HALVED=$(sed 's/.*/&\t&/' <<<"$packages" | scripts/due.sh | cut -f1 | sort | comm -23 <(sort <<<"$packages") -)
TURN=$(git rev-list --count HEAD 2>/dev/null || echo 0)
export HALVED TURN
GOGC=400 go test -json -vet=off -p $((cores + 1)) -exec "$PWD/scripts/go-exec.sh" "$@" | tee reports/go.json | node scripts/go-output.mjs
