// Package bank keeps what the temple's bank says: statements that the treasurer uploads, the lines in
// them, and which invoices those lines are the money of.
package bank

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/late"
	"shanmen/internal/media"
	"shanmen/internal/money"
	"shanmen/internal/payment"
)

// Service takes statements in, compares their lines with what waits for money, and settles.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Files    media.Store
	Payments *payment.Service
	Late     *late.Service
	Log      *slog.Logger
}

// Seen tells whether the money of a payment has been seen in the bank.
type Seen struct {
	State   string      `json:"state" enum:"seen,differs,spent,absent,none" doc:"differs: it shows another amount; spent: money of this order's cart was given back or kept as a donation, and the picture may show it; none: there is no statement yet"`
	Amount  money.Cents `json:"amount,omitempty" doc:"Cents that the bank shows, where they differ"`
	Through *time.Time  `json:"through,omitempty" doc:"Until when the statements run"`
}

// The states of Seen.
const (
	StateSeen    = "seen"
	StateDiffers = "differs"
	StateSpent   = "spent"
	StateAbsent  = "absent"
	StateNone    = "none"
)

// Seen looks a payment up among the lines of the bank. A pending one is seen when a line that waits is
// certainly or likely its invoice's, and just what was received: nil is what was due. One cent with the right
// reference is not the money. fault.NotFound without such a payment.
func (s *Service) Seen(ctx context.Context, r db.Reader, paymentID string, received *money.Cents) (Seen, error) {
	p, err := r.Payment(ctx, paymentID)
	if errors.Is(err, db.ErrNoRows) {
		return Seen{}, fault.NotFound()
	}
	if err != nil {
		return Seen{}, err
	}
	ms, err := r.BankThrough(ctx)
	if err != nil {
		return Seen{}, err
	}
	out := Seen{State: StateNone}
	if ms > 0 {
		through := clock.Millis(ms).Time()
		out = Seen{State: StateAbsent, Through: &through}
	}
	_, err = r.BankMatchOfPayment(ctx, p.ID)
	if errors.Is(err, db.ErrNoRows) && p.Status == payment.Pending {
		want := p.Amount
		if received != nil {
			want = money.Cents(*received)
		}
		var m query.BankMatchOfInvoiceRow
		m, err = r.BankMatchOfInvoice(ctx, query.BankMatchOfInvoiceParams{InvoiceID: p.InvoiceID, Amount: want})
		if err == nil && m.Amount != want {
			out.State, out.Amount = StateDiffers, m.Amount
			return out, nil
		}
	}
	switch {
	case err == nil:
		out.State = StateSeen
	case !errors.Is(err, db.ErrNoRows):
		return Seen{}, err
	case p.Status == payment.Pending:
		spent, err := late.SpentBefore(ctx, r, p.InvoiceID)
		if spent {
			out.State = StateSpent
		}
		return out, err
	}
	return out, nil
}
