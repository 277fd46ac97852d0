package media

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"slices"
	"testing"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/admission"
	"shanmen/internal/testkit/heicgrid"
)

// Pictures crafted to use much memory or time. All are generated here.

// segment is a JPEG marker with its content.
func segment(marker byte, body ...byte) []byte {
	out := binary.BigEndian.AppendUint16([]byte{0xFF, marker}, uint16(len(body)+2))
	return append(out, body...)
}

// frame is a frame header; each component has its sampling in one byte.
func frame(marker byte, w, h int, sampling ...byte) []byte {
	body := []byte{8, byte(h >> 8), byte(h), byte(w >> 8), byte(w), byte(len(sampling))}
	for i, s := range sampling {
		body = append(body, byte(i+1), s, 0)
	}
	return segment(marker, body...)
}

// tables are a quantisation table of ones and two Huffman tables: code 0 is the DC category 0; codes 0 and 10 end a run
// of 1 and of 16,384 or more blocks.
var tables = slices.Concat(
	segment(0xDB, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...),
	segment(0xC4, 0x00, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	segment(0xC4, 0x10, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x00, 0xE0),
)

var start, end = []byte{0xFF, 0xD8}, []byte{0xFF, 0xD9}

// manyScans is a grey progressive picture, each of whose scans covers the whole picture in a few bytes.
func manyScans(w, h, scans int) []byte {
	out := slices.Concat(start, tables, frame(0xC2, w, h, 0x11))
	blocks := (w + 7) / 8 * ((h + 7) / 8)
	out = append(out, segment(0xDA, 1, 1, 0, 0, 0, 0)...)
	out = append(out, make([]byte, blocks/8+1)...) // one bit each: no difference
	for i := range scans - 1 {
		out = append(out, segment(0xDA, 1, 1, 0, byte(1+i%63), byte(1+i%63), 0)...)
		var bits bitWriter
		for left := blocks; left > 0; left -= 32767 {
			bits.bigEndian(0b10, 2)
			bits.bigEndian(1<<14-1, 14)
		}
		for _, b := range bits.bytes(0xFF) {
			if out = append(out, b); b == 0xFF {
				out = append(out, 0)
			}
		}
	}
	return append(out, end...)
}

// restarts is a grey picture with a restart after each block.
func restarts(w, h int) []byte {
	out := slices.Concat(start, tables, segment(0xDD, 0, 1), frame(0xC0, w, h, 0x11), segment(0xDA, 1, 1, 0, 0, 63, 0))
	blocks := (w + 7) / 8 * ((h + 7) / 8)
	for i := range blocks {
		if out = append(out, 0b0011_1111); i < blocks-1 {
			out = append(out, 0xFF, 0xD0+byte(i%8))
		}
	}
	return append(out, end...)
}

// bitWriter packs bits as WebP does, the lowest first, or as JPEG does.
type bitWriter struct {
	out  []byte
	free int // bits of the last byte
}

func (b *bitWriter) bit(v uint, high bool) {
	if b.free == 0 {
		b.out, b.free = append(b.out, 0), 8
	}
	at := 8 - b.free
	if high {
		at = b.free - 1
	}
	b.out[len(b.out)-1] |= byte(v&1) << at
	b.free--
}

func (b *bitWriter) add(v uint, n int) {
	for i := range n {
		b.bit(v>>i, false)
	}
}

func (b *bitWriter) bigEndian(v uint, n int) {
	for i := range n {
		b.bit(v>>(n-1-i), true)
	}
}

// bytes fills the last byte with fill's lowest bits.
func (b *bitWriter) bytes(fill byte) []byte {
	if b.free > 0 {
		b.out[len(b.out)-1] |= fill & (1<<b.free - 1)
	}
	return b.out
}

// codes writes the five prefix codes of a lossless WebP: green as given, each other with one symbol.
func (b *bitWriter) codes(green ...uint) {
	for i := range 5 {
		symbols := []uint{0}
		if i == 0 {
			symbols = green
		}
		b.add(1, 1) // a simple code
		b.add(uint(len(symbols)-1), 1)
		b.add(1, 1) // of eight bits
		for _, s := range symbols {
			b.add(s, 8)
		}
	}
}

func riff(chunks ...[]byte) []byte {
	body := slices.Concat(append([][]byte{[]byte("WEBP")}, chunks...)...)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

func riffChunk(name string, body []byte) []byte {
	out := append(binary.LittleEndian.AppendUint32([]byte(name), uint32(len(body))), body...)
	return append(out, make([]byte, len(out)&1)...)
}

// lossless is a lossless WebP: every pixel goes through three transforms, with the slowest predictor, and is decoded
// bit by bit.
func lossless(w, h int) []byte {
	var b bitWriter
	b.add(0x2F, 8)
	b.add(uint(w-1), 14)
	b.add(uint(h-1), 14)
	b.add(0, 4) // no transparency, version 0
	for _, transform := range []uint{0, 1} {
		b.add(1, 1)
		b.add(transform, 2)
		b.add(7, 3) // tiles of 512
		b.add(0, 1) // no colour cache
		b.codes(13) // the prediction of each tile, or its multipliers
	}
	b.add(1, 1)
	b.add(2, 2) // green was subtracted
	b.add(0, 1) // no more transforms
	b.add(0, 2) // no cache, one group of codes
	b.codes(1, 2)
	out := append(b.bytes(0), make([]byte, w*h/8+1)...)
	for i := len(b.out); i < len(out); i++ {
		out[i] = byte(i * 37)
	}
	return riff(riffChunk("VP8L", out))
}

// manyCodes is a lossless WebP of 512 × 512 pixels with the maximum number of groups of large codes.
func manyCodes() []byte {
	var b bitWriter
	b.add(0x2F, 8)
	b.add(511, 14)
	b.add(511, 14)
	b.add(0, 4)
	b.add(0, 1) // no transforms
	b.add(1, 1)
	b.add(11, 4) // a cache of 2,048 colours
	b.add(1, 1)  // an entropy image says which group of codes applies where
	b.add(0, 3)  // for 4 × 4
	b.add(0, 1)
	// The entropy image has 128 × 128 pixels; green and red are the group's number.
	full := func(symbols int) { // a code in which every symbol has eight bits
		b.add(0, 1)
		b.add(12-4, 4) // lengths of code lengths up to that of 8: 17 18 0 1 2 3 4 5 16 6 7 8
		for i := range 12 {
			b.add(map[bool]uint{true: 1, false: 0}[i == 11 || i == 2], 3)
		}
		b.add(0, 1) // lengths of all symbols
		for i := range symbols {
			b.add(map[bool]uint{true: 1, false: 0}[i < 256], 1)
		}
	}
	full(256 + 24)
	full(256)
	for range 3 {
		b.add(1, 1)
		b.add(0, 3)
	}
	for i := range 128 * 128 {
		b.bigLow(uint(i % 2600 & 255))
		b.bigLow(uint(i % 2600 >> 8))
	}
	for range 2600 {
		full(256 + 24 + 2048)
		full(256)
		full(256)
		full(256)
		b.add(1, 1)
		b.add(0, 3)
	}
	return riff(riffChunk("VP8L", append(b.bytes(0), make([]byte, 4*512*512)...)))
}

// bigLow writes an eight-bit code with its highest bit first.
func (b *bitWriter) bigLow(v uint) {
	for i := range 8 {
		b.add(v>>(7-i), 1)
	}
}

// pngChunk is a chunk with its checksum.
func pngChunk(name string, body []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	sum := crc32.NewIEEE()
	_, _ = io.WriteString(io.MultiWriter(sum, writer{&out}), name)
	_, _ = io.MultiWriter(sum, writer{&out}).Write(body)
	return binary.BigEndian.AppendUint32(out, sum.Sum32())
}

type writer struct{ to *[]byte }

func (w writer) Write(p []byte) (int, error) { *w.to = append(*w.to, p...); return len(p), nil }

// interlaced is a black PNG of 16 bits and four colours.
func interlaced(t *testing.T, w, h int) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(w)), uint32(h))
	size := 0
	for _, p := range [][4]int{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}} {
		pw, ph := (w-p[0]+p[2]-1)/p[2], (h-p[1]+p[3]-1)/p[3]
		if pw > 0 && ph > 0 {
			size += ph * (1 + 8*pw)
		}
	}
	return slices.Concat([]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", append(head, 16, 6, 0, 0, 1)), pngChunk("IDAT", zeros(t, size)), pngChunk("IEND", nil))
}

func zeros(t *testing.T, n int) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zlib.NewWriter(&out)
	if _, err := io.CopyN(z, zeroReader{}, int64(n)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// withChunk inserts a chunk after a PNG's header.
func withChunk(data, chunk []byte) []byte { return slices.Concat(data[:33], chunk, data[33:]) }

func plainPNG(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func hostile(t *testing.T) map[string]struct {
	data []byte
	code string // "": it is taken
} {
	scan := segment(0xDA, 1, 1, 0, 0, 63, 0)
	small := frame(0xC0, 16, 16, 0x11)
	block := []byte{0b0011_1111}
	vp8x := func(flags byte, w, h int) []byte {
		return riffChunk("VP8X", []byte{flags, 0, 0, 0, byte(w - 1), byte((w - 1) >> 8), 0, byte(h - 1), byte((h - 1) >> 8), 0})
	}
	drawing := lossless(300, 200)[12:]
	bomb := zeros(t, 200<<20)
	colour := sample(t, "heif/testdata/colour.heic")
	large := heicgrid.Of(colour, 16, 12, 8160, 6120)
	said, less := []byte{0, 0, 0x1F, 0xE0, 0, 0, 0x17, 0xE8}, []byte{0, 0, 1, 0, 0, 0, 1, 0}
	return map[string]struct {
		data []byte
		code string
	}{
		"JPEG, a stray byte before a huge progressive frame": {slices.Concat(start, segment(0xFE, 0), []byte{0}, tables, frame(0xC2, 7000, 7000, 0x11, 0x11, 0x11), segment(0xDA, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0)), "picture-too-large"},
		"JPEG, stray bytes after a huge frame":               {slices.Concat(start, tables, frame(0xC2, 7000, 7000, 0x11, 0x11, 0x11), []byte("\x00\xFF\x00\xD9\xFF\xFF"), segment(0xDA, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0)), "picture-too-large"},
		"JPEG, four components with different sampling":      {slices.Concat(start, tables, frame(0xC1, 7000, 7000, 0x22, 0x11, 0x11, 0x22), segment(0xDA, 1, 1, 0, 0, 63, 0)), "picture-too-large"},
		"JPEG, no components":                                {slices.Concat(start, tables, segment(0xC2, 8, 0x1B, 0x58, 0x1B, 0x58, 0), scan), "picture-unreadable"},
		"JPEG, no sampling":                                  {slices.Concat(start, tables, frame(0xC2, 70, 70, 0x00), scan), "picture-unreadable"},
		"JPEG, a scan before the frame":                      {slices.Concat(start, tables, scan, frame(0xC2, 7000, 7000, 0x11), scan), "picture-unreadable"},
		"JPEG, a second frame":                               {slices.Concat(start, tables, small, frame(0xC2, 7000, 7000, 0x11), scan, block, end), "picture-unreadable"},
		"JPEG, a second frame after the scan":                {slices.Concat(start, tables, small, scan, make([]byte, 4), frame(0xC2, 7000, 7000, 0x11), scan, end), "picture-unreadable"},
		"JPEG, the height defined after the scan":            {slices.Concat(start, tables, frame(0xC0, 16, 0, 0x11), scan, block, segment(0xDC, 0, 16), end), "picture-unreadable"},
		"JPEG, another height defined after the scan":        {slices.Concat(start, tables, small, scan, make([]byte, 4), segment(0xDC, 0xFF, 0xFF), end), "picture-unreadable"},
		"JPEG, 300 scans of 25 megapixels":                   {manyScans(5000, 5000, 300), "picture-unreadable"},
		"JPEG, 300 scans of one block":                       {manyScans(8, 8, 300), "picture-unreadable"},
		"JPEG, 64 scans of 12 megapixels":                    {manyScans(4000, 3000, 64), ""},
		"JPEG, a restart after each block":                   {restarts(1600, 1200), ""},
		"JPEG, a megabyte of stray bytes":                    {slices.Concat(start, segment(0xFE, 0), make([]byte, 1<<20), tables, small, scan, make([]byte, 4), end), ""},
		"PNG, interlaced, 16 bits, 49 megapixels":            {interlaced(t, 7000, 7000), "picture-too-large"},
		"PNG, interlaced, 16 bits, 4 megapixels":             {interlaced(t, 2000, 2000), ""},
		"PNG, a profile of 200 MB":                           {withChunk(plainPNG(t, 30, 20), pngChunk("iCCP", append([]byte("a\x00\x00"), bomb...))), ""},
		"PNG, a text of 200 MB":                              {withChunk(plainPNG(t, 30, 20), pngChunk("zTXt", append([]byte("a\x00\x00"), bomb...))), ""},
		"PNG, a thousand small chunks":                       {withChunk(plainPNG(t, 30, 20), bytes.Repeat(pngChunk("tEXt", []byte("a\x00b")), 1000)), ""},
		"PNG, more pixels than its size":                     {slices.Concat(plainPNG(t, 30, 20)[:33], pngChunk("IDAT", bomb), pngChunk("IEND", nil)), "picture-unreadable"},
		"WebP, lossless, 12 megapixels":                      {lossless(4000, 3000), ""},
		"WebP, lossless, 49 megapixels":                      {lossless(7000, 7000), "picture-too-large"},
		"WebP, 2,600 groups of codes":                        {manyCodes(), ""},
		"WebP, animated":                                     {riff(vp8x(2, 300, 200), riffChunk("ANIM", make([]byte, 6)), riffChunk("ANMF", append(make([]byte, 16), drawing...))), "picture-unreadable"},
		"WebP, a small canvas, a large picture":              {riff(vp8x(0, 30, 20), lossless(7000, 7000)[12:]), "picture-unreadable"},
		"WebP, a canvas of the right size":                   {riff(vp8x(0, 300, 200), drawing), ""},
		"WebP, a huge canvas":                                {riff(vp8x(0, 30000, 30000), drawing), "picture-too-large"},
		"HEIC, a grid of 6 megapixels":                       {heicgrid.Of(colour, 6, 4, 3000, 2000), ""},
		"HEIC, a grid of 255 × 255 tiles":                    {heicgrid.Of(colour, 64, 64, 32768, 32768), "picture-too-large"},
		"HEIC, a grid smaller than its tiles":                {bytes.ReplaceAll(large, said, less), "picture-unreadable"},
		"HEIC, a declared size smaller than the grid":        {bytes.Replace(large, said, less, 1), "picture-unreadable"},
	}
}

// hostileMemory is below the program's own limit, so that the most expensive files are refused.
const hostileMemory = 256 << 20

func TestHostilePicturesStayWithinLimits(t *testing.T) {
	s := NewSanitizer(admission.New(clock.Real{}, hostileMemory).Gate(admission.Pictures), t.TempDir())
	for name, tt := range hostile(t) {
		t.Run(name, func(t *testing.T) {
			u, err := s.Receive(t.Context(), bytes.NewReader(tt.data), "x")
			if err != nil {
				t.Fatal(err)
			}
			defer u.Close()
			began := cpuOfChildren(t)
			_, err = s.Sanitize(t.Context(), "member", u)
			if used := cpuOfChildren(t) - began; used > cpuTime/2 {
				t.Errorf("took %s", used)
			} else if testing.Verbose() {
				w, _ := weigh(u.format, u.file)
				t.Logf("%d bytes, %s, weighs %d MB: %v", len(tt.data), used, w.memory>>20, err)
			}
			if tt.code == "" && err != nil || tt.code != "" && !errors.Is(err, fault.Invalid(tt.code)) {
				t.Errorf("got %v, want %q", err, tt.code)
			}
		})
	}
	// The program's own memory pages, which all processes share, are included here.
	if most := memoryOfChildren(t); most > hostileMemory+64<<20 {
		t.Errorf("a decoder took %d MB", most>>20)
	}
	if left := s.gate.Stats(); left.Running+left.Waiting+left.Coming != 0 {
		t.Errorf("left: %+v", left)
	}
}
