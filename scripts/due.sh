#!/bin/bash
# due.sh prints which lines of its input have to run. A line is a name, a tab, and paths (files or folders) separated
# by spaces. All have to run, unless ROTATE=1, as in continuous integration: then only those with a path that the
# change touches (scripts/changed.sh), and one sixth of the rest. The sixth depends on the number of commits and the
# first name, so that lists of one line are spread over the turns. Standard error says which sixth.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${ROTATE:-}" != 1 ] || ! changed=$(scripts/changed.sh); then
	cat
	exit
fi
lines=$(cat)
first=$(cksum <<<"${lines%%$'\t'*}" | cut -d ' ' -f 1)
turn=$((($(git rev-list --count HEAD) + first) % 6))
awk -F '\t' -v turn="$turn" '
	NR == FNR { changed[$0]; next }
	{
		due = (FNR - 1) % 6 == turn
		n = split($2, paths, " ")
		for (i = 1; i <= n && !due; i++)
			for (file in changed)
				if (file == paths[i] || index(file, paths[i] "/") == 1) due = 1
		if (due) { count++; print }
	}
	END { printf "rotation %d of 6: %d of %d\n", turn + 1, count, FNR > "/dev/stderr" }
' <(printf '%s\n' "$changed") <(printf '%s\n' "$lines")
