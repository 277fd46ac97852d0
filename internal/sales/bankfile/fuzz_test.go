package bankfile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"shanmen/internal/sales/bankfile"
)

// Whatever a file contains, reading it ends within the limits and gives valid texts, without needing Read's recovery
// from a panic.
func FuzzRead(f *testing.F) {
	names, err := filepath.Glob("testdata/*.csv")
	if err != nil || len(names) == 0 {
		f.Fatal(names, err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, false)
		f.Add(data, true)
	}
	for _, limit := range []int{37, 8224} {
		f.Add(writeXLS(f, uob()[:9], limit, false), false)
	}
	f.Add(writeXLS(f, uob()[:8], 37, true), true)
	f.Add(writeXLSX(f, uob()[:8]), true)
	f.Add([]byte("<table><tr><td>21 Nov 2026<td>x<td>1.00"), true)
	f.Fuzz(func(t *testing.T, data []byte, mapped bool) {
		file, err := bankfile.ReadOrPanic(data, nil)
		if err != nil && mapped {
			if at := file.Guess.Status; at >= 0 && at < len(file.Unknown) {
				file.Guess.Final = file.Unknown[at]
			}
			file, err = bankfile.ReadOrPanic(data, &file.Guess)
		}
		if err != nil {
			for _, code := range []string{"statement-unreadable", "statement-too-large", "statement-no-header", "statement-status"} {
				if isFault(err, code) {
					return
				}
			}
			t.Fatal(err)
		}
		last := 0
		for _, l := range file.Lines {
			if l.Amount == 0 || l.Booked.IsZero() || l.Row <= last || l.Booked.Before(file.From) || l.Booked.After(file.Through) {
				t.Fatalf("%+v in %v to %v", l, file.From, file.Through)
			}
			if !utf8.ValidString(l.Raw+l.Description+l.Payer+l.Reference) || strings.ContainsRune(l.Raw, 0) {
				t.Fatalf("%+v", l)
			}
			last = l.Row
		}
	})
}
