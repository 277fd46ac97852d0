package imports

import (
	"testing"

	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
)

// FuzzValues: dates, births, amounts and numbers of a list are parsed correctly, or not at all.
func FuzzValues(f *testing.F) {
	for _, text := range []string{
		"21/11/2026", "21-Nov-26", "正月十五 2025", "闰六月三十 2025", "2026年11月21日", "46347", "31/02/2026", "88", "S$1,088.00", "８８。8", "1,2,3", "9123 4567", "91234567.0", "=A1", "#REF!", "",
	} {
		f.Add(text, 2026)
	}
	today := lunar.Day{Year: 2026, Month: 11, Day: 21}
	f.Fuzz(func(t *testing.T, text string, of int) {
		if of != 0 && (of < 1900 || of > 2100) {
			return // the year column has a year that was read
		}
		if d, p := readDay(text, of, today); p.code == "" && (!d.Valid() || d.Year < 1900) {
			t.Errorf("%q of %d is the day %v", text, of, d)
		}
		if d, p := readBirth(text, today); p.code == "" && d != (lunar.Day{}) && (!d.Valid() || d.Until(today) < 0) {
			t.Errorf("%q is the birth %v", text, d)
		}
		if n, ok := readAmount(text); ok {
			if again, ok := readAmount(money.Decimal(n)); n < 0 || !ok || again != n {
				t.Errorf("%q is %v, and that is %v", text, n, again)
			}
		}
		if n := readNumber(text); (n.mobile != "" || n.phone != "") && n.missing != 0 {
			t.Errorf("%q is %+v", text, n)
		}
		failed(text)
		lost(text)
	})
}
