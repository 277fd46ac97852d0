package media

import (
	"math/rand/v2"
	"testing"
)

// Every sample is the rounded mean of the area that it covers, computed here without any shortcut.
func TestResamplingIsExact(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		sw, sh, dw, dh := 1+r.IntN(40), 1+r.IntN(40), 1+r.IntN(40), 1+r.IntN(40)
		src, dst := make([]byte, sw*sh), make([]byte, dw*dh)
		for i := range src {
			src[i] = byte(r.Uint32())
			if r.IntN(8) == 0 {
				src[i] = 255
			}
		}
		plane(src, sw, newResampler(sw, sh, dw, dh, dst, dw))
		overlap := func(from, size, at, of int) int { // of [from, from+size) and [at, at+of)
			return max(0, min(from+size, at+of)-max(from, at))
		}
		for y := range dh {
			for x := range dw {
				sum := 0
				for sy := range sh {
					for sx := range sw {
						sum += int(src[sy*sw+sx]) * overlap(x*sw, sw, sx*dw, dw) * overlap(y*sh, sh, sy*dh, dh)
					}
				}
				if want := byte((sum + sw*sh/2) / (sw * sh)); dst[y*dw+x] != want {
					t.Fatalf("%d×%d to %d×%d at %d,%d: %d, want %d", sw, sh, dw, dh, x, y, dst[y*dw+x], want)
				}
			}
		}
	}
}
