package password

import (
	"errors"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/fault"
)

func TestPasswordListsAreLoaded(t *testing.T) {
	t.Parallel()
	if n := len(commonWords()); n < 1000 {
		t.Errorf("only %d common words", n)
	}
	if n := len(leaked) / leakedRecord; n < 10000 || len(leaked)%leakedRecord != 0 {
		t.Errorf("%d leaked passwords, in %d bytes", n, len(leaked))
	}
}

func TestPasswordsAreHashedAndCompared(t *testing.T) {
	t.Parallel()
	light := New(Cost{Passes: 1, MemoryKiB: 64})
	ctx := t.Context()
	hash, err := light.Hash(ctx, "caf\u00e9 lamp 灯")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, password, hash string
		want                 bool
	}{
		{"OK", "caf\u00e9 lamp 灯", hash, true},
		{"OKDecomposed", "cafe\u0301 lamp 灯", hash, true},
		{"ErrSpaceMatters", "caf\u00e9 lamp 灯 ", hash, false},
		{"ErrCut", "caf\u00e9 lamp", hash, false},
		{"ErrUnknownAccount", "caf\u00e9 lamp 灯", "", false},
		{"ErrTooLong", strings.Repeat("a", Max+1), hash, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := light.Verify(ctx, tt.password, tt.hash)
			if err != nil || got != tt.want {
				t.Errorf("got %v, %v; want %v", got, err, tt.want)
			}
		})
	}
	if light.Stale(hash) || !New(Cost{}).Stale(hash) {
		t.Error("a hash of a light cost is stale for the real one, and not for its own")
	}
	if p := New(Cost{}).prefix(); p != "$argon2id$v=19$m=9216,t=4,p=1$" {
		t.Errorf("the real cost is %s", p)
	}
}

// A login that would wait too long for others is asked to retry, and takes no place in the queue.
func TestABusyHasherRefusesNewLogins(t *testing.T) {
	t.Parallel()
	h := New(Cost{Passes: 1, MemoryKiB: 64})
	h.patience = time.Millisecond
	var done []func()
	for range cap(h.turns) {
		d, err := h.turn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		done = append(done, d)
	}
	_, err := h.Verify(t.Context(), "lamp by the river", "")
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != "too-busy" || f.RetryAfter != 10 || h.runs.Load() != 0 {
		t.Errorf("got %v", err)
	}
	for _, d := range done {
		d()
	}
	if _, err := h.Hash(t.Context(), "lamp by the river"); err != nil {
		t.Error(err)
	}
}
