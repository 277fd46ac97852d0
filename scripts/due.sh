#!/bin/bash
# due.sh selects which lines of its input have to run. A line is a name, a tab, and paths (files or folders) separated by
# spaces. It prints all lines, unless ROTATE=1, as CI sets it: then those with a path that the change touches
# (scripts/changed.sh), and one sixth of the rest. Which sixth depends on the number of commits and on the first name, so
# that one-line lists are not all due in the same commit. It is printed on standard error.
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
