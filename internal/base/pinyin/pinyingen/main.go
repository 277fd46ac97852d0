// Command pinyingen writes the tables of internal/base/pinyin from the library go-pinyin. Run it from the repository's
// root:
//
//	go run ./internal/base/pinyin/pinyingen
package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/mozillazg/go-pinyin"
)

const folder = "internal/base/pinyin/"

func main() {
	characters, readings := tables(pinyin.PinyinDict)
	if err := errors.Join(os.WriteFile(folder+"characters.bin", characters, 0o644), os.WriteFile(folder+"readings.txt", readings, 0o644)); err != nil {
		fmt.Fprintln(os.Stderr, "pinyingen:", err)
		os.Exit(1)
	}
}

// tables are the two files, whose formats pinyin.go describes.
func tables(dict map[int]string) (characters, readings []byte) {
	var lines bytes.Buffer
	at := map[string]int{}
	for _, char := range slices.Sorted(maps.Keys(dict)) {
		said := dict[char]
		if _, known := at[said]; !known {
			at[said] = lines.Len()
			lines.WriteString(said + "\n")
		}
		for _, n := range []int{char, at[said]} {
			characters = append(characters, byte(n>>16), byte(n>>8), byte(n))
		}
	}
	return characters, lines.Bytes()
}
