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
	// mostDiffering is the share of cells, in hundredths, up to which two pictures are told apart by areas: screens that are
	// scrolled, or of another length, differ everywhere, which tells nothing.
	mostDiffering = 20
	// Cells so near each other belong to one line of writing.
	nearAcross, nearDown = 5, 1
	// mostAreas is how many areas somebody can look at.
	mostAreas = 12
)

// Differences are the areas in which two pictures of one design differ, from the top: where a transaction's number, its time
// or its payer stands. None where they are equal, where a detail is not known, and where they differ too much to say.
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

// block is from one cell to another, both within.
type block struct{ from, to cell }

func (b block) near(c cell) bool {
	return c.x >= b.from.x-nearAcross && c.x <= b.to.x+nearAcross && c.y >= b.from.y-nearDown && c.y <= b.to.y+nearDown
}

func (b block) and(o block) block {
	return block{cell{min(b.from.x, o.from.x), min(b.from.y, o.from.y)}, cell{max(b.to.x, o.to.x), max(b.to.y, o.to.y)}}
}

// areas gathers cells, which come row by row, into the lines that they are of. A cell may join two blocks.
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
	for _, b := range blocks { // with a cell around it, within the picture
		left, right := max(b.from.x-1, 0)*1000/detailWidth, min(b.to.x+2, detailWidth)*1000/detailWidth
		top, bottom := max(b.from.y-1, 0)*1000/detailHeight, min(b.to.y+2, detailHeight)*1000/detailHeight
		out = append(out, Area{left, top, right - left, bottom - top})
	}
	return out
}
