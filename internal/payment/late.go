package payment

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/id"
	"shanmen/internal/invoice"
	"shanmen/internal/locale"
	"shanmen/internal/money"
)

// Arrival is a transfer that came when nothing waited for it, and that the office has found the order of.
type Arrival struct {
	Received int64     // cents
	At       time.Time // of the transfer; zero: unknown
	UserID   string    // whose picture it is
	UploadID string    // "": no picture, or another payment carries it
	LineID   string    // of the bank's statement that tells of it; "": nobody has seen it there
	ActorID  string
}

// Reopen settles an expired or cancelled order with money that came too late for it, when there is still
// room ("no-place-left"). Less than due cannot open it ("less-than-due"); what is more waits for a decision.
func (s *Service) Reopen(ctx context.Context, tx *db.Tx, invoiceID string, a Arrival) error {
	v, err := invoice.Lock(ctx, tx, invoiceID)
	switch {
	case err != nil:
		return err
	case v.Status != invoice.Expired && v.Status != invoice.Cancelled:
		return fault.Invalid("illegal-transition")
	case a.Received < v.SubTotal-v.Paid:
		return fault.InvalidFields([]fault.Field{{Path: "received", Code: "less-than-due"}})
	}
	if err := s.noOtherLine(ctx, tx, v, a); err != nil {
		return err
	}
	if err := retakePlaces(ctx, tx, v.ID); err != nil {
		return err
	}
	return s.bookArrival(ctx, tx, v, a, "invoice.reopen")
}

// noOtherLine refuses to open an order by word of mouth while the bank's own word waits among the late money and
// says another amount: it would be decided a second time there.
func (s *Service) noOtherLine(ctx context.Context, tx *db.Tx, v query.Invoice, a Arrival) error {
	if a.LineID != "" {
		return nil
	}
	late, err := tx.LateLinesOf(ctx, query.LateLinesOfParams{InvoiceID: v.ID, OriginID: v.OriginID})
	if err != nil {
		return fmt.Errorf("late lines: %w", err)
	}
	for _, l := range late {
		if l.Amount == a.Received {
			return nil
		}
	}
	if len(late) > 0 {
		return fault.Invalid("late-line-waits").With("amount", money.Format(late[0].Amount))
	}
	return nil
}

// BookArrival books a transfer for an order that waits for it: one that the office has just made of it, or that its cart
// has become meanwhile. While a picture is checked: "payment-undecided".
func (s *Service) BookArrival(ctx context.Context, tx *db.Tx, invoiceID string, a Arrival) error {
	v, err := invoice.Lock(ctx, tx, invoiceID)
	switch {
	case err != nil:
		return err
	case v.Status == invoice.UnderVerification:
		return fault.Invalid("payment-undecided")
	case v.Status != invoice.AwaitingPayment && v.Status != invoice.Rejected:
		return fault.Invalid("illegal-transition")
	}
	return s.bookArrival(ctx, tx, v, a, "invoice.late-money")
}

func (s *Service) bookArrival(ctx context.Context, tx *db.Tx, v query.Invoice, a Arrival, action string) error {
	if a.Received <= 0 {
		return fault.InvalidFields([]fault.Field{{Path: "received", Code: "invalid-value"}})
	}
	n := New{InvoiceID: v.ID, Method: MethodPayNow, Amount: max(0, v.SubTotal-v.Paid), TransactionAt: a.At}
	if a.UploadID != "" && CheckUpload(ctx, tx.Queries, a.UserID, a.UploadID) == nil {
		n.UserID, n.UploadID = a.UserID, a.UploadID
	}
	if !a.At.IsZero() {
		n.TransactionRaw = a.At.Format(time.RFC3339)
	}
	p, err := Open(ctx, tx, s.Clock, n)
	if err != nil {
		return err
	}
	by := invoice.ByOffice
	if a.LineID == "" {
		if err := tx.PaymentUnseen(ctx, query.PaymentUnseenParams{Unseen: 1, ID: p.ID}); err != nil {
			return err
		}
	} else {
		by = invoice.ByBank
		if err := matchLine(ctx, tx, a, v, p.ID); err != nil {
			return err
		}
	}
	if err := s.decide(ctx, tx, p, Approved, &a.Received, "", "", a.ActorID); err != nil {
		return err
	}
	if err := s.bookPayment(ctx, tx, p, v, a.Received, by, a.ActorID, s.Clock.Now()); err != nil {
		return err
	}
	return s.auditOrder(ctx, tx, a.ActorID, action, v, map[string]any{"received": a.Received, "payment": p.ID, "line": a.LineID})
}

// matchLine says which line of the bank's is the payment's money.
func matchLine(ctx context.Context, tx *db.Tx, a Arrival, v query.Invoice, paymentID string) error {
	if err := tx.BankMatchesForget(ctx, a.LineID); err != nil {
		return err
	}
	err := tx.BankMatchAdd(ctx, query.BankMatchAddParams{
		LineID: a.LineID, InvoiceID: v.ID, Position: 1, State: "seen", Amount: a.Received, PaymentID: paymentID, Was: v.Status,
	})
	if err != nil {
		return fmt.Errorf("line of a payment: %w", err)
	}
	return nil
}

// Gift is a transfer without an order that the temple keeps as a donation.
type Gift struct {
	Arrival
	Key    string // unique to the transfer: of the order that is made of it
	Owner  string // the account, "" without one
	Locale locale.Locale
	Payer  invoice.Payer
}

// Donate makes a settled order of one donation out of a transfer: it has a number, a receipt and a letter
// as every order, and counts as takings.
func (s *Service) Donate(ctx context.Context, tx *db.Tx, g Gift) (invoiceID, number string, err error) {
	made, err := invoice.Create(ctx, tx, invoice.New{
		Origin: invoice.FromLate, OriginID: g.Key, UserID: g.Owner, Locale: g.Locale, Reference: id.Reference(), Payer: g.Payer,
		Status: invoice.AwaitingPayment, By: invoice.ByOffice, ActorID: g.ActorID, At: s.Clock.Now(),
		Items: []invoice.NewItem{{
			Title:    locale.Text{EN: s.Messages.T(locale.EN, "refund.gift", nil), ZH: s.Messages.T(locale.ZH, "refund.gift", nil)},
			Quantity: 1, UnitPrice: g.Received,
		}},
	})
	if err != nil {
		return "", "", err
	}
	return made.ID, made.Number, s.BookArrival(ctx, tx, made.ID, g.Arrival)
}

// DonateLine keeps a credit of the bank's as a donation, by whom the bank names. Money that was counted before, or
// that its payer has told of, is decided among the late money: "late-counted", "late-declared".
func (s *Service) DonateLine(ctx context.Context, tx *db.Tx, l query.BankLine, actorID string) error {
	if _, used, err := UsedBy(ctx, tx.Queries, l); err != nil {
		return err
	} else if used {
		return fault.Invalid("late-counted")
	}
	if l.Late != "" && l.Late != "gift" {
		return fault.Invalid("late-declared")
	}
	g := Gift{
		Key: l.ID, Locale: locale.EN, Payer: invoice.Payer{Name: l.Payer},
		Arrival: Arrival{Received: l.Amount, At: clock.FromMillis(l.BookedAt), LineID: l.ID, ActorID: actorID},
	}
	invoiceID, _, err := s.Donate(ctx, tx, g)
	if err != nil {
		return err
	}
	return s.CloseLine(ctx, tx, l, LateDonated, invoiceID, actorID)
}
