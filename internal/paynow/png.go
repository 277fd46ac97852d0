package paynow

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"rsc.io/qr"
)

const (
	quietModules = 4   // the white border that the standard asks for
	minPixels    = 480 // of a side: phones read it back from a saved picture
	maxScale     = 40
)

// PNG draws the payload in black on white. Scale is the pixels of one module; it is raised until
// the picture is at least 480 pixels wide, and held below 40. Error correction is level M.
func PNG(payload string, scale int) ([]byte, error) {
	code, err := qr.Encode(payload, qr.M)
	if err != nil {
		return nil, fmt.Errorf("paynow: %w", err)
	}
	modules := code.Size + 2*quietModules
	scale = min(max(scale, (minPixels+modules-1)/modules), maxScale)
	side := modules * scale
	img := image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{color.White, color.Black})
	for y := range side {
		row := img.Pix[y*img.Stride : y*img.Stride+side]
		for x := range row {
			if code.Black(x/scale-quietModules, y/scale-quietModules) {
				row[x] = 1
			}
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("paynow: %w", err)
	}
	return out.Bytes(), nil
}
