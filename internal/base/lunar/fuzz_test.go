package lunar_test

import (
	"testing"

	"shanmen/internal/base/lunar"
)

// FuzzParseDay: a parsed day is formatted as it was written, and survives conversion to the lunar calendar and back.
func FuzzParseDay(f *testing.F) {
	for _, s := range []string{"2026-11-21", "2024-02-29", "2023-02-29", "1899-12-31", "9999-99-99", "2026-1-01", "२०२६-01"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, ok := lunar.ParseDay(s)
		if !ok {
			return
		}
		if d.String() != s {
			t.Errorf("%q is %v", s, d)
		}
		if l, ok := lunar.FromSolar(d); ok {
			if back, ok := lunar.ToSolar(l); !ok || back != d {
				t.Errorf("%v is %v, and that is %v", d, l, back)
			}
		}
	})
}
