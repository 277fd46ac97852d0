package media

import (
	"bytes"
	"encoding/binary"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"

	"shanmen/internal/base/fault"
)

const (
	mB = 1 << 20
	// Memory of a decoder process without a picture: the Go runtime and what the program's packages initialize.
	processMemory = 16 * mB
	// Memory of the HEIC decoder: compiled code, its sandbox without a picture, and per pixel.
	heicMemory, heicSandbox, heicPixel = 48 * mB, 16 * mB, 7
)

// weight is the estimated cost of decoding, computed from the header. The decoder process is killed if it needs more,
// so a false header gains nothing.
type weight struct {
	width, height int
	memory        int64 // bytes of the whole process
	slow          bool  // takes seconds instead of tenths of a second
}

// weigh computes a picture's weight from its header, parsed like the decoder does. It decodes no pixel.
func weigh(f format, data io.ReadSeeker) (w weight, err error) {
	var perPixel, fixed int64
	switch f {
	case formatJPEG:
		w, fixed, err = weighJPEG(data)
	case formatPNG:
		w, perPixel, err = weighPNG(data)
	case formatWebP:
		w, perPixel, err = weighWebP(data)
		fixed = 64 * mB // code tables, of which a lossless picture may have thousands
	case formatHEIC:
		w, err = weighHEIC(data)
		perPixel, fixed, w.slow = heicPixel, heicMemory+heicSandbox, true
	}
	if err != nil {
		return w, fault.Invalid("picture-unreadable")
	}
	if err := checkSize(w.width, w.height); err != nil {
		return w, err
	}
	size, err := data.Seek(0, io.SeekEnd)
	if err != nil {
		return w, err
	}
	kw, kh := keptSize(w.width, w.height)
	kept := int64(kw) * int64(kh) * 3 // the result in 4:2:0, and a copy to rotate it
	decoding := int64(w.width)*int64(w.height)*perPixel + fixed
	w.memory = processMemory + size + kept + (decoding+decoding/8)&^(mB-1) + mB
	return w, nil
}

// weighJPEG sums the planes, padded to whole blocks, and the 32-bit coefficients that a progressive picture keeps until
// its last scan.
func weighJPEG(data io.ReadSeeker) (w weight, memory int64, err error) {
	if err = rewind(data); err != nil {
		return w, 0, err
	}
	h, err := readJPEGHeader(data)
	if err != nil {
		return w, 0, err
	}
	if err = rewind(data); err != nil {
		return w, 0, err
	}
	c, err := jpeg.DecodeConfig(data)
	if err != nil {
		return w, 0, err
	}
	if c.Width != h.width || c.Height != h.height {
		return w, 0, errJPEG
	}
	w.width, w.height = c.Width, c.Height
	across, down := int64(h.sampling[0][0]), int64(h.sampling[0][1])
	if len(h.sampling) == 1 {
		across, down, h.sampling[0] = 1, 1, [2]int{1, 1}
	}
	if across == 0 || down == 0 {
		return w, 0, errJPEG
	}
	units := ((int64(w.width) + 8*across - 1) / (8 * across)) * ((int64(w.height) + 8*down - 1) / (8 * down))
	for _, s := range h.sampling {
		memory += 64 * units * int64(s[0]) * int64(s[1])
	}
	if h.progressive {
		memory *= 5
	}
	if c.ColorModel == color.CMYKModel || c.ColorModel == color.RGBAModel {
		memory += 4 * int64(w.width) * int64(w.height)
	}
	w.slow = h.progressive && int64(w.width)*int64(w.height) > MaxPixels/4
	return w, memory, nil
}

func weighPNG(data io.ReadSeeker) (w weight, perPixel int64, err error) {
	if err = rewind(data); err != nil {
		return w, 0, err
	}
	c, err := png.DecodeConfig(data)
	if err != nil {
		return w, 0, err
	}
	var head [29]byte // signature, length, IHDR
	if err = rewind(data); err == nil {
		_, err = io.ReadFull(data, head[:])
	}
	if err != nil {
		return w, 0, err
	}
	perPixel = 4
	if depth := head[24]; depth == 16 {
		perPixel = 8
	} else if _, palette := c.ColorModel.(color.Palette); palette {
		perPixel = 1
	}
	if head[28] != 0 { // interlaced: each pass is a picture of its own, merged at the end
		perPixel *= 2
	}
	w.width, w.height = c.Width, c.Height
	w.slow = int64(w.width)*int64(w.height)*perPixel > 4*MaxPixels/2
	return w, perPixel, nil
}

// weighWebP: three planes, and transparency, which is decoded as a lossless picture. Lossless pictures are in memory
// twice during colour lookup.
func weighWebP(data io.ReadSeeker) (w weight, perPixel int64, err error) {
	if err = rewind(data); err != nil {
		return w, 0, err
	}
	c, err := webp.DecodeConfig(data)
	w.width, w.height = c.Width, c.Height
	w.slow = int64(w.width)*int64(w.height) > MaxPixels/4
	perPixel = 8
	if c.ColorModel == color.NYCbCrAModel {
		perPixel = 11
	}
	return w, perPixel, err
}

// weighHEIC uses the largest picture declared in the file's boxes. The decoder checks it again in its sandbox.
func weighHEIC(data io.ReadSeeker) (w weight, err error) {
	const upTo = mB // boxes come before pictures, because phones' own decoders expect them there
	if err = rewind(data); err != nil {
		return w, err
	}
	head, err := io.ReadAll(io.LimitReader(data, upTo))
	if err != nil {
		return w, err
	}
	for {
		at := bytes.Index(head, []byte("ispe"))
		if at < 0 || len(head) < at+16 {
			break
		}
		width, height := binary.BigEndian.Uint32(head[at+8:]), binary.BigEndian.Uint32(head[at+12:])
		if uint64(width)*uint64(height) > uint64(w.width)*uint64(w.height) {
			w.width, w.height = int(min(width, 1<<30)), int(min(height, 1<<30))
		}
		head = head[at+4:]
	}
	return w, nil
}

func rewind(data io.Seeker) error {
	_, err := data.Seek(0, io.SeekStart)
	return err
}

func checkSize(w, h int) error {
	switch {
	case w <= 0 || h <= 0:
		return fault.Invalid("picture-unreadable")
	case w > MaxSide || h > MaxSide || int64(w)*int64(h) > MaxPixels:
		return tooLarge()
	}
	return nil
}

func tooLarge() error {
	return fault.Invalid("picture-too-large").With("megapixels", MaxPixels/1_000_000)
}
