package keyset_test

import (
	"testing"

	"shanmen/internal/base/keyset"
)

// FuzzParse: a key that was parsed names the position that it was written from.
func FuzzParse(f *testing.F) {
	for _, after := range []string{"", keyset.Key{At: 1, ID: "a"}.String(), keyset.Key{At: -1, ID: "a b"}.String(), "MSBh", "////", "IA"} {
		f.Add(after)
	}
	f.Fuzz(func(t *testing.T, after string) {
		k, err := keyset.Parse(after)
		if err != nil || after == "" {
			return
		}
		if again, err := keyset.Parse(k.String()); err != nil || again != k {
			t.Errorf("%q is %v, and that is %v (%v)", after, k, again, err)
		}
	})
}
