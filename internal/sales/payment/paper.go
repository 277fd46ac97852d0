package payment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/form"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/document"
	"shanmen/internal/sales/invoice"
)

// AttachReceipt is the attachment kind of official receipts in the outbox.
const AttachReceipt = "official-receipt"

// ReceiptPDF renders an official receipt. It is the outbox's AttachmentMaker, so that a mail's file is rendered when it
// is sent.
func (s *Service) ReceiptPDF(ctx context.Context, receiptID string, l locale.Locale) (name, contentType string, data []byte, err error) {
	data, number, err := s.PrintReceipt(ctx, receiptID, document.Language(l))
	return number + ".pdf", "application/pdf", data, err
}

// PrintReceipt renders an official receipt in one language or both.
func (s *Service) PrintReceipt(ctx context.Context, receiptID string, lang document.Language) (pdf []byte, number string, err error) {
	paper, err := s.ReceiptPaper(ctx, receiptID, lang)
	if err != nil {
		return nil, "", err
	}
	pdf, err = s.drawPaper(ctx, paper)
	return pdf, paper.Number, err
}

// ReceiptPaper is the content of an official receipt for any printer.
func (s *Service) ReceiptPaper(ctx context.Context, receiptID string, lang document.Language) (document.Receipt, error) {
	r := s.DB.Read()
	row, err := r.Receipt(ctx, receiptID)
	if err != nil {
		return document.Receipt{}, db.NotFound(err)
	}
	v, err := invoice.Load(ctx, r, row.InvoiceID)
	if err != nil {
		return document.Receipt{}, err
	}
	p, err := r.Payment(ctx, row.PaymentID)
	if err != nil {
		return document.Receipt{}, err
	}
	site, err := content.Site(ctx, r)
	if err != nil {
		return document.Receipt{}, err
	}
	paper, err := s.paperOf(ctx, r, v, site, lang)
	if err != nil {
		return document.Receipt{}, err
	}
	paper.Kind, paper.Number, paper.InvoiceNumber = document.OfficialReceipt, row.Number, v.Number
	paper.IssuedAt, paper.Method = row.IssuedAt.Time(), methodWord(p.Method)
	if paper.TransferredAt, err = transferredAt(ctx, r, p); err != nil {
		return document.Receipt{}, err
	}
	if paper.Clerk, err = account.NameOf(ctx, r, row.IssuedBy); err != nil {
		return document.Receipt{}, err
	}
	// Printed on the day of issue it is the original, however often; printed later it is a copy.
	paper.Copy = lunar.DayOf(s.Clock.Now()) != lunar.DayOf(paper.IssuedAt)
	if paper.Voided = row.VoidedAt > 0; paper.Voided {
		paper.VoidReason = s.voidWords(row.VoidReason, lang)
	}
	if paper.Backs, err = givenBack(ctx, r, v.ID, row.IssuedAt); err != nil {
		return document.Receipt{}, err
	}
	tax(&paper, site)
	return paper, nil
}

// transferredAt is when the payer transferred, possibly days before the approval: as declared, else as booked by the
// bank. Cash has none.
func transferredAt(ctx context.Context, r db.Reader, p query.Payment) (time.Time, error) {
	switch {
	case p.Method != money.PayNow:
		return time.Time{}, nil
	case p.TransactionAt != nil:
		return (*p.TransactionAt).Time(), nil
	}
	at, err := r.PaymentBookedAt(ctx, p.ID)
	if errors.Is(err, db.ErrNoRows) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("day of a transfer: %w", err)
	}
	return at.Time(), nil
}

// givenBack lists refunds of an order since its receipt was issued. Earlier ones are not part of what it was paid with,
// and late transfers never are.
func givenBack(ctx context.Context, r db.Reader, invoiceID string, since clock.Millis) (out []document.Back, err error) {
	refunds, err := r.RefundsOfInvoice(ctx, &invoiceID)
	if err != nil {
		return nil, fmt.Errorf("refunds: %w", err)
	}
	for _, b := range refunds {
		if b.Extent != RefundTransfer && b.At >= since {
			out = append(out, document.Back{At: b.At.Time(), Cents: b.Amount})
		}
	}
	return out, nil
}

// voidWords is the reason why a receipt is void, in the document's languages.
func (s *Service) voidWords(code string, lang document.Language) string {
	switch lang {
	case document.English, document.Chinese:
		return s.Messages.T(locale.Locale(lang), "refund.void."+code, nil)
	}
	return s.Messages.T(locale.EN, "refund.void."+code, nil) + " " + s.Messages.T(locale.ZH, "refund.void."+code, nil)
}

// PrintInvoice renders an invoice with its current status and amount due, in one language or both. While it can be paid
// it has a QR code for a bank's app or the counter, by the last chosen method.
func (s *Service) PrintInvoice(ctx context.Context, invoiceID string, lang document.Language) (pdf []byte, number string, err error) {
	r := s.DB.Read()
	v, err := invoice.Load(ctx, r, invoiceID)
	if err != nil {
		return nil, "", err
	}
	site, err := content.Site(ctx, r)
	if err != nil {
		return nil, "", err
	}
	paper, err := s.paperOf(ctx, r, v, site, lang)
	if err != nil {
		return nil, "", err
	}
	attempts, err := r.InvoicePayments(ctx, v.ID)
	if err != nil {
		return nil, "", err
	}
	method := money.Method(0) // a walk-in's, before any payment
	if len(attempts) > 0 {
		method = attempts[len(attempts)-1].Method
		paper.Method = methodWord(method)
	}
	paper.Kind, paper.Number, paper.IssuedAt, paper.Status = document.Invoice, v.Number, v.CreatedAt.Time(), v.Status
	if v.Status == invoice.Paid || v.Status == invoice.Refunded {
		receipts, err := r.ReceiptsOfInvoice(ctx, v.ID)
		if err != nil {
			return nil, "", err
		}
		if n := len(receipts); n > 0 {
			if paper.Backs, err = givenBack(ctx, r, v.ID, receipts[n-1].IssuedAt); err != nil {
				return nil, "", err
			}
		}
	}
	tax(&paper, site)
	if v.Payable(s.Clock.Now()) {
		paper.Due = v.Due()
		if v.ExpiresAt > 0 {
			paper.PayBy = v.ExpiresAt.Time()
		}
		if paper.Code, err = codeOf(v, site, method); err != nil {
			return nil, "", err
		}
	}
	pdf, err = s.drawPaper(ctx, paper)
	return pdf, v.Number, err
}

func codeOf(v invoice.Invoice, site content.Facts, method money.Method) (*document.Code, error) {
	if method != money.PayNow || site.UEN == "" {
		return &document.Code{Payload: v.PaymentReference, Purpose: document.ForCounter}, nil
	}
	payload, err := invoice.PayNowCode(v, site)
	return &document.Code{Payload: payload, Purpose: document.ForBank}, err
}

// gstPercent is Singapore's rate since 1 January 2024 (Goods and Services Tax Act 1993, section 16).
const gstPercent = 9

// tax is the temple's GST status on a document's date. Prices include the tax: rate/(100+rate) of the total, rounded
// half up.
func tax(paper *document.Receipt, site content.Facts) {
	_, paper.Deductible = site.Deductible.At(paper.IssuedAt)
	if number, registered := site.GST.At(paper.IssuedAt); registered {
		const whole = 100 + gstPercent
		paper.GST = &document.GST{Number: number, Percent: gstPercent, Cents: (paper.Total*gstPercent*2 + whole) / (whole * 2)}
	}
}

// paperOf is the common content of an invoice and its receipt.
func (s *Service) paperOf(ctx context.Context, r db.Reader, v invoice.Invoice, site content.Facts, lang document.Language) (document.Receipt, error) {
	paper := document.Receipt{
		Language:  lang,
		Temple:    document.Temple{Name: site.Name.EN, ChineseName: site.Name.ZH, Address: site.Address, UEN: site.UEN, Phone: site.Phone},
		Payer:     document.Payer{Name: v.PayerName, ChineseName: v.PayerChinese, Mobile: readable(v.PayerMobile), Email: v.PayerEmail},
		Reference: v.PaymentReference, Total: v.SubTotal, Received: v.Paid, Footer: site.InvoiceFooter,
	}
	stands, err := s.standsOf(ctx, r, v.ID)
	if err != nil {
		return paper, err
	}
	sheets := form.NewReader(r)
	for _, it := range v.Items {
		sheet, err := sheets.Sheet(ctx, it.FormKey, it.FormVersion, it.Form)
		if err != nil {
			return paper, err
		}
		paper.Items = append(paper.Items, document.Item{
			Title: locale.Text{EN: it.TitleEn, ZH: it.TitleZh}, OptionTitle: locale.Text{EN: it.OptionTitleEn, ZH: it.OptionTitleZh},
			Quantity: int(it.Quantity), UnitPrice: it.UnitPrice, Amount: it.Amount, Stands: stands[it.ID], Groups: s.groupsOf(sheet), Answers: answersOf(sheet),
		})
	}
	return paper, nil
}

// standsOf are the lines with an item's position and its period.
func (s *Service) standsOf(ctx context.Context, r db.Reader, invoiceID string) (map[string][]document.Answer, error) {
	rows, err := r.PlacesOnPaper(ctx, invoiceID)
	if err != nil {
		return nil, fmt.Errorf("places: %w", err)
	}
	places, terms := map[string][]string{}, map[string][2]time.Time{}
	for _, row := range rows {
		if row.Code != "" && !slices.Contains(places[row.ItemID], row.Code) {
			places[row.ItemID] = append(places[row.ItemID], row.Code)
		}
		if row.FromAt > 0 && row.UntilAt > row.FromAt { // the term itself is last, and counts
			terms[row.ItemID] = [2]time.Time{row.FromAt.Time(), row.UntilAt.Time()}
		}
		if _, there := terms[row.ItemID]; !there {
			terms[row.ItemID] = [2]time.Time{}
		}
	}
	out := map[string][]document.Answer{}
	for item, t := range terms {
		if codes := strings.Join(places[item], ", "); codes != "" {
			out[item] = append(out[item], document.Answer{Label: s.Messages.Both("document.place"), Value: locale.Text{EN: codes, ZH: codes}})
		}
		if !t[0].IsZero() {
			span := func(l locale.Locale) string {
				return s.Messages.T(l, "document.span", map[string]any{"from": locale.Date(l, t[0]), "until": locale.Date(l, t[1])})
			}
			out[item] = append(out[item], document.Answer{Label: s.Messages.Both("document.term"), Value: locale.Text{EN: span(locale.EN), ZH: span(locale.ZH)}})
		}
	}
	return out, nil
}

// groupsOf are an item's people for a document.
func (s *Service) groupsOf(sheet *form.Sheet) (out []document.Group) {
	if sheet == nil {
		return nil
	}
	for _, g := range sheet.Groups {
		on := document.Group{Kind: g.Kind}
		for _, p := range g.People {
			details := func(l locale.Locale) string {
				return p.Details(l, func(about, date string) string {
					return s.Messages.T(l, "common.person-"+about, map[string]any{"date": date})
				})
			}
			on.People = append(on.People, document.Person{Name: p.FullName(), Details: locale.Text{EN: details(locale.EN), ZH: details(locale.ZH)}})
		}
		out = append(out, on)
	}
	return out
}

// answersOf are the answers printed on a document: wishes and choices, but no consents.
func answersOf(sheet *form.Sheet) (out []document.Answer) {
	if sheet == nil {
		return nil
	}
	for _, a := range sheet.Answers {
		if a.Type != form.Consent {
			out = append(out, document.Answer{Label: a.Label, Value: a.Value})
		}
	}
	return out
}

// drawPaper renders a document. Code points missing in the font are logged for the office, because they must be written
// by hand.
func (s *Service) drawPaper(ctx context.Context, paper document.Receipt) ([]byte, error) {
	var b bytes.Buffer
	missing, err := s.Printer.Render(ctx, &b, paper)
	if err != nil {
		return nil, fmt.Errorf("print %s: %w", paper.Number, err)
	}
	if len(missing) > 0 {
		s.Log.Warn("the font lacks characters: write them on the paper by hand", "paper", paper.Number, "characters", fmt.Sprintf("%U", missing))
	}
	return b.Bytes(), nil
}

// readable groups the digits of a Singapore number; others stay.
func readable(mobile string) string {
	if len(mobile) == 11 && strings.HasPrefix(mobile, "+65") {
		return mobile[:3] + " " + mobile[3:7] + " " + mobile[7:]
	}
	return mobile
}

func methodWord(method money.Method) string {
	if method == money.Cash {
		return "cash"
	}
	return "paynow"
}
