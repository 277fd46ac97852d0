//go:build unguarded

package httpd

// takesTurns is off where a lock of the database is taken out: calls of one visitor then meet there, as those of two
// replicas do, and the tests of that lock see what it holds.
const takesTurns = false
