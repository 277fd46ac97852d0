#!/bin/bash
# timed.sh runs `make TARGET` for each target, and writes its seconds to reports/phases.tsv for scripts/times.mjs.
set -uo pipefail
cd "$(dirname "$0")/.."
mkdir -p reports
for target in "$@"; do
	started=$SECONDS
	"${MAKE:-make}" --no-print-directory "$target"
	code=$?
	printf '%s\t%s\n' $((SECONDS - started)) "$target" >>reports/phases.tsv
	[ "$code" -eq 0 ] || exit "$code"
done
