#!/bin/bash
# prove.sh takes the guards against races out (go build tag "unguarded") and expects every test
# named TestRace… to fail, each of its subtests too: a test that passes without its guard proves
# nothing. A race may hide once, so a test has three tries.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Each package's tests are built once: linking the program takes longer than running one of them.
grep -rlE '^func TestRace' --include='*_test.go' cmd internal | xargs -r -n 1 dirname | sort -u |
	while read -r dir; do
		program="$work/$(tr / - <<<"$dir").test"
		go test -c -tags unguarded -o "$program" "./$dir" </dev/null
		(cd "$dir" && "$program" -test.list '^TestRace' </dev/null) | sed "s|^|$dir $program |"
	done >"$work/tests"
if [ ! -s "$work/tests" ]; then
	echo "prove: no test is named TestRace…" >&2
	exit 1
fi

# One that has its guards passes, here and now: else a missing database would look like a proof. That all
# of them pass is what `make test` shows.
go test -count=1 -timeout 5m -run '^TestRace' "./$(head -n 1 "$work/tests" | cut -d' ' -f1)"

shown=0 missing=0
while read -r package program name; do
	: >"$work/failed"
	for try in 1 2 3; do
		(cd "$package" && "$program" -test.timeout 5m -test.v -test.run "^$name\$" </dev/null) >"$work/out" 2>&1 && true
		if grep -q '^panic: ' "$work/out" || ! grep -qE "^--- (FAIL|PASS|SKIP): $name " "$work/out"; then
			echo "prove: $package $name did not run to its end:" >&2
			cat "$work/out" >&2
			exit 1
		fi
		sed -nE 's/^ *--- FAIL: ([^ ]+) .*/\1/p' "$work/out" >>"$work/failed"
		sed -nE 's/^ *--- (PASS|SKIP): ([^ ]+) .*/\2/p' "$work/out" | sort -u >"$work/held"
		sort -u "$work/failed" -o "$work/failed"
		still=$(comm -23 "$work/held" "$work/failed")
		[ -n "$still" ] || break
	done
	while read -r failed; do
		echo "shown without its guard: $failed"
		shown=$((shown + 1))
	done <"$work/failed"
	grep -E '^ +[a-z0-9_]+_test\.go:[0-9]+: ' "$work/out" | head -n 12 || true
	if [ -n "$still" ]; then
		sed 's/^/NOT shown, it passes without its guard: /' <<<"$still" >&2
		missing=$((missing + 1))
	fi
done <"$work/tests"

echo "prove: $shown shown, $missing tests with something not shown"
[ "$missing" -eq 0 ]
