#!/bin/sh
# fresh.sh fails if `make generate` changes a generated file. It compares with the working tree, so it also works before a
# commit. Queries are only regenerated if the change touches them, or in turns (scripts/due.sh), because compiling sqlc takes
# a minute and a half of processor time.
set -eu
cd "$(dirname "$0")/.."

generated() {
	ls api/openapi.json web/src/api/schema.d.ts web/src/office/answers.gen.ts web/src/site/router/routes.gen.ts internal/offer/words/uses.json internal/platform/db/query/*.go web/src/office/ceremonies/reading/pinyin-data.ts internal/platform/lookup/simplified.go internal/base/pinyin/*.bin internal/base/pinyin/*.txt internal/platform/share/ground/*.png internal/base/licences/licences.txt web/public/*.png
}

before=$(generated | while read -r file; do echo "$(git hash-object "$file") $file"; done)
touched=$(scripts/changed.sh 2>/dev/null | grep '^internal/.*\.sql$' | paste -sd ' ' -)
due=$(printf 'queries\tsqlc.yaml tools/go.mod internal/platform/db/query internal/platform/db/migrations %s\n' "$touched" | scripts/due.sh)
if [ -n "$due" ]; then
	make --silent --no-print-directory generate
else
	echo 'SQL queries: not due in this run'
	make --silent --no-print-directory generate QUERIES=
fi
after=$(generated | while read -r file; do echo "$(git hash-object "$file") $file"; done)
if [ "$before" != "$after" ]; then
	echo "these generated files were out of date; make generate has updated them, commit them:" >&2
	printf '%s\n%s\n' "$before" "$after" | sort | uniq -u | sed 's/^[0-9a-f]* /  /' | sort -u >&2
	exit 1
fi
echo "$(generated | wc -l) generated files are up to date"
