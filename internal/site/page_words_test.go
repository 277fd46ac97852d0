package site

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"shanmen/internal/testkit/source"
)

// Error texts that a page produces by itself must be among its own messages: otherwise it has to fetch all messages.
func TestPagesLoadTheRefusalMessagesTheyUse(t *testing.T) {
	t.Parallel()
	wanted := map[string]string{}
	named := regexp.MustCompile(`(?:t\(|key: )'fault\.([a-z-]+)'`)
	for _, file := range source.Files(t, 445, "web/src", func(path string) bool {
		return (strings.HasSuffix(path, ".tsx") || strings.HasSuffix(path, ".ts")) && !strings.Contains(path, ".test.") && !strings.Contains(path, "/office/")
	}) {
		for _, m := range named.FindAllSubmatch(source.Read(t, file), -1) {
			wanted[string(m[1])] = file
		}
	}
	if len(wanted) < 4 {
		t.Fatalf("the pages word only %v: where are they?", wanted)
	}
	raw := source.Read(t, "testdata/form-cases.json")
	var known struct {
		Cases []struct{ Codes map[string]string }
	}
	if err := json.Unmarshal(raw, &known); err != nil || len(known.Cases) == 0 {
		t.Fatalf("%d cases: %v", len(known.Cases), err)
	}
	for _, c := range known.Cases {
		for _, code := range c.Codes {
			wanted[code] = "testdata/form-cases.json"
		}
	}
	for code, where := range wanted {
		if !pageFaults[code] {
			t.Errorf("%s is worded by %s and is not in a page", code, where)
		}
	}
}
