// Package heicgrid builds HEIC files for tests of the decoder.
package heicgrid

import (
	"encoding/binary"
	"slices"
)

// box is an ISO base media box; parts are numbers of 1, 2 and 4 bytes, text and bytes.
func box(kind string, parts ...any) []byte {
	out := append([]byte{0, 0, 0, 0}, kind...)
	for _, p := range parts {
		switch v := p.(type) {
		case string:
			out = append(out, v...)
		case []byte:
			out = append(out, v...)
		case uint8:
			out = append(out, v)
		case uint16:
			out = binary.BigEndian.AppendUint16(out, v)
		case uint32:
			out = binary.BigEndian.AppendUint32(out, v)
		default:
			panic("box: unknown part")
		}
	}
	binary.BigEndian.PutUint32(out, uint32(len(out)))
	return out
}

// Of builds a file like phones write: a large picture of 512 × 512 tiles. Every tile is the picture of colour.heic in
// internal/platform/media/heif/testdata, passed by the caller; width and height are the declared size.
func Of(data []byte, columns, rows int, width, height uint32) []byte {
	hvcC := data[271 : 271+121] // the decoder's configuration, and the position of the coded picture
	coded := data[498 : 498+19681]
	tiles := columns * rows
	const zero = uint32(0) // version and flags

	whole := uint16(tiles + 1)
	references := []any{zero, uint32(12 + 2*tiles), "dimg", whole, uint16(tiles)}
	infos := []any{zero, whole}
	properties := []any{zero, uint32(whole)}
	for i := range whole - 1 { // libheif accepts no tile twice, but different tiles at one position
		references = append(references, i+1)
		infos = append(infos, box("infe", uint32(2<<24), i+1, uint16(0), "hvc1", uint8(0)))
		properties = append(properties, i+1, uint8(2), uint8(0x81), uint8(2))
	}
	infos = append(infos, box("infe", uint32(2<<24), whole, uint16(0), "grid", uint8(0)))
	properties = append(properties, whole, uint8(1), uint8(3))
	layout := box("idat", uint8(0), uint8(1), uint8(rows-1), uint8(columns-1), width, height)
	build := func(offset uint32) []byte {
		places := []any{uint32(1 << 24), uint16(0x4400), whole}
		for i := range whole - 1 {
			places = append(places, i+1, uint16(0), uint16(0), uint16(1), offset, uint32(len(coded)))
		}
		places = append(places, whole, uint16(1), uint16(0), uint16(1), zero, uint32(len(layout)-8))
		return box("meta", zero,
			box("hdlr", zero, zero, "pict", zero, zero, zero, uint8(0)),
			box("pitm", zero, whole),
			box("iloc", places...), box("iinf", infos...),
			box("iprp", box("ipco", hvcC, box("ispe", zero, uint32(512), uint32(512)), box("ispe", zero, width, height)),
				box("ipma", properties...)),
			box("iref", references...), layout)
	}
	head := box("ftyp", "heic", zero, "mif1heic")
	offset := uint32(len(head) + len(build(0)) + 8)
	return slices.Concat(head, build(offset), box("mdat", coded))
}
