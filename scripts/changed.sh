#!/bin/bash
# changed.sh prints the files that differ from BASE, committed or not, except files that were only renamed. BASE
# defaults to the last landing (.ci/landings.tsv). It fails if the repository does not have that commit.
set -euo pipefail
cd "$(dirname "$0")/.."
base=${BASE:-$(grep -v '^#' .ci/landings.tsv | tail -n 1 | cut -f2)}
git diff --name-status -M100% "$base" -- | awk -F '\t' '$1 != "R100" { for (i = 2; i <= NF; i++) print $i }'
git ls-files --others --exclude-standard
