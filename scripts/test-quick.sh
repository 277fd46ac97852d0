#!/bin/bash
# Runs what the present change needs, in well under 90 seconds: the tests of the Go packages and pages that differ
# from BASE, the tests of repository-wide rules, and a short run of the money model. BASE defaults to the upstream
# branch; without a difference, the last commit is tested.
set -euo pipefail
cd "$(dirname "$0")/.."

base=${BASE:-$(git merge-base HEAD '@{upstream}' 2>/dev/null || git rev-parse HEAD)}
changed() { git diff --name-only --diff-filter=d "$1"; git ls-files --others --exclude-standard; }
files=$(changed "$base")
[ -n "$files" ] || { base=HEAD~1 files=$(changed HEAD~1); }
matching() { grep -E "$1" <<<"$files" || true; }

# SQL files and fixtures belong to the package around them. The model and the whole-program tests are slow: only a
# part of each runs below.
packages=$(matching '^(cmd|internal|locales)/' | xargs -r -n1 dirname | sed -E 's#/testdata(/.*)?$##' | sort -u |
	while read -r dir; do compgen -G "$dir/*.go" >/dev/null && echo "./$dir"; done |
	grep -vE '^\./internal/(app|ledger)$|^\./internal/ledger/' || true)
if [ -n "$(matching '\.(go|sql)$')" ]; then
	# shellcheck disable=SC2086 # a list of packages
	[ -z "$packages" ] || go test -parallel 4 -timeout 5m $packages
	go test -timeout 2m -run '^Test(Imports|Rows|Spec|QueriesStand|EveryMessage|EverySetting|P04EveryCall|EveryRoute|NoStruct|AnActOfMoney|PagesKeepTheirTypes|NoStatement|Migrations)' ./internal/app ./internal/platform/db
	MODEL_SEQUENCES=${MODEL_SEQUENCES:-100} go test -parallel 8 -timeout 2m ./internal/ledger
fi
pages=$(matching '^(web/src|locales)/')
if [ -n "$pages" ]; then
	npm run --silent test -- --changed "$base"
	npm run --silent types
fi
[ -n "$pages$(matching '\.(go|sql)$')" ] || echo 'test-quick: nothing of the program has changed'
