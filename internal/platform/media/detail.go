package media

import (
	"encoding/base64"
	"image"
)

// A picture's detail is its grey levels on a grid, sixteen of them. A cell is smaller than a digit of a bank's screen: two
// screens of one bank are alike but for the cells with the transaction's number, its time and its payer.
const (
	detailWidth, detailHeight = 48, 80
	// detailNoise is by how many of 16 levels a cell changes when a picture is compressed or scaled again.
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

// SameDetail tells whether two pictures are nearly equal everywhere, also where a transaction's number stands: they are one
// picture that was compressed or scaled again. A picture whose detail is not known is like no other.
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
