package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/position"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/till"
)

// booking is the input for booking a payment.
type booking struct {
	received    money.Cents
	waive       money.Cents // waive exactly this shortfall
	by, actorID string      // the timeline's actor: invoice.ByOffice or invoice.ByBank
	mailAt      time.Time   // when the document is sent
}

// bookPayment books received money. When nothing is due any more the invoice becomes paid, the official receipt gets
// its number, and the document is sent.
func (s *Service) bookPayment(ctx context.Context, tx *db.Tx, p query.Payment, v query.Invoice, b booking) error {
	received, by, actorID, mailAt := b.received, b.by, b.actorID, b.mailAt
	now := s.Clock.Now()
	excess := max(0, received-max(0, v.SubTotal-v.Paid))
	v.Paid += received
	if err := tx.PaymentInvoicePaid(ctx, query.PaymentInvoicePaidParams{Paid: v.Paid, UpdatedAt: clock.MillisOf(now), ID: v.ID}); err != nil {
		return err
	}
	if err := bookExcess(ctx, tx, p.ID, excess); err != nil {
		return err
	}
	if err := s.Late.CloseSettled(ctx, tx, Booked{v, p, received, by, actorID}); err != nil {
		return err
	}
	if rest := v.SubTotal - v.Paid; rest > 0 {
		if b.waive == rest {
			return s.waiveRest(ctx, tx, p, v, b)
		}
		if v.Status != invoice.AwaitingPayment {
			if err := invoice.Move(ctx, tx, s.Clock.Now(), invoice.Transition{InvoiceID: v.ID, From: []string{v.Status}, To: invoice.AwaitingPayment, By: by, ActorID: actorID}); err != nil {
				return err
			}
		}
		return s.queueLetter(ctx, tx, v, "payment-partly", letterPartly+p.ID, mailAt, nil, map[string]string{
			"number": v.Number, "received": money.Format(received), "rest": money.Format(rest), "link": "/transaction/status?id=" + v.ID,
		})
	}
	return s.paid(ctx, tx, p, v, b)
}

// waiveRest waives a small shortfall: the order is paid.
func (s *Service) waiveRest(ctx context.Context, tx *db.Tx, p query.Payment, v query.Invoice, b booking) error {
	if err := tx.PaymentWaive(ctx, query.PaymentWaiveParams{Waived: int64(b.waive), ID: p.ID}); err != nil {
		return fmt.Errorf("waive a rest: %w", err)
	}
	return s.paid(ctx, tx, p, v, b)
}

// paid marks a fully paid order and issues its receipt.
func (s *Service) paid(ctx context.Context, tx *db.Tx, p query.Payment, v query.Invoice, b booking) error {
	now := s.Clock.Now()
	if err := invoice.Move(ctx, tx, now, invoice.Transition{InvoiceID: v.ID, From: []string{v.Status}, To: invoice.Paid, By: b.by, ActorID: b.actorID}); err != nil {
		return err
	}
	for _, f := range s.Followers {
		if err := f.Paid(ctx, tx, v.ID); err != nil {
			return err
		}
	}
	number, err := invoice.NextNumber(ctx, tx, invoice.SeriesReceipt, now)
	if err != nil {
		return err
	}
	receiptID := id.New()
	err = tx.ReceiptAdd(ctx, query.ReceiptAddParams{ID: receiptID, Number: number, InvoiceID: v.ID, PaymentID: p.ID, IssuedAt: clock.MillisOf(now), IssuedBy: b.actorID})
	if err != nil {
		return fmt.Errorf("official receipt: %w", err)
	}
	if err := invoice.FindByReceipt(ctx, tx, v, number); err != nil {
		return err
	}
	return s.queueLetter(ctx, tx, v, "official-receipt", letterReceipt+p.ID, b.mailAt, &outbox.Attachment{Kind: AttachReceipt, ID: receiptID}, map[string]string{
		"number": v.Number, "receipt": number, "amount": money.Format(v.SubTotal - b.waive), "link": "/member/profile/invoices/" + v.ID,
	})
}

// Tell notifies an order's payer about something besides money, in the order's language.
func (s *Service) Tell(ctx context.Context, tx *db.Tx, v query.Invoice, template, key string, at time.Time, params map[string]string) error {
	return s.queueLetter(ctx, tx, v, template, key, at, nil, params)
}

// opensOrder are the notices with a link to the order's progress for people without an account: those with a receipt.
var opensOrder = []string{"official-receipt", "receipt-again"}

// queueLetter notifies the payer in the invoice's language: by mail, or by SMS with a link without a confirmed address.
// Without either the counter tells them.
func (s *Service) queueLetter(ctx context.Context, tx *db.Tx, v query.Invoice, template, key string, at time.Time, paper *outbox.Attachment, params map[string]string) error {
	l := locale.Locale(v.Locale)
	if link := params["link"]; link != "" {
		params["link"] = l.Path(link)
		if v.UserID == nil { // no account to link to
			delete(params, "link")
			if slices.Contains(opensOrder, template) {
				token, err := s.Tickets.IssueTicket(ctx, tx, account.TicketOrder, "", v.ID)
				if err != nil {
					return err
				}
				params["link"] = l.Path(account.PageOrder) + "?ticket=" + token
			}
			template += "-walk-in"
		}
	}
	if code := params["reasonCode"]; code != "" {
		params["reason"] = s.Messages.T(l, ReasonKey(code), nil)
	}
	address, number, err := addressOf(ctx, tx.Queries, v)
	switch {
	case err != nil:
		return err
	case address != "":
		m := outbox.Mail{About: paymentOfLetter(key), To: address, Name: firstOf(v, l), Locale: l, Template: template, Params: params, Attachment: paper, Order: v.ID}
		return outbox.AddMail(ctx, tx, m, key+":"+outbox.KindMail, at)
	case number != "":
		return outbox.AddSMS(ctx, tx, outbox.SMS{About: paymentOfLetter(key), To: number, Locale: l, Template: template, Params: params}, key+":"+outbox.KindSMS, at)
	}
	return nil
}

// addressOf is where notices about an invoice go: what its account has verified or, without one, what the counter
// entered.
func addressOf(ctx context.Context, r db.Reader, v query.Invoice) (address, number string, err error) {
	if v.UserID == nil {
		return v.PayerEmail, v.PayerMobile, nil
	}
	u, err := account.Find(ctx, r, *v.UserID)
	if err != nil {
		return "", "", fmt.Errorf("payer: %w", err)
	}
	return u.MailTo(), u.TextTo(), nil
}

// firstOf is the salutation for the payer in a language.
func firstOf(v query.Invoice, l locale.Locale) string {
	if l == locale.ZH && v.PayerChinese != "" {
		return v.PayerChinese
	}
	return v.PayerName
}

// TakeCash settles an invoice at the counter. given is the cash given in cents; change is returned. Less than due books
// a part. An expired or cancelled invoice is reopened if there is stock; a transfer under verification is voided. The
// cash belongs to the clerk's open shift; without one: "shift-not-open".
func (s *Service) TakeCash(ctx context.Context, tx *db.Tx, invoiceID, actorID string, given money.Cents) (change money.Cents, err error) {
	v, err := invoice.Lock(ctx, tx, invoiceID)
	if err != nil {
		return 0, err
	}
	due := v.SubTotal - v.Paid
	switch {
	case given <= 0 || given > 100_000_00:
		return 0, fault.At("amountReceived", "price-range")
	case v.Status == invoice.Paid || v.Status == invoice.Refunded || due <= 0:
		return 0, fault.Invalid("already-paid")
	case v.Status != invoice.AwaitingPayment && given < due: // only an invoice awaiting payment can be paid in part
		return 0, fault.At("amountReceived", "less-than-due")
	case v.Status == invoice.Expired || v.Status == invoice.Cancelled:
		if err := retakePlaces(ctx, tx, v.ID, s.Clock.Now()); err != nil {
			return 0, err
		}
	}
	booked := min(given, due)
	p, err := s.cashPayment(ctx, tx, v, booked)
	if err != nil {
		return 0, err
	}
	shift, err := till.Current(ctx, tx, actorID)
	if err != nil {
		return 0, err
	}
	if err := tx.PaymentShift(ctx, query.PaymentShiftParams{ShiftID: shift.ID, ID: p.ID}); err != nil {
		return 0, err
	}
	if err := s.decide(ctx, tx, p, Approved, &booked, "", "", actorID); err != nil {
		return 0, err
	}
	if err := s.bookPayment(ctx, tx, p, v, booking{received: booked, by: invoice.ByOffice, actorID: actorID, mailAt: s.Clock.Now().Add(UndoWindow)}); err != nil {
		return 0, err
	}
	after := map[string]any{"status": "approved", "received": booked, "given": given, "change": given - booked}
	return given - booked, auditPayment(ctx, tx, "payment.cash", p, after)
}

// cashPayment is the pending cash payment, or a new one replacing a pending transfer.
func (s *Service) cashPayment(ctx context.Context, tx *db.Tx, v query.Invoice, amount money.Cents) (query.Payment, error) {
	p, err := tx.PaymentPending(ctx, v.ID)
	if err == nil && p.Method == money.Cash {
		return p, nil
	}
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return query.Payment{}, err
	}
	return Open(ctx, tx, s.Clock, New{InvoiceID: v.ID, Method: money.Cash, Amount: amount})
}

// retakePlaces takes the stock of an invoice that had returned it.
func retakePlaces(ctx context.Context, tx *db.Tx, invoiceID string, now time.Time) error {
	items, err := limitedItems(ctx, tx, invoiceID)
	if err != nil {
		return err
	}
	for _, it := range items {
		if _, ok, err := position.Retake(ctx, tx, now, it.ID, it); err != nil {
			return err
		} else if !ok {
			return fault.Invalid("no-place-left")
		}
	}
	return nil
}
