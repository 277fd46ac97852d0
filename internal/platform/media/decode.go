package media

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/webp"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/media/heif"
)

// decode decodes a file within the memory computed by weigh. It runs in a separate process, which is killed when it
// needs more memory or too long.
func decode(f format, data []byte, w weight) (img image.Image, err error) {
	defer func() {
		// A decoder panics on an unforeseen file. The visitor can send a screenshot instead.
		if recover() != nil {
			img, err = nil, fault.Invalid("picture-unreadable")
		}
	}()
	r := bytes.NewReader(data)
	switch f {
	case formatJPEG:
		img, err = jpeg.Decode(countScans(r, w.width*w.height))
	case formatPNG:
		img, err = png.Decode(r)
	case formatWebP:
		img, err = webp.Decode(r)
	case formatHEIC:
		pixels := int64(w.width) * int64(w.height)
		img, err = heif.Decode(context.Background(), data, heicSandbox+heicPixel*pixels, func(width, height int) error {
			if int64(width)*int64(height) > pixels {
				return tooLarge()
			}
			return checkSize(width, height)
		})
	}
	_, refused := fault.Of(err)
	switch {
	case refused:
		return nil, err
	case err != nil:
		return nil, fault.Invalid("picture-unreadable")
	}
	return img, checkSize(img.Bounds().Dx(), img.Bounds().Dy())
}
