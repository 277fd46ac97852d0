package password

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"sort"
)

// The first bytes of the SHA-256 of each leaked password of 8 characters or more, in order: leakgen makes it.
//
//go:embed leaked.bin
var leaked []byte

const leakedRecord = 5 // bytes; two different passwords meet in them once in 10^12

// isLeaked tells whether guessers have the password, in lower case, on their lists.
func isLeaked(lower string) bool {
	sum := sha256.Sum256([]byte(lower))
	want := sum[:leakedRecord]
	at := func(i int) []byte { return leaked[i*leakedRecord : (i+1)*leakedRecord] }
	n := len(leaked) / leakedRecord
	i := sort.Search(n, func(i int) bool { return bytes.Compare(at(i), want) >= 0 })
	return i < n && bytes.Equal(at(i), want)
}
