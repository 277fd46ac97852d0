#!/bin/bash
# race.sh tests the packages that are due (scripts/due.sh) with the race detector; of internal/sales/checkout only its race
# tests, because with the detector the others exceed their time limits. SQLite and QuickJS are C translated to Go, with their
# own memory management, so they are not instrumented, only their callers; that takes a third of the time.
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
