package form_test

import (
	"encoding/json"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
)

// FuzzValidate: for any input the check ends, reports each field once, and accepted input can be read back.
func FuzzValidate(f *testing.F) {
	d, err := form.Parse([]byte(tablet))
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{entry, `{}`, `null`, `[]`, `{"departed":[{"born":{"calendar":"lunar","year":1e300,"month":-0,"day":1}}]}`, `{"departed":[[[]]],"hall":{}}`} {
		f.Add([]byte(seed))
	}
	now := time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !json.Valid(raw) {
			return
		}
		seen := map[string]bool{}
		for _, w := range form.Validate(d, raw, form.Options{Now: now}) {
			if seen[w.Path+" "+w.Code] {
				t.Errorf("%s is blamed twice for %s", w.Path, w.Code)
			}
			seen[w.Path+" "+w.Code] = true
		}
		form.Names(d, raw)
		form.Lines(d, raw, locale.ZH)
	})
}
