#!/bin/bash
# race.sh runs the tests of due packages (scripts/due.sh) under the race detector; of internal/sales/checkout only the
# race tests, because a whole checkout under the detector exceeds its time limits. SQLite, the page engine and their C
# library are C translated to Go, whose memory the detector does not know: only their callers are instrumented, which
# takes a third of the time.
set -euo pipefail
cd "$(dirname "$0")/.."
due=$(printf '%s\n' "$@" | sed 's/.*/&\t&/' | scripts/due.sh | cut -f1)
unwatched=()
for c in sqlite/lib libquickjs libc; do unwatched+=("-gcflags=modernc.org/$c=-race=false"); done
detect() {
	echo "go test -race $*"
	go test -race "${unwatched[@]}" -timeout 20m "$@"
}
whole=$(grep -vx internal/sales/checkout <<<"$due" | sed 's#.#./&#' || true)
# shellcheck disable=SC2086 # a list of packages
[ -z "$whole" ] || detect $whole
if grep -qx internal/sales/checkout <<<"$due"; then detect -run '^TestRace' ./internal/sales/checkout; fi
