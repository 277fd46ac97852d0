#!/bin/bash
# due.sh selects which lines of its input have to run. A line is a name, a tab, and paths (files or folders) separated by
# spaces. It prints all lines, unless ROTATE=1, as CI sets it: then one eighth of them (due.sh 16: a sixteenth), and those with a path that the
# change touches (scripts/changed.sh) if these are at most a quarter. A larger change says little about which lines matter,
# and a quarter of everything would take CI's minutes. Which eighth depends on the number of commits and on the first
# name, so that one-line lists are not all due in the same commit. Standard error says which eighth.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${ROTATE:-}" != 1 ] || ! changed=$(scripts/changed.sh); then
	cat
	exit
fi
lines=$(cat)
first=$(cksum <<<"${lines%%$'\t'*}" | cut -d ' ' -f 1)
turns=${1:-8}
turn=$((($(git rev-list --count HEAD) + first) % turns))
awk -F '\t' -v turn="$turn" -v turns="$turns" '
	NR == FNR { changed[$0]; next }
	{
		line[FNR] = $0
		n = split($2, paths, " ")
		for (i = 1; i <= n && !(FNR in touched); i++)
			for (file in changed)
				if (file == paths[i] || index(file, paths[i] "/") == 1) touched[FNR]
	}
	END {
		for (i = turn + 1; i <= FNR; i += turns) due[i]
		if (length(touched) <= (FNR + 3) / 4) for (i in touched) due[i]
		for (i = 1; i <= FNR; i++) if (i in due) print line[i]
		printf "rotation %d of %d: %d of %d, %d touched\n", turn + 1, turns, length(due), FNR, length(touched) > "/dev/stderr"
	}
' <(printf '%s\n' "$changed") <(printf '%s\n' "$lines")
