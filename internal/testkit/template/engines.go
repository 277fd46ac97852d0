package template

import (
	"hash/fnv"
	"os"
	"strconv"
	"testing"
)

// both are the databases that the program runs on.
var both = []string{"sqlite", "postgres"}

// Engines are the databases for a test of both. With TEST_TURN, a number, it is one of them, and with the next number the
// other one: CI runs most packages so (scripts/go-test.sh).
func Engines(t testing.TB) []string {
	if os.Getenv("TEST_TURN") == "" {
		return both
	}
	return []string{Engine(t)}
}

// Engine is one database, selected by the test's name and TEST_TURN.
func Engine(t testing.TB) string {
	name := fnv.New32a()
	_, _ = name.Write([]byte(t.Name()))
	turn, err := strconv.ParseUint(os.Getenv("TEST_TURN"), 10, 32)
	if err != nil {
		turn = 1
	}
	return both[(name.Sum32()+uint32(turn))%2]
}
