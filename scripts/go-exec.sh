#!/bin/bash
# go-exec.sh runs the test program of a package, in its folder (go test -exec). Packages other than those of WHOLE run with
# TEST_TURN=$TURN: their tests of both databases run on one of them (internal/testkit/template).
unset GOTMPDIR
root=$(cd "$(dirname "$0")/.." && pwd)
grep -qxF "${PWD#"$root"/}" <<<"$WHOLE" || export TEST_TURN=$TURN
exec "$@"
