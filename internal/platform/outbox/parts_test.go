package outbox_test

import (
	"strings"
	"testing"

	"shanmen/internal/platform/outbox"
)

// web/src/domain/sms.test.ts has the same cases.
func TestSMSPartsAreCounted(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		letter string
		times  int
		want   int
	}{
		{"a", 0, 1}, {"a", 160, 1}, {"a", 161, 2}, {"a", 306, 2}, {"a", 307, 3}, {"€", 80, 1}, {"€", 81, 2}, {"莲", 70, 1}, {"莲", 134, 2}, {"莲", 135, 3}, {"𠮷", 36, 2},
	} {
		if got := outbox.Parts(strings.Repeat(tt.letter, tt.times)); got != tt.want {
			t.Errorf("%d × %q: %d parts, want %d", tt.times, tt.letter, got, tt.want)
		}
	}
	if got := outbox.Parts(strings.Repeat("a", 70) + "“"); got != 2 {
		t.Errorf("a curly quote: %d parts", got)
	}
}
