// Package document makes the papers of the temple as PDF files: invoice, official receipt and the
// statement of a year, in English, Chinese or both. It knows nothing of members or payments: callers copy what is to stand
// on the paper into a Receipt.
package document

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/base/paynow"
)

// Kind tells which paper is made.
type Kind string

// The papers. An invoice asks for money, an official receipt confirms it. An invoice is called a tax
// invoice only where the temple is registered for GST.
const (
	Invoice         Kind = "invoice"
	OfficialReceipt Kind = "official_receipt"
	yearStatement   Kind = "statement"
)

// Language is what a paper is written in.
type Language string

// The languages of a paper. Both writes every label and title in English and Chinese.
const (
	English Language = "en"
	Chinese Language = "zh"
	Both    Language = "both"
)

// Receipt is everything that stands on one paper. All amounts are cents.
type Receipt struct {
	Kind          Kind
	Number        string    // of this paper: INV-2026-000123 or OR-2026-000098
	InvoiceNumber string    // on an official receipt: the invoice that it settles; may be empty
	IssuedAt      time.Time // shown as the day in Singapore
	TransferredAt time.Time // when the payer transferred, shown as the day in Singapore; zero is left out
	Language      Language
	Temple        Temple
	Payer         Payer
	Status        string    // of the invoice, as the API names it; empty is left out
	PayBy         time.Time // the last day to pay, shown as the day in Singapore; zero is left out
	Method        string    // "cash" or "paynow"; anything else is printed as it stands, empty is left out
	Reference     string    // payment reference; may be empty
	Items         []Item
	Total         money.Cents
	Received      money.Cents
	Backs         []Back      // what was given back of it since, oldest first
	Due           money.Cents // what the paper asks for; 0: nothing, be it paid or ended
	Code          *Code       // nil: nothing to scan
	Footer        locale.Text // the temple's own closing words; may be empty
	GST           *GST        // nil: the temple was not registered when the paper was issued
	Deductible    bool        // issued as an Institution of a Public Character; else every page says that it is not tax-deductible
	Clerk         string      // who issued it; empty is left out
	Copy          bool        // printed again: it says so
	Voided        bool
	VoidReason    string // shown when Voided
}

// Back is money that was given back after the paper was issued.
type Back struct {
	At    time.Time
	Cents money.Cents
}

// GST is the goods and services tax that the total contains.
type GST struct {
	Number  string // of the temple's registration
	Percent int
	Cents   money.Cents
}

// Code is a QR code for paying, with a line on how to use it.
type Code struct {
	Payload string
	Purpose Purpose
}

// Purpose tells who reads a code.
type Purpose string

// The readers of a code: a banking app, or the scanner at the temple's counter.
const (
	ForBank    Purpose = "bank"
	ForCounter Purpose = "counter"
)

// Temple is the head of the paper. Empty fields are left out.
type Temple struct {
	Name, ChineseName string
	Address           locale.Text
	UEN, Phone        string
}

// Payer is whom the paper is for. Everything but one of the names may be empty.
type Payer struct {
	Name, ChineseName, Mobile, Email string
}

// Item is a line of the paper.
type Item struct {
	Title       locale.Text
	OptionTitle locale.Text // may be empty
	Quantity    int
	UnitPrice   money.Cents
	Amount      money.Cents
	Stands      []Answer // where its lamp or tablet stands, and from when to when
	Groups      []Group  // for whom the offering is made
	Answers     []Answer // what else was asked, as a dedication
}

// Group is people who stand on a paper together: the departed, those who dedicate, or whom a blessing is for. Kind
// names its words, common.people-….
type Group struct {
	Kind   string
	People []Person
}

// Person is one person of an item, each printed whole.
type Person struct {
	Name    string
	Details locale.Text // beside it: relation and dates
}

// Answer is a further answer of the item's form.
type Answer struct{ Label, Value locale.Text }

// Printer makes papers. It is safe for concurrent use.
type Printer struct {
	messages *locale.Messages
	press    *press
}

// NewPrinter returns a printer that takes its words from the messages' namespace "document".
func NewPrinter(messages *locale.Messages) *Printer {
	return &Printer{messages: messages, press: newPress()}
}

// Render writes the paper as an A4 PDF. The same Receipt gives the same bytes. missing holds, sorted
// and each once, the characters that the font cannot draw: each stands on the paper as an empty box,
// and the office has to write it by hand. An error means that nothing useful was written. It waits for its turn, as
// AskedBy says.
func (p *Printer) Render(ctx context.Context, w io.Writer, r Receipt) (missing []rune, err error) {
	if r.Kind != Invoice && r.Kind != OfficialReceipt {
		return nil, fmt.Errorf("document: unknown kind %q", r.Kind)
	}
	return p.draw(ctx, w, r, r, func(l *layout) error {
		if r.Code != nil {
			if l.modules, err = paynow.Modules(r.Code.Payload); err != nil {
				return fmt.Errorf("document: code: %w", err)
			}
		}
		l.compose()
		return nil
	})
}

// draw writes the paper that compose lays out, and that content is all of.
func (p *Printer) draw(ctx context.Context, w io.Writer, r Receipt, content any, compose func(*layout) error) (missing []rune, err error) {
	out, err := p.press.paper(ctx, content, func(b *bytes.Buffer) ([]rune, error) { return p.print(b, r, compose) })
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(out.pdf); err != nil {
		return nil, fmt.Errorf("document: write: %w", err)
	}
	return out.missing, nil
}

func (p *Printer) print(w *bytes.Buffer, r Receipt, compose func(*layout) error) (missing []rune, err error) {
	voc, err := newVocabulary(p.messages, r.Language)
	if err != nil {
		return nil, err
	}
	font, err := wenkaiTypeface()
	if err != nil {
		return nil, err
	}
	measures, err := font.paperFace()
	if err != nil {
		return nil, err
	}
	l := &layout{sheet: newSheet(w, measures), r: r, voc: voc}
	if err := compose(l); err != nil {
		return nil, err
	}
	return l.print(l.info())
}
