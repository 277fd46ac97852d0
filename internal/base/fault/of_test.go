package fault_test

import (
	"errors"
	"fmt"
	"testing"

	"shanmen/internal/base/fault"
)

func TestAFaultJoinedWithAnErrorIsADefect(t *testing.T) {
	no, failed := fault.Invalid("already-decided"), errors.New("connection reset")
	for name, of := range map[string]struct {
		err  error
		want bool
	}{
		"itself":              {no, true},
		"wrapped":             {fmt.Errorf("decide: %w", no), true},
		"joined with nothing": {errors.Join(nil, no), true},
		"joined with another": {errors.Join(failed, no), false},
		"of two wrapped ones": {fmt.Errorf("%w: %w", failed, no), false},
		"another":             {failed, false},
		"nothing":             {nil, false},
	} {
		got, ok := fault.Of(of.err)
		if ok != of.want || ok && got != no {
			t.Errorf("%s: %v %v", name, got, ok)
		}
	}
}
