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
	turn, err := strconv.ParseUint(os.Getenv("TEST_TURN"), 10, 32)
	if err != nil {
		return both
	}
	return []string{both[(sum(t)+uint32(turn))%2]}
}

// Engine is the database for a test of one, selected by its name.
func Engine(t testing.TB) string { return both[(sum(t)+1)%2] }

func sum(t testing.TB) uint32 {
	name := fnv.New32a()
	_, _ = name.Write([]byte(t.Name()))
	return name.Sum32()
}
