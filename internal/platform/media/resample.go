package media

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/bits"
)

// resampler averages areas of one plane of samples, row by row, in exact integer arithmetic. It needs memory for one
// row only, whatever the source's size.
type resampler struct {
	sw, sh, dw, dh int
	dst            []byte
	stride         int
	y              int      // rows seen
	line           []uint32 // the current row, averaged horizontally; each sum has weight sw
	sum            []uint64 // of the current destination row; weight sw·sh at the end
}

func newResampler(sw, sh, dw, dh int, dst []byte, stride int) *resampler {
	return &resampler{sw: sw, sh: sh, dw: dw, dh: dh, dst: dst, stride: stride, line: make([]uint32, dw), sum: make([]uint64, dw)}
}

// row adds a source row of sw samples. On a common scale, source pixel i covers [i·dw, (i+1)·dw) and destination pixel
// k covers [k·sw, (k+1)·sw); rows likewise.
func (r *resampler) row(src []byte) {
	if r.sw == r.dw && r.sh == r.dh {
		copy(r.dst[r.y*r.stride:], src[:r.sw])
		r.y++
		return
	}
	r.narrow(src[:r.sw])
	for pos, end := r.y*r.dh, (r.y+1)*r.dh; pos < end; {
		k := pos / r.sh
		edge := (k + 1) * r.sh
		upto := min(end, edge)
		part, sum := uint64(upto-pos), r.sum[:len(r.line)]
		for x, v := range r.line {
			sum[x] += part * uint64(v)
		}
		if upto == edge {
			r.flush(k)
		}
		pos = upto
	}
	r.y++
}

// narrow averages a row horizontally.
func (r *resampler) narrow(src []byte) {
	if r.dw > r.sw { // wider: a source pixel may cover several
		clear(r.line)
		k, edge, pos := 0, r.sw, 0
		for _, v := range src {
			end := pos + r.dw
			for end >= edge {
				r.line[k] += uint32(edge-pos) * uint32(v)
				pos, k, edge = edge, k+1, edge+r.sw
			}
			if end > pos {
				r.line[k] += uint32(end-pos) * uint32(v)
				pos = end
			}
		}
		return
	}
	// A destination pixel is the rest of one source pixel, some whole ones, and the beginning of another.
	dw, i, rest := uint32(r.dw), 0, uint32(0) // rest of src[i-1]
	for k := range r.line {
		need := uint32(r.sw)
		sum := uint32(0)
		if rest > 0 {
			sum = rest * uint32(src[i-1])
			need -= rest
		}
		whole := uint32(0)
		for ; need >= dw; need -= dw {
			whole += uint32(src[i])
			i++
		}
		sum += whole * dw
		rest = 0
		if need > 0 {
			sum += need * uint32(src[i])
			rest = dw - need
			i++
		}
		r.line[k] = sum
	}
}

// flush writes a finished row: its sums divided by their weight, by multiplication with the reciprocal. A sum is at most
// 255 times the weight, so that is exact for weights below 2^28, and MaxPixels is below 2^26.
func (r *resampler) flush(k int) {
	weight := uint64(r.sw) * uint64(r.sh)
	reciprocal := math.MaxUint64/weight + 1
	out := r.dst[k*r.stride : k*r.stride+r.dw]
	for x, v := range r.sum {
		quotient, _ := bits.Mul64(v+weight/2, reciprocal)
		out[x] = byte(quotient)
	}
	clear(r.sum)
}

// resample returns src as opaque 4:2:0 planes of w × h, on white where it is transparent. The JPEG is encoded directly
// from these planes.
func resample(src image.Image, w, h int) *image.YCbCr {
	out := image.NewYCbCr(image.Rect(0, 0, w, h), image.YCbCrSubsampleRatio420)
	cw, ch := (w+1)/2, (h+1)/2
	b := src.Bounds()
	sw, sh := b.Dx(), b.Dy()
	if m, ok := src.(*image.YCbCr); ok {
		c := m.COffset(b.Min.X, b.Min.Y)
		scw, sch := chromaSize(m)
		plane(m.Y[m.YOffset(b.Min.X, b.Min.Y):], m.YStride, newResampler(sw, sh, w, h, out.Y, out.YStride))
		plane(m.Cb[c:], m.CStride, newResampler(scw, sch, cw, ch, out.Cb, out.CStride))
		plane(m.Cr[c:], m.CStride, newResampler(scw, sch, cw, ch, out.Cr, out.CStride))
		return out
	}
	const strip = 64 // rows at a time: a converted copy of the whole picture would be as large as the source
	buf := image.NewRGBA(image.Rect(0, 0, sw, min(strip, sh)))
	to := [3]*resampler{
		newResampler(sw, sh, w, h, out.Y, out.YStride),
		newResampler(sw, sh, cw, ch, out.Cb, out.CStride),
		newResampler(sw, sh, cw, ch, out.Cr, out.CStride),
	}
	rows := [3][]byte{make([]byte, sw), make([]byte, sw), make([]byte, sw)}
	plain, _ := src.(*image.RGBA) // as PNG without transparency is decoded
	if plain != nil && !plain.Opaque() {
		plain = nil
	}
	for top := 0; top < sh; top += strip {
		n := min(strip, sh-top)
		part := plain
		if plain != nil {
			part = plain.SubImage(image.Rect(b.Min.X, b.Min.Y+top, b.Max.X, b.Min.Y+top+n)).(*image.RGBA)
		} else {
			part = buf.SubImage(image.Rect(0, 0, sw, n)).(*image.RGBA)
			draw.Draw(part, part.Rect, image.White, image.Point{}, draw.Src)
			draw.Draw(part, part.Rect, src, b.Min.Add(image.Pt(0, top)), draw.Over)
		}
		for y := range n {
			pix := part.Pix[y*part.Stride:]
			for x := range sw {
				p := pix[4*x : 4*x+3 : 4*x+3]
				rows[0][x], rows[1][x], rows[2][x] = color.RGBToYCbCr(p[0], p[1], p[2])
			}
			for i := range to {
				to[i].row(rows[i])
			}
		}
	}
	return out
}

func plane(src []byte, stride int, to *resampler) {
	for y := range to.sh {
		to.row(src[y*stride : y*stride+to.sw])
	}
}

func chromaSize(m *image.YCbCr) (w, h int) {
	last := m.Rect.Max.Sub(image.Pt(1, 1))
	first, end := m.COffset(m.Rect.Min.X, m.Rect.Min.Y), m.COffset(last.X, last.Y)
	h = (end - first) / m.CStride
	return (end-first)%m.CStride + 1, h + 1
}

// upright rotates the picture by its EXIF orientation (1 to 8).
func upright(m *image.YCbCr, orientation int) *image.YCbCr {
	if orientation <= 1 {
		return m
	}
	w, h := m.Rect.Dx(), m.Rect.Dy()
	if orientation >= 5 {
		w, h = h, w
	}
	out := image.NewYCbCr(image.Rect(0, 0, w, h), image.YCbCrSubsampleRatio420)
	turn(out.Y, w, h, out.YStride, m.Y, m.YStride, orientation)
	cw, ch := (w+1)/2, (h+1)/2
	turn(out.Cb, cw, ch, out.CStride, m.Cb, m.CStride, orientation)
	turn(out.Cr, cw, ch, out.CStride, m.Cr, m.CStride, orientation)
	return out
}

// turn fills a w × h plane; each pixel comes from start + x·dx + y·dy.
func turn(dst []byte, w, h, stride int, src []byte, from int, orientation int) {
	var start, dx, dy int
	switch orientation {
	case 2: // mirrored
		start, dx, dy = w-1, -1, from
	case 3: // upside down
		start, dx, dy = (h-1)*from+w-1, -1, -from
	case 4: // mirrored upside down
		start, dx, dy = (h-1)*from, 1, -from
	case 5: // needs clockwise rotation
		start, dx, dy = 0, from, 1
	case 6: // turn clockwise
		start, dx, dy = (w-1)*from, -from, 1
	case 7: // needs counter-clockwise rotation
		start, dx, dy = (w-1)*from+h-1, -from, -1
	case 8: // turn counter-clockwise
		start, dx, dy = h-1, from, -1
	}
	for y := range h {
		at := start + y*dy
		for x := range w {
			dst[y*stride+x] = src[at]
			at += dx
		}
	}
}
