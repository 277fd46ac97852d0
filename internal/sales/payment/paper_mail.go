package payment

import (
	"context"
	"errors"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/document"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/sales/invoice"
)

// AttachInvoice is the attachment kind of invoices in the outbox.
const AttachInvoice = "invoice"

// The documents of an order.
const (
	PaperInvoice = "invoice"
	PaperReceipt = "receipt"
)

// InvoicePaper renders an invoice in its state when the mail is sent. It is the outbox's AttachmentMaker.
func (s *Service) InvoicePaper(ctx context.Context, invoiceID string, l locale.Locale) (name, contentType string, data []byte, err error) {
	data, number, err := s.PrintInvoice(ctx, invoiceID, document.Language(l))
	return number + ".pdf", "application/pdf", data, err
}

// Reachable returns whether notices about an order have a recipient.
func (s *Service) Reachable(ctx context.Context, r db.Reader, invoiceID string) (bool, error) {
	v, err := r.Invoice(ctx, invoiceID)
	if err != nil {
		return false, db.NotFound(err)
	}
	address, number, err := addressOf(ctx, r, v)
	return address != "" || number != "", err
}

// SendAgain sends the invoice or official receipt to the payer again: by mail with the PDF, else by SMS with the link.
// A receipt is sent after the half minute in which its payment may be undone. Refusals: "payer-unreachable",
// "no-receipt".
func (s *Service) SendAgain(ctx context.Context, invoiceID, paper string) error {
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		return nil, s.sendAgain(ctx, tx, invoiceID, paper)
	})
	return err
}

func (s *Service) sendAgain(ctx context.Context, tx *db.Tx, invoiceID, paper string) error {
	v, err := invoice.Lock(ctx, tx, invoiceID)
	if err != nil {
		return err
	}
	address, number, err := addressOf(ctx, tx.Queries, v)
	if err != nil {
		return err
	}
	if address == "" && number == "" {
		return fault.Invalid("payer-unreachable")
	}
	at, params := s.Clock.Now(), map[string]string{"number": v.Number, "amount": money.Format(v.SubTotal), "link": "/member/profile/invoices/" + v.ID}
	template, key, attached := "invoice-again", "invoice-again:"+id.New(), &outbox.Attachment{Kind: AttachInvoice, ID: v.ID}
	if paper == PaperReceipt {
		var o query.OfficialReceipt
		if o, err = tx.InvoiceReceipt(ctx, v.ID); errors.Is(err, db.ErrNoRows) {
			return fault.Invalid("no-receipt")
		}
		if err != nil {
			return err
		}
		template, attached, params["receipt"] = "receipt-again", &outbox.Attachment{Kind: AttachReceipt, ID: o.ID}, o.Number
		key, at = letterAgain+o.PaymentID, s.settledAt(o)
		if err := outbox.Replace(ctx, tx, key); err != nil {
			return err
		}
	}
	if err := s.queueLetter(ctx, tx, v, template, key, at, attached, params); err != nil {
		return err
	}
	return auditOrder(ctx, tx, "invoice.mail", v, map[string]any{"paper": paper})
}
