package document

import "shanmen/internal/base/money"

// The QR code of an invoice: a white field with the code, and instructions beside it.
const (
	codeSide   = 112.0
	codeQuiet  = 4 // quiet zone in modules, required by the standard
	codeIndent = codeSide + 24
)

// code is unbreakable, below the amounts.
func (l *layout) code() {
	if l.r.Code == nil {
		return
	}
	l.room(codeSide+32, false)
	l.y += 12
	top := l.y
	l.frame(left, top, inner, codeSide+16, 8, 0.8, gold)
	l.fill(left+10, top+8, codeSide, codeSide, 0, Colour{0xff, 0xff, 0xff})
	l.squares(left+10, top+8)
	x, limit := left+10+codeIndent, inner-codeIndent-24
	l.y = top + 12
	purpose := string(l.r.Code.Purpose)
	for _, title := range l.sideBySide(l.voc.each("code."+purpose+".title", nil), "  ", 13, limit) {
		l.rows(x, 13, limit, 18, black, title)
	}
	l.y += 2
	l.rows(x, 16, limit, 22, cinnabar, money.Format(l.r.Due))
	if l.r.Reference != "" {
		l.rows(x, 11, limit, 16, black, l.voc.label("reference")+"  "+l.r.Reference)
	}
	l.y += 2
	for _, how := range l.voc.each("code."+purpose+".how", nil) {
		l.rows(x, least, limit, 12.5, soft, how)
	}
	l.y = max(l.y, top+codeSide+16)
}

// squares draws the code. Adjacent dark modules are one stroke, and rows overlap slightly, so that no PDF reader shows
// white lines between them.
func (l *layout) squares(x, y float64) {
	modules := l.modules
	side := codeSide / float64(len(modules)+2*codeQuiet)
	const overlap = 0.04
	for r, row := range modules {
		for c := 0; c < len(row); c++ {
			if !row[c] {
				continue
			}
			end := c
			for end+1 < len(row) && row[end+1] {
				end++
			}
			l.Rectangle(Colour{}, x+float64(c+codeQuiet)*side, y+float64(r+codeQuiet)*side, float64(end-c+1)*side, side+overlap)
			c = end
		}
	}
}
