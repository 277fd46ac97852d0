// Command leakgen makes internal/people/account/password/leaked.bin of a list of leaked passwords, one a line, with
// or without a count behind it: the first five bytes of the SHA-256 of each that is long enough to be chosen
// here, in order. The words themselves are not fit to print.
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
	least  = 8 // characters of a member's password
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
