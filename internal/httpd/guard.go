//go:build !unguarded

package httpd

// takesTurns: calls of one visitor wait for each other.
const takesTurns = true
