package rule_test

import (
	"testing"

	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/event/rule"
)

// FuzzParse: a valid rule serialises to itself, and the dates of a year are finite and lie in that year.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		`{"kind":"dates","days":["2026-11-21"],"sessions":[]}`, `{"kind":"row","start":"day","days":["2026-01-01"],"length":3,"sessions":[{"begins":"09:00","ends":"17:00"}]}`,
		`{"kind":"regular","every":"week","weekdays":[1,7],"sessions":[]}`, `{"kind":"lunar","every":"month","lunarDays":[1,15],"short":"last","sessions":[]}`,
		`{"kind":"term","term":"winter-solstice","sessions":[]}`, `{}`, `null`, `{"kind":1}`, `{} {}`,
	} {
		f.Add([]byte(text))
	}
	from, until := lunar.Day{Year: 2026, Month: 1, Day: 1}, lunar.Day{Year: 2026, Month: 12, Day: 31}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := rule.Parse(text)
		if err != nil {
			return
		}
		if again, err := rule.Parse([]byte(r.JSON())); err != nil || again.JSON() != r.JSON() {
			t.Fatalf("%s, written anew: %s (%v)", text, r.JSON(), err)
		}
		if dates := r.Dates(from, until); len(dates) > 2000 {
			t.Errorf("%s has %d dates in a year", text, len(dates))
		}
	})
}
