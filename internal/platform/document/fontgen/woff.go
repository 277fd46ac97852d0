package main

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// maxFont limits the size of an unpacked font in bytes: a corrupt length must not fill the memory.
const maxFont = 64 << 20

var errNotWOFF = errors.New("not a WOFF 1.0 file")

type table struct {
	tag      string
	checksum uint32
	data     []byte
}

// unpack converts a WOFF 1.0 file to the TrueType file it contains. Format: W3C "WOFF File Format 1.0", sections 3 to
// 5.
func unpack(woff []byte) ([]byte, error) {
	if len(woff) < 44 || string(woff[:4]) != "wOFF" {
		return nil, errNotWOFF
	}
	tables := make([]table, 0, 24)
	total := 0
	for i := range int(binary.BigEndian.Uint16(woff[12:])) {
		at := 44 + 20*i
		if at+20 > len(woff) {
			return nil, fmt.Errorf("table %d: %w", i, io.ErrUnexpectedEOF)
		}
		t, err := readTable(woff, woff[at:at+20])
		if err != nil {
			return nil, err
		}
		if total += len(t.data); total > maxFont {
			return nil, fmt.Errorf("table %q: the font is above %d bytes", t.tag, maxFont)
		}
		tables = append(tables, t)
	}
	slices.SortFunc(tables, func(a, b table) int { return strings.Compare(a.tag, b.tag) })
	return assemble(woff[4:8], tables), nil
}

func readTable(woff, entry []byte) (table, error) {
	t := table{tag: string(entry[:4]), checksum: binary.BigEndian.Uint32(entry[16:])}
	offset := uint64(binary.BigEndian.Uint32(entry[4:]))
	packed := uint64(binary.BigEndian.Uint32(entry[8:]))
	length := uint64(binary.BigEndian.Uint32(entry[12:]))
	if offset+packed > uint64(len(woff)) || packed > length || length > maxFont {
		return t, fmt.Errorf("table %q: %w", t.tag, io.ErrUnexpectedEOF)
	}
	t.data = woff[offset : offset+packed]
	if packed == length {
		return t, nil
	}
	z, err := zlib.NewReader(bytes.NewReader(t.data))
	if err != nil {
		return t, fmt.Errorf("table %q: %w", t.tag, err)
	}
	t.data = make([]byte, length)
	if _, err := io.ReadFull(z, t.data); err != nil {
		return t, fmt.Errorf("table %q: %w", t.tag, err)
	}
	return t, nil
}

// assemble writes the offset table, the directory and the tables, each padded to four bytes.
func assemble(flavor []byte, tables []table) []byte {
	n := len(tables)
	power, selector := 1, 0
	for power*2 <= n {
		power *= 2
		selector++
	}
	out := slices.Clone(flavor)
	for _, v := range []int{n, power * 16, selector, (n - power) * 16} {
		out = binary.BigEndian.AppendUint16(out, uint16(v))
	}
	offset := 12 + 16*n
	for _, t := range tables {
		out = append(out, t.tag...)
		for _, v := range []uint32{t.checksum, uint32(offset), uint32(len(t.data))} {
			out = binary.BigEndian.AppendUint32(out, v)
		}
		offset += (len(t.data) + 3) &^ 3
	}
	for _, t := range tables {
		out = append(out, t.data...)
		for len(out)%4 != 0 {
			out = append(out, 0)
		}
	}
	return out
}
