package document

import (
	"context"
	"io"
	"strconv"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
)

// Statement is a member's yearly statement: one line per official receipt.
type Statement struct {
	Year     int
	IssuedAt time.Time // printed as the date in Singapore
	Language Language
	Temple   Temple
	Payer    Payer
	Lines    []StatementLine
	Footer   locale.Text // the temple's closing text; may be empty
	// Issued as an Institution of a Public Character, like all of its receipts; otherwise every page says that it is
	// not tax-deductible.
	Deductible bool
}

// StatementLine is an official receipt. Amounts are cents.
type StatementLine struct {
	IssuedAt      time.Time
	Number        string
	InvoiceNumber string
	Amount        money.Cents // of the receipt
	Back          money.Cents // refunded part of it
}

// RenderStatement writes the statement as an A4 PDF, like Render.
func (p *Printer) RenderStatement(ctx context.Context, w io.Writer, st Statement) (missing []rune, err error) {
	r := Receipt{
		Kind: yearStatement, Number: strconv.Itoa(st.Year), IssuedAt: st.IssuedAt, Language: st.Language,
		Temple: st.Temple, Payer: st.Payer, Footer: st.Footer, Deductible: st.Deductible,
	}
	return p.draw(ctx, w, r, st, func(l *layout) error {
		l.statement(st)
		return nil
	})
}

// The columns of the statement: left edges of texts, right edges of numbers.
const (
	receiptLeft = left + 88.0
	invoiceLeft = receiptLeft + 84
	grossRight  = backRight - 74
	backRight   = amountRight - 74
	lineHeight  = 19.0
)

func (l *layout) statement(st Statement) {
	l.addPage()
	l.head()
	l.parties()
	for _, lead := range l.voc.each("statement_lead", map[string]any{"year": st.Year}) {
		l.rows(left, least, inner, 14, soft, lead)
	}
	l.y += 8
	l.statementHead()
	var amount, back money.Cents
	for _, it := range st.Lines {
		if l.room(lineHeight, false) {
			l.statementHead()
		}
		l.statementLine(it)
		amount, back = amount+it.Amount, back+it.Back
	}
	l.statementSums(amount, back)
	l.closing()
	last := len(l.pages)
	for i := range last {
		l.foot(i, last)
	}
}

func (l *layout) statementHead() {
	h := 22.0
	if len(l.voc.locales) > 1 { // two headings per column do not fit
		h = 34
	}
	l.room(h+3*lineHeight, false)
	l.fill(left, l.y, inner, h, 4, paper)
	for i := range l.voc.locales {
		base := l.y + 14.5 + float64(i)*12
		word := func(key string) string { return l.voc.each(key, nil)[i] }
		l.text(left+pad, base, least, goldText, word("date"))
		l.text(receiptLeft, base, least, goldText, word("receipt_number"))
		l.text(invoiceLeft, base, least, goldText, word("invoice_number"))
		l.textRight(grossRight, base, least, goldText, word("received"))
		l.textRight(backRight, base, least, goldText, word("given_back"))
		l.textRight(amountRight, base, least, goldText, word("amount"))
	}
	l.y += h + 4
}

func (l *layout) statementLine(it StatementLine) {
	base := l.y + 12.5
	l.text(left+pad, base, least, black, l.voc.date(it.IssuedAt)[0])
	l.text(receiptLeft, base, least, black, it.Number)
	l.text(invoiceLeft, base, least, soft, it.InvoiceNumber)
	l.figure(grossRight, base, least, 76, money.Format(it.Amount), soft)
	if it.Back != 0 {
		l.figure(backRight, base, least, 76, money.Format(-it.Back), soft)
	}
	l.figure(amountRight, base, least, 76, money.Format(it.Amount-it.Back), black)
	l.y += lineHeight
	l.Line(hair, 0.4, left, l.y-1, right, l.y-1)
}

// statementSums are kept together on one page.
func (l *layout) statementSums(amount, back money.Cents) {
	const edge = right - 250
	l.room(92, false)
	l.y += 12
	for _, s := range []struct {
		key   string
		cents money.Cents
	}{{"received", amount}, {"given_back", -back}} {
		if s.key == "given_back" && back == 0 {
			continue
		}
		l.text(edge, l.y+16, 10.5, soft, l.voc.label(s.key))
		l.figure(amountRight, l.y+16, 11, 130, money.Format(s.cents), black)
		l.y += 24
	}
	l.text(edge, l.y+16, 10.5, soft, l.voc.label("total"))
	l.figure(amountRight, l.y+16, 16, 150, money.Format(amount-back), cinnabar)
	l.y += 24
	l.Line(cinnabar, 1.4, edge, l.y+2, right, l.y+2)
	l.Line(gold, 0.6, edge, l.y+5, right, l.y+5)
	l.y += 10
}
