package media

import (
	"image"
	"math/bits"
)

// dHash is 64 bits of "brighter than the neighbour to the right" on a 9 × 8 thumbnail. The difference must exceed one
// level, so that compression noise on white paper sets no bit.
func dHash(m *image.YCbCr) uint64 {
	const w, h = 9, 8
	var small [w * h]byte
	plane(m.Y, m.YStride, newResampler(m.Rect.Dx(), m.Rect.Dy(), w, h, small[:], w))
	var hash uint64
	for y := range h {
		for x := range w - 1 {
			hash <<= 1
			if int(small[y*w+x]) > int(small[y*w+x+1])+1 {
				hash |= 1
			}
		}
	}
	return hash
}

// Distance is the number of different bits in two pictures' 64-bit DHash. Up to about 6 is the same picture rescaled or
// recompressed; unrelated photographs have around 32. Screenshots of one bank's app are similar by design, so a small
// distance is a reason to check, never a proof.
func Distance(a, b uint64) int { return bits.OnesCount64(a ^ b) }
