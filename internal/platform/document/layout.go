package document

import (
	"strings"

	"shanmen/internal/base/locale"
)

// The margins of every page, in points.
const (
	left   = 54.0
	right  = pageWidth - 54
	inner  = right - left
	bottom = pageHeight - 72 // the footer is below it

	least = 10.0 // minimum text size: many givers are old
)

// layout places one Receipt on pages, from top to bottom.
type layout struct {
	*sheet
	r       Receipt
	voc     vocabulary
	modules [][]bool // of r.Code
	y       float64  // top of the next element
}

func (l *layout) info() info {
	title := l.r.Number + " " + strings.Join(l.voc.each(l.kind(), nil), " ")
	author := l.r.Temple.Name
	if author == "" {
		author = l.r.Temple.ChineseName
	}
	return info{title: l.face.clean(title), author: l.face.clean(author), language: l.voc.tag(), created: l.r.IssuedAt.In(singapore)}
}

func (l *layout) compose() {
	l.addPage()
	l.head()
	l.voidNote()
	l.parties()
	l.tableHead()
	for i := range l.r.Items {
		l.item(&l.r.Items[i])
	}
	l.totals()
	l.code()
	l.closing()
	last := len(l.pages)
	for i := range last {
		l.foot(i, last)
	}
}

// kind is the document's title.
func (l *layout) kind() string {
	if l.r.Kind == Invoice && l.r.GST != nil {
		return "tax_invoice"
	}
	return string(l.r.Kind)
}

// room starts a new page if less than h points are left, and returns whether it did.
func (l *layout) room(h float64, table bool) bool {
	if l.y+h <= bottom {
		return false
	}
	l.addPage()
	l.band()
	l.seal(left, 30, 26)
	l.text(left+36, 47, 10.5, black, l.r.Number)
	l.textRight(right, 47, least, soft, l.voc.label(l.kind())+" · "+l.voc.label("continued"))
	l.Line(gold, 0.6, left, 64, right, 64)
	l.y = 78
	if table {
		l.tableHead()
		l.y += 4
	}
	return true
}

func (l *layout) band() {
	l.fill(0, 0, pageWidth, 9, 0, cinnabar)
	l.Line(gold, 1, 0, 11.5, pageWidth, 11.5)
}

// head prints the temple's name and seal on the left and the document's title on the right.
func (l *layout) head() {
	l.band()
	l.seal(left, 38, 52)
	l.y = 38
	const x, limit = left + 66, 250.0
	big, small := l.r.Temple.ChineseName, l.r.Temple.Name
	if big == "" {
		big, small = small, ""
	}
	l.rows(x, 23, limit, 30, black, big)
	l.rows(x, 11, limit, 14, soft, small)
	l.y = max(l.y, 96) + 4

	names := l.voc.each(l.kind(), nil)
	top := 62.0
	for i := len(names) - 1; i >= 0; i-- { // Chinese above English, as in the temple's name
		size := 22.0
		if i == 0 && len(names) == 2 {
			size = 13
		}
		l.textRight(right, top, size, cinnabar, names[i])
		top += 19
	}
	if l.r.Copy {
		l.textRight(right, top, 11, soft, l.voc.both("copy"))
	}
	for _, address := range l.sideBySide(l.voc.lines(l.r.Temple.Address), "  ·  ", least, inner) {
		l.rows(left, least, inner, 13, soft, address)
	}
	l.rows(left, least, inner, 13, soft, l.contact())
	l.y += 4
	l.Line(cinnabar, 1.4, left, l.y, right, l.y)
	l.Line(gold, 0.6, left, l.y+3, right, l.y+3)
	l.y += 16
}

func (l *layout) contact() string {
	var parts []string
	if l.r.Temple.UEN != "" {
		parts = append(parts, l.voc.last("uen")+" "+l.r.Temple.UEN)
	}
	if l.r.Temple.Phone != "" {
		parts = append(parts, l.voc.label("phone")+" "+l.r.Temple.Phone)
	}
	if l.r.GST != nil {
		parts = append(parts, l.voc.label("gst_number")+" "+l.r.GST.Number)
	}
	return strings.Join(parts, "  ·  ")
}

// rows prints a text on as many lines as needed and moves below it.
func (l *layout) rows(x, size, limit, leading float64, c Colour, text string) {
	for _, row := range l.face.wrap(text, size, limit) {
		l.text(x, l.y+size, size, c, row)
		l.y += leading
	}
}

// sideBySide joins texts in two languages if they fit on one line.
func (l *layout) sideBySide(texts []string, between string, size, limit float64) []string {
	if one := strings.Join(texts, between); len(texts) > 1 && l.face.width(one, size) <= limit {
		return []string{one}
	}
	return texts
}

// voidNote explains the mark across a voided document.
func (l *layout) voidNote() {
	if !l.r.Voided {
		return
	}
	texts := []string{strings.Join(l.voc.each("voided", nil), " ")}
	if l.r.VoidReason != "" {
		texts = append(texts, l.voc.each("void_reason", map[string]any{"reason": l.r.VoidReason})...)
	}
	var lines []string
	for _, t := range texts {
		lines = append(lines, l.face.wrap(t, 10, inner-24)...)
	}
	h := float64(len(lines))*15 + 12
	l.fill(left, l.y, inner, h, 5, tint)
	for i, row := range lines {
		l.text(left+12, l.y+18+float64(i)*15, 10, cinnabar, row)
	}
	l.y += h + 16
}

// parties prints the payer on the left and the document's details on the right.
func (l *layout) parties() {
	const (
		gap     = 10
		leading = 14
	)
	split := left + 236 // start of the right half, wider for dates in two languages
	if len(l.voc.locales) > 1 {
		split -= 52
	}
	half := split - left - 20
	top := l.y
	key := "billed_to"
	if l.r.Kind == OfficialReceipt {
		key = "received_from"
	}
	l.text(left, l.y+9, least, goldText, l.voc.label(key))
	l.y += 16
	p := l.r.Payer
	l.rows(left, 15, half, 20, black, p.Name)
	if p.ChineseName != p.Name {
		l.rows(left, 15, half, 20, black, p.ChineseName)
	}
	l.y += 2
	l.rows(left, least, half, 13, soft, p.Mobile)
	l.rows(left, least, half, 13, soft, p.Email)
	end := l.y

	l.y = top
	particulars := l.particulars()
	indent := 0.0 // after the longest label, which is long in two languages
	for _, f := range particulars {
		indent = max(indent, l.face.width(f.label, least)+gap)
	}
	for _, f := range particulars {
		l.text(split, l.y+10, least, goldText, f.label)
		for _, v := range l.sideBySide(f.values, "  ", 10, right-split-indent) {
			l.rows(split+indent, 10, right-split-indent, leading, black, v)
		}
	}
	l.y = max(end, l.y) + 12
}

type particular struct {
	label  string
	values []string
}

func (l *layout) particulars() []particular {
	if l.r.Kind == yearStatement {
		return []particular{{l.voc.label("year"), []string{l.r.Number}}, {l.voc.label("date"), l.voc.date(l.r.IssuedAt)}}
	}
	number, invoice := "invoice_number", ""
	if l.r.Kind == OfficialReceipt {
		number, invoice = "receipt_number", l.r.InvoiceNumber
	}
	all := []particular{
		{l.voc.label(number), []string{l.r.Number}},
		{l.voc.label("invoice_number"), []string{invoice}},
		{l.voc.label("date"), l.voc.date(l.r.IssuedAt)},
		{l.voc.label("status"), l.voc.status(l.r.Status)},
		{l.voc.label("pay_by"), l.voc.date(l.r.PayBy)},
		{l.voc.label("method"), l.method()},
		{l.voc.label("reference"), []string{l.r.Reference}},
		{l.voc.label("issued_by"), []string{l.r.Clerk}},
	}
	out := all[:0]
	for _, f := range all {
		if f.values[0] != "" {
			out = append(out, f)
		}
	}
	return out
}

// method is the payment method; on a receipt with the transfer date.
func (l *layout) method() []string {
	if l.r.Kind != OfficialReceipt || l.r.TransferredAt.IsZero() {
		return l.voc.method(l.r.Method)
	}
	return l.voc.paidOn(l.r.Method, l.r.TransferredAt)
}

// closing prints the temple's closing text and the standard text of every document.
func (l *layout) closing() {
	texts := append(l.sideBySide(l.voc.lines(l.r.Footer), "  ", 11, inner), strings.Join(l.voc.each("no_signature", nil), " "))
	own := len(texts) - 1
	l.y += 12
	for i, t := range texts {
		if i == own && own > 0 {
			l.y += 6
		}
		size, c := least, soft
		if i < own {
			size, c = 11, black
		}
		for _, row := range l.face.wrap(t, size, inner) {
			l.room(size+7, false)
			l.text(left, l.y+size, size, c, row)
			l.y += size + 6
		}
	}
}

// foot prints the footer of every page, after the number of pages is known. The note that the document is not
// tax-deductible is in both languages in any document: most temple offerings are not donations for the tax authority,
// and only an Institution of a Public Character may omit it.
func (l *layout) foot(page, pages int) {
	l.page = l.pages[page]
	l.Line(gold, 0.6, left, bottom+15, right, bottom+15)
	if !l.r.Deductible {
		var tax []string
		for _, loc := range locale.All {
			tax = append(tax, l.voc.messages.T(loc, "document.not_tax_deductible", nil))
		}
		l.text(left, bottom+31, least, soft, strings.Join(tax, " / "))
	}
	at := l.voc.each("page", map[string]any{"page": page + 1, "pages": pages})
	l.textRight(right, bottom+31, least, soft, strings.Join(at, " "))
	if l.r.Voided {
		l.watermark(l.voc.label("void"), faded)
	}
}
