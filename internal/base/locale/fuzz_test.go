package locale_test

import (
	"slices"
	"strings"
	"testing"

	"shanmen/internal/base/locale"
)

// FuzzAcceptLanguage: a header selects one of our languages or none, whatever its weights are.
func FuzzAcceptLanguage(f *testing.F) {
	for _, header := range []string{"zh-CN,zh;q=0.9,en;q=0.8", "*", "en;q=NaN", "en;q=1e999,zh;q=-1", ",,;q=", "ZH-hans;q=0", strings.Repeat("de,", 50) + "zh"} {
		f.Add(header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		l, ok := locale.FromAcceptLanguage(header)
		if ok != slices.Contains(locale.All, l) {
			t.Errorf("%q: %q %v", header, l, ok)
		}
		if ok && !strings.Contains(strings.ToLower(header), string(l)) {
			t.Errorf("%q does not name %q", header, l)
		}
	})
}

// FuzzSplitPath: a language and rest joined again give the path that was split.
func FuzzSplitPath(f *testing.F) {
	for _, path := range []string{"/", "/zh", "/zh/", "/zh/cart", "/zhx", "/zh//x", ""} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		l, rest := locale.SplitPath(path)
		if whole := l.Path(rest); whole != path && path != "/zh/" {
			t.Errorf("%q is %q of %q, together %q", path, rest, l, whole)
		}
	})
}
