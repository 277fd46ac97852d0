package media

import (
	"encoding/base64"
	"image"
)

// A picture's detail is its grey levels on a grid, sixteen of them. A cell is smaller than a digit on a bank's screen:
// two screens of one bank differ only in the cells with transaction number, time and payer.
const (
	detailWidth, detailHeight = 48, 80
	// detailNoise is by how many of 16 levels recompressing or rescaling changes a cell.
	detailNoise = 1
)

func detailOf(m *image.YCbCr) string {
	cells := make([]byte, detailWidth*detailHeight)
	plane(m.Y, m.YStride, newResampler(m.Rect.Dx(), m.Rect.Dy(), detailWidth, detailHeight, cells, detailWidth))
	packed := make([]byte, len(cells)/2)
	for i := range packed {
		packed[i] = cells[2*i]&0xf0 | cells[2*i+1]>>4
	}
	return base64.RawStdEncoding.EncodeToString(packed)
}

// SameDetail returns whether two pictures are nearly equal everywhere, including the transaction number: they are the
// same picture, recompressed or rescaled. A picture without detail matches none.
func SameDetail(a, b string) bool {
	if a == "" || len(a) != len(b) {
		return false
	}
	x, errX := base64.RawStdEncoding.DecodeString(a)
	y, errY := base64.RawStdEncoding.DecodeString(b)
	if errX != nil || errY != nil {
		return false
	}
	near := func(p, q byte) bool { return max(p, q)-min(p, q) <= detailNoise }
	for i := range x {
		if !near(x[i]>>4, y[i]>>4) || !near(x[i]&0xf, y[i]&0xf) {
			return false
		}
	}
	return true
}
