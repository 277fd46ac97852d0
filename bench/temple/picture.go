package temple

import (
	"bytes"
	"image"
	"image/png"
	"math/rand/v2"
)

// Screenshot draws a phone's screenshot of 3 megapixels as a PNG: a little noise makes it costly to decode, and unlike
// any other.
func Screenshot() []byte {
	img := image.NewNRGBA(image.Rect(0, 0, 1206, 2622))
	for i := 0; i < len(img.Pix); i += 4 {
		noise := uint8(rand.Uint32() & 7)
		img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3] = 240+noise, 230+noise, uint8(i>>16)+noise, 255
	}
	return encode(img)
}

// Noise draws a small PNG of random greys, which resembles no other.
func Noise(width, height int) []byte {
	img := image.NewGray(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = uint8(rand.Uint32())
	}
	return encode(img)
}

func encode(img image.Image) []byte {
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img); err != nil {
		panic(err) // a bytes.Buffer does not fail
	}
	return b.Bytes()
}
