// Package password hashes passwords and checks new ones: long enough, not among guessers' first tries, not leaked.
package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"shanmen/internal/platform/admission"
)

// Cost is the cost of a hash. The zero Cost is the real one: argon2id with 4 passes over 9 MiB, about 30 ms. OWASP's
// Password Storage Cheat Sheet calls it as strong as 2 passes over 19 MiB, of which each login left as much garbage.
type Cost struct {
	Passes    uint32
	MemoryKiB uint32
}

func (c Cost) orReal() Cost {
	if c.Passes == 0 {
		return Cost{Passes: 4, MemoryKiB: 9 << 10}
	}
	return c
}

const (
	saltBytes = 16
	hashBytes = 32
	lanes     = 1
)

// Hasher hashes passwords as its gate admits them. A login that would wait too long is refused (fault "busy").
type Hasher struct {
	cost  Cost
	gate  *admission.Gate
	dummy string       // a hash that no password matches
	runs  atomic.Int64 // number of argon2 runs so far
}

// New returns a hasher. Tests pass a light Cost.
func New(cost Cost, gate *admission.Gate) *Hasher {
	h := &Hasher{cost: cost.orReal(), gate: gate}
	var random [saltBytes + hashBytes]byte
	_, _ = rand.Read(random[:])
	h.dummy = h.phc(random[:saltBytes], random[saltBytes:])
	return h
}

// Hash returns the password's hash in PHC format. It waits for its turn. Check the length first.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	done, err := h.gate.Enter(ctx, admission.WorkOf(ctx))
	if err != nil {
		return "", err
	}
	defer done()
	return h.hash(password), nil
}

func (h *Hasher) hash(password string) string {
	var salt [saltBytes]byte
	_, _ = rand.Read(salt[:])
	h.runs.Add(1)
	return h.phc(salt[:], argon2.IDKey(prepared(password), salt[:], h.cost.Passes, h.cost.MemoryKiB, lanes, hashBytes))
}

func (h *Hasher) phc(salt, sum []byte) string {
	return h.prefix() + base64.RawStdEncoding.EncodeToString(salt) + "$" + base64.RawStdEncoding.EncodeToString(sum)
}

func (h *Hasher) prefix() string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, h.cost.MemoryKiB, h.cost.Passes, lanes)
}

// prepared normalises Unicode: phones and desktops send é composed or decomposed.
func prepared(password string) []byte { return norm.NFC.Bytes([]byte(password)) }

// Change compares the current password with its hash, and returns the hash of the next one if it is right, else "". Both are
// computed in one turn. Check the length of the next first.
func (h *Hasher) Change(ctx context.Context, current, hash, next string) (string, error) {
	done, err := h.gate.Enter(ctx, admission.WorkOf(ctx))
	if err != nil {
		return "", err
	}
	defer done()
	ctx = admission.Holding(ctx, h.gate)
	if right, err := h.Verify(ctx, current, hash); err != nil || !right {
		return "", err
	}
	return h.Hash(ctx, next)
}

// Verify compares a password with a stored hash. With an empty hash it takes the same time and returns false, so that
// unknown accounts cost the same.
func (h *Hasher) Verify(ctx context.Context, password, hash string) (bool, error) {
	if utf8.RuneCountInString(password) > Max {
		return false, nil // longer than any password
	}
	done, err := h.gate.Enter(ctx, admission.WorkOf(ctx))
	if err != nil {
		return false, err
	}
	defer done()
	known := hash != ""
	if !known {
		hash = h.dummy
	}
	h.runs.Add(1)
	ok, err := compare(password, hash)
	return ok && known, err
}

func compare(password, hash string) (bool, error) {
	parts := strings.Split(hash, "$") // "", argon2id, v=19, m=…, salt, sum
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false, fmt.Errorf("password hash: unknown format")
	}
	var memory, passes uint32
	var p uint8
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &passes, &p); err != nil {
		return false, fmt.Errorf("password hash: %w", err)
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return false, fmt.Errorf("password hash: %w", err)
	}
	want, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil {
		return false, fmt.Errorf("password hash: %w", err)
	}
	got := argon2.IDKey(prepared(password), salt, passes, memory, p, uint32(len(want))) // 32
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}

// Stale returns whether a hash has another cost than the current one.
func (h *Hasher) Stale(hash string) bool { return !strings.HasPrefix(hash, h.prefix()) }

// Runs is the number of hashes and comparisons so far.
func (h *Hasher) Runs() int64 { return h.runs.Load() }
