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
	minPixels    = 480 // minimum side length: phones read the code back from a saved picture
	maxScale     = 40
)

// Modules are the dark squares of the QR code, row by row, without the quiet zone of four modules that must surround
// it. Error correction is level M.
func Modules(payload string) ([][]bool, error) {
	code, err := qr.Encode(payload, qr.M)
	if err != nil {
		return nil, fmt.Errorf("paynow: %w", err)
	}
	rows := make([][]bool, code.Size)
	for y := range rows {
		rows[y] = make([]bool, code.Size)
		for x := range rows[y] {
			rows[y][x] = code.Black(x, y)
		}
	}
	return rows, nil
}

// PNG draws the QR code in black on white. scale is the pixels per module; it is raised until the picture is at least
// 480 pixels wide, and limited to 40. Error correction is level M.
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
