package main

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pack wraps tables as WOFF 1.0: those named in compressed are deflated.
func pack(t *testing.T, compressed string, tables ...table) []byte {
	t.Helper()
	head := append([]byte("wOFF\x00\x01\x00\x00"), make([]byte, 36)...)
	binary.BigEndian.PutUint16(head[12:], uint16(len(tables)))
	var body []byte
	for _, tb := range tables {
		data := tb.data
		if tb.tag == compressed {
			var z bytes.Buffer
			w := zlib.NewWriter(&z)
			if _, err := w.Write(data); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			data = z.Bytes()
		}
		entry := []byte(tb.tag)
		for _, v := range []int{44 + 20*len(tables) + len(body), len(data), len(tb.data), int(tb.checksum)} {
			entry = binary.BigEndian.AppendUint32(entry, uint32(v))
		}
		head = append(head, entry...)
		body = append(body, data...)
		for len(body)%4 != 0 {
			body = append(body, 0)
		}
	}
	return append(head, body...)
}

func sample(t *testing.T) (woff []byte, glyphs []byte) {
	glyphs = bytes.Repeat([]byte("glyph"), 100)
	return pack(t, "glyf", table{"maxp", 7, []byte("12345")}, table{"glyf", 9, glyphs}), glyphs
}

func TestWOFFFontsAreUnpacked(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		woff, glyphs := sample(t)
		ttf, err := unpack(woff)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(ttf, []byte("\x00\x01\x00\x00\x00\x02\x00\x20\x00\x01\x00\x00glyf")) {
			t.Errorf("head %x", ttf[:16])
		}
		for i, want := range [][]byte{glyphs, []byte("12345")} { // sorted by tag
			e := ttf[12+16*i:]
			at, n := binary.BigEndian.Uint32(e[8:]), binary.BigEndian.Uint32(e[12:])
			if at%4 != 0 || !bytes.Equal(ttf[at:at+n], want) {
				t.Errorf("table %s at %d: %q", e[:4], at, ttf[at:at+n])
			}
		}
	})
	t.Run("ErrNotWOFF", func(t *testing.T) {
		if _, err := unpack([]byte(strings.Repeat("wOF2", 20))); !errors.Is(err, errNotWOFF) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("ErrDamaged", func(t *testing.T) {
		woff, _ := sample(t)
		for n := range len(woff) - 3 { // the last table's padding may be missing
			if _, err := unpack(woff[:n]); err == nil {
				t.Fatalf("%d of %d bytes were taken for a font", n, len(woff))
			}
		}
	})
}

func TestFontgenUnpacksTheFont(t *testing.T) {
	t.Run("ErrNotInstalled", func(t *testing.T) {
		err := run(t.TempDir(), t.TempDir())
		if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "npm ci") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("OK, and a second run does not rewrite the file", func(t *testing.T) {
		from, to := t.TempDir(), filepath.Join(t.TempDir(), "font")
		woff, _ := sample(t)
		for name, b := range map[string][]byte{packed: woff, "LICENSE": []byte("OFL")} {
			path := filepath.Join(from, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, b, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		var before fs.FileInfo
		for range 2 {
			if err := run(from, to); err != nil {
				t.Fatal(err)
			}
			now, err := os.Stat(filepath.Join(to, "lxgw-wenkai.ttf"))
			if err != nil {
				t.Fatal(err)
			}
			if before != nil && !os.SameFile(before, now) {
				t.Error("the font was written anew")
			}
			before = now
		}
	})
}
