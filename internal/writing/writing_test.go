package writing_test

import (
	"testing"

	"shanmen/internal/writing"
)

// A name is seen when one of its characters is; what draws nothing is no name, alone or many of it.
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
