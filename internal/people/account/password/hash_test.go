package password

import (
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/admission"
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
	gate := admission.New(clock.Real{}, 0).Gate(admission.Logins)
	light := New(Cost{Passes: 1, MemoryKiB: 64}, gate)
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
	if light.Stale(hash) || !New(Cost{}, gate).Stale(hash) {
		t.Error("a hash of a light cost is stale for the real one, and not for its own")
	}
	if p := New(Cost{}, gate).prefix(); p != "$argon2id$v=19$m=9216,t=4,p=1$" {
		t.Errorf("the real cost is %s", p)
	}
}

// While all slots are taken and the queue is full, a login is refused without a hash.
func TestABusyHasherRefusesNewLogins(t *testing.T) {
	t.Parallel()
	gate := admission.NewGate(clock.Real{}, admission.Limit{Running: 1, Patience: time.Minute, Retry: 3})
	h := New(Cost{Passes: 1, MemoryKiB: 64}, gate)
	visitor := admission.For(t.Context(), "visitor", time.Time{})
	leave, err := gate.Enter(visitor, admission.WorkOf(visitor))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Verify(visitor, "lamp by the river", ""); !admission.Refused(err) || h.runs.Load() != 0 {
		t.Errorf("got %v", err)
	}
	leave()
	if _, err := h.Hash(visitor, "lamp by the river"); err != nil || gate.Stats().Running != 0 {
		t.Error(err)
	}
}
