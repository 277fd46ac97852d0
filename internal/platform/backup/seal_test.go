package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"shanmen/internal/platform/media"
)

func newKey(t *testing.T) (*Key, string) {
	t.Helper()
	text, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	k, err := ParseKey(text)
	if err != nil {
		t.Fatal(err)
	}
	return k, text
}

// Storage needs the size in advance: the size added by encryption is known beforehand.
func TestAnEncryptedFileHasThePredictedLength(t *testing.T) {
	t.Parallel()
	key, _ := newKey(t)
	place, err := media.OpenAt(filepath.Join(t.TempDir(), "place"))
	if err != nil {
		t.Fatal(err)
	}
	in := Sealed(place, key)
	for _, size := range []int{1, 100, pieceSize - 1, pieceSize, pieceSize + 1, 2 * pieceSize, 3*pieceSize + 7} {
		text := bytes.Repeat([]byte{'x'}, size)
		if err := in.Put(t.Context(), "files/a", bytes.NewReader(text), int64(size), kindOfAll); err != nil {
			t.Fatalf("%d bytes: %v", size, err)
		}
		if got := read(t, in); !bytes.Equal(got, text) {
			t.Errorf("%d bytes: other bytes come back", size)
		}
		if raw := read(t, place); bytes.Contains(raw, []byte("xxxx")) || int64(len(raw)) != storedSize(in, int64(size)) {
			t.Errorf("%d bytes: %d are stored, or in plain text", size, len(raw))
		}
	}
	if err := in.Put(t.Context(), "files/a", bytes.NewReader([]byte("xxxx")), 9, kindOfAll); err == nil {
		t.Error("less than was said was taken")
	}
	if err := in.Put(t.Context(), "files/a", bytes.NewReader(make([]byte, 99)), 9, kindOfAll); err == nil {
		t.Error("more than was said was taken")
	}
}

func read(t *testing.T, in media.Store) []byte {
	t.Helper()
	f, err := in.Open(t.Context(), "files/a")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	b, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A missing or wrong key, an unencrypted file, and a damaged one give different errors.
func TestUnreadableEncryptedFilesGiveDistinctErrors(t *testing.T) {
	t.Parallel()
	key, text := newKey(t)
	other, otherText := newKey(t)
	both, err := ParseKey(otherText + text)
	if err != nil {
		t.Fatal(err)
	}
	place, err := media.OpenAt(filepath.Join(t.TempDir(), "place"))
	if err != nil {
		t.Fatal(err)
	}
	put := func(in media.Store, b []byte) {
		t.Helper()
		if err := in.Put(t.Context(), "files/a", bytes.NewReader(b), int64(len(b)), kindOfAll); err != nil {
			t.Fatal(err)
		}
	}
	opens := func(k *Key) error {
		_, err := drain(context.Background(), Sealed(place, k), "files/a", io.Discard, 1<<30)
		return err
	}
	put(Sealed(place, nil), []byte("plain"))
	for _, k := range []*Key{nil, key} {
		if err := opens(k); err != nil {
			t.Errorf("a plain file: %v", err)
		}
	}
	content := bytes.Repeat([]byte("a picture "), 20000)
	put(Sealed(place, key), content)
	if err := opens(both); err != nil {
		t.Errorf("an older key beside the new one: %v", err)
	}
	if err := opens(nil); !errors.Is(err, errNoKey) || errors.Is(err, ErrDamaged) {
		t.Errorf("without a key: %v", err)
	}
	if err := opens(other); !errors.Is(err, errOtherKey) || errors.Is(err, ErrDamaged) {
		t.Errorf("another key: %v", err)
	}
	raw := read(t, place)
	for name, damage := range map[string]func([]byte) []byte{
		"a byte in it":   func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
		"its last byte":  func(b []byte) []byte { b[len(b)-1] ^= 1; return b },
		"cut":            func(b []byte) []byte { return b[:len(b)-100] },
		"cut at a piece": func(b []byte) []byte { return b[:key.size(pieceSize)] },
		"its header cut": func(b []byte) []byte { return b[:40] },
	} {
		put(place, damage(bytes.Clone(raw)))
		if err := opens(key); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, text := range map[string]string{"none": "hello", "half a key": text[:len(text)-8]} {
		if k, err := ParseKey(text); err == nil || k != nil {
			t.Errorf("%s: a key is read", name)
		}
	}
	if _, err := ParseKey(fmt.Sprintln(key.to)); err == nil || !strings.Contains(err.Error(), "only a public key") {
		t.Errorf("the public half alone: %v", err)
	}
}
