package media

import (
	"encoding/base64"
	"slices"
)

// Area is a part of a picture, in thousandths of its width and height.
type Area struct {
	X      int `json:"x"`
	Y      int `json:"y"`
	Width  int `json:"width"`
	Height int `json:"height"`
}

const (
	// mostDiffering is the percentage of different cells up to which areas are reported: scrolled screens, or of
	// another length, differ everywhere.
	mostDiffering = 20
	// Cells this close belong to one line of text.
	nearAcross, nearDown = 5, 1
	// mostAreas is how many areas a person can review.
	mostAreas = 12
)

// Differences lists the areas in which two similar screenshots differ, from the top: transaction number, time or payer.
// None if they are equal, if a detail is unknown, and if they differ too much.
func Differences(a, b string) []Area {
	if a == "" || len(a) != len(b) {
		return nil
	}
	x, errX := base64.RawStdEncoding.DecodeString(a)
	y, errY := base64.RawStdEncoding.DecodeString(b)
	if errX != nil || errY != nil || len(x) != detailWidth*detailHeight/2 {
		return nil
	}
	var cells []cell
	for i := range 2 * len(x) {
		p, q := level(x, i), level(y, i)
		if max(p, q)-min(p, q) > detailNoise {
			cells = append(cells, cell{i % detailWidth, i / detailWidth})
		}
	}
	if len(cells)*100 > detailWidth*detailHeight*mostDiffering {
		return nil
	}
	out := areas(cells)
	if len(out) > mostAreas {
		return nil
	}
	return out
}

func level(packed []byte, i int) byte {
	if i%2 == 0 {
		return packed[i/2] >> 4
	}
	return packed[i/2] & 0xf
}

type cell struct{ x, y int }

// block is a range of cells, both ends included.
type block struct{ from, to cell }

func (b block) near(c cell) bool {
	return c.x >= b.from.x-nearAcross && c.x <= b.to.x+nearAcross && c.y >= b.from.y-nearDown && c.y <= b.to.y+nearDown
}

func (b block) and(o block) block {
	return block{cell{min(b.from.x, o.from.x), min(b.from.y, o.from.y)}, cell{max(b.to.x, o.to.x), max(b.to.y, o.to.y)}}
}

// areas groups cells, given row by row, into lines of text. A cell may join two blocks.
func areas(cells []cell) []Area {
	var blocks []block
	for _, c := range cells {
		grown := block{c, c}
		blocks = slices.DeleteFunc(blocks, func(b block) bool {
			if b.near(c) {
				grown = grown.and(b)
				return true
			}
			return false
		})
		blocks = append(blocks, grown)
	}
	slices.SortFunc(blocks, func(a, b block) int { return (a.from.y-b.from.y)*detailWidth + a.from.x - b.from.x })
	var out []Area
	for _, b := range blocks { // with a margin of one cell, within the picture
		left, right := max(b.from.x-1, 0)*1000/detailWidth, min(b.to.x+2, detailWidth)*1000/detailWidth
		top, bottom := max(b.from.y-1, 0)*1000/detailHeight, min(b.to.y+2, detailHeight)*1000/detailHeight
		out = append(out, Area{left, top, right - left, bottom - top})
	}
	return out
}
