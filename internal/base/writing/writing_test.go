package writing_test

import (
	"strings"
	"testing"

	"shanmen/internal/base/writing"
)

// A name needs one visible character; invisible characters, one or many, are not a name.
func TestANameHasOneVisibleCharacter(t *testing.T) {
	t.Parallel()
	for _, none := range []string{
		"", " ", "\u3000", "\u00a0", "\u200b", "\ufeff", "\u200f", "\u061c", "\u3164", "\uffa0", "\u115f\u1160", "\u2800",
		"\u200d", "\ufe0f", "\u00ad", "\u034f", "\u2064", "\U000e0041", "\U000e0100", "\u180e", "\u200b \u3164\ufeff", "\u0301",
	} {
		if writing.Visible(none) {
			t.Errorf("%+q is seen", none)
		}
	}
	for _, name := range []string{"陈𠮷䶮", "㐂", "\U000323B0", "\ue000", "李\u200d", "O", "É", "e\u0301", "ด", "👵🏻", "\u3164林", "."} {
		if !writing.Visible(name) {
			t.Errorf("%+q is not seen", name)
		}
	}
}

func TestANameIsReadable(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"Tan\u202eeeB", "Tan\u200b", "Tan\ufffd", "Tan\ufffc", "Tan\uffff", "Tan\U0001fffe", "Tan\ufdd0", "Ta" + strings.Repeat("\u0301", 70), "a\nb"} {
		if !writing.Unreadable(bad, false) {
			t.Errorf("%+q is taken", bad)
		}
	}
	for _, name := range []string{"陈𠮷䶮", "\ue000", "李\u200d", "葛\U000e0100", "Nguyễn", "བསྒྲུབས", "ด็ี้", "👵🏻"} {
		if writing.Unreadable(name, false) {
			t.Errorf("%+q is refused", name)
		}
	}
	if writing.Unreadable("one\r\ntwo\tthree", true) {
		t.Error("lines are refused where they may be")
	}
}

func TestReadableRemovesAllUnreadableCharacters(t *testing.T) {
	for _, text := range []string{"a\u202eb", "z" + strings.Repeat("\u0301", 40), "清\u200b莲\ufeff", "a\nb\tc", "陈𠮷䶮 é"} {
		for _, lines := range []bool{false, true} {
			got := writing.Readable(text, lines)
			if writing.Unreadable(got, lines) {
				t.Errorf("%q: %q", text, got)
			}
			if !writing.Unreadable(text, lines) && got != text {
				t.Errorf("%q became %q", text, got)
			}
		}
	}
}
