package media

import (
	"bytes"
	"context"
	"errors"
	"image/jpeg"
	"os"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/admission"
	"shanmen/internal/testkit/heicgrid"
)

func received(t *testing.T, data []byte) *Upload {
	t.Helper()
	u, err := NewSanitizer(admission.New(clock.Real{}, testMemory).Gate(admission.Pictures), t.TempDir()).Receive(t.Context(), bytes.NewReader(data), "x")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = u.Close() })
	return u
}

// endless is a HEIC that takes minutes to decode. Nothing checks its size here, so only the process's limits can stop
// it.
func endless(t *testing.T) (*Upload, weight) {
	return received(t, heicgrid.Of(sample(t, "heif/testdata/colour.heic"), 16, 12, 8160, 6120)),
		weight{width: 8160, height: 6120, memory: 1 << 30}
}

func TestADroppedConnectionStopsTheDecoder(t *testing.T) {
	t.Parallel()
	u, w := endless(t)
	ctx, hangUp := context.WithCancel(t.Context())
	time.AfterFunc(500*time.Millisecond, hangUp)
	began := time.Now()
	_, _, err := inProcess(ctx, u.format, u.file, w, decodeTime)
	if !errors.Is(err, context.Canceled) || time.Since(began) > endWait+2*time.Second {
		t.Errorf("%v after %s", err, time.Since(began))
	}
}

func TestASlowDecoderIsKilled(t *testing.T) {
	t.Parallel()
	u, w := endless(t)
	began := time.Now()
	_, _, err := inProcess(t.Context(), u.format, u.file, w, 500*time.Millisecond)
	if !errors.Is(err, fault.Invalid("picture-too-large")) || time.Since(began) > endWait+2*time.Second {
		t.Errorf("%v after %s", err, time.Since(began))
	}
}

// Whatever its header says, a picture gets no more memory than was estimated.
func TestADecoderOverItsMemoryIsKilled(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{
		"JPEG": asJPEG(t, photo(4000, 3000, 1)), "progressive JPEG": manyScans(5000, 5000, 3), "PNG": interlaced(t, 3000, 3000),
		"WebP": lossless(6000, 6000), "HEIC": heicgrid.Of(sample(t, "heif/testdata/colour.heic"), 8, 6, 4032, 3024),
	} {
		u := received(t, data)
		w, err := weigh(u.format, u.file)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := inProcess(t.Context(), u.format, u.file, w, decodeTime); err != nil {
			t.Errorf("%s: with its %d MB: %v", name, w.memory>>20, err)
		}
		w.memory = processMemory + 8*mB
		if _, _, err := inProcess(t.Context(), u.format, u.file, w, decodeTime); !errors.Is(err, fault.Invalid("picture-too-large")) {
			t.Errorf("%s: with %d MB: %v", name, w.memory>>20, err)
		}
	}
}

// An upload leaves no temporary file, not even while it waits.
func TestAnUploadLeavesNoNamedFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := NewSanitizer(admission.New(clock.Real{}, testMemory).Gate(admission.Pictures), dir)
	u, err := s.Receive(t.Context(), bytes.NewReader(asJPEG(t, photo(300, 200, 1))), "x")
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("%v, %v", entries, err)
	}
	if _, err := s.Sanitize(t.Context(), "member", u); err != nil {
		t.Error(err)
	}
}

// readJPEGHeader must find what Go's decoder finds; otherwise the estimated cost would be wrong.
func FuzzJPEGHeader(f *testing.F) {
	scan := segment(0xDA, 1, 1, 0, 0, 63, 0)
	for _, parts := range [][][]byte{
		{start, tables, frame(0xC0, 16, 16, 0x11), scan},
		{start, segment(0xFE, 0), {0, 7, 0xFF}, tables, frame(0xC2, 500, 300, 0x22, 0x11, 0x11), {0xFF, 0, 0xFF, 0xD3, 0xFF, 0xFF}, scan},
		{start, segment(0xE0, 'J', 'F', 'I', 'F', 0), frame(0xC1, 7, 9, 0x22, 0x11, 0x11, 0x22), end},
		{start, frame(0xC0, 1, 1, 0x11), frame(0xC2, 9, 9, 0x11), scan},
	} {
		f.Add(bytes.Join(parts, nil))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := jpeg.DecodeConfig(bytes.NewReader(data))
		h, walked := readJPEGHeader(bytes.NewReader(data))
		switch {
		case err == nil && walked == nil:
			if c.Width != h.width || c.Height != h.height {
				t.Errorf("%d × %d, Go says %d × %d", h.width, h.height, c.Width, c.Height)
			}
		case walked == nil:
			return // Go refuses it for another reason
		}
		// If Go decodes the file, readJPEGHeader has found its header and size; otherwise weighJPEG refuses it.
		if c.Width*c.Height > 1<<16 {
			return
		}
		if img, err := jpeg.Decode(bytes.NewReader(data)); err == nil {
			if b := img.Bounds(); walked != nil || b.Dx() != h.width || b.Dy() != h.height {
				t.Errorf("decoded %v, walked to %d × %d (%v)", b, h.width, h.height, walked)
			}
		}
	})
}

// For any file, estimating its cost never panics and is never negative.
func FuzzWeigh(f *testing.F) {
	for _, path := range []string{"testdata/photo.lossy.webp", "testdata/drawing.lossless.webp", "heif/testdata/colour.heic"} {
		f.Add(sample(f, path))
	}
	f.Add(asPNG(f, photo(20, 20, 1)))
	f.Add(asJPEG(f, photo(20, 20, 1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		kind, err := sniff(data[:min(len(data), sniffLength)])
		if err != nil {
			return
		}
		w, err := weigh(kind, bytes.NewReader(data))
		if err == nil && (w.width <= 0 || w.height <= 0 || w.width*w.height > MaxPixels || w.memory < processMemory || w.memory > 1<<31) {
			t.Errorf("%+v", w)
		}
	})
}
