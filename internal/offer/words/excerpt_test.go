package words_test

import (
	"strings"
	"testing"

	"shanmen/internal/offer/words"
)

// A text is found by the spelling that people search for, and shown as it was written.
func TestSearchWordsAreFoundInAText(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("before ", 20) + "the price is kept for you for an hour" + strings.Repeat(" after", 20)
	for name, c := range map[string]struct{ text, q, before, found, after string }{
		"OK":             {"The price is kept for you.", "KEPT  for", "The price is ", "kept for", " you."},
		"AtTheBeginning": {"Kept", "kept", "", "Kept", ""},
		"Chinese":        {"名额为您保留一小时。", "为您保留", "名额", "为您保留", "一小时。"},
		"FullWidth":      {"共ＡＢＣ三种", "abc", "共", "ＡＢＣ", "三种"},
		"CurlyQuotes":    {"the temple’s own", "temple's", "the ", "temple’s", " own"},
		"ManySpaces":     {"one\n\n  two", "one two", "", "one two", ""},
		"Decomposed":     {"cafe\u0301 at noon", "café", "", "café", " at noon"},
		"FarAway":        {"𠮷祥如意", "祥", "𠮷", "祥", "如意"},
		"Cut":            {long, "kept for you", "…before before before the price is ", "kept for you", " for an hour after after after…"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, ok := words.Find(c.text, c.q)
			if want := (words.Excerpt{c.before, c.found, c.after}); !ok || got != want {
				t.Errorf("%q in %q: %+v, %v", c.q, c.text, got, ok)
			}
		})
	}
	for _, q := range []string{"", "  ", "sold", "keptfor"} {
		if e, ok := words.Find("kept for you", q); ok {
			t.Errorf("%q: %+v", q, e)
		}
	}
}
