package media

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"runtime"

	"golang.org/x/image/webp"
	"golang.org/x/sync/semaphore"

	"shanmen/internal/fault"
	"shanmen/internal/media/heif"
)

// decodeMemory is what all decoders together may take, in bytes. A picture weighs what its decoder
// will allocate, and never less than a share, so that there are no more decoders than processors.
const decodeMemory = 400 << 20

// A progressive JPEG may have any number of scans, each of which goes over the whole picture. Cameras
// and apps write about ten.
const maxScans = 64

var (
	memory = semaphore.NewWeighted(decodeMemory)
	// HEIC is rare and slow. Those that wait for their turn do not hold memory that JPEGs could use.
	heicTurn = semaphore.NewWeighted(1)
)

// decode checks the size that the header tells, waits for memory, and decodes. Release gives the memory
// back, once the pixels are no longer used.
func decode(ctx context.Context, f format, data []byte) (img image.Image, release func(), err error) {
	weight := int64(decodeMemory / runtime.GOMAXPROCS(0))
	if f == formatHEIC { // bounded by its own sandbox, which checks the size
		if err := heicTurn.Acquire(ctx, 1); err != nil {
			return nil, nil, err
		}
		defer heicTurn.Release(1)
	} else {
		need, err := headerCheck(f, data)
		if err != nil {
			return nil, nil, err
		}
		weight = max(weight, need)
	}
	if err := memory.Acquire(ctx, weight); err != nil {
		return nil, nil, err
	}
	release = func() { memory.Release(weight) }
	defer func() {
		// A decoder that panics met a file that nobody has met before. The person can take a screenshot.
		if recover() != nil {
			err = fault.Invalid("picture-unreadable")
		}
		if err != nil {
			release()
			img, release = nil, nil
		}
	}()
	img, err = decodePixels(ctx, f, data)
	return img, release, err
}

func decodePixels(ctx context.Context, f format, data []byte) (img image.Image, err error) {
	r := bytes.NewReader(data)
	switch f {
	case formatJPEG:
		img, err = jpeg.Decode(r)
	case formatPNG:
		img, err = png.Decode(r)
	case formatWebP:
		img, err = webp.Decode(r)
	case formatHEIC:
		img, err = heif.Decode(ctx, data, checkSize)
		var refused *fault.Error
		if errors.As(err, &refused) || err != nil && !errors.Is(err, heif.ErrUnreadable) {
			return nil, err
		}
	}
	if err != nil {
		return nil, fault.Invalid("picture-unreadable")
	}
	// What was allocated must be what the header promised to checkSize.
	return img, checkSize(img.Bounds().Dx(), img.Bounds().Dy())
}

// headerCheck reads only the header and returns how many bytes decoding will take, roughly.
func headerCheck(f format, data []byte) (int64, error) {
	r := bytes.NewReader(data)
	var c image.Config
	var err error
	bytesPerPixel := int64(8) // 16-bit PNG; WebP with its working copy
	switch f {
	case formatJPEG:
		c, err = jpeg.DecodeConfig(r)
		h := readJPEG(data)
		if h.scans > maxScans {
			return 0, fault.Invalid("picture-unreadable")
		}
		bytesPerPixel = int64(h.components)
		if h.progressive { // its coefficients are kept as 32-bit numbers until the last scan
			bytesPerPixel *= 5
		}
	case formatPNG:
		c, err = png.DecodeConfig(r)
		if m := c.ColorModel; m != color.NRGBA64Model && m != color.RGBA64Model && m != color.Gray16Model {
			bytesPerPixel = 4
		}
	case formatWebP:
		c, err = webp.DecodeConfig(r)
	}
	if err != nil {
		return 0, fault.Invalid("picture-unreadable")
	}
	if err := checkSize(c.Width, c.Height); err != nil {
		return 0, err
	}
	need := int64(c.Width) * int64(c.Height) * bytesPerPixel
	if need > decodeMemory {
		return 0, tooLarge()
	}
	return need, nil
}

func checkSize(w, h int) error {
	switch {
	case w <= 0 || h <= 0:
		return fault.Invalid("picture-unreadable")
	case w > MaxSide || h > MaxSide || int64(w)*int64(h) > MaxPixels:
		return tooLarge()
	}
	return nil
}

func tooLarge() error {
	return fault.Invalid("picture-too-large").With("megapixels", MaxPixels/1_000_000)
}
