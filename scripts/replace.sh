#!/bin/sh
# replace.sh NEW OLD: replaces OLD by NEW if they differ, so that an unchanged file keeps its modification time.
set -eu
test -s "$1" || { echo "$1 is empty: $2 stays as it is" >&2; exit 1; }
if cmp -s "$1" "$2"; then rm "$1"; else mv "$1" "$2"; fi
