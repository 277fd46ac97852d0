package writing_test

import (
	"encoding/json"
	"testing"

	"shanmen/internal/base/writing"
	"shanmen/internal/testkit/source"
)

// What no paper can show is told of a name as the browser tells it.
func TestUnprintableFindsCharactersThatCannotBePrinted(t *testing.T) {
	t.Parallel()
	raw := source.Read(t, "testdata/unprintable.json")
	var cases []struct{ Name, Unprintable string }
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) < 20 {
		t.Fatal(err, len(cases))
	}
	for _, c := range cases {
		if got := writing.Unprintable(c.Name); got != c.Unprintable {
			t.Errorf("%q: %q, want %q", c.Name, got, c.Unprintable)
		}
	}
}
