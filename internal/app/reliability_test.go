package app_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"shanmen/internal/testkit/source"
)

// docs/reliability.md names for every case of faults and abuse the test that covers it. Each case has one line, and
// each test that is named exists.
func TestReliabilityDocumentNamesExistingTests(t *testing.T) {
	t.Parallel()
	page := source.Read(t, "docs/reliability.md")
	id := regexp.MustCompile(`^[A-Z][0-9]{2}$`)
	seen := map[string]int{}
	for i, line := range strings.Split(string(page), "\n") {
		cells := strings.Split(strings.Trim(line, "|"), " | ")
		if !strings.HasPrefix(line, "| ") || !id.MatchString(strings.TrimSpace(cells[0])) {
			continue
		}
		if len(cells) != 4 {
			t.Errorf("line %d has %d cells", i+1, len(cells))
			continue
		}
		seen[strings.TrimSpace(cells[0])]++
		namesTests(t, i+1, cells[2])
	}
	// How many cases each part of the catalogue has. (C begins at 8.)
	cases := 0
	for part, ids := range map[string][2]int{
		"M": {1, 23}, "A": {1, 20}, "P": {1, 9}, "I": {1, 11}, "F": {1, 9}, "H": {1, 11}, "C": {8, 13}, "D": {1, 10}, "E": {1, 9}, "O": {1, 3},
	} {
		for n := ids[0]; n <= ids[1]; n++ {
			name := fmt.Sprintf("%s%02d", part, n)
			if cases++; seen[name] != 1 {
				t.Errorf("%s stands %d times", name, seen[name])
			}
			delete(seen, name)
		}
	}
	if cases != 111 || len(seen) > 0 {
		t.Errorf("%d cases, and beside them %v", cases, seen)
	}
}
