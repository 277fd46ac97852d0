package tablet

import (
	"context"
	"io"
	"strconv"
)

// Grid draws a page to test a printer: lines every 10 mm, and the outlines of a layout's pieces with its offset. Held
// with preprinted paper against the light, it shows how far to move them.
func Grid(ctx context.Context, w io.Writer, l Layout) error {
	s, p, err := l.sheet()
	if err != nil {
		return err
	}
	if s.petition {
		f := loaded().Petition[l.Sheet].Frame.Outer
		s.At, p = [][2]float64{{f, f}}, piece{W: s.Page[0] - 2*f, H: s.Page[1] - 2*f}
	}
	d, err := newDrawer(w)
	if err != nil {
		return err
	}
	if err := d.canvas.AddPage(s.Page[0], s.Page[1]); err != nil {
		return err
	}
	pen, fine, strong, soft := d.writer(), hex("c9bda9"), hex("9f2a1f"), hex("5a493d")
	const step, edge, half = 10, 5, 5 // mm
	lines := func(long, across float64, draw func(at, from, to, width float64), label func(at float64, text string)) {
		for at := float64(step); at < long; at += step {
			width := 0.1
			if int(at)%(half*step) == 0 {
				width = 0.3
			}
			draw(at, edge, across-edge, width)
			label(at, strconv.Itoa(int(at)))
		}
	}
	lines(s.Page[0], s.Page[1], func(at, from, to, width float64) { d.canvas.Line(fine, width, at, from, at, to) },
		func(at float64, text string) { pen.put(text, at+0.4, edge+2, 2, soft) })
	lines(s.Page[1], s.Page[0], func(at, from, to, width float64) { d.canvas.Line(fine, width, from, at, to, at) },
		func(at float64, text string) { pen.put(text, edge, at-0.4, 2, soft) })
	for _, at := range s.At {
		d.canvas.Outline(strong, 0.25, rectangle(at[0]+l.Offset[0], at[1]+l.Offset[1], p.W, p.H)...)
	}
	said := "100 % · " + l.Sheet + " · x " + strconv.FormatFloat(l.Offset[0], 'f', 1, 64) + " mm · y " + strconv.FormatFloat(l.Offset[1], 'f', 1, 64) + " mm"
	pen.put(said, s.Page[0]/2-d.width(said)*1.7, s.Page[1]/2, 3.4, strong)
	if pen.err != nil {
		return pen.err
	}
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	return d.finish(l)
}
