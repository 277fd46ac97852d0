package site

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What a page finds wrong by itself must be among its words: else it fetches all messages to say it.
func TestPagesHaveTheRefusalsTheyWord(t *testing.T) {
	t.Parallel()
	wanted := map[string]string{}
	named := regexp.MustCompile(`(?:t\(|key: )'fault\.([a-z-]+)'`)
	err := filepath.WalkDir("../../web/src", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".tsx") && !strings.HasSuffix(path, ".ts") || strings.Contains(path, ".test.") || strings.Contains(path, "/office/") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, m := range named.FindAllSubmatch(source, -1) {
			wanted[string(m[1])] = path
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(wanted) < 3 {
		t.Fatalf("the pages word only %v: where are they?", wanted)
	}
	raw, err := os.ReadFile("../../testdata/form-cases.json")
	if err != nil {
		t.Fatal(err)
	}
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
