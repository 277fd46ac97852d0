#!/bin/bash
# race.sh runs the tests of those packages that are due (scripts/due.sh) under the race detector; of internal/sales/checkout only
# its races, because a whole checkout under the detector outlasts its time limits. SQLite, the page engine and their C library
# are C turned into Go, whose memory the detector does not know: it watches what calls them, in a third of the time.
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
