#!/bin/sh
# build-base.sh <commit> <program> builds the program of another commit in a working tree of its own, which goes again.
# Packages are linked from this tree where the commit has the same.
set -eu
commit=$(git rev-parse --verify "$1^{commit}")
mkdir -p "$(dirname "$2")"
out=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
test -x "$out" && exit
dir=$(mktemp -d)
trap 'git worktree remove --force "$dir/tree" 2>/dev/null || true; rm -rf "$dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
git worktree add --quiet --detach "$dir/tree" "$commit"
for at in . web; do
  mark=$at/node_modules/.package-lock.json
  if [ -e "$mark" ] && cmp -s "$at/package-lock.json" "$dir/tree/$at/package-lock.json"; then
    cp -al "$at/node_modules" "$dir/tree/$at/node_modules" 2>/dev/null || cp -a "$at/node_modules" "$dir/tree/$at/node_modules"
    rm "$dir/tree/$mark" && cp "$mark" "$dir/tree/$mark" # newer than the checkout
  fi
done
make --no-print-directory -C "$dir/tree" build
cp "$dir/tree/bin/shanmen" "$out.new"
mv "$out.new" "$out"
