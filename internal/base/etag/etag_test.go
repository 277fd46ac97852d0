package etag_test

import (
	"testing"

	"shanmen/internal/base/etag"
)

func TestMatchesComparesWeakly(t *testing.T) {
	for header, want := range map[string]bool{
		`"a1"`: true, `W/"a1"`: true, `"b2", W/"a1"`: true, `"b2","a1"`: true, `*`: true, ` "a1" `: true,
		``: false, `"b2"`: false, `"a12"`: false, `a1`: false, `"b2",`: false,
	} {
		if got := etag.Matches(header, `"a1"`); got != want {
			t.Errorf("%q: %v", header, got)
		}
	}
}
