package keyset_test

import (
	"testing"

	"shanmen/internal/base/keyset"
)

func TestPageKeysRoundTrip(t *testing.T) {
	for _, k := range []keyset.Key{{1, "a"}, {-5, "0190-x y"}, {1 << 62, "陈"}} {
		if got, err := keyset.Parse(k.String()); err != nil || got != k {
			t.Errorf("%v: %v, %v", k, got, err)
		}
	}
	if got, err := keyset.Parse(""); err != nil || got != (keyset.Key{}) {
		t.Errorf("nothing: %v, %v", got, err)
	}
	for _, bad := range []string{"x", "!!", "MTIz", "YSBi", "MSA"} {
		if got, err := keyset.Parse(bad); err == nil {
			t.Errorf("%q is taken for %v", bad, got)
		}
	}
}

func TestATotalIsExactUpToItsLimit(t *testing.T) {
	for _, tt := range []struct {
		counted, total int64
		more           bool
	}{{0, 0, false}, {keyset.Most, keyset.Most, false}, {keyset.Most + 1, keyset.Most, true}} {
		if total, more := keyset.Total(tt.counted); total != tt.total || more != tt.more {
			t.Errorf("%d: %d, %t", tt.counted, total, more)
		}
	}
}
