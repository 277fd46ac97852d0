// Package document renders the temple's documents as PDF files: invoice, official receipt and yearly statement, in
// English, Chinese or both. It knows nothing of members or payments: callers copy the content into a Receipt.
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
	"shanmen/internal/platform/admission"
)

// Kind is the kind of document.
type Kind string

// The kinds. An invoice asks for money, an official receipt confirms it. An invoice is called a tax invoice only if the
// temple is registered for GST.
const (
	Invoice         Kind = "invoice"
	OfficialReceipt Kind = "official_receipt"
	yearStatement   Kind = "statement"
)

// Language is the language of a document.
type Language string

// The languages. Both prints every label and title in English and Chinese.
const (
	English Language = "en"
	Chinese Language = "zh"
	Both    Language = "both"
)

// Receipt is the content of one document. All amounts are cents.
type Receipt struct {
	Kind          Kind
	Number        string    // of this document: INV-2026-000123 or OR-2026-000098
	InvoiceNumber string    // on an official receipt: the invoice settled; may be empty
	IssuedAt      time.Time // printed as the date in Singapore
	TransferredAt time.Time // when the payer transferred, printed as the date in Singapore; zero is omitted
	Language      Language
	Temple        Temple
	Payer         Payer
	Status        string    // of the invoice, as in the API; empty is omitted
	PayBy         time.Time // last date to pay in Singapore; zero is omitted
	Method        string    // "cash" or "paynow"; anything else is printed unchanged, empty is omitted
	Reference     string    // payment reference; may be empty
	Items         []Item
	Total         money.Cents
	Received      money.Cents
	Backs         []Back      // refunds since, oldest first
	Due           money.Cents // amount to pay; 0: none, paid or ended
	Code          *Code       // nil: no QR code
	Footer        locale.Text // the temple's closing text; may be empty
	GST           *GST        // nil: the temple was not registered at the time of issue
	Deductible    bool        // issued as an Institution of a Public Character; otherwise every page says that it is not tax-deductible
	Clerk         string      // name of the issuer; empty is omitted
	Copy          bool        // marked as a reprint
	Voided        bool
	VoidReason    string // printed if Voided
}

// Back is a refund after the document was issued.
type Back struct {
	At    time.Time
	Cents money.Cents
}

// GST is the tax contained in the total.
type GST struct {
	Number  string // of the temple's registration
	Percent int
	Cents   money.Cents
}

// Code is a QR code to pay with, and its instructions.
type Code struct {
	Payload string
	Purpose Purpose
}

// Purpose is what scans the code.
type Purpose string

// The purposes: a banking app, or the counter's scanner.
const (
	ForBank    Purpose = "bank"
	ForCounter Purpose = "counter"
)

// Temple is the letterhead. Empty fields are omitted.
type Temple struct {
	Name, ChineseName string
	Address           locale.Text
	UEN, Phone        string
}

// Payer is the recipient of the document. Everything except one of the names may be empty.
type Payer struct {
	Name, ChineseName, Mobile, Email string
}

// Item is an item of the document.
type Item struct {
	Title       locale.Text
	OptionTitle locale.Text // may be empty
	Quantity    int
	UnitPrice   money.Cents
	Amount      money.Cents
	Stands      []Answer // position of its lamp or tablet, with its period
	Groups      []Group  // the beneficiaries
	Answers     []Answer // other answers, such as a dedication
}

// Group is people under one heading: the departed, dedicators, or beneficiaries. Kind selects the heading,
// common.people-….
type Group struct {
	Kind   string
	People []Person
}

// Person is one person of an item, printed completely.
type Person struct {
	Name    string
	Details locale.Text // printed after the name: relation and dates
}

// Answer is another answer of the item's form.
type Answer struct{ Label, Value locale.Text }

// Printer renders documents. It is safe for concurrent use.
type Printer struct {
	messages *locale.Messages
	press    *press
}

// NewPrinter returns a printer with texts from the messages' namespace "document", which draws as gate admits.
func NewPrinter(messages *locale.Messages, gate *admission.Gate) *Printer {
	return &Printer{messages: messages, press: newPress(gate)}
}

// Render writes the document as an A4 PDF. Equal input gives equal bytes. missing lists, sorted, the characters that
// the font lacks: each is printed as an empty box, to be filled in by hand. After an error the output is unusable.
// A visitor who waits for it may be refused (fault "busy").
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

// draw writes the document laid out by compose, with content as its cache key.
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
