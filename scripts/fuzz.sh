#!/bin/sh
# Runs every Fuzz function of the Go packages for a time, one after another: FUZZTIME=60s scripts/fuzz.sh [WORD]. WORD
# selects those whose package and name contain it. A failing input is saved in testdata/fuzz of its package, to be
# committed with the fix as a test.
set -eu
time=${FUZZTIME:-60s}
word=${1:-}
failed=
for found in $(grep -rno --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' internal | sed 's|/[^/]*_test\.go:[0-9]*:func |:|' | sort); do
	case $found in *"$word"*) ;; *) continue ;; esac
	package=${found%%:*} name=${found##*:}
	if out=$(go test -run '^$' -fuzz "^$name\$" -fuzztime "$time" "./$package" 2>&1); then
		echo "$package $name: $(echo "$out" | grep '^fuzz: elapsed' | tail -1)"
	else
		echo "$out"
		failed="$failed $package:$name"
	fi
done
test -z "$failed" || { echo "failed:$failed" >&2; exit 1; }
