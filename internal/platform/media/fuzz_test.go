package media

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzDecode: a small picture whose cost was estimated is decoded to that size or refused. (The HEIC decoder has its
// own fuzz test.)
func FuzzDecode(f *testing.F) {
	for _, path := range []string{"testdata/photo.lossy.webp", "testdata/drawing.lossless.webp"} {
		f.Add(sample(f, path))
	}
	f.Add(asPNG(f, photo(20, 20, 1)))
	f.Add(asJPEG(f, photo(20, 20, 1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		kind, err := sniff(data[:min(len(data), sniffLength)])
		if err != nil || kind == formatHEIC {
			return
		}
		w, err := weigh(kind, bytes.NewReader(data))
		if err != nil || w.width*w.height > 1<<18 {
			return
		}
		if img, err := decode(kind, data, w); err == nil && img.Bounds().Dx()*img.Bounds().Dy() != w.width*w.height {
			t.Errorf("%v, weighed as %d × %d", img.Bounds(), w.width, w.height)
		}
	})
}

// FuzzCleanName: a file's name is safe in a header and on a page, and does not leave its folder.
func FuzzCleanName(f *testing.F) {
	for _, name := range []string{"../../x", "a\x00.jpg", "CON", "𠮷.jpg", "a\r\nb: c", `"`, strings.Repeat("陈", 300) + ".jpeg", "C:\\x\\y.png", "\xff"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, declared string) {
		name := CleanName(declared)
		if !utf8.ValidString(name) || utf8.RuneCountInString(name) > maxNameRunes || strings.ContainsAny(name, "/\\\"\r\n\x00") || name == ".." {
			t.Errorf("%q becomes %q", declared, name)
		}
		if header := disposition("attachment", name); strings.ContainsAny(header, "\r\n\x00") {
			t.Errorf("%q becomes %q", declared, header)
		}
	})
}
