// Package pinyin has the Mandarin readings of Chinese characters, from go-pinyin (MIT). Its table is read in place from
// the program file: that of the library would be a map of 41,000 entries, built at each start of the program and of each
// process that decodes a picture.
package pinyin

import (
	_ "embed" // the tables
	"sort"
	"strings"
)

// Records of six bytes, sorted: a character and where its readings start, each in three bytes, big-endian.
//
//go:embed characters.bin
var characters string

// Each different list of readings, one a line.
//
//go:embed readings.txt
var readings string

const record = 6

// Of returns the readings of a character with tone marks, the usual one first, or none.
func Of(char rune) []string {
	at := func(i int) rune { return number(characters[i*record:]) }
	n := len(characters) / record
	i := sort.Search(n, func(i int) bool { return at(i) >= char })
	if i == n || at(i) != char {
		return nil
	}
	line, _, _ := strings.Cut(readings[number(characters[i*record+3:]):], "\n")
	return strings.Split(line, ",")
}

func number(s string) rune { return rune(s[0])<<16 | rune(s[1])<<8 | rune(s[2]) }
