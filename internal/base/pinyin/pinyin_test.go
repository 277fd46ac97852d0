package pinyin

import (
	"strings"
	"testing"

	"github.com/mozillazg/go-pinyin"
)

func TestReadingsAreThoseOfTheLibrary(t *testing.T) {
	t.Parallel()
	for char := rune(0); char <= 0x10FFFF; char++ {
		if got, want := strings.Join(Of(char), ","), pinyin.PinyinDict[int(char)]; got != want {
			t.Fatalf("%U: %q, want %q", char, got, want)
		}
	}
}
