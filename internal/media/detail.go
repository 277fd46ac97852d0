package media

import (
	"encoding/base64"
	"image"
)

// A picture's detail is its grey levels on a grid. A cell is about as large as one digit of a bank's screen: two screens of
// one bank are alike but for the cells with the transaction's number, its time and its payer.
const (
	detailWidth, detailHeight = 32, 48
	// detailNoise is by how many of 256 levels a cell changes when a picture is compressed or scaled again.
	detailNoise = 6
)

func detailOf(m *image.YCbCr) string {
	cells := make([]byte, detailWidth*detailHeight)
	plane(m.Y, m.YStride, newResampler(m.Rect.Dx(), m.Rect.Dy(), detailWidth, detailHeight, cells, detailWidth))
	return base64.RawStdEncoding.EncodeToString(cells)
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
	for i := range x {
		if d := int(x[i]) - int(y[i]); d > detailNoise || d < -detailNoise {
			return false
		}
	}
	return true
}
