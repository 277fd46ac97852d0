package money

import "testing"

func TestADecimalIsReadWithoutRounding(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Cents{"0": 0, "900": 90000, "70.5": 7050, "70.56": 7056, "1288.50": 128850, "0.30": 30, "100.0000": 10000, "-3.20": -320, "90071992547409.91": 9007199254740991} {
		if got, err := ParseDecimal(text); got != want || err != nil {
			t.Errorf("%q: %d %v", text, got, err)
		}
	}
	for _, text := range []string{"", ".", ".5", "1.005", "1,000", "1e3", "S$1", " 1", "1.-5", "--1", "-", "null", "99999999999999999999", "1.2.3"} {
		if got, err := ParseDecimal(text); err == nil {
			t.Errorf("%q: %d", text, got)
		}
	}
}
