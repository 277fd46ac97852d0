package heif

import (
	"errors"
	"image"
	"testing"
)

var errLarge = errors.New("larger than it is fuzzed for")

// FuzzDecode: a HEIC is decoded to the announced size, or refused; the program does not crash.
func FuzzDecode(f *testing.F) {
	f.Add(sample(f, "colour.heic"))
	rt, code, err := compile(f.Context(), leastMemory)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sandbox, err := run(t.Context(), rt, code)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = sandbox.Close(t.Context()) }()
		var said image.Point
		img, err := decoder{module: sandbox}.decode(t.Context(), data, func(width, height int) error {
			if width*height > 1<<19 {
				return errLarge
			}
			said = image.Pt(width, height)
			return nil
		})
		switch {
		case err == nil && img.Bounds().Size() != said:
			t.Errorf("%v, announced as %v", img.Bounds(), said)
		case err != nil && !errors.Is(err, ErrUnreadable) && !errors.Is(err, errLarge):
			t.Error(err)
		}
	})
}
