#!/bin/bash
# prove.sh takes the guards against races out (go build tag "unguarded") and expects every test
# named TestRace… to fail, each of its subtests too: a test that passes without its guard proves
# nothing. A race may hide once, so a test has three tries. Packages are proven side by side.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C # what sort writes, comm reads

# prove_package leaves in its folder of $2 what failed without its guard (failed) and what never did (still).
# A package's tests run in one process, which fills its databases' template once; what is not shown runs again.
prove_package() {
	local package=$1 work=$2/${1//\//-}
	mkdir "$work"
	go test -c -tags unguarded -o "$work/test" "./$package"
	(cd "$package" && "$work/test" -test.list '^TestRace') >"$work/still"
	: >"$work/failed"
	for try in 1 2 3; do
		cut -d/ -f1 "$work/still" | sort -u >"$work/names"
		(cd "$package" && "$work/test" -test.timeout 10m -test.v -test.run "^($(paste -sd '|' "$work/names"))\$") >"$work/out" 2>&1 && true
		sed -nE 's/^--- (FAIL|PASS|SKIP): ([^ ]+) .*/\2/p' "$work/out" | sort -u >"$work/ended"
		if grep -qE '^(panic|fatal error): ' "$work/out" || ! cmp -s "$work/names" "$work/ended"; then
			echo "prove: not all of $package ran to its end:" >&2
			cat "$work/out" >&2
			return 1
		fi
		sed -nE 's/^ *--- FAIL: ([^ ]+) .*/\1/p' "$work/out" >>"$work/failed"
		sort -u "$work/failed" -o "$work/failed"
		sed -nE 's/^ *--- (PASS|SKIP): ([^ ]+) .*/\2/p' "$work/out" | sort -u | comm -23 - "$work/failed" >"$work/still"
		grep -E '^ +[a-z0-9_]+_test\.go:[0-9]+: ' "$work/out" | sort -u | head -n 20 >>"$work/words" || true
		[ -s "$work/still" ] || break
	done
	{
		echo "$package"
		sed 's/^/  shown without its guard: /' "$work/failed"
		cat "$work/words"
		sed 's/^/  NOT shown, it passes without its guard: /' "$work/still"
	} >"$work/said"
	cat "$work/said" # at once: others speak too
}

if [ "${1:-}" = --package ]; then
	prove_package "$3" "$2"
	exit
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

packages=$(grep -rlE '^func TestRace' --include='*_test.go' cmd internal | xargs -r -n 1 dirname | sort -u)
if [ -z "$packages" ]; then
	echo "prove: no test is named TestRace…" >&2
	exit 1
fi

# One that has its guards passes, here and now: else a missing database would look like a proof. That all
# of them pass is what `make test` shows.
go test -count=1 -timeout 5m -run '^TestRace' "./$(head -n 1 <<<"$packages")"

ran=0
xargs -n 1 -P "$(getconf _NPROCESSORS_ONLN)" scripts/prove.sh --package "$work" <<<"$packages" || ran=$?
shown=$(cat "$work"/*/failed | wc -l)
missing=$(cat "$work"/*/still | cut -d/ -f1 | sort -u | wc -l)
echo "prove: $shown shown, $missing tests with something not shown"
[ "$ran" -eq 0 ] && [ "$missing" -eq 0 ]
