package bankfile

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
)

// An XLS file is a small file system, "compound file" (MS-CFB): sectors in chains, a directory, and streams, of which
// short ones are in small sectors inside the root's stream. We parse it ourselves because
// github.com/richardlehane/mscfb (1.0.9) stores a whole path for each entry: 5 MB of nested folders need more than 6 GB
// of memory there, and crash the program.

const (
	endOfChain = 0xFFFFFFFE // this and above: free, or none
	oleHeader  = 512
)

type compound struct {
	data   []byte
	shift  uint // a sector has 1 << shift bytes
	fat    []uint32
	short  []uint32 // the chains of small sectors
	inner  []byte   // the stream of small sectors
	cutoff uint64   // streams below this size are in small sectors
}

var le = binary.LittleEndian

// workbook is the stream with that name; nil if missing or the file is broken.
func workbook(data []byte) []byte {
	if len(data) < oleHeader {
		return nil
	}
	c := compound{data: data, shift: uint(le.Uint16(data[30:])), cutoff: uint64(le.Uint32(data[56:]))}
	if c.shift != 9 && c.shift != 12 || le.Uint16(data[32:]) != 6 {
		return nil
	}
	for _, s := range c.fatSectors() {
		c.fat = append(c.fat, words(c.sector(s))...)
	}
	c.short = words(c.chain(le.Uint32(data[60:])))
	root, book := c.entries(c.chain(le.Uint32(data[48:])))
	if book == nil {
		return nil
	}
	if root != nil {
		c.inner = c.chain(le.Uint32(root[116:]))
	}
	size := le.Uint64(book[120:])
	if c.shift == 9 {
		size &= 0xFFFFFFFF // the upper half is not always cleared
	}
	return c.stream(le.Uint32(book[116:]), size)
}

// entries are the relevant ones of the directory. Their streams are joined once, because a file could name one stream
// ten thousand times.
func (c *compound) entries(directory []byte) (root, book []byte) {
	for e := range slicesOf(directory, 128) {
		switch e[66] {
		case 5:
			if root == nil {
				root = e
			}
		case 2:
			switch entryName(e) {
			case "Workbook":
				return root, e
			case "Book":
				if book == nil {
					book = e
				}
			}
		}
	}
	return root, book
}

func entryName(e []byte) string {
	n := min(int(le.Uint16(e[64:])), 64) / 2
	units := make([]uint16, 0, 32)
	for i := range max(n-1, 0) {
		units = append(units, le.Uint16(e[2*i:]))
	}
	return string(utf16.Decode(units))
}

// fatSectors are the first 109 in the header, and those in the header's continuation list.
func (c *compound) fatSectors() []uint32 {
	var out []uint32
	for i := range 109 {
		if s := le.Uint32(c.data[76+4*i:]); s < endOfChain {
			out = append(out, s)
		}
	}
	next := le.Uint32(c.data[68:])
	for steps := 0; next < endOfChain && steps <= len(c.data)>>c.shift; steps++ {
		list := words(c.sector(next))
		if len(list) == 0 {
			break
		}
		for _, s := range list[:len(list)-1] {
			if s < endOfChain {
				out = append(out, s)
			}
		}
		next = list[len(list)-1]
	}
	return out[:min(len(out), len(c.data)>>c.shift+1)]
}

// sector is a sector's content; the last may be truncated.
func (c *compound) sector(n uint32) []byte {
	from := (uint64(n) + 1) << c.shift
	if from >= uint64(len(c.data)) {
		return nil
	}
	return c.data[from:min(from+1<<c.shift, uint64(len(c.data)))]
}

// chain joins sectors. A cyclic chain is broken, and gives nothing.
func (c *compound) chain(start uint32) []byte {
	var out bytes.Buffer
	been := make([]bool, len(c.fat))
	for n := start; uint64(n) < uint64(len(c.fat)); n = c.fat[n] {
		s := c.sector(n)
		if s == nil {
			break
		}
		if been[n] {
			return nil
		}
		been[n] = true
		out.Write(s)
	}
	return out.Bytes()
}

func (c *compound) stream(start uint32, size uint64) []byte {
	if size >= c.cutoff {
		out := c.chain(start)
		return out[:min(size, uint64(len(out)))]
	}
	var out []byte
	been := make([]bool, len(c.short))
	for n := start; uint64(n) < uint64(len(c.short)) && uint64(len(out)) < size; n = c.short[n] {
		from := uint64(n) << 6
		if from >= uint64(len(c.inner)) {
			break
		}
		if been[n] {
			return nil
		}
		been[n] = true
		out = append(out, c.inner[from:min(from+64, uint64(len(c.inner)))]...)
	}
	return out[:min(size, uint64(len(out)))]
}

func words(b []byte) []uint32 {
	out := make([]uint32, 0, len(b)/4)
	for w := range slicesOf(b, 4) {
		out = append(out, le.Uint32(w))
	}
	return out
}

// slicesOf splits into whole pieces of n bytes.
func slicesOf(b []byte, n int) func(func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for len(b) >= n {
			if !yield(b[:n]) {
				return
			}
			b = b[n:]
		}
	}
}
