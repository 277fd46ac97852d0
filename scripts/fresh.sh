#!/bin/sh
# fresh.sh fails if `make generate` changes a generated file. It compares with the working tree, so it also works
# before a commit. SQL queries are regenerated only when the change touches them, or in turns (scripts/due.sh), as
# compiling sqlc takes a minute and a half of CPU time.
set -eu
cd "$(dirname "$0")/.."

generated() {
	ls api/openapi.json web/src/api/schema.d.ts web/src/office/answers.gen.ts web/src/site/router/routes.gen.ts internal/offer/words/uses.json internal/platform/db/query/*.go web/src/office/ceremonies/reading/pinyin-data.ts internal/platform/lookup/simplified.go internal/platform/share/ground/*.png internal/base/licences/licences.txt web/public/*.png
}

before=$(generated | while read -r file; do echo "$(git hash-object "$file") $file"; done)
touched=$(scripts/changed.sh 2>/dev/null | grep '^internal/.*\.sql$' | paste -sd ' ' -)
due=$(printf 'queries\tsqlc.yaml tools/go.mod internal/platform/db/query internal/platform/db/migrations %s\n' "$touched" | scripts/due.sh)
if [ -n "$due" ]; then
	make --silent --no-print-directory generate
else
	echo 'the queries of SQL are not due'
	make --silent --no-print-directory generate QUERIES=
fi
after=$(generated | while read -r file; do echo "$(git hash-object "$file") $file"; done)
if [ "$before" != "$after" ]; then
	echo "generated files were not up to date; make generate wrote them again, commit them:" >&2
	printf '%s\n%s\n' "$before" "$after" | sort | uniq -u | sed 's/^[0-9a-f]* /  /' | sort -u >&2
	exit 1
fi
echo "$(generated | wc -l) generated files are up to date"
