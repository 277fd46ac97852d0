#!/bin/bash
# prove.sh removes the lock or condition that each test named TestRace… is about, and expects the test and each of its
# subtests to fail on PostgreSQL: a test that passes without its lock proves nothing. What is removed is declared in the
# test (internal/testkit/mutant) or, if it is not SQL, in testdata/<name of the test>.patch of its package. On a busy machine
# a race may not occur, so a test has five tries with increasing time windows. Packages are tested in parallel.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C # what sort writes, comm reads

# In one process, calls of one visitor wait for each other before they reach a lock. Those of two replicas do not.
everywhere=internal/platform/httpd/testdata/no-turns.patch

# build_without builds a package's tests with the given patches, which only the compiler sees (go build -overlay), and
# writes the binary to $2.
build_without() {
	local package=$1 program=$2 patch path
	shift 2
	local tree=$program.src
	mkdir "$tree"
	sed -nE 's#^\+\+\+ b/([^[:space:]]+).*#\1#p' "$@" | sort -u >"$program.paths"
	while read -r path; do
		mkdir -p "$tree/$(dirname "$path")"
		[ ! -f "$path" ] || cp "$path" "$tree/$path"
	done <"$program.paths"
	for patch in "$@"; do
		patch=$PWD/$patch
		(cd "$tree" && GIT_CEILING_DIRECTORIES=$(dirname "$tree") git apply "$patch") || {
			echo "prove: $patch no longer applies: update it" >&2
			return 1
		}
	done
	{
		echo '{"Replace": {'
		sed "s#.*#\"$PWD/&\": \"$tree/&\"#; \$!s#\$#,#" "$program.paths"
		echo '}}'
	} >"$program.json"
	go test -c -overlay "$program.json" -o "$program" "./$package"
}

# run_tests runs the tests of a package that are listed in $still, and moves those that failed to $failed. $try is the number
# of the try.
run_tests() {
	local package=$1 program=$2 still=$3 work=$4 try=$5
	cut -d/ -f1 "$still" | sort -u >"$work/names"
	(cd "$package" && PROVE=$try "$program" -test.timeout 10m -test.v -test.run "^($(paste -sd '|' "$work/names"))\$" -test.skip '.*/^sqlite$|.*/.*/^sqlite$') >"$work/out" 2>&1 && true
	sed -nE 's/^--- (FAIL|PASS|SKIP): ([^ ]+) .*/\2/p' "$work/out" | sort -u >"$work/ended"
	if grep -qE '^(panic|fatal error): ' "$work/out" || ! cmp -s "$work/names" "$work/ended"; then
		echo "prove: the tests of $package did not run to the end:" >&2
		cat "$work/out" >&2
		return 1
	fi
	sed -nE 's/^ *--- FAIL: ([^ ]+) .*/\1/p' "$work/out" >>"$work/failed"
	sort -u "$work/failed" -o "$work/failed"
	sed -nE 's/^ *--- (PASS|SKIP): ([^ ]+) .*/\2/p' "$work/out" | sort -u | comm -23 - "$work/failed" >"$still"
	grep -E '^ +[a-z0-9_]+_test\.go:[0-9]+: ' "$work/out" | sort -u | head -n 20 >>"$work/words" || true
}

# prove_package writes to the folder $2 which tests failed (failed) and which never did (still). A package's tests run in one
# process, which creates its database template once; tests that passed run again.
prove_package() {
	local package=$1 work=$2/${1//\//-} program still patch name try
	mkdir "$work"
	: >"$work/failed"
	: >"$work/still"
	build_without "$package" "$work/test" "$everywhere" || return 1
	(cd "$package" && "$work/test" -test.list '^TestRace') >"$work/test.still"
	for patch in "$package"/testdata/TestRace*.patch; do
		[ -f "$patch" ] || continue
		name=$(basename "$patch" .patch)
		grep -qx "$name" "$work/test.still" || { echo "prove: $patch: this test does not exist" >&2; return 1; }
		build_without "$package" "$work/$name" "$everywhere" "$patch" || return 1
		echo "$name" >"$work/$name.still"
		sed -i "/^$name\$/d" "$work/test.still"
	done
	for still in "$work"/*.still; do
		program=${still%.still}
		for try in 1 2 3 4 5; do
			[ -s "$still" ] || break
			run_tests "$package" "$program" "$still" "$work" "$try" || return 1
		done
		cat "$still" >>"$work/still"
	done
	{
		echo "$package"
		sed 's/^/  shown: /' "$work/failed"
		cat "$work/words"
		sed 's/^/  NOT shown, it passes without its lock: /' "$work/still"
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
	echo "prove: there is no test named TestRace…" >&2
	exit 1
fi
packages=$(sed 's/.*/&\t&/' <<<"$packages" | scripts/due.sh 16 | cut -f1)
[ -n "$packages" ] || exit 0

# Checks that one test passes with its lock, because otherwise a missing database would look like a proof. `make test` runs
# them all.
go test -count=1 -timeout 5m -run '^TestRace' "./$(head -n 1 <<<"$packages")"

ran=0
xargs -n 1 -P "$(getconf _NPROCESSORS_ONLN)" scripts/prove.sh --package "$work" <<<"$packages" || ran=$?
shown=$(cat "$work"/*/failed | wc -l)
missing=$(cat "$work"/*/still | cut -d/ -f1 | sort -u | wc -l)
sed 's/^/prove: passes without its lock: /' "$work"/*/still
echo "prove: $shown proven, $missing tests with a part not proven"
[ "$ran" -eq 0 ] && [ "$missing" -eq 0 ]
