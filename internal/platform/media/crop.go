package media

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
)

// Cropped crops a picture made by InWidths to the proportions of width × height pixels and scales it to that size, as a
// JPEG of at most mostBytes if a lower quality achieves that. x and y are the focal point in percent from the left and
// top. It decodes in this process, so it may only be given our own files of limited size.
func Cropped(picture []byte, x, y int64, width, height, mostBytes int) ([]byte, error) {
	whole, err := jpeg.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, fmt.Errorf("media: crop: %w", err)
	}
	src, ok := whole.(interface {
		image.Image
		SubImage(r image.Rectangle) image.Image
	})
	if !ok {
		return nil, fmt.Errorf("media: crop of %T", whole)
	}
	cut := src.SubImage(cropOf(whole.Bounds(), x, y, width, height))
	small := resample(cut, width, height)
	for quality := jpegQuality; ; quality -= 10 {
		var b bytes.Buffer
		if err := jpeg.Encode(&b, small, &jpeg.Options{Quality: quality}); err != nil {
			return nil, fmt.Errorf("media: crop: %w", err)
		}
		if b.Len() <= mostBytes || quality <= 40 {
			return b.Bytes(), nil
		}
	}
}

// cropOf is the largest crop with these proportions whose centre is as near the focal point as the edges allow. It
// starts at even pixels, as chroma planes do.
func cropOf(whole image.Rectangle, x, y int64, width, height int) image.Rectangle {
	w, h := CropSize(whole.Dx(), whole.Dy(), width, height)
	place := func(full, part int, percent int64) int {
		return max(0, min(full-part, full*int(percent)/100-part/2)) &^ 1
	}
	left, top := place(whole.Dx(), w, x), place(whole.Dy(), h, y)
	return image.Rect(left, top, left+w, top+h).Add(whole.Min)
}

// CropSize is the size of a picture of w × h pixels after cropping to the proportions of width × height.
func CropSize(w, h, width, height int) (int, int) {
	if w*height > h*width {
		return max(1, h*width/height), h
	}
	return w, max(1, w*height/width)
}
