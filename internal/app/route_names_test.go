package app_test

import (
	"fmt"
	"strings"
	"testing"

	"shanmen/internal/testkit"
	"shanmen/internal/testkit/source"
)

// The list is testdata/route-names.txt, which the browser's table is checked against too. External links and statistics
// depend on these names: a change must be made in both files.
func TestEveryRouteHasItsNameInEveryLanguage(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	var b strings.Builder
	for _, r := range a.HTTP.Routes() {
		fmt.Fprintln(&b, strings.TrimSpace(r.Name+" "+r.Path))
	}
	want := source.Read(t, "testdata/route-names.txt")
	if got := b.String(); got != string(want) {
		t.Errorf("the routes are\n%s\nwant\n%s", got, want)
	}
}
