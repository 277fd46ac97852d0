// Package bank stores the bank statements that the treasurer uploads, and matches their lines with invoices.
//
// An upload (upload.go) stores the file and queues a job. The job (work.go) parses it with package bankfile, compares
// all open lines with all open orders in memory (match.go), and writes lines and proposals in chunks; none counts
// before all are written. Approving, matching by hand, undoing and late money lock bank_turn first, then the line, then
// the invoice (approve.go).
//
// A line is identified by account, day, amount and text, with an ordinal among equal ones (identity.go), so overlapping
// statements add only new lines. When a bank words a line in another way, like.go points to the line that it seems to
// be, and a person confirms. Rows that could not be read are stored with line, reason and text. A line that cannot be
// settled fails alone and keeps its fault's code (batch.go); a job that stopped is resumed by hand (resume.go). Undoing
// reverts a line completely or not at all.
package bank

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/media"
	"shanmen/internal/sales/late"
	"shanmen/internal/sales/payment"
)

// Service imports statements, matches their lines, and settles.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Files    media.Store
	Payments *payment.Service
	Late     *late.Service
	Log      *slog.Logger
}

// Seen is whether the bank has the money of a payment.
type Seen struct {
	State       string      `json:"state" enum:"seen,differs,spent,absent,after,none" doc:"differs: the statement has another amount; spent: money for this order's cart was refunded or kept as a donation, and the picture may show that money; after: transferred after the last statement ends; none: no statement was imported yet"`
	Sure        bool        `json:"sure" doc:"For a line that was found: reference and amount match, or a person confirmed it"`
	Amount      money.Cents `json:"amount,omitempty" doc:"Cents on the bank statement, if different"`
	Through     *time.Time  `json:"through,omitempty" doc:"End of the period covered by statements"`
	At          *time.Time  `json:"at,omitempty" doc:"Booking time at the bank"`
	Payer       string      `json:"payer,omitempty" doc:"Payer as written on the statement"`
	StatementID string      `json:"statementId,omitempty" doc:"Statement of the line; if there is no line, the last statement"`
}

// The states of Seen.
const (
	StateSeen    = "seen"
	StateDiffers = "differs"
	StateSpent   = "spent"
	StateAbsent  = "absent"
	StateAfter   = "after"
	StateNone    = "none"
)

// Seen looks for a payment's bank line. A pending payment is seen if an open line is certainly or likely its invoice's
// with exactly the received amount; nil is the amount due. One cent with the right reference does not count.
// fault.NotFound for an unknown payment.
func (s *Service) Seen(ctx context.Context, r db.Reader, paymentID string, received *money.Cents) (Seen, error) {
	p, err := r.Payment(ctx, paymentID)
	if err != nil {
		return Seen{}, db.NotFound(err)
	}
	ms, err := r.BankThrough(ctx)
	if err != nil {
		return Seen{}, err
	}
	out := Seen{State: Told(p.TransactionAt, p.CreatedAt, clock.Millis(ms))}
	if ms > 0 {
		through := clock.Millis(ms).Time()
		out.Through = &through
	}
	lineID, err := r.BankMatchOfPayment(ctx, p.ID)
	sure := err == nil
	if errors.Is(err, db.ErrNoRows) && p.Status == payment.Pending {
		want := p.Amount
		if received != nil {
			want = money.Cents(*received)
		}
		var m query.BankMatchOfInvoiceRow
		m, err = r.BankMatchOfInvoice(ctx, query.BankMatchOfInvoiceParams{InvoiceID: p.InvoiceID, Amount: want})
		lineID, sure = m.LineID, m.Class == Certain
		if err == nil && m.Amount != want {
			out.State, out.Amount = StateDiffers, m.Amount
			return out, out.of(ctx, r, lineID)
		}
	}
	switch {
	case err == nil:
		out.State, out.Sure = StateSeen, sure
		return out, out.of(ctx, r, lineID)
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

// of describes the line that has the money.
func (s *Seen) of(ctx context.Context, r db.Reader, lineID string) error {
	l, err := r.BankLine(ctx, lineID)
	if err != nil {
		return fmt.Errorf("line of a payment: %w", err)
	}
	s.At, s.Payer, s.StatementID = l.BookedAt.Moment(), l.Payer, l.StatementID
	return nil
}

// Told is the state of a payment without a bank line: whether the statements, which end at through, should already
// contain it.
func Told(transferred *clock.Millis, created, through clock.Millis) string {
	at := created
	if transferred != nil && *transferred > 0 {
		at = *transferred
	}
	switch {
	case through == 0:
		return StateNone
	case at > through:
		return StateAfter
	}
	return StateAbsent
}
