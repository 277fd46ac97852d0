// Command leakgen generates internal/people/account/password/leaked.bin from a list of leaked passwords, one per line,
// with or without a count: the sorted first five bytes of the SHA-256 of each that is long enough to be allowed. The
// file does not contain the words, which may be offensive.
//
//	go run ./internal/people/account/password/leakgen < passwords.txt
//
// The file in the repository is of the 47,023 passwords of zxcvbn (MIT, © Dropbox, Inc., Trustelem).
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"log"
	"os"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	least  = 8 // minimum length of a member's password
	record = 5 // bytes
)

func main() {
	var all [][]byte
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		word, _, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		if utf8.RuneCountInString(word) < least {
			continue
		}
		sum := sha256.Sum256([]byte(strings.ToLower(word)))
		all = append(all, sum[:record])
	}
	if err := lines.Err(); err != nil {
		log.Fatal(err)
	}
	slices.SortFunc(all, bytes.Compare)
	all = slices.CompactFunc(all, bytes.Equal)
	if err := os.WriteFile("internal/people/account/password/leaked.bin", bytes.Join(all, nil), 0o600); err != nil {
		log.Fatal(err)
	}
	log.Printf("%d passwords", len(all))
}
