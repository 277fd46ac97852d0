package payment

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/sales/invoice"
)

// MailReceipt sends the official receipt of an order to an address given at the counter, in the order's language. It is
// sent after the half minute in which the payment may be undone; a second request before that replaces the address. The
// address is not stored with the order.
func (s *Service) MailReceipt(ctx context.Context, tx *db.Tx, invoiceID, address string) error {
	to, ok := account.ParseEmail(address)
	if !ok {
		return fault.At("email", "email-invalid")
	}
	v, err := invoice.Lock(ctx, tx, invoiceID)
	if err != nil {
		return err
	}
	receipt, err := tx.InvoiceReceipt(ctx, v.ID)
	if err != nil {
		return db.NotFound(fmt.Errorf("official receipt: %w", err))
	}
	key := letterCopy + receipt.PaymentID
	if err := outbox.Replace(ctx, tx, key); err != nil {
		return err
	}
	l := locale.Locale(v.Locale)
	m := outbox.Mail{
		About: receipt.PaymentID, To: to, Name: firstOf(v, l), Locale: l, Template: "official-receipt", Attachment: &outbox.Attachment{Kind: AttachReceipt, ID: receipt.ID},
		Params: map[string]string{
			"number": v.Number, "receipt": receipt.Number, "amount": money.Format(v.SubTotal), "link": l.Path("/member/profile/invoices/" + v.ID),
		},
	}
	if err := outbox.AddMail(ctx, tx, m, key+":"+outbox.KindMail, s.settledAt(receipt)); err != nil {
		return err
	}
	return auditOrder(ctx, tx, "invoice.receipt-mail", v, map[string]any{"receipt": receipt.Number})
}

// settledAt is the earliest time at which a receipt may be sent: until then its payment can be undone.
func (s *Service) settledAt(receipt query.OfficialReceipt) time.Time {
	at := s.Clock.Now()
	if undo := receipt.IssuedAt.Time().Add(UndoWindow); undo.After(at) {
		at = undo
	}
	return at
}
