package editing

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"shanmen/internal/base/money"
	"shanmen/internal/testkit/source"
)

// The editor's own tests use the same cases.
func TestPriceChangesMatchTheBrowsers(t *testing.T) {
	t.Parallel()
	raw := source.Read(t, "testdata/price-changes.json")
	var cases []struct {
		Name          string
		Before, After Fields
		Changes       []string
	}
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) < 10 {
		t.Fatal(len(cases), err)
	}
	price := func(n *money.Cents, open bool) string {
		switch {
		case n == nil:
			return "-"
		case open:
			return fmt.Sprintf("%d+", *n)
		}
		return fmt.Sprint(int64(*n))
	}
	for _, c := range cases {
		got := []string{}
		for _, p := range priceChanges(c.Before, c.After, "2026-06-01") {
			from := p.From
			if from == "" {
				from = "now"
			}
			got = append(got, fmt.Sprintf("%s %s %s %s", p.Option, price(p.Before, p.OpenBefore), price(p.After, p.OpenAfter), from))
		}
		if !slices.Equal(got, c.Changes) {
			t.Errorf("%s: %q, want %q", c.Name, got, c.Changes)
		}
	}
}
