#!/bin/bash
# go-exec.sh runs the test program of a package, in its folder (go test -exec). In the packages of HALVED, which is empty
# except in CI, tests of both databases run on one of them (internal/testkit/template).
unset GOTMPDIR
root=$(cd "$(dirname "$0")/.." && pwd)
if grep -qxF "${PWD#"$root"/}" <<<"$HALVED"; then export TEST_TURN=$TURN; fi
exec "$@"
